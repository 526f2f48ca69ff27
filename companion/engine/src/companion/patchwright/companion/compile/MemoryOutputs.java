package patchwright.companion.compile;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/** The project's files to read, and memory to write to: no compilation writes to the disk. */
final class MemoryOutputs extends ForwardingJavaFileManager<JavaFileManager> {
  private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

  MemoryOutputs(JavaFileManager inputs) {
    super(inputs);
  }

  /** The class files by binary name, in the order in which javac wrote them. */
  Map<String, byte[]> classes() {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    classes.forEach((name, bytes) -> contents.put(name, bytes.toByteArray()));
    return contents;
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (kind == JavaFileObject.Kind.CLASS) {
      classes.put(className, bytes);
    }
    return new Output(className, kind, bytes);
  }

  @Override
  public FileObject getFileForOutput(
      Location location, String packageName, String relativeName, FileObject sibling) {
    return new Output(relativeName, JavaFileObject.Kind.OTHER, new ByteArrayOutputStream());
  }

  @Override
  public boolean isSameFile(FileObject left, FileObject right) {
    return left == right || left.toUri().equals(right.toUri());
  }

  /** The file manager belongs to the project, not to one compilation. */
  @Override
  public void close() {}

  private static final class Output extends SimpleJavaFileObject {
    private final OutputStream bytes;

    Output(String name, Kind kind, OutputStream bytes) {
      super(URI.create("memory:///output/" + name.replace('.', '/') + kind.extension), kind);
      this.bytes = bytes;
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }
}
