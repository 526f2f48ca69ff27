package patchwright.testing.platform;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import patchwright.testing.Outcome;
import patchwright.testing.Reporter;
import patchwright.testing.Selection;
import patchwright.testing.TestFramework;
import patchwright.testing.TestIdentity;

/** The JUnit Platform with whatever engines the project has. */
final class PlatformFramework implements TestFramework {

  @Override
  public void run(Selection selection, Reporter reporter) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors(selection, reporter))
            .filters(filters(selection))
            .build();
    LauncherFactory.create().execute(request, new PlatformListener(reporter));
  }

  private static List<DiscoverySelector> selectors(Selection selection, Reporter reporter) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (String name : selection.classNames()) {
      try {
        selectors.add(DiscoverySelectors.selectClass(Class.forName(name, false, loader)));
      } catch (ClassNotFoundException | LinkageError failure) {
        reporter.finished(new TestIdentity(name, name, null, name), Outcome.FAILED, failure);
      }
    }
    return selectors;
  }

  /**
   * Methods are chosen after discovery: a selector for one method would have to name the types of
   * its parameters.
   */
  private static Filter<?>[] filters(Selection selection) {
    List<Filter<?>> filters = new ArrayList<>();
    filters.add((PostDiscoveryFilter) test -> keepSelected(selection, test));
    if (!selection.includedGroups().isEmpty()) {
      filters.add(TagFilter.includeTags(selection.includedGroups()));
    }
    if (!selection.excludedGroups().isEmpty()) {
      filters.add(TagFilter.excludeTags(selection.excludedGroups()));
    }
    return filters.toArray(new Filter<?>[0]);
  }

  private static FilterResult keepSelected(Selection selection, TestDescriptor test) {
    return FilterResult.includedIf(
        test.getSource()
            .filter(MethodSource.class::isInstance)
            .map(MethodSource.class::cast)
            .map(source -> isSelected(selection, source))
            .orElse(true));
  }

  /** A nested class is run with the class around it, all of it. */
  private static boolean isSelected(Selection selection, MethodSource source) {
    return selection.includes(source.getClassName(), source.getMethodName());
  }
}
