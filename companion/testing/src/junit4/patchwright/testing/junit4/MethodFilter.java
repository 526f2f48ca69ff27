package patchwright.testing.junit4;

import java.util.Set;
import org.junit.runner.Description;
import org.junit.runner.manipulation.Filter;

/** Keeps methods by name, with all their parameters. */
final class MethodFilter extends Filter {
  private final Set<String> methods;

  MethodFilter(Set<String> methods) {
    this.methods = methods;
  }

  @Override
  public boolean shouldRun(Description test) {
    String method = MethodNames.withoutParameters(test);
    if (method != null && methods.contains(method)) {
      return true;
    }
    return test.getChildren().stream().anyMatch(this::shouldRun);
  }

  @Override
  public String describe() {
    return "the methods " + methods;
  }
}
