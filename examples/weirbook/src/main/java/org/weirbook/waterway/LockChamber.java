package org.weirbook.waterway;

import org.weirbook.craft.Craft;

/** A lock: one chamber between two pairs of gates. */
public final class LockChamber {

  /** The water that must remain between a keel and the sill. */
  private static final int KEEL_ALLOWANCE_INCHES = 4;

  private final String name;
  private final int gateWidthInches;
  private final int sillDepthInches;
  private ChamberState state = ChamberState.EBBED;
  private int pennings;
  private int lockfulsSpent;

  public LockChamber(String name, int gateWidthInches, int sillDepthInches) {
    this.name = name;
    this.gateWidthInches = gateWidthInches;
    this.sillDepthInches = sillDepthInches;
  }

  public String name() {
    return name;
  }

  public ChamberState state() {
    return state;
  }

  /** How often a craft was penned. */
  public int pennings() {
    return pennings;
  }

  /** How often the chamber was emptied into the water below. */
  public int lockfulsSpent() {
    return lockfulsSpent;
  }

  /** Whether the craft passes the gates and floats over the sill as it is now. */
  public boolean admits(Craft craft) {
    if (craft.beamInches() > gateWidthInches) {
      return false;
    }
    int draught = craft.ladenDraughtInches();
    return draught + KEEL_ALLOWANCE_INCHES <= sillDepthInches;
  }

  /** Takes the craft through, after turning an empty chamber where the water stands wrong. */
  public void pen(Craft craft, Heading heading) {
    if (!admits(craft)) {
      throw new PenningException(name, craft);
    }
    if (state.admits() != heading) {
      turn();
    }
    turn();
    pennings++;
  }

  private void turn() {
    if (state == ChamberState.BRIMMING) {
      lockfulsSpent++;
    }
    state = state.turned();
  }

  @Override
  public String toString() {
    return name;
  }
}
