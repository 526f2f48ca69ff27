package greeter;

import greeter.inner.Words;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public final class Main {
  public static void main(String[] arguments) throws Exception {
    try (InputStream resource = Main.class.getResourceAsStream("/words/greeting.txt")) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      out.println(Words.hello(Words.Kind.LONG) + text);
    }
  }
}
