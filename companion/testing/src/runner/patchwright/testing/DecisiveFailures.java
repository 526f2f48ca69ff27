package patchwright.testing;

import java.util.HashSet;
import java.util.Set;

/** Which failures decide what the run is for, so that the other tests need not run; by default none. */
final class DecisiveFailures {
  private final Set<String> exempt = new HashSet<>();
  private boolean endTheRun;

  /** From now on, each failure ends the run, but for that of an exempt test. */
  void endTheRun() {
    endTheRun = true;
  }

  /** The failure of this test, {@code CLASS} or {@code CLASS#METHOD}, decides nothing. */
  void exempt(String test) {
    exempt.add(test);
  }

  boolean contain(TestIdentity test) {
    String method = test.methodName() == null ? "" : "#" + test.methodName();
    return endTheRun && !exempt.contains(test.className() + method);
  }
}
