package org.weirbook.cargo;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The hold of a freighter: consignments by waybill, up to the burthen. */
public final class CargoHold {

  private final int burthenTons;
  private final Map<String, Consignment> stowed = new LinkedHashMap<>();

  public CargoHold(int burthenTons) {
    this.burthenTons = burthenTons;
  }

  public int burthenTons() {
    return burthenTons;
  }

  public int stowedTons() {
    return stowed.values().stream().mapToInt(Consignment::tons).sum();
  }

  public int freeTons() {
    return burthenTons - stowedTons();
  }

  public boolean carriesPerilous() {
    return stowed.values().stream().anyMatch(consignment -> consignment.commodity().perilous());
  }

  public Collection<Consignment> consignments() {
    return Collections.unmodifiableCollection(stowed.values());
  }

  /** Takes a consignment in. Perilous goods and others do not share a hold. */
  public void stow(Consignment consignment) {
    String waybill = consignment.waybill();
    if (stowed.containsKey(waybill)) {
      throw new StowageException(waybill, "is stowed already");
    }
    if (consignment.tons() > freeTons()) {
      throw new StowageException(waybill, "is too heavy: " + freeTons() + " tons are free");
    }
    if (!stowed.isEmpty() && carriesPerilous() != consignment.commodity().perilous()) {
      throw new StowageException(waybill, "must not lie beside what is stowed");
    }
    stowed.put(waybill, consignment);
  }

  /** Lands {@code tons} of a consignment; the rest, if any, stays in the hold. */
  public Consignment land(String waybill, int tons) {
    Consignment whole = stowed.get(waybill);
    if (whole == null) {
      throw new StowageException(waybill, "is not in the hold");
    }
    if (tons >= whole.tons()) {
      stowed.remove(waybill);
      return whole;
    }
    stowed.put(waybill, whole.weighing(whole.tons() - tons));
    return whole.weighing(tons);
  }

  /** The weight of each commodity in the hold. */
  public Map<Commodity, Integer> manifest() {
    Map<Commodity, Integer> tons = new EnumMap<>(Commodity.class);
    for (Consignment consignment : stowed.values()) {
      tons.merge(consignment.commodity(), consignment.tons(), Integer::sum);
    }
    return tons;
  }
}
