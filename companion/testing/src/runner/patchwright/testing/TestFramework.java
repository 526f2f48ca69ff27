package patchwright.testing;

/** A way to run tests. */
public interface TestFramework {
  /**
   * Runs the selected tests and reports each.
   *
   * @throws Exception when the framework itself fails; a test that fails is reported
   */
  void run(Selection selection, Reporter reporter) throws Exception;
}
