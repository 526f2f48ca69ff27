package patchwright.testing;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Writes down what happens to each test. Frameworks call it from any thread. */
public final class Reporter {
  private final ResultsFile results;
  private final DecisiveFailures decisiveFailures;
  private final Map<String, Long> startTimes = new HashMap<>();
  private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

  Reporter(ResultsFile results, DecisiveFailures decisiveFailures) {
    this.results = results;
    this.decisiveFailures = decisiveFailures;
  }

  /** From here on, the death of the process is the doing of the code under test. */
  synchronized void began() {
    results.write(results.newRecord("began"));
  }

  /** A test begins. */
  public synchronized void started(TestIdentity test) {
    startTimes.put(test.id(), System.nanoTime());
    results.write(describe(results.newRecord("started"), test));
  }

  /** A test ended, or will not run; the failure may be null. */
  public synchronized void finished(TestIdentity test, Outcome outcome, Throwable failure) {
    finished(test, outcome, FailureText.message(failure), FailureText.trace(failure));
  }

  /** A test will not run; the reason may be null. */
  public synchronized void skipped(TestIdentity test, String reason) {
    finished(test, Outcome.SKIPPED, reason, null);
  }

  private void finished(TestIdentity test, Outcome outcome, String message, String trace) {
    Long start = startTimes.remove(test.id());
    double seconds = start == null ? 0 : (System.nanoTime() - start) / 1e9;
    counts.merge(outcome, 1, Integer::sum);
    results.write(
        describe(results.newRecord("finished"), test)
            .put("outcome", outcome.word())
            .put("seconds", seconds)
            .put("message", message)
            .put("trace", trace));
    if (outcome == Outcome.FAILED && decisiveFailures.contain(test)) {
      close("stopped");
      TestRunner.end(0);
    }
  }

  synchronized void broken(Throwable failure) {
    results.write(
        results
            .newRecord("broken")
            .put("message", FailureText.message(failure))
            .put("trace", FailureText.trace(failure)));
  }

  synchronized void ended() {
    close("ended");
  }

  private void close(String event) {
    JsonObject record = results.newRecord(event);
    for (Outcome outcome : Outcome.values()) {
      record.put(outcome.word(), counts.getOrDefault(outcome, 0));
    }
    results.write(record);
  }

  private static JsonObject describe(JsonObject record, TestIdentity test) {
    return record
        .put("id", test.id())
        .put("class", test.className())
        .put("method", test.methodName())
        .put("name", test.displayName());
  }
}
