package org.weirbook.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.cargo.Commodity;
import org.weirbook.cargo.Consignment;
import org.weirbook.craft.Craft;
import org.weirbook.craft.Freighter;
import org.weirbook.money.Farthings;

class DemurrageTest {

  @Test
  void aBargeMayLieForADayAndAHalf() {
    assertDays(0, Fleet.freighter("b"), 36);
    assertDays(1, Fleet.freighter("b"), 37);
    assertDays(1, Fleet.freighter("b"), 60);
    assertDays(2, Fleet.freighter("b"), 61);
  }

  @Test
  void aPacketIsHurried() {
    assertDays(0, Fleet.packet("p"), 8);
    assertDays(1, Fleet.packet("p"), 9);
  }

  @Test
  void powderIsHurriedToo() {
    Freighter barge = Fleet.freighter("b");
    barge.hold().stow(new Consignment("P-1", Commodity.BLASTING_POWDER, 2, true));
    barge.hold().stow(new Consignment("P-2", Commodity.QUICKLIME, 2, true));
    assertDays(1, barge, 13);
  }

  private static void assertDays(long days, Craft craft, long hours) {
    Demurrage demurrage = new Demurrage(new Farthings(48));
    assertEquals(new Farthings(48 * days), demurrage.charge(craft, Duration.ofHours(hours)));
  }
}
