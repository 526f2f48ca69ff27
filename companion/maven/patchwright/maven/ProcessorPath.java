package patchwright.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.DependencyManagement;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** Resolves the compiler plugin's {@code annotationProcessorPaths}, as Maven leaves them to it. */
final class ProcessorPath {
  private final MavenProject project;
  private final MavenSession session;
  private final RepositorySystem repositories;

  ProcessorPath(MavenProject project, MavenSession session, RepositorySystem repositories) {
    this.project = project;
    this.session = session;
    this.repositories = repositories;
  }

  /** The jars, the processors' own dependencies included; empty when no path is set. */
  List<File> resolve(Xpp3Dom configuration) throws DependencyResolutionException {
    Xpp3Dom paths = configuration.getChild("annotationProcessorPaths");
    if (paths == null || paths.getChildCount() == 0) {
      return new ArrayList<>();
    }
    CollectRequest request = new CollectRequest();
    for (Xpp3Dom path : paths.getChildren()) {
      request.addDependency(new org.eclipse.aether.graph.Dependency(artifact(path), "runtime"));
    }
    request.setRepositories(project.getRemoteProjectRepositories());
    return repositories
        .resolveDependencies(
            session.getRepositorySession(), new DependencyRequest(request, null))
        .getArtifactResults()
        .stream()
        .map(result -> result.getArtifact().getFile())
        .collect(Collectors.toList());
  }

  private DefaultArtifact artifact(Xpp3Dom path) {
    String group = text(path, "groupId", "");
    String name = text(path, "artifactId", "");
    String version = text(path, "version", managedVersion(group, name));
    String type = text(path, "type", "jar");
    return new DefaultArtifact(group, name, text(path, "classifier", ""), type, version);
  }

  private String managedVersion(String group, String name) {
    DependencyManagement management = project.getDependencyManagement();
    if (management != null) {
      for (Dependency dependency : management.getDependencies()) {
        if (dependency.getGroupId().equals(group) && dependency.getArtifactId().equals(name)) {
          return dependency.getVersion();
        }
      }
    }
    return "";
  }

  private static String text(Xpp3Dom path, String name, String otherwise) {
    Xpp3Dom child = path.getChild(name);
    return child == null || child.getValue() == null ? otherwise : child.getValue();
  }
}
