package org.weirbook.cargo;

/** Goods of one kind under one waybill. */
public record Consignment(String waybill, Commodity commodity, int tons, boolean sealed) {

  public Consignment {
    if (waybill == null || waybill.isBlank()) {
      throw new IllegalArgumentException("a consignment needs a waybill");
    }
    if (tons <= 0) {
      throw new IllegalArgumentException("waybill " + waybill + " has no weight");
    }
  }

  /** The same goods with another weight. */
  public Consignment weighing(int otherTons) {
    return new Consignment(waybill, commodity, otherTons, sealed);
  }
}
