package org.weirbook.craft;

import org.weirbook.cargo.CargoHold;

/** A barge with a hold. */
public final class Freighter extends Craft {

  private static final int TONS_PER_INCH = 2;

  private final CargoHold hold;

  public Freighter(
      String registerMark, String name, int beamInches, int lightDraughtInches, int burthenTons) {
    super(registerMark, name, beamInches, lightDraughtInches);
    this.hold = new CargoHold(burthenTons);
  }

  public CargoHold hold() {
    return hold;
  }

  @Override
  public HullClass hullClass() {
    return HullClass.FREIGHT;
  }

  @Override
  public int ladenDraughtInches() {
    int sunk = (hold.stowedTons() + TONS_PER_INCH - 1) / TONS_PER_INCH;
    return lightDraughtInches() + sunk;
  }

  @Override
  public boolean pensAlone() {
    return hold.carriesPerilous();
  }
}
