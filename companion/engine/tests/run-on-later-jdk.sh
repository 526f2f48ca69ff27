#!/bin/sh
# Runs the engine's tests on the first JDK 25 of this machine, and says so when there is none.
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
for jdk in /usr/lib/jvm/*; do
  if [ -x "$jdk/bin/javac" ] && "$jdk/bin/javac" --version | grep -q '^javac 25'; then
    exec "$tests/run.sh" "$jdk"
  fi
done
echo "SKIPPED: there is no JDK 25 in /usr/lib/jvm"
