package org.weirbook.craft;

import java.util.Objects;

/** Whatever floats on the canal, as the company's register has it. */
public abstract class Craft {

  private final String registerMark;
  private final String name;
  private final int beamInches;
  private final int lightDraughtInches;

  protected Craft(String registerMark, String name, int beamInches, int lightDraughtInches) {
    this.registerMark = Objects.requireNonNull(registerMark);
    this.name = Objects.requireNonNull(name);
    this.beamInches = beamInches;
    this.lightDraughtInches = lightDraughtInches;
  }

  public abstract HullClass hullClass();

  /** The mark burnt into the stern: unique, unlike the name. */
  public final String registerMark() {
    return registerMark;
  }

  public final String name() {
    return name;
  }

  public final int beamInches() {
    return beamInches;
  }

  /** How deep the empty craft lies in the water. */
  public final int lightDraughtInches() {
    return lightDraughtInches;
  }

  /** How deep the craft lies in the water with what it carries now. */
  public int ladenDraughtInches() {
    return lightDraughtInches;
  }

  /** Whether it may not be penned together with another craft. */
  public boolean pensAlone() {
    return false;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Craft craft && craft.registerMark.equals(registerMark);
  }

  @Override
  public final int hashCode() {
    return registerMark.hashCode();
  }

  @Override
  public String toString() {
    return name + " (" + registerMark + ")";
  }
}
