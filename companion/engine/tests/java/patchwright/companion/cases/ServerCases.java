package patchwright.companion.cases;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import patchwright.companion.protocol.Server;

/** The frames of the protocol, byte by byte. */
final class ServerCases {
  private ServerCases() {}

  static void run(Report report) {
    try {
      ByteArrayOutputStream requests = new ByteArrayOutputStream();
      request(requests, 7, 9, out -> {});
      request(requests, 8, 1, out -> strings(out, 0, 0));
      request(requests, 9, 99, out -> {});
      request(requests, 10, 4, out -> out.writeInt(5));
      request(requests, 11, 4, out -> holeAndText(out, 5, "x"));
      request(requests, 12, 9, out -> {});
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      new Server(new ByteArrayInputStream(requests.toByteArray()), answers).run();
      check(report, new DataInputStream(new ByteArrayInputStream(answers.toByteArray())));
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private interface Payload {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private static void request(ByteArrayOutputStream all, int id, int kind, Payload payload)
      throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeInt(id);
    out.writeByte(kind);
    payload.writeTo(out);
    new DataOutputStream(all).writeInt(body.size());
    body.writeTo(all);
  }

  private static void strings(DataOutputStream out, int... counts) throws IOException {
    for (int count : counts) {
      out.writeInt(count);
    }
  }

  private static void holeAndText(DataOutputStream out, int hole, String text) throws IOException {
    out.writeInt(hole);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void check(Report report, DataInputStream answers) throws IOException {
    answers.readInt();
    report.expect("greeting", "patchwright-companion", string(answers));
    report.expect("protocol version", 1, answers.readInt());
    report.expect("JDK version", Runtime.version().toString(), string(answers));
    answers.readInt();
    failure(report, answers, 7, "the companion was not configured yet");
    report.expect("length of the answer to `configure`", 9, answers.readInt());
    report.expect("id", 8, answers.readInt());
    report.expect("status", 0, (int) answers.readByte());
    report.expect("packages are known", true, answers.readInt() > 100);
    failure(report, answers, 9, "there is no request of kind 99");
    failure(report, answers, 10, "the request ends in the middle of a field");
    failure(report, answers, 11, "no hole 5 is open");
    answers.readInt();
    report.expect("id", 12, answers.readInt());
    report.expect("status", 0, (int) answers.readByte());
    report.expect("number of figures", 5, answers.readInt());
  }

  private static void failure(Report report, DataInputStream answers, int id, String message)
      throws IOException {
    answers.readInt();
    report.expect("id of a failed request", id, answers.readInt());
    report.expect("status", 1, (int) answers.readByte());
    report.expect("message", message, string(answers));
    string(answers);
  }

  private static String string(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
