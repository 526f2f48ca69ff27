package patchwright.maven;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;

/** What one module of the build is made of, collected while the build goes on. */
final class ModuleRecord {
  private final MavenProject project;
  private final ProcessorPath processorPath;
  private final List<Object> executions = new ArrayList<>();
  private final Map<String, Object> artifacts = new TreeMap<>();
  private Collection<String> compileClassPath = new ArrayList<>();
  private Collection<String> testClassPath = new ArrayList<>();

  ModuleRecord(MavenProject project, MavenSession session, RepositorySystem repositories) {
    this.project = project;
    this.processorPath = new ProcessorPath(project, session, repositories);
  }

  /** Keeps the settings of a goal that compiles or tests, with every expression evaluated. */
  void addExecution(ExecutionEvent event) throws Exception {
    MojoExecution execution = event.getMojoExecution();
    String plugin = execution.getArtifactId();
    boolean compiler = plugin.equals("maven-compiler-plugin");
    if (!compiler && !plugin.equals("maven-surefire-plugin")) {
      return;
    }
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("plugin", plugin);
    record.put("version", execution.getVersion());
    record.put("goal", execution.getGoal());
    record.put("id", execution.getExecutionId());
    record.put("configuration", new Configuration(event).toJson(execution.getConfiguration()));
    if (compiler) {
      record.put("processor_path", processorPath.resolve(execution.getConfiguration()));
    }
    executions.add(record);
  }

  /** A class path is complete after a goal that asked for it; a later goal may ask for less. */
  void readClassPaths() throws DependencyResolutionRequiredException {
    compileClassPath = longer(compileClassPath, project.getCompileClasspathElements());
    testClassPath = longer(testClassPath, project.getTestClasspathElements());
    for (Artifact artifact : project.getArtifacts()) {
      Map<String, Object> record = new LinkedHashMap<>();
      record.put("group", artifact.getGroupId());
      record.put("name", artifact.getArtifactId());
      record.put("version", artifact.getVersion());
      record.put("scope", artifact.getScope());
      record.put("file", artifact.getFile());
      artifacts.put(artifact.getId(), record);
    }
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("group", project.getGroupId());
    json.put("name", project.getArtifactId());
    json.put("version", project.getVersion());
    json.put("packaging", project.getPackaging());
    json.put("folder", project.getBasedir());
    json.put("build_folder", project.getBuild().getDirectory());
    json.put("source_roots", project.getCompileSourceRoots());
    json.put("test_source_roots", project.getTestCompileSourceRoots());
    json.put("output_folder", project.getBuild().getOutputDirectory());
    json.put("test_output_folder", project.getBuild().getTestOutputDirectory());
    json.put("resources", folders(project.getResources()));
    json.put("test_resources", folders(project.getTestResources()));
    json.put("compile_class_path", compileClassPath);
    json.put("test_class_path", testClassPath);
    json.put("artifacts", artifacts.values());
    json.put("executions", executions);
    return json;
  }

  private static Collection<String> longer(Collection<String> one, Collection<String> other) {
    return one.size() >= other.size() ? one : other;
  }

  private static List<String> folders(List<Resource> resources) {
    return resources.stream().map(Resource::getDirectory).collect(Collectors.toList());
  }
}
