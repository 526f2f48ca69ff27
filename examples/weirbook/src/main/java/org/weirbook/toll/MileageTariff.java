package org.weirbook.toll;

import org.weirbook.craft.Craft;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Reach;

/** The same rate a mile for whatever floats. */
public record MileageTariff(Farthings perMile) implements Tariff {

  @Override
  public Farthings toll(Craft craft, Reach reach) {
    return perMile.times(reach.milesBegun());
  }
}
