package org.weirbook.waterway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;

class WaterwayTest {

  private final Waterway canal = Fleet.canal();

  @Test
  void wharvesFromTheSea() {
    assertEquals(
        List.of("Saltmouth", "Eelgate Wharf", "Withy Bridge", "Hollin Head"), canal.wharves());
    Reach again = new Reach("Loop", 1, 1);
    assertThrows(IllegalArgumentException.class, () -> canal.extend(again, "Saltmouth"));
  }

  @Test
  void headings() {
    assertEquals(Heading.LANDWARD, canal.heading("Saltmouth", "Withy Bridge"));
    assertEquals(Heading.SEAWARD, canal.heading("Hollin Head", "Withy Bridge"));
  }

  @Test
  void wayInland() {
    assertEquals(260, canal.chainsBetween("Saltmouth", "Withy Bridge"));
    assertEquals(0, canal.chainsBetween("Withy Bridge", "Withy Bridge"));
    assertEquals(Optional.empty(), canal.shallowestBetween("Saltmouth", "Saltmouth"));
  }

  @Test
  void wayToTheSea() {
    assertEquals(320, canal.chainsBetween("Hollin Head", "Eelgate Wharf"));
    Optional<String> shallowest =
        canal.shallowestBetween("Withy Bridge", "Saltmouth").map(Reach::name);
    assertEquals(Optional.of("Long Pound"), shallowest);
  }

  @Test
  void wholeFlight() {
    assertEquals(List.of("Eelgate", "Cold Tap"), locks("Saltmouth", "Hollin Head"));
    assertEquals(List.of("Eelgate"), locks("Eelgate Wharf", "Saltmouth"));
  }

  @Test
  void partOfTheFlight() {
    assertEquals(List.of(), locks("Eelgate Wharf", "Withy Bridge"));
    assertEquals(List.of("Cold Tap"), locks("Hollin Head", "Eelgate Wharf"));
  }

  @Test
  void idleLocksByName() {
    assertEquals(List.of("Cold Tap", "Eelgate"), names(canal.locksByUse()));
  }

  @Test
  void locksWithTraffic() {
    canal.locksBetween("Saltmouth", "Eelgate Wharf").get(0).pen(Fleet.punt("d"), Heading.LANDWARD);
    assertEquals(List.of("Eelgate", "Cold Tap"), names(canal.locksByUse()));
  }

  @Test
  void aWharfThatIsNotThere() {
    assertThrows(
        IllegalArgumentException.class, () -> canal.reachesBetween("Saltmouth", "Nowhere"));
  }

  private List<String> locks(String from, String to) {
    return names(canal.locksBetween(from, to));
  }

  private static List<String> names(List<LockChamber> locks) {
    return locks.stream().map(LockChamber::name).toList();
  }
}
