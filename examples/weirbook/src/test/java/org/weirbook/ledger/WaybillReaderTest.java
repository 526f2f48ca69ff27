package org.weirbook.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weirbook.cargo.Commodity;
import org.weirbook.cargo.Consignment;

class WaybillReaderTest {

  @Test
  void aSheet() throws WaybillException {
    String sheet =
        """
        * Saltmouth, Tuesday
        K-17 | slt | 12

        K-18 | OSR | 3 | seal
        """;
    assertEquals(
        List.of(
            new Consignment("K-17", Commodity.SLATE, 12, false),
            new Consignment("K-18", Commodity.OSIER, 3, true)),
        WaybillReader.read(sheet));
  }

  @Test
  void anEmptySheet() throws WaybillException {
    assertEquals(List.of(), WaybillReader.read("* nothing came\n"));
  }

  @Test
  void tooFewFields() {
    assertRefused(1, "1 fields", "K-17 slt 12");
  }

  @Test
  void strangeGoods() {
    assertRefused(2, "elephants", "K-17 | slt | 12\nK-18 | elephants | 2");
  }

  @Test
  void strangeWeights() {
    assertRefused(1, "a dozen", "K-17 | slt | a dozen");
    assertRefused(1, "positive", "K-17 | slt | 0");
  }

  private static void assertRefused(int line, String part, String sheet) {
    WaybillException refusal =
        assertThrows(WaybillException.class, () -> WaybillReader.read(sheet));
    assertEquals(line, refusal.line());
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }
}
