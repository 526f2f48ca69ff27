package org.weirbook.ledger;

/** How far a line of the ledger has come. */
public enum LineState {
  OPEN,
  ASSESSED,
  SETTLED,
  CARRIED
}
