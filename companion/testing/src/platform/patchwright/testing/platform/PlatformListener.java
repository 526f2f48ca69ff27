package patchwright.testing.platform;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import patchwright.testing.Outcome;
import patchwright.testing.Reporter;
import patchwright.testing.TestIdentity;

/** Reports tests, and containers only when they fail or are skipped. */
final class PlatformListener implements TestExecutionListener {
  private final Reporter reporter;
  private TestPlan plan;

  PlatformListener(Reporter reporter) {
    this.reporter = reporter;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      reporter.started(identity(test));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    reporter.skipped(identity(test), reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Outcome outcome =
        switch (result.getStatus()) {
          case SUCCESSFUL -> Outcome.PASSED;
          case ABORTED -> Outcome.ABORTED;
          case FAILED -> Outcome.FAILED;
        };
    if (test.isTest() || outcome != Outcome.PASSED) {
      reporter.finished(identity(test), outcome, result.getThrowable().orElse(null));
    }
  }

  /** A dynamic test or one invocation of many has no method of its own: the nearest above counts. */
  private TestIdentity identity(TestIdentifier test) {
    String className = null;
    String methodName = null;
    Optional<TestIdentifier> current = Optional.of(test);
    while (className == null && current.isPresent()) {
      TestSource source = current.get().getSource().orElse(null);
      if (source instanceof MethodSource method) {
        className = method.getClassName();
        methodName = method.getMethodName();
      } else if (source instanceof ClassSource type) {
        className = type.getClassName();
        methodName = test.isTest() ? test.getDisplayName() : null;
      }
      current = plan.getParent(current.get());
    }
    String owner = className == null ? test.getDisplayName() : className;
    return new TestIdentity(test.getUniqueId(), owner, methodName, test.getDisplayName());
  }
}
