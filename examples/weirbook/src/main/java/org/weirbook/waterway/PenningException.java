package org.weirbook.waterway;

import org.weirbook.craft.Craft;

/** A craft does not fit a lock. */
public final class PenningException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PenningException(String lock, Craft craft) {
    super(craft + " cannot be penned at " + lock);
  }
}
