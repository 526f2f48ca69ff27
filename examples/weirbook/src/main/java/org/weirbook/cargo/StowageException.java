package org.weirbook.cargo;

/** A hold cannot take, or does not have, a consignment. */
public final class StowageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String waybill;

  public StowageException(String waybill, String reason) {
    super(waybill + ": " + reason);
    this.waybill = waybill;
  }

  public String waybill() {
    return waybill;
  }
}
