package patchwright.companion.engine;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.project.Project;

/**
 * The files and holes that are open in a project.
 *
 * <p>A file takes about 3 MB, so that only the last used ones stay. Ids are never used again: a
 * question about a hole that is gone fails, and is never answered for another.
 */
public final class Workspace {
  /** Files kept open. The one that was not asked about for the longest time is closed first. */
  public static final int MAX_OPEN_FILES = 16;

  /** Holes kept open in one file. */
  public static final int MAX_OPEN_HOLES_PER_FILE = 256;

  private final Project project;
  private final Map<Integer, FileSlot> files = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Integer, HoleSlot> holes = new HashMap<>();
  private final Counters counters;

  /** An empty workspace; the numbers go on from those of the one before it. */
  public Workspace(Project project, Counters counters) {
    this.project = project;
    this.counters = counters;
  }

  /** Opens a file and returns its id. */
  public int openFile(MemorySource source) {
    int id = counters.nextFile();
    files.put(id, new FileSlot(project, source, counters));
    if (files.size() > MAX_OPEN_FILES) {
      closeFile(files.keySet().iterator().next());
    }
    return id;
  }

  /** The errors that an open file has as it stands. */
  public List<CompileError> errorsOf(int fileId) {
    return file(fileId).ownErrors();
  }

  /** Opens a hole between two offsets of an open file and returns its id. */
  public int openHole(int fileId, int start, int end) {
    FileSlot file = file(fileId);
    int length = file.source().text().length();
    if (start > end || end > length) {
      throw new IllegalArgumentException(
          "the hole " + start + ".." + end + " does not lie in a file of " + length);
    }
    int id = counters.nextHole();
    holes.put(id, new HoleSlot(fileId, file, start, end));
    List<Integer> closed = file.addHole(id, MAX_OPEN_HOLES_PER_FILE);
    closed.forEach(holes::remove);
    return id;
  }

  /** Why no question but that for the end can be answered at a hole; empty when all can. */
  public String obstacle(int holeId) {
    return hole(holeId).obstacle();
  }

  /** What may stand where an identifier starts, at the end of a text. */
  public NamesAnswer names(int holeId, String text) {
    return hole(holeId).names(text);
  }

  /** Whether a text that ends with a token can be completed. */
  public Verdict check(int holeId, String text) {
    return hole(holeId).check(text);
  }

  /** Whether the file compiles with a text in a hole. */
  public EndAnswer end(int holeId, String text) {
    return hole(holeId).end(text);
  }

  /** Closes a file and its holes. */
  public void closeFile(int fileId) {
    FileSlot file = files.remove(fileId);
    if (file == null) {
      throw noSuch("file", fileId);
    }
    file.holes().forEach(holes::remove);
  }

  /** Figures to watch, by name. */
  public Map<String, Long> statistics() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("open_files", (long) files.size());
    figures.put("open_holes", (long) holes.size());
    figures.put("states", holes.values().stream().mapToLong(HoleSlot::stateCount).sum());
    return figures;
  }

  private FileSlot file(int id) {
    FileSlot file = files.get(id);
    if (file == null) {
      throw noSuch("file", id);
    }
    return file;
  }

  private HoleSlot hole(int id) {
    HoleSlot hole = holes.get(id);
    if (hole == null) {
      throw noSuch("hole", id);
    }
    // Asking for the file keeps it among the last used ones.
    file(hole.fileId());
    return hole;
  }

  private static IllegalArgumentException noSuch(String what, int id) {
    return new IllegalArgumentException("no " + what + " " + id + " is open");
  }
}
