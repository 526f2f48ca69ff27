package patchwright.companion.protocol;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Consumer;

/** Writes the fields of one frame's body. */
final class MessageWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream fields = new DataOutputStream(bytes);

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  void u8(int value) {
    write(out -> out.writeByte(value));
  }

  void bool(boolean value) {
    u8(value ? 1 : 0);
  }

  void u32(int value) {
    write(out -> out.writeInt(value));
  }

  void u64(long value) {
    write(out -> out.writeLong(value));
  }

  void string(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /** A length and the bytes. */
  void bytes(byte[] value) {
    write(
        out -> {
          out.writeInt(value.length);
          out.write(value);
        });
  }

  <T> void list(Collection<T> elements, Consumer<T> writeElement) {
    u32(elements.size());
    elements.forEach(writeElement);
  }

  private interface Field {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private void write(Field field) {
    try {
      field.writeTo(fields);
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
  }
}
