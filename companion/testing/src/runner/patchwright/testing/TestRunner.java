package patchwright.testing;

import java.io.IOException;
import java.io.InputStream;

/** Runs what standard input asks for, then ends the virtual machine. */
public final class TestRunner {
  private static final int FRAMEWORK_FAILED = 3;

  private TestRunner() {}

  /** Never returns: threads and shutdown hooks of the tests would keep the machine alive. */
  public static void run(TestFramework framework) throws IOException {
    Request request = Request.read(System.in);
    System.setIn(InputStream.nullInputStream());
    ResultsFile results = new ResultsFile(request.key(), request.resultsFile());
    Reporter reporter = new Reporter(results, request.decisiveFailures());
    reporter.began();
    int exitCode = 0;
    try {
      framework.run(request.selection(), reporter);
      reporter.ended();
    } catch (Throwable failure) {
      reporter.broken(failure);
      exitCode = FRAMEWORK_FAILED;
    }
    end(exitCode);
  }

  static void end(int exitCode) {
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().halt(exitCode);
  }
}
