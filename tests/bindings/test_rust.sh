#!/bin/sh
# Test the Rust crate, and compare what it decodes.  usage: test_rust.sh PYTHON GLTF-INSPECT FOLDER-OF-LIBRARY FOLDER CJSON
# Status 77 and "skipped: no X" where a tool is missing.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
python=$1 inspect=$2 folder=$4
export GLTF_ACCESSOR_LIB_DIR="$3" CARGO_TARGET_DIR="$folder" GLTF_ACCESSOR_CJSON="$5"

command -v cargo >/dev/null 2>&1 || { echo "skipped: no cargo"; exit 77; }
mkdir -p "$folder"
cd "$here/../../examples/bindings/rust"
cargo test --offline --jobs 2
cargo build --offline --jobs 2 --example dump
"$python" -B "$here/reference.py" "$inspect" >"$folder/reference.txt"
sed -n 's/^file //p' "$folder/reference.txt" | tr '\n' '\0' | xargs -0 "$folder/debug/examples/dump" >"$folder/dump.txt"
[ "$(grep -c '^[0-9]* float ' "$folder/dump.txt")" -gt 50 ]
cmp "$folder/reference.txt" "$folder/dump.txt"
echo "$(wc -l <"$folder/dump.txt") lines are alike"
