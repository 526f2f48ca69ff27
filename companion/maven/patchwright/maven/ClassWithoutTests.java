package patchwright.maven;

/** What Surefire is shown in place of the project's tests; see {@link SurefireGuard}. */
final class ClassWithoutTests {
  private ClassWithoutTests() {}
}
