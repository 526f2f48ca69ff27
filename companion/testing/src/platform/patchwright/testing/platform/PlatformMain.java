package patchwright.testing.platform;

import java.io.IOException;
import patchwright.testing.TestRunner;

/** Runs tests through the JUnit Platform. */
public final class PlatformMain {
  private PlatformMain() {}

  public static void main(String[] arguments) throws IOException {
    TestRunner.run(new PlatformFramework());
  }
}
