package org.weirbook.toll;

import org.weirbook.money.Farthings;

/** What a passage costs: before the rebate, the rebate, and what is to be paid. */
public record TollBill(Farthings gross, Farthings rebate, Farthings net) {

  public static TollBill nil() {
    return new TollBill(Farthings.ZERO, Farthings.ZERO, Farthings.ZERO);
  }
}
