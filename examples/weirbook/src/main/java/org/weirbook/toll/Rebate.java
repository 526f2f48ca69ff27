package org.weirbook.toll;

import java.util.function.Predicate;
import org.weirbook.waterway.Passage;

/** A share of the toll that some passages are let off. */
public record Rebate(String title, int percent, Predicate<Passage> condition) {

  public boolean appliesTo(Passage passage) {
    return condition.test(passage);
  }
}
