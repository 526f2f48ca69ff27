package org.weirbook.money;

/** An amount of money in farthings: four to the penny, forty-eight to the shilling. */
public record Farthings(long count) implements Comparable<Farthings> {

  /** Nothing. */
  public static final Farthings ZERO = new Farthings(0);

  private static final long PER_PENNY = 4;
  private static final long PER_SHILLING = 12 * PER_PENNY;
  private static final long PER_POUND = 20 * PER_SHILLING;

  /** The amount that a price in pounds, shillings and pence stands for. */
  public static Farthings of(long pounds, long shillings, long pence) {
    return new Farthings(pounds * PER_POUND + shillings * PER_SHILLING + pence * PER_PENNY);
  }

  public Farthings plus(Farthings other) {
    return new Farthings(Math.addExact(count, other.count));
  }

  public Farthings minus(Farthings other) {
    return new Farthings(Math.subtractExact(count, other.count));
  }

  public Farthings times(long factor) {
    return new Farthings(Math.multiplyExact(count, factor));
  }

  /** The given share of this amount; what is left of a farthing is dropped. */
  public Farthings percent(int percent) {
    return new Farthings(count * percent / 100);
  }

  public Farthings min(Farthings other) {
    return count <= other.count ? this : other;
  }

  public boolean isZero() {
    return count == 0;
  }

  public boolean isOwed() {
    return count > 0;
  }

  @Override
  public int compareTo(Farthings other) {
    return Long.compare(count, other.count);
  }

  /** The columns of the ledger: {@code 2-11-4} for two pounds, eleven shillings, fourpence. */
  public String inColumns() {
    long pounds = count / PER_POUND;
    long shillings = count % PER_POUND / PER_SHILLING;
    long pence = count % PER_SHILLING / PER_PENNY;
    String columns = pounds + "-" + shillings + "-" + pence;
    long odd = count % PER_PENNY;
    return odd == 0 ? columns : columns + " " + odd + "/4";
  }
}
