package org.weirbook.toll;

import java.util.ArrayList;
import java.util.List;
import org.weirbook.craft.Craft;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Passage;
import org.weirbook.waterway.Reach;
import org.weirbook.waterway.Waterway;

/** Draws up bills: the tariff over all reaches, less the best rebate, but never above the cap. */
public final class TollAssessor {

  private final Waterway waterway;
  private final Tariff tariff;
  private final Farthings cap;
  private final List<Rebate> rebates = new ArrayList<>();

  public TollAssessor(Waterway waterway, Tariff tariff, Farthings cap) {
    this.waterway = waterway;
    this.tariff = tariff;
    this.cap = cap;
  }

  public TollAssessor grant(Rebate rebate) {
    rebates.add(rebate);
    return this;
  }

  public TollBill assess(Passage passage) {
    Craft craft = passage.craft();
    if (craft.hullClass().tollFree()) {
      return TollBill.nil();
    }
    Farthings gross = Farthings.ZERO;
    for (Reach reach : waterway.reachesBetween(passage.from(), passage.to())) {
      gross = gross.plus(tariff.toll(craft, reach));
    }
    Farthings rebate = gross.percent(rebatePercent(passage));
    Farthings net = gross.minus(rebate);
    return new TollBill(gross, rebate, net.min(cap));
  }

  private int rebatePercent(Passage passage) {
    int percent = 0;
    for (Rebate rebate : rebates) {
      if (rebate.appliesTo(passage)) {
        percent = Math.max(percent, rebate.percent());
      }
    }
    return percent;
  }
}
