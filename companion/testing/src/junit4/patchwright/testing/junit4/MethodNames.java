package patchwright.testing.junit4;

import org.junit.runner.Description;

/** Names of methods as they stand in the source. */
final class MethodNames {
  private MethodNames() {}

  /** Parameterized runners append something in brackets; null when it is about no method. */
  static String withoutParameters(Description test) {
    String method = test.getMethodName();
    if (method == null) {
      return null;
    }
    int bracket = method.indexOf('[');
    return bracket > 0 ? method.substring(0, bracket) : method;
  }
}
