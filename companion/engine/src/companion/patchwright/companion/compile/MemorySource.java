package patchwright.companion.compile;

import java.net.URI;
import java.net.URISyntaxException;
import javax.tools.SimpleJavaFileObject;

/** A source file whose text is in memory. */
public final class MemorySource extends SimpleJavaFileObject {
  private final String path;
  private final String text;

  /**
   * A source file.
   *
   * @param path where the file lies under its source root, with {@code /}; javac wants its last
   *     part to fit the public class
   */
  public MemorySource(String path, String text) {
    super(uri(path), Kind.SOURCE);
    this.path = path;
    this.text = text;
  }

  private static URI uri(String path) {
    try {
      return new URI("memory", null, "/" + path, null);
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException("`" + path + "` is no path", impossible);
    }
  }

  /** Where the file lies under its source root. */
  public String path() {
    return path;
  }

  /** The text. */
  public String text() {
    return text;
  }

  /** The file with another text between two offsets. */
  public MemorySource with(int start, int end, String replacement) {
    return new MemorySource(path, text.substring(0, start) + replacement + text.substring(end));
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }
}
