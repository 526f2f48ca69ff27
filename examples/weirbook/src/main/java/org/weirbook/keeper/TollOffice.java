package org.weirbook.keeper;

import java.time.LocalDate;
import java.util.List;
import org.weirbook.ledger.Ledger;
import org.weirbook.ledger.LedgerLine;
import org.weirbook.money.Farthings;
import org.weirbook.toll.TollAssessor;
import org.weirbook.toll.TollBill;
import org.weirbook.waterway.LockChamber;
import org.weirbook.waterway.Passage;
import org.weirbook.waterway.PenningException;
import org.weirbook.waterway.Waterway;

/** Clears craft for their passages and keeps the toll ledger. */
public final class TollOffice {

  private final Waterway waterway;
  private final TollAssessor assessor;
  private final Ledger<LedgerLine> ledger = new Ledger<>();

  public TollOffice(Waterway waterway, TollAssessor assessor) {
    this.waterway = waterway;
    this.assessor = assessor;
  }

  /** Enters a passage that all its locks admit, and what it costs. */
  public LedgerLine clear(Passage passage, String clerk, LocalDate day) {
    for (LockChamber lock : waterway.locksBetween(passage.from(), passage.to())) {
      if (!lock.admits(passage.craft())) {
        throw new PenningException(lock.name(), passage.craft());
      }
    }
    TollBill bill = assessor.assess(passage);
    LedgerLine line = ledger.enter(number -> new LedgerLine(number, passage));
    line.assess(bill.net(), clerk, day);
    return line;
  }

  public void takePayment(int number, Farthings amount) {
    ledger.folio(number).pay(amount);
  }

  public List<LedgerLine> arrears(LocalDate today) {
    return ledger.matching(line -> line.inArrears(today));
  }

  public Farthings owedBy(String registerMark) {
    return ledger.owedBy(registerMark);
  }

  public Ledger<LedgerLine> ledger() {
    return ledger;
  }
}
