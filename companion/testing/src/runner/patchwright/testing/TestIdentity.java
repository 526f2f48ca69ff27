package patchwright.testing;

/**
 * A test, or a class of them.
 *
 * @param id unique in the run
 * @param className the binary name of the class that the test belongs to
 * @param methodName the method without parameters; null for a whole class
 * @param displayName for a person
 */
public record TestIdentity(String id, String className, String methodName, String displayName) {}
