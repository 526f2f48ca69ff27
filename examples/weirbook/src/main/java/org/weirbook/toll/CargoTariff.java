package org.weirbook.toll;

import org.weirbook.cargo.Consignment;
import org.weirbook.craft.Craft;
import org.weirbook.craft.Freighter;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Reach;

/** Each commodity's rate a ton and mile; goods under seal pay a tenth more. */
public final class CargoTariff implements Tariff {

  private static final int SEAL_PERCENT = 110;

  @Override
  public Farthings toll(Craft craft, Reach reach) {
    Farthings total = Farthings.ZERO;
    if (craft instanceof Freighter freighter) {
      for (Consignment consignment : freighter.hold().consignments()) {
        total = total.plus(rate(consignment).times(reach.milesBegun()));
      }
    }
    return total;
  }

  private static Farthings rate(Consignment consignment) {
    long farthings = (long) consignment.tons() * consignment.commodity().farthingsPerTonMile();
    Farthings plain = new Farthings(farthings);
    return consignment.sealed() ? plain.percent(SEAL_PERCENT) : plain;
  }
}
