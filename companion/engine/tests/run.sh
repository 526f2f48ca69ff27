#!/bin/sh
# Builds the engine and its tests and runs them: run.sh [JDK_HOME]
#
# The cases are small sources with a hole each. The walks ask about real code: the sources of this
# folder, and, with WALK_SOURCES and WALK_CLASSES set to a source root and a class path (and
# WALK_OPTIONS to javac's options), any other.
set -eu
jdk=${1:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
tests=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$tests/build-jar.sh" "$jdk" "$out"
exports=""
for package in api code comp file main parser tree util; do
  exports="$exports --add-exports jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
done
opens="--add-opens jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED
  --add-opens jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED"
"$jdk/bin/javac" -nowarn -encoding UTF-8 --patch-module "jdk.compiler=$out/inside" $exports \
  -cp "$out/classes" -d "$out/tests" $(find "$tests/java" -name '*.java')
"$jdk/bin/javac" -nowarn -encoding UTF-8 --release 17 -d "$out/features" \
  "$tests"/sources/features/*.java

run() {
  echo "== $*" | cut -c1-120
  "$jdk/bin/java" -XX:+UseSerialGC -Xss16m -Dfile.encoding=UTF-8 $exports $opens \
    -cp "$out/engine.jar:$out/tests" "$@"
}
run patchwright.companion.cases.Cases
for holes in whole middle; do
  run patchwright.companion.walk.Walk "$tests/sources" "$out/features" "--release 17" 100 1 3 $holes
done
version=$("$jdk/bin/javac" --version | sed 's/javac \([0-9]*\).*/\1/')
if [ "$version" -ge 25 ]; then
  "$jdk/bin/javac" -nowarn -encoding UTF-8 --release 25 -d "$out/later" "$tests"/sources-25/*/*.java
  for holes in whole middle; do
    run patchwright.companion.walk.Walk "$tests/sources-25" "$out/later" "--release 25" 100 1 3 $holes
  done
else
  echo "SKIPPED: the sources of Java 25, which JDK $version does not know"
fi
run patchwright.companion.walk.Damage "$tests/sources" "$out/features" "--release 17" 10 40 1
if [ -n "${WALK_SOURCES:-}" ]; then
  run patchwright.companion.walk.Walk "$WALK_SOURCES" "$WALK_CLASSES" "${WALK_OPTIONS:-}" \
    300 1 3 whole
fi
