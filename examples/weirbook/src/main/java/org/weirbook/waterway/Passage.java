package org.weirbook.waterway;

import org.weirbook.craft.Craft;

/** A craft's way from one wharf to another. */
public record Passage(Craft craft, String from, String to) {

  public Passage {
    if (from.equals(to)) {
      throw new IllegalArgumentException("a passage must leave " + from);
    }
  }

  public Passage back() {
    return new Passage(craft, to, from);
  }
}
