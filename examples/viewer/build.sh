#!/bin/sh
# Put the page together: a folder to be served by any web server, from any place, without a program behind it.
# usage: sh build.sh [FOLDER]        default build/viewer; status 77 and "skipped: no X" where a tool is missing
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
out=${1:-$root/build/viewer}
binding=$root/examples/bindings/javascript

mkdir -p "$out"
# The module is built again only when a source is newer.
if [ ! -e "$out/gltf_accessor.wasm" ] || [ -n "$(find "$root/src" "$root/include" "$binding" -type f -newer "$out/gltf_accessor.wasm" | head -n 1)" ]; then
    status=0
    sh "$binding/build.sh" "$out" || status=$?
    if [ "$status" -eq 77 ]; then
        echo "The page needs clang, lld and wasi-libc to be built.  On Debian and Ubuntu:" >&2
        echo "  apt-get install clang lld wasi-libc libclang-rt-14-dev-wasm32 dpkg-dev    # 14 is the version of clang" >&2
        echo "Elsewhere set WASI_SDK_PATH, and GLTF_CJSON_SOURCE to a folder with cJSON.c." >&2
    fi
    [ "$status" -eq 0 ] || exit "$status"
fi
cp "$binding/gltf_accessor.js" "$here"/*.html "$here"/*.css "$here"/*.js "$root/examples/data/pyramids.glb" "$out/"

echo "The page is in $out.  To look at it:"
echo "  python3 -m http.server --bind 127.0.0.1 --directory '$out' 8000"
echo "and open http://127.0.0.1:8000/"
