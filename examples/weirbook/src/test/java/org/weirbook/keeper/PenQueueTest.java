package org.weirbook.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.craft.PacketBoat;
import org.weirbook.waterway.ChamberState;
import org.weirbook.waterway.Heading;

class PenQueueTest {

  private final PenQueue<PacketBoat> queue = new PenQueue<>();

  @Test
  void nobodyWaits() {
    assertTrue(queue.isEmpty());
    assertEquals(Optional.empty(), queue.call(ChamberState.EBBED));
  }

  @Test
  void firstComeFirstServed() {
    join(Heading.LANDWARD, "a", "b");
    assertEquals("a", call(ChamberState.EBBED));
    assertEquals("b", call(ChamberState.BRIMMING));
    assertTrue(queue.isEmpty());
  }

  @Test
  void theSideOfTheWaterGoesFirst() {
    join(Heading.LANDWARD, "a");
    join(Heading.SEAWARD, "z");
    assertEquals("z", call(ChamberState.BRIMMING));
  }

  @Test
  void nobodyWaitsForEver() {
    join(Heading.LANDWARD, "a", "b", "c", "d", "e");
    join(Heading.SEAWARD, "z");
    for (String expected : List.of("a", "b", "c", "z", "d", "e")) {
      assertEquals(expected, call(ChamberState.EBBED));
    }
  }

  @Test
  void aFavour() {
    join(Heading.SEAWARD, "x", "y", "z");
    queue.favour(Fleet.packet("z"), Heading.SEAWARD);
    assertEquals(
        List.of("z", "x", "y"),
        queue.waiting(Heading.SEAWARD).stream().map(PacketBoat::registerMark).toList());
  }

  private void join(Heading heading, String... marks) {
    for (String mark : marks) {
      queue.join(Fleet.packet(mark), heading);
    }
  }

  private String call(ChamberState water) {
    return queue.call(water).orElseThrow().registerMark();
  }
}
