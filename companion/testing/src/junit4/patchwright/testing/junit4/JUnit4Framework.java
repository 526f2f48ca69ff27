package patchwright.testing.junit4;

import java.util.Set;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import patchwright.testing.Outcome;
import patchwright.testing.Reporter;
import patchwright.testing.Selection;
import patchwright.testing.TestFramework;
import patchwright.testing.TestIdentity;

/** JUnit 4, which runs JUnit 3 classes too. */
final class JUnit4Framework implements TestFramework {

  @Override
  public void run(Selection selection, Reporter reporter) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    JUnitCore core = new JUnitCore();
    core.addListener(new JUnit4Listener(reporter));
    for (String name : selection.classNames()) {
      try {
        Class<?> type = Class.forName(name, false, loader);
        Set<String> methods = selection.methods(name);
        if (!methods.isEmpty()) {
          core.run(Request.aClass(type).filterWith(new MethodFilter(methods)));
        } else if (TestClasses.holdsTests(type)) {
          core.run(Request.aClass(type));
        }
      } catch (ClassNotFoundException | LinkageError failure) {
        reporter.finished(new TestIdentity(name, name, null, name), Outcome.FAILED, failure);
      }
    }
  }
}
