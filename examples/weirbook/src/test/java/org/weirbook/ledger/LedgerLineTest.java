package org.weirbook.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.OptionalInt;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Passage;

class LedgerLineTest {

  private static final LocalDate MICHAELMAS = LocalDate.of(1841, 9, 29);

  private final LedgerLine line =
      new LedgerLine(12, new Passage(Fleet.packet("p"), "Saltmouth", "Hollin Head"));

  @Test
  void aNewLine() {
    assertEquals(LineState.OPEN, line.state());
    assertEquals("p", line.registerMark());
    assertNull(line.tallyClerk());
    assertThrows(IllegalStateException.class, () -> line.pay(new Farthings(1)));
  }

  @Test
  void nothingToPay() {
    line.assess(Farthings.ZERO, "Orrin", MICHAELMAS);
    assertEquals(LineState.SETTLED, line.state());
  }

  @Nested
  class Assessed {

    @Test
    void payment() {
      assess(90);
      line.pay(new Farthings(90));
      assertEquals(LineState.SETTLED, line.state());
      assertEquals(Farthings.ZERO, line.outstanding());
    }

    @Test
    void paymentInParts() {
      assess(90);
      line.pay(new Farthings(30));
      assertEquals(new Farthings(60), line.outstanding());
      assertEquals(LineState.ASSESSED, line.state());
      assertThrows(IllegalArgumentException.class, () -> line.pay(new Farthings(61)));
      line.pay(new Farthings(60));
      assertEquals(LineState.SETTLED, line.state());
    }

    @Test
    void term() {
      assess(90);
      assertFalse(line.inArrears(MICHAELMAS.plusDays(14)));
      assertTrue(line.inArrears(MICHAELMAS.plusDays(15)));
    }

    @Test
    void nextYearsBook() {
      assess(90);
      line.pay(new Farthings(30));
      LedgerLine next = line.carryForward(3, MICHAELMAS.plusDays(90));
      assertEquals(LineState.CARRIED, line.state());
      assertEquals(Farthings.ZERO, line.outstanding());
      assertEquals(new Farthings(60), next.outstanding());
      assertEquals("Orrin", next.tallyClerk());
    }

    @Test
    void whereAnOldDebtStood() {
      assess(90);
      assertEquals(OptionalInt.empty(), line.broughtFrom());
      LedgerLine next = line.carryForward(3, MICHAELMAS.plusDays(90));
      assertEquals(OptionalInt.of(12), next.broughtFrom());
      assertEquals(
          OptionalInt.of(3), next.carryForward(8, MICHAELMAS.plusDays(99)).broughtFrom());
    }

    private void assess(long farthings) {
      line.assess(new Farthings(farthings), "Orrin", MICHAELMAS);
    }
  }
}
