package patchwright.companion.boot;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import patchwright.companion.protocol.Server;

/**
 * Starts the companion.
 *
 * <p>Nothing here may mention a class of javac: the classes that live inside javac's packages must
 * be defined before any class that uses them is linked.
 */
public final class Boot {
  /** Deeply nested expressions recurse deeply in javac; a thread's default of 1 MiB is small. */
  private static final long ENGINE_STACK_BYTES = 64L << 20;

  private Boot() {}

  /** Serves requests on standard input and output until the input ends. */
  public static void main(String[] arguments) throws Exception {
    InputStream requests = new FileInputStream(FileDescriptor.in);
    OutputStream answers = new FileOutputStream(FileDescriptor.out);
    // Whatever prints (javac's own notes, an annotation processor) must not tear a frame apart.
    System.setOut(System.err);
    InsideJavac.define();
    Thread engine = new Thread(null, () -> serve(requests, answers), "engine", ENGINE_STACK_BYTES);
    engine.start();
    engine.join();
  }

  private static void serve(InputStream requests, OutputStream answers) {
    try {
      new Server(requests, answers).run();
    } catch (Throwable failure) {
      // The client sees the end of the stream and reads the reason on standard error.
      failure.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
