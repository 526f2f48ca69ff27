package org.weirbook.waterway;

/** The two ways along a canal. */
public enum Heading {
  SEAWARD,
  LANDWARD;

  public Heading opposite() {
    return this == SEAWARD ? LANDWARD : SEAWARD;
  }
}
