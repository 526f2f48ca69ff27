package com.sun.tools.javac.comp;

public final class Insider {
  public static Env<AttrContext> environmentOf(Attr attr) {
    return attr.env;
  }
}
