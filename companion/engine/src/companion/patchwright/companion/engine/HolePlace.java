package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.TreeScanner;

/**
 * Where a hole lies: in the body of which method.
 *
 * <p>The method is the outermost one, a member of a class that is no local class. All inside it is
 * attributed together, and nothing outside it depends on what is inside.
 *
 * @param method the method or constructor
 * @param owner the class whose member it is
 * @param start the hole's start, in UTF-16 code units
 * @param end the hole's end
 */
record HolePlace(JCMethodDecl method, JCClassDecl owner, int start, int end) {

  /** The place of a hole, or null when it lies in no method's body. */
  static HolePlace find(OpenFile file, int start, int end) {
    MethodFinder finder = new MethodFinder(start, end);
    finder.scan(file.unit);
    return finder.found;
  }

  /** The offset of the body's opening brace. */
  int bodyStart() {
    return method.body.pos;
  }

  /** The offset behind the body's closing brace. */
  int bodyEnd() {
    return method.body.endpos + 1;
  }

  private static final class MethodFinder extends TreeScanner {
    private final int start;
    private final int end;
    private JCClassDecl owner;
    private HolePlace found;

    MethodFinder(int start, int end) {
      this.start = start;
      this.end = end;
    }

    @Override
    public void visitClassDef(JCClassDecl tree) {
      JCClassDecl enclosing = owner;
      owner = tree;
      for (JCTree member : tree.defs) {
        if (member instanceof JCClassDecl || member instanceof JCMethodDecl) {
          scan(member);
        }
      }
      owner = enclosing;
    }

    @Override
    public void visitMethodDef(JCMethodDecl tree) {
      boolean written = (tree.mods.flags & Flags.GENERATEDCONSTR) == 0;
      if (written && tree.body != null && tree.body.pos < start && tree.body.endpos >= end) {
        found = new HolePlace(tree, owner, start, end);
      }
    }
  }
}
