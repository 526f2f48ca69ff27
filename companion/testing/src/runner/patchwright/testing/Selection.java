package patchwright.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tests are to be run. */
public final class Selection {
  /** Classes in order, each with its methods; no method stands for all of them. */
  private final Map<String, Set<String>> methodsOfClasses = new LinkedHashMap<>();

  private final List<String> includedGroups = new ArrayList<>();
  private final List<String> excludedGroups = new ArrayList<>();

  void addTest(String test) {
    int end = test.indexOf('#');
    String className = end < 0 ? test : test.substring(0, end);
    Set<String> known = methodsOfClasses.get(className);
    if (end < 0) {
      methodsOfClasses.put(className, new LinkedHashSet<>());
    } else if (known == null || !known.isEmpty()) {
      methodsOfClasses
          .computeIfAbsent(className, name -> new LinkedHashSet<>())
          .add(test.substring(end + 1));
    }
  }

  void includeGroup(String expression) {
    includedGroups.add(expression);
  }

  void excludeGroup(String expression) {
    excludedGroups.add(expression);
  }

  /** The binary names of the classes, in the order in which they are to be run. */
  public Set<String> classNames() {
    return Collections.unmodifiableSet(methodsOfClasses.keySet());
  }

  /** The methods of a class that are to be run; none means all. */
  public Set<String> methods(String className) {
    return methodsOfClasses.getOrDefault(className, Collections.emptySet());
  }

  /** Whether a method of a selected class is to be run. */
  public boolean includes(String className, String methodName) {
    Set<String> methods = methods(className);
    return methods.isEmpty() || methods.contains(methodName);
  }

  /** Expressions of tags, of which one must hold; none means no condition. */
  public List<String> includedGroups() {
    return Collections.unmodifiableList(includedGroups);
  }

  /** Expressions of tags, of which none may hold. */
  public List<String> excludedGroups() {
    return Collections.unmodifiableList(excludedGroups);
  }
}
