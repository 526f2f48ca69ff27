package org.weirbook.toll;

import org.weirbook.craft.Craft;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Reach;

/** What a craft pays for one reach. */
@FunctionalInterface
public interface Tariff {

  Farthings toll(Craft craft, Reach reach);

  /** Both tolls together. */
  default Tariff and(Tariff other) {
    return (craft, reach) -> toll(craft, reach).plus(other.toll(craft, reach));
  }
}
