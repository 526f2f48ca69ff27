package patchwright.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;

/**
 * Listens to a build up to the phase {@code test} and writes what the modules are made of, as JSON.
 *
 * <p>One build gives everything: Maven itself has resolved the class paths and merged the settings
 * of parents and profiles. No test of the project runs in that build; see {@link SurefireGuard}.
 */
@Named
@Singleton
public final class ModelSpy extends AbstractEventSpy {
  /** The system property that names the file to write; without it, the build is left alone. */
  private static final String MODEL_FILE = "patchwright.model";

  /** The system property that says that what Surefire needs was fetched by an earlier build. */
  private static final String SUREFIRE_IS_COMPLETE = "patchwright.surefireIsComplete";

  private static final int FORMAT_VERSION = 1;

  private final RepositorySystem repositories;
  private final Map<MavenProject, ModuleRecord> modules = new LinkedHashMap<>();
  private Path modelFile;
  private SurefireGuard guard;

  @Inject
  ModelSpy(RepositorySystem repositories) {
    this.repositories = repositories;
  }

  @Override
  public void init(Context context) {
    // The properties of the command line; they become system properties only after this.
    Properties properties = (Properties) context.getData().get("userProperties");
    String file = properties.getProperty(MODEL_FILE);
    if (file != null) {
      modelFile = Paths.get(file);
      boolean complete = Boolean.parseBoolean(properties.getProperty(SUREFIRE_IS_COMPLETE));
      guard = new SurefireGuard(modelFile.resolveSibling("shown-to-surefire"), complete);
    }
  }

  @Override
  public synchronized void onEvent(Object event) throws Exception {
    if (modelFile == null || !(event instanceof ExecutionEvent)) {
      return;
    }
    ExecutionEvent execution = (ExecutionEvent) event;
    switch (execution.getType()) {
      case ProjectStarted:
        moduleOf(execution);
        break;
      case MojoStarted:
        moduleOf(execution).addExecution(execution);
        guard.keepFromRunningTests(execution);
        break;
      case MojoSucceeded:
        moduleOf(execution).readClassPaths();
        break;
      case SessionEnded:
        write(execution.getSession().getLocalRepository().getBasedir());
        break;
      default:
        break;
    }
  }

  private ModuleRecord moduleOf(ExecutionEvent event) {
    return modules.computeIfAbsent(
        event.getProject(), project -> new ModuleRecord(project, event.getSession(), repositories));
  }

  private void write(String localRepository) throws IOException {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("format_version", FORMAT_VERSION);
    model.put("local_repository", localRepository);
    model.put("modules", modules.values().stream().map(ModuleRecord::toJson).toArray());
    Files.write(modelFile, Json.write(model).getBytes(StandardCharsets.UTF_8));
  }
}
