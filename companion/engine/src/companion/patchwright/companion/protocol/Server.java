package patchwright.companion.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * The loop: one request is answered before the next is read.
 *
 * <p>PROTOCOL.md of the client's crate is the specification of every message.
 */
public final class Server {
  /** Raised whenever the form or the meaning of a message changes. */
  static final int PROTOCOL_VERSION = 1;

  private static final int STATUS_ANSWERED = 0;
  private static final int STATUS_FAILED = 1;

  private final Frames frames;
  private final RequestHandler handler = new RequestHandler();

  /** A server on two streams; {@link #run} serves them. */
  public Server(InputStream requests, OutputStream answers) {
    this.frames = new Frames(requests, answers);
  }

  /** Greets the client and serves requests until the input ends. */
  public void run() throws IOException {
    frames.write(handshake());
    for (byte[] body = frames.read(); body != null; body = frames.read()) {
      frames.write(answer(body));
    }
  }

  private static MessageWriter handshake() {
    MessageWriter message = new MessageWriter();
    message.string("patchwright-companion");
    message.u32(PROTOCOL_VERSION);
    message.string(Runtime.version().toString());
    message.u32((int) ProcessHandle.current().pid());
    return message;
  }

  private MessageWriter answer(byte[] body) {
    MessageReader request = new MessageReader(body);
    int id = request.u32();
    try {
      MessageWriter message = start(id, STATUS_ANSWERED);
      handler.handle(request.u8(), request, message);
      return message;
    } catch (RuntimeException | AssertionError | StackOverflowError | IOException failure) {
      return failed(id, failure);
    }
  }

  private static MessageWriter start(int id, int status) {
    MessageWriter message = new MessageWriter();
    message.u32(id);
    message.u8(status);
    return message;
  }

  private static MessageWriter failed(int id, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    MessageWriter message = start(id, STATUS_FAILED);
    // These two say what is wrong with the request, the others what is wrong with us.
    boolean isForClient =
        failure instanceof RequestFailure || failure instanceof IllegalArgumentException;
    message.string(isForClient ? failure.getMessage() : failure.toString());
    message.string(trace.toString());
    return message;
  }
}
