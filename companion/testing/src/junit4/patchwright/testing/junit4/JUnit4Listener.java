package patchwright.testing.junit4;

import java.util.HashSet;
import java.util.Set;
import org.junit.Ignore;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import patchwright.testing.Outcome;
import patchwright.testing.Reporter;
import patchwright.testing.TestIdentity;

/** Reports tests. JUnit lets one caller at a time into a listener. */
final class JUnit4Listener extends RunListener {
  private final Reporter reporter;

  /** Tests that are running, and those of them that have been reported already. */
  private final Set<Description> running = new HashSet<>();

  private final Set<Description> reported = new HashSet<>();

  JUnit4Listener(Reporter reporter) {
    this.reporter = reporter;
  }

  @Override
  public void testStarted(Description test) {
    running.add(test);
    reporter.started(identity(test));
  }

  @Override
  public void testFailure(Failure failure) {
    report(failure, Outcome.FAILED);
  }

  @Override
  public void testAssumptionFailure(Failure failure) {
    report(failure, Outcome.ABORTED);
  }

  @Override
  public void testIgnored(Description test) {
    Ignore ignore = test.getAnnotation(Ignore.class);
    reporter.skipped(identity(test), ignore == null ? null : ignore.value());
  }

  @Override
  public void testFinished(Description test) {
    running.remove(test);
    if (!reported.remove(test)) {
      reporter.finished(identity(test), Outcome.PASSED, null);
    }
  }

  /** A test can fail twice, in itself and in its clean-up; and a class can fail before any test. */
  private void report(Failure failure, Outcome outcome) {
    Description test = failure.getDescription();
    if (running.contains(test)) {
      reported.add(test);
    }
    reporter.finished(identity(test), outcome, failure.getException());
  }

  private static TestIdentity identity(Description test) {
    return new TestIdentity(
        test.getDisplayName(),
        test.getClassName(),
        MethodNames.withoutParameters(test),
        test.getDisplayName());
  }
}
