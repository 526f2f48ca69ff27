package org.weirbook.toll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.weirbook.Fleet;
import org.weirbook.cargo.Commodity;
import org.weirbook.cargo.Consignment;
import org.weirbook.craft.Craft;
import org.weirbook.craft.Freighter;
import org.weirbook.craft.PacketBoat;
import org.weirbook.money.Farthings;
import org.weirbook.waterway.Passage;

class TollAssessorTest {

  private static final Tariff TARIFF =
      new MileageTariff(new Farthings(100)).and(new CargoTariff());

  @Test
  void aPacketPaysByTheMile() {
    TollBill bill = office(5000).assess(inland(Fleet.packet("p")));
    assertEquals(new TollBill(new Farthings(400), Farthings.ZERO, new Farthings(400)), bill);
  }

  @Test
  void aFreighterPaysForItsCargoToo() {
    Freighter barge = Fleet.freighter("b");
    barge.hold().stow(Fleet.slate("K-1", 10));
    barge.hold().stow(new Consignment("K-2", Commodity.OSIER, 10, true));
    assertEquals(new Farthings(400 + 4 * 50 + 4 * 33), office(5000).assess(inland(barge)).gross());
  }

  @Test
  void thePuntWorks() {
    assertEquals(TollBill.nil(), office(5000).assess(inland(Fleet.punt("d"))));
  }

  @Test
  void aLongWayIsNeverDear() {
    TollBill bill = office(250).assess(inland(Fleet.packet("p")));
    assertEquals(new Farthings(400), bill.gross());
    assertEquals(new Farthings(250), bill.net());
  }

  @Test
  void theMailIsLetOff() {
    Rebate mail = rebate("mail", 25);
    TollBill bill = office(5000).grant(mail).assess(inland(Fleet.packet("p")));
    assertEquals(new Farthings(100), bill.rebate());
    assertEquals(new Farthings(300), bill.net());
    assertEquals(Farthings.ZERO, office(5000).grant(mail).assess(inland(plain())).rebate());
  }

  @Test
  void severalTitles() {
    Rebate night = new Rebate("night", 40, passage -> true);
    Rebate local = new Rebate("local", 10, passage -> passage.to().equals("Withy Bridge"));
    TollAssessor office = office(5000).grant(rebate("mail", 25)).grant(night).grant(local);
    assertEquals(new Farthings(160), office.assess(inland(Fleet.packet("p"))).rebate());
    assertEquals(new Farthings(160), office.assess(inland(plain())).rebate());
  }

  private static TollAssessor office(long cap) {
    return new TollAssessor(Fleet.canal(), TARIFF, new Farthings(cap));
  }

  private static Passage inland(Craft craft) {
    return new Passage(craft, "Saltmouth", "Withy Bridge");
  }

  private static PacketBoat plain() {
    return new PacketBoat("q", "Slow Wagtail", 66, 14, 24, false);
  }

  private static Rebate rebate(String title, int percent) {
    return new Rebate(
        title,
        percent,
        passage -> passage.craft() instanceof PacketBoat packet && packet.mailContract());
  }
}
