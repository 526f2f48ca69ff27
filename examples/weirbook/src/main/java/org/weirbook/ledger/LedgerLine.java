package org.weirbook.ledger;

import java.time.LocalDate;
import java.util.OptionalInt;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Passage;

/** One passage in the toll ledger, from its entry to its payment. */
public final class LedgerLine implements Folio {

  private static final int TERM_DAYS = 14;

  private final int number;
  private final Passage passage;
  private LineState state = LineState.OPEN;
  private Farthings due = Farthings.ZERO;
  private Farthings paid = Farthings.ZERO;
  private LocalDate assessedOn;
  private String tallyClerk;
  private int broughtFrom;

  public LedgerLine(int number, Passage passage) {
    this.number = number;
    this.passage = passage;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String registerMark() {
    return passage.craft().registerMark();
  }

  @Override
  public Farthings outstanding() {
    return state == LineState.CARRIED ? Farthings.ZERO : due.minus(paid);
  }

  public Passage passage() {
    return passage;
  }

  public LineState state() {
    return state;
  }

  /** Who worked the toll out; null as long as nobody has. */
  public String tallyClerk() {
    return tallyClerk;
  }

  /** The line of the old ledger that this one continues. */
  public OptionalInt broughtFrom() {
    return broughtFrom == 0 ? OptionalInt.empty() : OptionalInt.of(broughtFrom);
  }

  public void assess(Farthings toll, String clerk, LocalDate day) {
    require(LineState.OPEN);
    due = toll;
    tallyClerk = clerk;
    assessedOn = day;
    state = toll.isOwed() ? LineState.ASSESSED : LineState.SETTLED;
  }

  /** Takes money in, in as many parts as the master likes. */
  public void pay(Farthings amount) {
    require(LineState.ASSESSED);
    if (amount.compareTo(outstanding()) > 0) {
      throw new IllegalArgumentException("line " + number + " owes " + outstanding().inColumns());
    }
    paid = paid.plus(amount);
    if (outstanding().isZero()) {
      state = LineState.SETTLED;
    }
  }

  /** Whether the toll was not paid within its term. */
  public boolean inArrears(LocalDate today) {
    return state == LineState.ASSESSED && today.isAfter(assessedOn.plusDays(TERM_DAYS));
  }

  /** Closes this line and opens one in the next ledger for what it still owes. */
  public LedgerLine carryForward(int newNumber, LocalDate day) {
    require(LineState.ASSESSED);
    LedgerLine next = new LedgerLine(newNumber, passage);
    next.assess(outstanding(), tallyClerk, day);
    next.broughtFrom = number;
    state = LineState.CARRIED;
    return next;
  }

  private void require(LineState expected) {
    if (state != expected) {
      throw new IllegalStateException("line " + number + " is " + state + ", not " + expected);
    }
  }
}
