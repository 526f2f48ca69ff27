package patchwright.companion.cases;

/** Counts what was expected and prints what was not met. */
final class Report {
  private int met;
  private int failed;

  void expect(String what, Object expected, Object actual) {
    if (expected.equals(actual)) {
      met++;
    } else {
      failed++;
      System.out.println("FAILED " + what + ": expected " + expected + ", was " + actual);
    }
  }

  boolean print() {
    System.out.println(met + " expectations met, " + failed + " failed");
    return failed == 0;
  }
}
