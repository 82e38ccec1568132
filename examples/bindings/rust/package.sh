#!/bin/sh
# Copy the crate into a folder of its own, with the sources of the C library inside (and of cJSON, where cjson.sh finds them), so that
# it builds anywhere.   usage: sh package.sh FOLDER        FOLDER must not exist
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
out=${1:?usage: sh package.sh FOLDER}

mkdir "$out" "$out/c" "$out/c/src" "$out/c/include"
for name in Cargo.toml Cargo.lock README.md build.rs src examples; do
    cp -R "$here/$name" "$out/"
done
cp "$root/LICENSE" "$out/"
cp -R "$root/include/gltf_accessor" "$out/c/include/"
for folder in base core morph text codec document validate files; do
    cp -R "$root/src/$folder" "$out/c/src/"
done
if cjson=$(sh "$here/../cjson.sh" 2>/dev/null); then
    mkdir "$out/c/cjson"
    for name in cJSON.c cJSON.h LICENSE; do
        [ ! -r "$cjson/$name" ] || cp "$cjson/$name" "$out/c/cjson/"
    done
fi
