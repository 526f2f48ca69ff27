package org.weirbook.keeper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weirbook.craft.Craft;
import org.weirbook.waterway.ChamberState;
import org.weirbook.waterway.Heading;

/**
 * The craft that wait at a lock, one line for each heading. The keeper saves water by taking the
 * side on which the water stands, but not more than a few times in a row while others wait.
 */
public final class PenQueue<C extends Craft> {

  private static final int LONGEST_STREAK = 3;

  private final Map<Heading, Deque<C>> lines = new EnumMap<>(Heading.class);
  private Heading lastServed;
  private int streak;

  public PenQueue() {
    for (Heading heading : Heading.values()) {
      lines.put(heading, new ArrayDeque<>());
    }
  }

  public void join(C craft, Heading heading) {
    lines.get(heading).addLast(craft);
  }

  /** Puts a craft before all others of its heading. */
  public void favour(C craft, Heading heading) {
    lines.get(heading).remove(craft);
    lines.get(heading).addFirst(craft);
  }

  public List<C> waiting(Heading heading) {
    return List.copyOf(lines.get(heading));
  }

  public boolean isEmpty() {
    return lines.values().stream().allMatch(Deque::isEmpty);
  }

  /** Calls the next craft into the lock; none when nobody waits. */
  public Optional<C> call(ChamberState water) {
    if (isEmpty()) {
      return Optional.empty();
    }
    Heading heading = nextHeading(water);
    streak = heading == lastServed ? streak + 1 : 1;
    lastServed = heading;
    return Optional.of(lines.get(heading).removeFirst());
  }

  private Heading nextHeading(ChamberState water) {
    Heading easy = water.admits();
    Heading other = easy.opposite();
    if (lines.get(other).isEmpty()) {
      return easy;
    }
    boolean tired = lastServed == easy && streak >= LONGEST_STREAK;
    return tired || lines.get(easy).isEmpty() ? other : easy;
  }
}
