package org.weirbook.cargo;

import java.util.Arrays;
import java.util.Optional;

/** What is carried, with the company's rate for it. */
public enum Commodity {
  MARL("mrl", 2, false),
  SLATE("slt", 5, false),
  OSIER("osr", 3, false),
  POND_ICE("ice", 4, false),
  QUICKLIME("qkl", 9, true),
  BLASTING_POWDER("pwd", 14, true);

  private final String waybillCode;
  private final int farthingsPerTonMile;
  private final boolean perilous;

  Commodity(String waybillCode, int farthingsPerTonMile, boolean perilous) {
    this.waybillCode = waybillCode;
    this.farthingsPerTonMile = farthingsPerTonMile;
    this.perilous = perilous;
  }

  public String waybillCode() {
    return waybillCode;
  }

  public int farthingsPerTonMile() {
    return farthingsPerTonMile;
  }

  /** Whether it must not lie beside other goods. */
  public boolean perilous() {
    return perilous;
  }

  /** The commodity that a waybill writes as {@code code}, in either case. */
  public static Optional<Commodity> ofCode(String code) {
    return Arrays.stream(values())
        .filter(commodity -> commodity.waybillCode.equalsIgnoreCase(code))
        .findFirst();
  }
}
