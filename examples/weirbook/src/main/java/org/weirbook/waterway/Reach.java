package org.weirbook.waterway;

/** A stretch of water between two wharves. */
public record Reach(String name, int chains, int depthInches) {

  private static final int CHAINS_PER_MILE = 80;

  /** Miles as tolls count them: one that was begun counts as a whole one. */
  public int milesBegun() {
    return (chains + CHAINS_PER_MILE - 1) / CHAINS_PER_MILE;
  }
}
