package org.weirbook.waterway;

/** Where the water of a lock stands. */
public enum ChamberState {
  /** Level with the water below: craft that go landward can enter. */
  EBBED(Heading.LANDWARD),
  /** Level with the water above: craft that go seaward can enter. */
  BRIMMING(Heading.SEAWARD);

  private final Heading admits;

  ChamberState(Heading admits) {
    this.admits = admits;
  }

  public Heading admits() {
    return admits;
  }

  /** The state in which craft of this heading can enter. */
  public static ChamberState admitting(Heading heading) {
    return heading == Heading.LANDWARD ? EBBED : BRIMMING;
  }

  public ChamberState turned() {
    return this == EBBED ? BRIMMING : EBBED;
  }
}
