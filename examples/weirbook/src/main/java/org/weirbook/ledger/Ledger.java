package org.weirbook.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.weirbook.money.Farthings;

/** A book of numbered folios with a register by craft. */
public final class Ledger<F extends Folio> {

  private final NavigableMap<Integer, F> folios = new TreeMap<>();
  private final Map<String, List<F>> register = new HashMap<>();

  /** Enters what {@code maker} makes of the next free number. */
  public F enter(IntFunction<? extends F> maker) {
    int number = folios.isEmpty() ? 1 : folios.lastKey() + 1;
    F folio = maker.apply(number);
    folios.put(number, folio);
    noteInRegister(folio);
    return folio;
  }

  public F folio(int number) {
    F folio = folios.get(number);
    if (folio == null) {
      throw new NoSuchFolioException(number);
    }
    return folio;
  }

  /** Takes a folio out of the book. */
  public F strike(int number) {
    F struck = folio(number);
    folios.remove(number);
    dropFromRegister(struck);
    return struck;
  }

  /** Puts a folio in the place of the one with the same number. */
  public F amend(F amended) {
    F former = folio(amended.number());
    dropFromRegister(former);
    folios.put(amended.number(), amended);
    noteInRegister(amended);
    return former;
  }

  public List<F> matching(Predicate<? super F> condition) {
    return folios.values().stream().filter(condition).toList();
  }

  public List<F> ofCraft(String registerMark) {
    return List.copyOf(register.getOrDefault(registerMark, List.of()));
  }

  public Farthings owedBy(String registerMark) {
    return ofCraft(registerMark).stream()
        .map(Folio::outstanding)
        .reduce(Farthings.ZERO, Farthings::plus);
  }

  public int size() {
    return folios.size();
  }

  private void noteInRegister(F folio) {
    register.computeIfAbsent(folio.registerMark(), mark -> new ArrayList<>()).add(folio);
  }

  private void dropFromRegister(F folio) {
    List<F> kept = register.get(folio.registerMark());
    kept.remove(folio);
    if (kept.isEmpty()) {
      register.remove(folio.registerMark());
    }
  }
}
