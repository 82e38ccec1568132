#!/bin/sh
# Take the crate as others do, with cargo in empty folders and without any network: from where it is, and packed with all sources.
# usage: test_rust_package.sh FOLDER COMPILER        status 77 and "skipped: no X" where a tool is missing
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
folder=$1
export CC="$2" CFLAGS=-O0 CARGO_NET_OFFLINE=true CARGO_TERM_QUIET=true
unset GLTF_ACCESSOR_LIB_DIR GLTF_ACCESSOR_CJSON GLTF_CJSON_SOURCE CARGO_TARGET_DIR

command -v cargo >/dev/null 2>&1 || { echo "skipped: no cargo"; exit 77; }
cargo add --help >/dev/null 2>&1 || { echo "skipped: no cargo with add"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder"
sh "$root/examples/bindings/rust/package.sh" "$folder/packed"

# use_crate NAME CRATE: a new program that depends on the crate
use_crate() {
    mkdir "$folder/$1"
    cd "$folder/$1"
    cargo init --vcs none --name app
    cargo add --path "$2"
    cat >src/main.rs <<'END'
use gltf_accessor::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let document = Document::open(std::env::args().nth(1).unwrap())?;
    println!("{document:?}");
    for mesh in 0..document.meshes().len() as u32 {
        if let Some(position) = document.attribute(mesh, 0, "POSITION")? {
            let xyz: Vec<[f32; 3]> = position.read_arrays(..)?;
            println!("{} {:?} {}", document.mesh(mesh)?.name.unwrap(), xyz[0], document.triangles(mesh, 0)?.len());
        }
    }
    Ok(())
}
END
    cargo run -- "$root/examples/data/pyramids.glb" >out.txt
    cmp out.txt - <<'END'
Document(27 accessors, 3 meshes, 6 nodes)
pyramid [-0.75, 0.0, 0.75] 18
ground [-2.0, 0.0, -2.0] 96
flag [0.0, 1.0, 0.0] 18
END
}

before=$(ls "$root/examples/bindings/rust")
use_crate from_here "$root/examples/bindings/rust"
[ "$(ls "$root/examples/bindings/rust")" = "$before" ]
if [ -d "$folder/packed/c/cjson" ]; then
    use_crate from_packed "$folder/packed"
    ! ldd target/debug/app | grep -i cjson || exit 1 # it has its own
    cd "$folder/packed"
    cargo package --list --allow-dirty >"$folder/list.txt"
    for name in build.rs src/lib.rs c/src/core/read.c c/include/gltf_accessor/base.h c/cjson/cJSON.c LICENSE; do
        grep -q -x "$name" "$folder/list.txt"
    done
else
    echo "without cJSON's source: the packed crate was not built"
fi

# what is missing is said
cd "$folder/from_here"
status=0
GLTF_CJSON_SOURCE=/nowhere cargo build >missing.txt 2>&1 || status=$?
[ "$status" -ne 0 ]
grep -q 'set GLTF_CJSON_SOURCE to a folder with cJSON.c' missing.txt
