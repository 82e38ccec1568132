#!/bin/sh
# Look into a glTF file: install what is missing, build gltf-inspect, run it and decode one accessor.
# usage: sh examples/run.sh [FILE]       default: the bundled model
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/examples/tools.sh"

file=${1:-$root/examples/data/pyramids.glb}
if [ ! -r "$file" ]; then
    echo "cannot read $file"
    exit 66
fi

provide
build release gltf_inspect
inspect=$root/build/release/examples/gltf-inspect

status=0
echo
echo "\$ gltf-inspect $file"
"$inspect" "$file" </dev/null || status=$?
if [ "$status" -eq 0 ]; then
    echo
    echo "\$ gltf-inspect --accessor 0 $file"
    "$inspect" --accessor 0 "$file" </dev/null >"$logs/accessor.txt" || status=$?
    awk 'NR <= 24 { print } END { if (NR > 24) print "... and " NR - 24 " lines more" }' "$logs/accessor.txt"
fi
echo
echo "The program: $inspect"
exit "$status"
