package patchwright.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What standard input asks for; RUNNER.md has the format. */
record Request(
    String key, Path resultsFile, Selection selection, DecisiveFailures decisiveFailures) {

  static Request read(InputStream input) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    String key = lines.readLine();
    String file = lines.readLine();
    if (key == null || file == null) {
      throw new IOException("the request ends before the name of the results file");
    }
    Selection selection = new Selection();
    DecisiveFailures decisiveFailures = new DecisiveFailures();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      read(line, selection, decisiveFailures);
    }
    return new Request(key, Path.of(file), selection, decisiveFailures);
  }

  private static void read(
      String line, Selection selection, DecisiveFailures decisiveFailures) throws IOException {
    int end = line.indexOf(' ');
    String kind = end < 0 ? line : line.substring(0, end);
    String value = line.substring(end + 1);
    switch (kind) {
      case "test" -> selection.addTest(value);
      case "include-group" -> selection.includeGroup(value);
      case "exclude-group" -> selection.excludeGroup(value);
      case "end-at-failure" -> decisiveFailures.endTheRun();
      case "known-failure" -> decisiveFailures.exempt(value);
      default -> throw new IOException("the request has a line of the unknown kind `" + kind + "`");
    }
  }
}
