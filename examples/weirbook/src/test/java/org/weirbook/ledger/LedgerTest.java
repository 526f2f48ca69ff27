package org.weirbook.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weirbook.money.Farthings;

class LedgerTest {

  private record Note(int number, String registerMark, Farthings outstanding) implements Folio {}

  private final Ledger<Note> ledger = new Ledger<>();

  @Test
  void numbersGoOn() {
    assertEquals(1, enter("h", 5).number());
    assertEquals(2, enter("h", 5).number());
    assertEquals(2, ledger.size());
  }

  @Test
  void oneCraftAmongOthers() {
    Note first = enter("h", 5);
    enter("k", 7);
    Note third = enter("h", 8);
    assertEquals(List.of(first, third), ledger.ofCraft("h"));
    assertEquals(new Farthings(13), ledger.owedBy("h"));
    assertEquals(Farthings.ZERO, ledger.owedBy("nobody"));
  }

  @Test
  void aFolioIsStruck() {
    enter("h", 5);
    Note second = enter("h", 8);
    assertEquals(second, ledger.strike(2));
    assertEquals(1, ledger.size());
    assertEquals(new Farthings(5), ledger.owedBy("h"));
  }

  @Test
  void aFolioIsAmended() {
    enter("h", 5);
    Note amended = new Note(1, "k", new Farthings(6));
    assertEquals("h", ledger.amend(amended).registerMark());
    assertEquals(List.of(amended), ledger.ofCraft("k"));
    assertEquals(List.of(), ledger.ofCraft("h"));
  }

  @Test
  void missingFolios() {
    assertEquals(7, assertThrows(NoSuchFolioException.class, () -> ledger.folio(7)).number());
    assertThrows(NoSuchFolioException.class, () -> ledger.strike(1));
  }

  @Test
  void aSelection() {
    enter("h", 5);
    Note dear = enter("k", 50);
    assertEquals(List.of(dear), ledger.matching(note -> note.outstanding().count() > 10));
  }

  private Note enter(String mark, long owed) {
    return ledger.enter(number -> new Note(number, mark, new Farthings(owed)));
  }
}
