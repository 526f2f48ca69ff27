package org.weirbook.waterway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.craft.Freighter;
import org.weirbook.craft.PacketBoat;

class LockChamberTest {

  private final LockChamber lock = new LockChamber("Eelgate", 84, 30);

  @Test
  void narrowGates() {
    PacketBoat wide = new PacketBoat("w", "Great Heron", 85, 12, 60, false);
    assertFalse(lock.admits(wide));
    assertTrue(lock.admits(Fleet.packet("p")));
  }

  @Test
  void aBargeOverTheSill() {
    Freighter barge = Fleet.freighter("b");
    barge.hold().stow(Fleet.slate("K-1", 16));
    assertTrue(lock.admits(barge));
    barge.hold().stow(Fleet.slate("K-2", 1));
    assertFalse(lock.admits(barge));
  }

  @Test
  void aCraftThatDoesNotFitTurnsNoWater() {
    LockChamber shallow = new LockChamber("Shoal", 84, 12);
    assertThrows(
        PenningException.class, () -> shallow.pen(Fleet.packet("p"), Heading.SEAWARD));
    assertEquals(0, shallow.pennings());
    assertEquals(ChamberState.EBBED, shallow.state());
  }

  @Test
  void waterIsSpentGoingDown() {
    lock.pen(Fleet.packet("p"), Heading.LANDWARD);
    assertEquals(ChamberState.BRIMMING, lock.state());
    assertEquals(0, lock.lockfulsSpent());
    lock.pen(Fleet.packet("q"), Heading.LANDWARD);
    assertEquals(1, lock.lockfulsSpent());
    lock.pen(Fleet.packet("r"), Heading.SEAWARD);
    assertEquals(2, lock.lockfulsSpent());
    assertEquals(3, lock.pennings());
  }
}
