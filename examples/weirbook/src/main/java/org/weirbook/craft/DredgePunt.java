package org.weirbook.craft;

/** The company's own punt, which keeps the channel clear. */
public final class DredgePunt extends Craft {

  private static final int SPOIL_DRAUGHT_INCHES = 9;

  private boolean spoilAboard;

  public DredgePunt(String registerMark, String name, int beamInches, int lightDraughtInches) {
    super(registerMark, name, beamInches, lightDraughtInches);
  }

  public void takeSpoil() {
    spoilAboard = true;
  }

  public void tipSpoil() {
    spoilAboard = false;
  }

  @Override
  public HullClass hullClass() {
    return HullClass.COMPANY;
  }

  @Override
  public int ladenDraughtInches() {
    return lightDraughtInches() + (spoilAboard ? SPOIL_DRAUGHT_INCHES : 0);
  }
}
