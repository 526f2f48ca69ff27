package org.weirbook.cargo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;

class CargoHoldTest {

  private final CargoHold hold = new CargoHold(40);

  @Test
  void aHoldFillsUp() {
    hold.stow(Fleet.slate("K-1", 25));
    assertEquals(15, hold.freeTons());
    StowageException refusal =
        assertThrows(StowageException.class, () -> hold.stow(Fleet.slate("K-2", 16)));
    assertEquals("K-2", refusal.waybill());
    hold.stow(Fleet.slate("K-3", 15));
    assertEquals(0, hold.freeTons());
  }

  @Test
  void aWaybillIsStowedOnce() {
    hold.stow(Fleet.slate("K-1", 2));
    assertThrows(StowageException.class, () -> hold.stow(Fleet.slate("K-1", 2)));
  }

  @Test
  void powderTravels() {
    hold.stow(powder("P-1", 3));
    hold.stow(powder("P-2", 4));
    assertEquals(7, hold.stowedTons());
    assertTrue(hold.carriesPerilous());
  }

  @Test
  void powderKeepsToItself() {
    hold.stow(Fleet.slate("K-1", 2));
    assertThrows(StowageException.class, () -> hold.stow(powder("P-1", 1)));
    assertFalse(hold.carriesPerilous());
  }

  @Test
  void goodsAreLandedInParts() {
    hold.stow(Fleet.slate("K-1", 9));
    assertEquals(4, hold.land("K-1", 4).tons());
    assertEquals(5, hold.stowedTons());
    assertEquals(5, hold.land("K-1", 7).tons());
    assertThrows(StowageException.class, () -> hold.land("K-1", 1));
  }

  @Test
  void theManifestAddsUp() {
    hold.stow(Fleet.slate("K-1", 9));
    hold.stow(new Consignment("K-2", Commodity.OSIER, 2, false));
    hold.stow(Fleet.slate("K-3", 1));
    assertEquals(Map.of(Commodity.SLATE, 10, Commodity.OSIER, 2), hold.manifest());
  }

  private static Consignment powder(String waybill, int tons) {
    return new Consignment(waybill, Commodity.BLASTING_POWDER, tons, true);
  }
}
