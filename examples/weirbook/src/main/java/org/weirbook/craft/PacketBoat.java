package org.weirbook.craft;

/** A boat for passengers, some of which carry the mail. */
public final class PacketBoat extends Craft {

  private final int berths;
  private final boolean mailContract;

  public PacketBoat(
      String registerMark, String name, int beamInches, int lightDraughtInches, int berths,
      boolean mailContract) {
    super(registerMark, name, beamInches, lightDraughtInches);
    this.berths = berths;
    this.mailContract = mailContract;
  }

  public int berths() {
    return berths;
  }

  public boolean mailContract() {
    return mailContract;
  }

  @Override
  public HullClass hullClass() {
    return HullClass.PACKET;
  }
}
