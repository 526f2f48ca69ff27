package org.weirbook.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.craft.PacketBoat;
import org.weirbook.ledger.LedgerLine;
import org.weirbook.money.Farthings;
import org.weirbook.toll.MileageTariff;
import org.weirbook.toll.TollAssessor;
import org.weirbook.waterway.Passage;
import org.weirbook.waterway.PenningException;
import org.weirbook.waterway.Waterway;

class TollOfficeTest {

  private static final LocalDate DAY = LocalDate.of(1841, 5, 3);

  private final Waterway canal = Fleet.canal();
  private final TollOffice office =
      new TollOffice(
          canal,
          new TollAssessor(canal, new MileageTariff(new Farthings(10)), new Farthings(1000)));

  @Test
  void clearing() {
    LedgerLine line = office.clear(inland(Fleet.packet("p")), "Orrin", DAY);
    assertEquals(1, line.number());
    assertEquals(new Farthings(60), office.owedBy("p"));
    office.takePayment(1, new Farthings(60));
    assertEquals(Farthings.ZERO, office.owedBy("p"));
  }

  @Test
  void aBoatTooDeepForTheSummit() {
    PacketBoat deep = new PacketBoat("g", "Great Heron", 80, 33, 60, false);
    assertThrows(PenningException.class, () -> office.clear(inland(deep), "Orrin", DAY));
    assertEquals(0, office.ledger().size());
  }

  @Test
  void debts() {
    office.clear(inland(Fleet.packet("p")), "Orrin", DAY);
    LedgerLine late = office.clear(inland(Fleet.packet("q")), "Orrin", DAY);
    office.takePayment(1, new Farthings(60));
    assertEquals(List.of(late), office.arrears(DAY.plusDays(20)));
  }

  private static Passage inland(PacketBoat packet) {
    return new Passage(packet, "Saltmouth", "Hollin Head");
  }
}
