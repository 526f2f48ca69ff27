package patchwright.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * The settings of a goal as the goal will see them, written down without types.
 *
 * <p>A setting is a text, or a list of {@code [name, setting]} pairs: in Maven's XML, lists and
 * maps look alike, and only the goal knows which one it takes.
 */
final class Configuration {
  private final PluginParameterExpressionEvaluator evaluator;

  Configuration(ExecutionEvent event) {
    evaluator =
        new PluginParameterExpressionEvaluator(event.getSession(), event.getMojoExecution());
  }

  Object toJson(Xpp3Dom element) throws ExpressionEvaluationException {
    if (element == null) {
      return null;
    }
    if (element.getChildCount() == 0) {
      return plain(valueOf(element));
    }
    List<Object> children = new ArrayList<>();
    for (Xpp3Dom child : element.getChildren()) {
      Object value = toJson(child);
      if (value != null) {
        children.add(Arrays.asList(child.getName(), value));
      }
    }
    return children;
  }

  private Object valueOf(Xpp3Dom element) throws ExpressionEvaluationException {
    Object value = element.getValue() == null ? null : evaluator.evaluate(element.getValue());
    String otherwise = element.getAttribute("default-value");
    return value == null && otherwise != null ? evaluator.evaluate(otherwise) : value;
  }

  /** A value in plain form; null for Maven's own objects, such as the session. */
  private static Object plain(Object value) {
    if (value instanceof Collection) {
      return pairs((Collection<?>) value);
    }
    if (value instanceof Map) {
      return pairs((Map<?, ?>) value);
    }
    boolean simple =
        value instanceof String
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof File;
    return simple ? value.toString() : null;
  }

  private static List<Object> pairs(Collection<?> values) {
    List<Object> pairs = new ArrayList<>();
    for (Object value : values) {
      addPair(pairs, "item", value);
    }
    return pairs;
  }

  private static List<Object> pairs(Map<?, ?> values) {
    List<Object> pairs = new ArrayList<>();
    values.forEach((name, value) -> addPair(pairs, name.toString(), value));
    return pairs;
  }

  private static void addPair(List<Object> pairs, String name, Object value) {
    Object plain = plain(value);
    if (plain != null) {
      pairs.add(Arrays.asList(name, plain));
    }
  }
}
