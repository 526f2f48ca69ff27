package org.weirbook.ledger;

/** A line of a waybill sheet that cannot be read. */
public final class WaybillException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int line;

  public WaybillException(int line, String problem) {
    super("line " + line + ": " + problem);
    this.line = line;
  }

  public int line() {
    return line;
  }
}
