package greeter.inner;

public final class Words {
  public enum Kind {
    LONG
  }

  public static String hello(Kind kind) {
    return "hello from a resource: ";
  }
}
