package patchwright.companion.cases;

import patchwright.companion.boot.InsideJavac;

/** Runs all cases; ends with status 1 when one fails. */
public final class Cases {
  private Cases() {}

  /** No arguments. */
  public static void main(String[] arguments) throws Exception {
    InsideJavac.define();
    Report report = new Report();
    NamesCases.run(report);
    StrictnessCases.run(report);
    EndCases.run(report);
    PlaceCases.run(report);
    WorkspaceCases.run(report);
    ServerCases.run(report);
    System.exit(report.print() ? 0 : 1);
  }
}
