package patchwright.companion.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads the fields of one frame's body. */
final class MessageReader {
  private final ByteBuffer body;

  MessageReader(byte[] body) {
    this.body = ByteBuffer.wrap(body);
  }

  int u8() {
    return need(1).get() & 0xff;
  }

  /** An unsigned number of 32 bits that must fit a Java {@code int}. */
  int u32() {
    int value = need(4).getInt();
    if (value < 0) {
      throw new RequestFailure("a number of the request is larger than 2^31 - 1");
    }
    return value;
  }

  String string() {
    int length = u32();
    need(length);
    byte[] bytes = new byte[length];
    body.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  <T> List<T> list(Supplier<T> element) {
    int count = u32();
    List<T> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(element.get());
    }
    return elements;
  }

  private ByteBuffer need(int bytes) {
    if (body.remaining() < bytes) {
      throw new RequestFailure("the request ends in the middle of a field");
    }
    return body;
  }
}
