package org.weirbook.keeper;

import java.time.Duration;
import org.weirbook.craft.Craft;
import org.weirbook.craft.HullClass;
import org.weirbook.money.Farthings;

/** What a craft pays for lying at a wharf longer than it may. */
public final class Demurrage {

  private static final Duration FREIGHT_LAY = Duration.ofHours(36);
  private static final Duration PACKET_LAY = Duration.ofHours(8);
  private static final Duration PERILOUS_LAY = Duration.ofHours(12);

  private final Farthings perDay;

  public Demurrage(Farthings perDay) {
    this.perDay = perDay;
  }

  /** The charge for a stay; a day that was begun counts as a whole one. */
  public Farthings charge(Craft craft, Duration stay) {
    Duration over = stay.minus(allowance(craft));
    if (over.isNegative() || over.isZero()) {
      return Farthings.ZERO;
    }
    long days = over.toDays();
    if (!over.equals(Duration.ofDays(days))) {
      days++;
    }
    return perDay.times(days);
  }

  private static Duration allowance(Craft craft) {
    if (craft.pensAlone()) {
      return PERILOUS_LAY;
    }
    return craft.hullClass() == HullClass.PACKET ? PACKET_LAY : FREIGHT_LAY;
  }
}
