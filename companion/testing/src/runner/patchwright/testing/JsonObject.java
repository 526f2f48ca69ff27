package patchwright.testing;

/** Writes one flat object of JSON. */
final class JsonObject {
  private final StringBuilder text = new StringBuilder("{");

  JsonObject put(String key, long value) {
    return putRaw(key, Long.toString(value));
  }

  JsonObject put(String key, double value) {
    return putRaw(key, Double.toString(value));
  }

  /** Null is written as such. */
  JsonObject put(String key, String value) {
    return putRaw(key, value == null ? "null" : quoted(value));
  }

  /** The whole object; nothing can be put into it afterwards. */
  String close() {
    return text.append('}').toString();
  }

  private JsonObject putRaw(String key, String value) {
    if (text.length() > 1) {
      text.append(',');
    }
    text.append(quoted(key)).append(':').append(value);
    return this;
  }

  /** Everything outside of plain ASCII is escaped, so half a surrogate pair does no harm. */
  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
    for (int index = 0; index < value.length(); index++) {
      char character = value.charAt(index);
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character >= ' ' && character <= '~') {
        quoted.append(character);
      } else {
        quoted.append(String.format("\\u%04x", (int) character));
      }
    }
    return quoted.append('"').toString();
  }
}
