package patchwright.companion.engine;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The states of a hole by the text that leads to them. */
final class StateTrie {
  private static final List<String> CONTINUATIONS = List.of("else", "catch", "finally");

  private final TreeMap<String, State> states = new TreeMap<>();

  StateTrie(State root) {
    states.put("", root);
  }

  void put(String text, State state) {
    states.put(text, state);
  }

  int size() {
    return states.size();
  }

  Collection<State> states() {
    return states.values();
  }

  /** Forgets all states but the root. */
  void clear() {
    State root = states.get("");
    states.clear();
    states.put("", root);
  }

  /** The state of the longest prefix of a text. */
  State find(String text) {
    String bound = text;
    while (true) {
      // The longest prefix that has a state is at most the greatest key that is at most the bound,
      // and shares with that key at least its own length.
      Map.Entry<String, State> entry = states.floorEntry(bound);
      String key = entry.getKey();
      boolean usable = text.startsWith(key) && holdsFor(entry.getValue(), text, key.length());
      if (usable || key.isEmpty()) {
        return entry.getValue();
      }
      bound = text.substring(0, Math.min(commonLength(text, key), key.length() - 1));
    }
  }

  /** A state made because something else followed does not hold where `else` follows. */
  private static boolean holdsFor(State state, String text, int end) {
    return !state.isContinuable() || !mayContinue(text, end);
  }

  private static int commonLength(String left, String right) {
    int limit = Math.min(left.length(), right.length());
    int length = 0;
    while (length < limit && left.charAt(length) == right.charAt(length)) {
      length++;
    }
    return length;
  }

  /** Whether the text from a place on is, or may become, the continuation of a statement. */
  private static boolean mayContinue(String text, int start) {
    int word = skipSpaceAndComments(text, start);
    if (word < 0 || word >= text.length()) {
      return true;
    }
    for (String continuation : CONTINUATIONS) {
      int length = Math.min(continuation.length(), text.length() - word);
      if (text.regionMatches(word, continuation, 0, length)) {
        return true;
      }
    }
    return false;
  }

  /** The next place that is neither; -1 when a comment does not end. */
  private static int skipSpaceAndComments(String text, int start) {
    int place = start;
    while (place < text.length()) {
      int commentEnd;
      if (Character.isWhitespace(text.charAt(place))) {
        commentEnd = place + 1;
      } else if (text.startsWith("//", place)) {
        commentEnd = text.indexOf('\n', place);
      } else if (text.startsWith("/*", place)) {
        int close = text.indexOf("*/", place + 2);
        commentEnd = close < 0 ? -1 : close + 2;
      } else {
        return place;
      }
      if (commentEnd < 0) {
        return -1;
      }
      place = commentEnd;
    }
    return place;
  }
}
