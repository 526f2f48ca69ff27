package patchwright.companion.protocol;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The two streams as frames: a length of 32 bits, big-endian, and that many bytes. */
final class Frames {
  /** A longer frame is taken for a stream that went out of step: 1 GiB. */
  private static final int MAX_FRAME_BYTES = 1 << 30;

  private static final int BUFFER_BYTES = 1 << 16;

  private final DataInputStream input;
  private final DataOutputStream output;

  Frames(InputStream input, OutputStream output) {
    this.input = new DataInputStream(new BufferedInputStream(input, BUFFER_BYTES));
    this.output = new DataOutputStream(new BufferedOutputStream(output, BUFFER_BYTES));
  }

  /** The next frame's body, or null at the end of the stream. */
  byte[] read() throws IOException {
    int length;
    try {
      length = input.readInt();
    } catch (EOFException endOfInput) {
      return null;
    }
    if (length < 0 || length > MAX_FRAME_BYTES) {
      throw new IOException(
          "a frame of " + Integer.toUnsignedLong(length) + " bytes was announced");
    }
    byte[] body = input.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the input ended inside a frame");
    }
    return body;
  }

  void write(MessageWriter message) throws IOException {
    byte[] body = message.toByteArray();
    output.writeInt(body.length);
    output.write(body);
    output.flush();
  }
}
