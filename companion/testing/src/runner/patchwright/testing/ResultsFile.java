package patchwright.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Signed records in a file, each on the disk before the next is made: the process can end at any
 * moment.
 */
final class ResultsFile {
  private final byte[] key;
  private final OutputStream file;
  private final MessageDigest digest;
  private long sequence;

  ResultsFile(String key, Path path) throws IOException {
    this.key = key.getBytes(StandardCharsets.UTF_8);
    this.file = Files.newOutputStream(path, StandardOpenOption.APPEND);
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Starts a record; {@link #write} ends it. */
  JsonObject newRecord(String event) {
    return new JsonObject().put("sequence", sequence++).put("event", event);
  }

  void write(JsonObject record) {
    byte[] object = record.close().getBytes(StandardCharsets.UTF_8);
    byte[] signature = signature(object).getBytes(StandardCharsets.UTF_8);
    ByteBuffer line = ByteBuffer.allocate(signature.length + object.length + 2);
    line.put(signature).put((byte) ' ').put(object).put((byte) '\n');
    try {
      file.write(line.array());
    } catch (IOException e) {
      // Whoever reads the file notices the gap; there is nobody else to tell.
      System.err.println("a test result could not be written: " + e);
    }
  }

  private String signature(byte[] object) {
    add(key);
    add(object);
    add(key);
    return HexFormat.of().formatHex(digest.digest());
  }

  private void add(byte[] piece) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(piece.length).array());
    digest.update(piece);
  }
}
