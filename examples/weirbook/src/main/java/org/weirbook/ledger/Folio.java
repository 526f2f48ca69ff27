package org.weirbook.ledger;

import org.weirbook.money.Farthings;

/** Something with a number in a ledger that is kept for a craft. */
public interface Folio {

  int number();

  String registerMark();

  /** What the company still has to get. */
  Farthings outstanding();
}
