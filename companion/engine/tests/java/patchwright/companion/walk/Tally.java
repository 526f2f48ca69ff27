package patchwright.companion.walk;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts and times of a walk. */
final class Tally {
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, List<Long>> times = new TreeMap<>();

  /** The processor time of this thread, for the machine may be busy with other things. */
  static long now() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  void count(String what) {
    count(what, 1);
  }

  void count(String what, int howOften) {
    counts.merge(what, howOften, Integer::sum);
  }

  int get(String what) {
    return counts.getOrDefault(what, 0);
  }

  void time(String what, long nanoseconds) {
    times.computeIfAbsent(what, unused -> new ArrayList<>()).add(nanoseconds);
  }

  void unknown(String question, String rule, long nanoseconds) {
    count("unknown " + question + ": " + rule);
    time(question + " unknown", nanoseconds);
  }

  void print() {
    counts.forEach((what, count) -> System.out.println(what + ": " + count));
    times.forEach((what, list) -> System.out.println(what + ": " + percentiles(list)));
  }

  private static String percentiles(List<Long> list) {
    Collections.sort(list);
    return String.format(
        Locale.ROOT,
        "%d times, median %.3f ms, p95 %.3f ms, p99 %.3f ms",
        list.size(),
        at(list, 0.5),
        at(list, 0.95),
        at(list, 0.99));
  }

  private static double at(List<Long> sorted, double share) {
    return sorted.get((int) Math.round(share * (sorted.size() - 1))) / 1e6;
  }
}
