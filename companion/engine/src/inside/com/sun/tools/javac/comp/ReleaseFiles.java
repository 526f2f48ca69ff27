package com.sun.tools.javac.comp;

import com.sun.tools.javac.main.DelegatingJavaFileManager;
import com.sun.tools.javac.main.Option;
import com.sun.tools.javac.platform.PlatformDescription;
import com.sun.tools.javac.platform.PlatformUtils;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Options;
import java.io.IOException;
import java.util.List;
import javax.tools.JavaFileManager;

/**
 * What the option {@code --release} means, kept for many compilations.
 *
 * <p>javac opens the archive of all releases' signatures anew for each task, which costs more than
 * the compilation of a file, and leaves it open. So the option is taken apart: the files of the
 * release are looked up once, and each task gets what javac itself would have set.
 */
public final class ReleaseFiles implements AutoCloseable {
  private final PlatformDescription platform;
  private final String release;

  private ReleaseFiles(PlatformDescription platform, String release) {
    this.platform = platform;
    this.release = release;
  }

  /** The files of a release; null when this JDK has none. */
  public static ReleaseFiles of(String release) {
    PlatformDescription platform = PlatformUtils.lookupPlatformDescription(release);
    return platform == null ? null : new ReleaseFiles(platform, release);
  }

  /** A file manager that looks into the release for the JDK's classes. */
  public JavaFileManager over(JavaFileManager others) {
    Context context = new Context();
    DelegatingJavaFileManager.installReleaseFileManager(context, platform.getFileManager(), others);
    return context.get(JavaFileManager.class);
  }

  /** The options that take the place of {@code --release}. */
  public List<String> options() {
    return List.of(
        Option.SOURCE.getPrimaryName(), platform.getSourceVersion(),
        Option.TARGET.getPrimaryName(), platform.getTargetVersion());
  }

  /** Lets a task that was made with these options behave as one with {@code --release}. */
  public void markIn(Context context) {
    // The description itself stays out: a task closes the one that it finds in its context.
    Options.instance(context).put(Option.RELEASE, release);
  }

  @Override
  public void close() throws IOException {
    platform.close();
  }
}
