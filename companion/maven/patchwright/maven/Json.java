package patchwright.maven;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Writes maps, collections, arrays and plain values as JSON; Maven brings no library for it. */
final class Json {
  private Json() {}

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Object value, StringBuilder out) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Map) {
      appendObject((Map<?, ?>) value, out);
    } else if (value instanceof Collection) {
      appendArray((Collection<?>) value, out);
    } else if (value instanceof Object[]) {
      appendArray(Arrays.asList((Object[]) value), out);
    } else {
      appendString(value.toString(), out);
    }
  }

  private static void appendObject(Map<?, ?> map, StringBuilder out) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      appendString(String.valueOf(entry.getKey()), out);
      out.append(':');
      append(entry.getValue(), out);
      separator = ",";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void appendArray(Collection<?> values, StringBuilder out) {
    String separator = "[";
    for (Object value : values) {
      out.append(separator);
      append(value, out);
      separator = ",";
    }
    out.append(values.isEmpty() ? "[]" : "]");
  }

  private static void appendString(String text, StringBuilder out) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        // Escaped surrogates keep even a broken pair writable.
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
