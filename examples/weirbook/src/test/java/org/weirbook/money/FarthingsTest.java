package org.weirbook.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FarthingsTest {

  @Test
  void coinsOfOnePrice() {
    assertEquals(new Farthings(2 * 960 + 11 * 48 + 4 * 4), Farthings.of(2, 11, 4));
  }

  @Test
  void smallAmountsInColumns() {
    assertEquals("0-0-0", Farthings.ZERO.inColumns());
    assertEquals("0-0-11", new Farthings(44).inColumns());
    assertEquals("0-0-0 3/4", new Farthings(3).inColumns());
  }

  @Test
  void largeAmountsInColumns() {
    assertEquals("2-11-4", Farthings.of(2, 11, 4).inColumns());
    assertEquals("1-1-0 1/4", new Farthings(960 + 48 + 1).inColumns());
  }

  @Test
  void sharesDropWhatIsLeftOfAFarthing() {
    assertEquals(new Farthings(3), new Farthings(10).percent(33));
  }

  @Test
  void order() {
    assertEquals(new Farthings(4), new Farthings(9).min(new Farthings(4)));
    assertTrue(new Farthings(1).isOwed());
    assertFalse(Farthings.ZERO.isOwed());
  }

  @Test
  void noAmountWrapsAround() {
    Farthings most = new Farthings(Long.MAX_VALUE);
    assertThrows(ArithmeticException.class, () -> most.plus(new Farthings(1)));
    assertThrows(ArithmeticException.class, () -> most.times(2));
  }
}
