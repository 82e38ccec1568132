#!/bin/sh
# Look into a glTF file: list its accessors, and print the positions of its first primitive.
# usage: sh examples/run.sh [--no-install] [FILE]       default: the bundled model
#
# What is missing of a C compiler, CMake, ninja and cJSON is installed first where apt-get is there (--no-install: it is only said);
# gltf-inspect is built in build/release, which takes about half a minute.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

no_install='' file=$root/examples/data/pyramids.glb
for argument in "$@"; do
    case $argument in
    --help | -h)
        sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    --no-install) no_install=yes ;;
    *) file=$argument ;;
    esac
done
if [ ! -r "$file" ]; then
    echo "cannot read $file"
    exit 66
fi

. "$root/examples/tools.sh"
want_build
provide
build release gltf_inspect
inspect=$root/build/release/examples/gltf-inspect

status=0
echo
echo "\$ gltf-inspect $file"
"$inspect" "$file" </dev/null >"$logs/inspect.txt" || status=$?
cat "$logs/inspect.txt"
if [ "$status" -eq 0 ]; then
    accessor=$(sed -n 's/^ *primitive [0-9].* POSITION \([0-9][0-9]*\).*/\1/p' "$logs/inspect.txt" | head -n 1)
    echo
    echo "\$ gltf-inspect --accessor ${accessor:=0} $file"
    "$inspect" --accessor "$accessor" "$file" </dev/null >"$logs/accessor.txt" || status=$?
    awk 'NR <= 24 { print } END { if (NR > 24) print "... and " NR - 24 " lines more" }' "$logs/accessor.txt"
fi
echo
echo "The program: $inspect"
exit "$status"
