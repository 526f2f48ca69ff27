package org.weirbook.ledger;

/** A number that is not in a ledger. */
public final class NoSuchFolioException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int number;

  public NoSuchFolioException(int number) {
    super("no folio " + number);
    this.number = number;
  }

  public int number() {
    return number;
  }
}
