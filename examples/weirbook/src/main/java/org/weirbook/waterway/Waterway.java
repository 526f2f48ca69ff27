package org.weirbook.waterway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A canal: wharves counted from the sea, with a reach between each and the next. A lock stands on
 * the seaward side of its wharf.
 */
public final class Waterway {

  private final List<String> wharves = new ArrayList<>();
  private final List<Reach> reaches = new ArrayList<>();
  private final NavigableMap<Integer, LockChamber> locks = new TreeMap<>();

  public Waterway(String seaWharf) {
    wharves.add(seaWharf);
  }

  /** Adds a reach and the wharf at its landward end. */
  public Waterway extend(Reach reach, String wharf) {
    if (wharves.contains(wharf)) {
      throw new IllegalArgumentException("there is a wharf " + wharf + " already");
    }
    reaches.add(reach);
    wharves.add(wharf);
    return this;
  }

  /** Adds a reach that ends in a lock, and the wharf above the lock. */
  public Waterway extend(Reach reach, LockChamber lock, String wharf) {
    extend(reach, wharf);
    locks.put(wharves.size() - 1, lock);
    return this;
  }

  public List<String> wharves() {
    return List.copyOf(wharves);
  }

  public Heading heading(String from, String to) {
    return position(from) < position(to) ? Heading.LANDWARD : Heading.SEAWARD;
  }

  /** The reaches between two wharves, from the sea inland, whichever way the craft goes. */
  public List<Reach> reachesBetween(String from, String to) {
    int start = position(from);
    int end = position(to);
    int seaward = Math.min(start, end);
    int landward = Math.max(start, end);
    return List.copyOf(reaches.subList(seaward, landward));
  }

  /** The locks that are passed between two wharves, from the sea inland. */
  public List<LockChamber> locksBetween(String from, String to) {
    int near = Math.min(position(from), position(to));
    int far = Math.max(position(from), position(to));
    return List.copyOf(locks.subMap(near, false, far, true).values());
  }

  public int chainsBetween(String from, String to) {
    return reachesBetween(from, to).stream().mapToInt(Reach::chains).sum();
  }

  /** The reach with the least water between two wharves; none between a wharf and itself. */
  public Optional<Reach> shallowestBetween(String from, String to) {
    return reachesBetween(from, to).stream().min(Comparator.comparingInt(Reach::depthInches));
  }

  /** The locks by use, the most used one first; equal ones by name. */
  public List<LockChamber> locksByUse() {
    return locks.values().stream()
        .sorted(
            Comparator.comparingInt(LockChamber::pennings)
                .reversed()
                .thenComparing(LockChamber::name))
        .toList();
  }

  private int position(String wharf) {
    int position = wharves.indexOf(wharf);
    if (position < 0) {
      throw new IllegalArgumentException("there is no wharf " + wharf);
    }
    return position;
  }
}
