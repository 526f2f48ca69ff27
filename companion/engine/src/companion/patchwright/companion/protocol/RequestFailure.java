package patchwright.companion.protocol;

/** A request that cannot be served as it is; the companion stays usable. */
public final class RequestFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure with a message for a person. */
  public RequestFailure(String message) {
    super(message);
  }

  /** A failure with its cause, whose stack trace the client gets too. */
  public RequestFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
