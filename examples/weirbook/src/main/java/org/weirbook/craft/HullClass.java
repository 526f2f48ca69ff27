package org.weirbook.craft;

/** The company's classes of craft. */
public enum HullClass {
  /** Carries goods and pays by weight and distance. */
  FREIGHT,
  /** Carries people and pays by distance. */
  PACKET,
  /** Belongs to the company and pays nothing. */
  COMPANY;

  public boolean tollFree() {
    return this == COMPANY;
  }
}
