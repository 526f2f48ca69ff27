package patchwright.testing.junit4;

import java.io.IOException;
import patchwright.testing.TestRunner;

/** Runs tests through JUnit 4. */
public final class JUnit4Main {
  private JUnit4Main() {}

  public static void main(String[] arguments) throws IOException {
    TestRunner.run(new JUnit4Framework());
  }
}
