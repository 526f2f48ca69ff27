package patchwright.testing.junit4;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import junit.framework.TestCase;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Tells test classes from helpers whose names only look like tests. */
final class TestClasses {
  private TestClasses() {}

  /** JUnit would report a class without a test as a failure. */
  static boolean holdsTests(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers())) {
      return false;
    }
    return TestCase.class.isAssignableFrom(type)
        || type.isAnnotationPresent(RunWith.class)
        || hasSuite(type)
        || hasTestMethod(type);
  }

  private static boolean hasSuite(Class<?> type) {
    try {
      return Modifier.isStatic(type.getMethod("suite").getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static boolean hasTestMethod(Class<?> type) {
    for (Class<?> current = type; current != null; current = current.getSuperclass()) {
      for (Method method : current.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          return true;
        }
      }
    }
    return false;
  }
}
