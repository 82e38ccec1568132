#!/bin/sh
# Build the WebAssembly module and test it in node.  usage: test_javascript.sh PYTHON GLTF-INSPECT FOLDER
# Status 77 and "skipped: no X" where a tool is missing.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
python=$1 inspect=$2 folder=$3

for node in node nodejs ''; do
    [ -n "$node" ] || { echo "skipped: no node"; exit 77; }
    ! command -v $node >/dev/null 2>&1 || break
done
[ "$($node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || { echo "skipped: no node 18 or newer"; exit 77; }

sh "$here/../../examples/bindings/javascript/build.sh" "$folder"
"$python" -B "$here/reference.py" "$inspect" >"$folder/reference.txt"
$node "$here/attack_javascript.mjs" "$folder"
exec $node "$here/test_javascript.mjs" "$folder" "$folder/reference.txt"
