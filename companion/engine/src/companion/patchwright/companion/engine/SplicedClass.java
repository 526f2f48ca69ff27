package patchwright.companion.engine;

import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.util.ListBuffer;

/**
 * The classes around a method with another body in it, and without what its flow does not depend
 * on: other methods and classes. Fields, initialisers and constructors stay, for a final field must
 * be assigned in exactly one of them.
 *
 * @param file the file
 * @param place where the method is
 * @param replacement the method with its new body
 */
record SplicedClass(OpenFile file, HolePlace place, JCMethodDecl replacement) {

  JCClassDecl topLevel() {
    for (JCTree tree : file.unit.defs) {
      if (tree instanceof JCClassDecl declaration && contains(declaration)) {
        return splice(declaration);
      }
    }
    throw new IllegalStateException("the hole's class is not in its file");
  }

  private boolean contains(JCClassDecl declaration) {
    if (declaration == place.owner()) {
      return true;
    }
    for (JCTree member : declaration.defs) {
      if (member instanceof JCClassDecl inner && contains(inner)) {
        return true;
      }
    }
    return false;
  }

  private JCClassDecl splice(JCClassDecl original) {
    ListBuffer<JCTree> members = new ListBuffer<>();
    for (JCTree member : original.defs) {
      JCTree kept = keep(member);
      if (kept != null) {
        members.append(kept);
      }
    }
    JCClassDecl copy =
        file.make
            .at(original.pos)
            .ClassDef(
                original.mods,
                original.name,
                original.typarams,
                original.extending,
                original.implementing,
                members.toList());
    copy.sym = original.sym;
    copy.type = original.type;
    return copy;
  }

  private JCTree keep(JCTree member) {
    if (member == place.method()) {
      return replacement;
    }
    if (member instanceof JCClassDecl inner) {
      return contains(inner) ? splice(inner) : null;
    }
    boolean isOtherMethod = member instanceof JCMethodDecl method && method.name != file.names.init;
    return isOtherMethod ? null : member;
  }
}
