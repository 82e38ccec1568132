#!/bin/sh
# Build gltf_accessor.wasm with clang, lld and wasi-libc, make the CommonJS module, and put both with gltf_accessor.js into a folder:
# all that package.json names (npm pack calls this).
# usage: sh build.sh FOLDER        status 77 and "skipped: no X" where a tool is missing
#
# Debian and Ubuntu: apt-get install clang lld wasi-libc libclang-rt-14-dev-wasm32 dpkg-dev (the 14 is clang's version).
# Elsewhere: set WASI_SDK_PATH, and GLTF_CJSON_SOURCE to a folder with cJSON.c.  CLANG names another compiler.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
out=${1:?usage: sh build.sh FOLDER}

skip() {
    echo "skipped: no $1"
    exit 77
}

if [ -n "${WASI_SDK_PATH:-}" ]; then
    clang=${CLANG:-$WASI_SDK_PATH/bin/clang} sysroot=$WASI_SDK_PATH/share/wasi-sysroot
else
    clang=${CLANG:-clang} sysroot=/usr
    [ -e /usr/include/wasm32-wasi ] || skip "wasi-libc"
    command -v wasm-ld >/dev/null 2>&1 || skip "wasm-ld (lld)"
fi
command -v "$clang" >/dev/null 2>&1 || skip "clang"
runtime=$("$clang" --target=wasm32-wasi --print-resource-dir)/lib
[ -e "$runtime/wasi/libclang_rt.builtins-wasm32.a" ] || [ -e "$runtime/wasm32-unknown-wasi/libclang_rt.builtins.a" ] || skip "libclang-rt for wasm32"
cjson=$(sh "$here/../cjson.sh" 2>/dev/null) || skip "source of cJSON"

# Everything of the public headers but files.h: there are no files here.
set --
for header in base accessor morph document validate; do
    for name in $(sed -n 's/^.*GLTF_API [^(]*[ *]\(gltf_[a-z0-9_]*\)(.*$/\1/p' "$root/include/gltf_accessor/$header.h"); do
        set -- "$@" "-Wl,--export=$name"
    done
done
for folder in base core morph text codec document validate; do
    for file in "$root/src/$folder"/*.c; do
        [ ! -e "$file" ] || set -- "$@" "$file"
    done
done
mkdir -p "$out"
"$clang" --target=wasm32-wasi --sysroot="$sysroot" -mexec-model=reactor -std=c11 -Oz -flto -mbulk-memory -msign-ext -mnontrapping-fptoint \
    -ffp-contract=off -fvisibility=hidden \
    -DGLTF_I_PRIVATE_CJSON -DENABLE_LOCALES -I"$root/include" -I"$cjson" \
    -Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576 \
    -Wl,--export=gltf_js_validate,--export=malloc,--export=free \
    "$@" "$here/glue.c" "$cjson/cJSON.c" -o "$out/gltf_accessor.wasm.new"
mv "$out/gltf_accessor.wasm.new" "$out/gltf_accessor.wasm"
[ "$(cd "$out" && pwd -P)" = "$here" ] || cp "$here/gltf_accessor.js" "$here/gltf_accessor.d.ts" "$here/package.json" "$here/README.md" "$out/"
cp "$here/gltf_accessor.d.ts" "$out/gltf_accessor.d.cts"
cp "$root/LICENSE" "$out/LICENSE"
[ ! -r "$cjson/LICENSE" ] || cp "$cjson/LICENSE" "$out/LICENSE.cJSON"

# The same module for require().
{
    echo '"use strict";'
    echo '// Made of gltf_accessor.js by build.sh.'
    echo 'const HERE = require("node:url").pathToFileURL(__filename).href;'
    sed -e 's/^export //' -e 's/import\.meta\.url/HERE/g' "$here/gltf_accessor.js"
    names=$(sed -n -E 's/^export (async function|function|const|class) ([A-Za-z]+).*/\2/p' "$here/gltf_accessor.js" | tr '\n' ',')
    echo "module.exports = { $names };"
} >"$out/gltf_accessor.cjs"
