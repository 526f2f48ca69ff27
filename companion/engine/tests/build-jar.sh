#!/bin/sh
# Builds engine.jar by the steps of ../BUILD.md: build-jar.sh JDK_HOME EMPTY_FOLDER
set -eu
jdk=$1
out=$2
engine=$(cd "$(dirname "$0")/.." && pwd)
packages="api code comp file main parser tree util"

mkdir -p "$out/inside" "$out/classes"
cd "$engine"
version=$("$jdk/bin/javac" --version | sed 's/javac \([0-9]*\).*/\1/')
from=17
[ "$version" -lt 25 ] || from=25
"$jdk/bin/javac" -nowarn -encoding UTF-8 \
  --patch-module "jdk.compiler=src/versions/from$from:src/inside" \
  -d "$out/inside" $(find "src/versions/from$from" src/inside -name '*.java')
exports=""
attribute="Add-Exports: "
for package in $packages; do
  exports="$exports --add-exports jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
  attribute="$attribute
 jdk.compiler/com.sun.tools.javac.$package "
done
"$jdk/bin/javac" -nowarn -encoding UTF-8 --patch-module "jdk.compiler=$out/inside" $exports \
  -d "$out/classes" $(find src/companion -name '*.java')
cat > "$out/manifest" <<MANIFEST
Main-Class: patchwright.companion.boot.Boot
$attribute
Add-Opens: jdk.compiler/com.sun.tools.javac.comp jdk.compiler/com.sun
 .tools.javac.parser
MANIFEST
"$jdk/bin/jar" --create --file "$out/engine.jar" --manifest "$out/manifest" -C "$out/classes" . \
  -C "$out" inside
