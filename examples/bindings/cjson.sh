#!/bin/sh
# Print a folder with cJSON.c and cJSON.h: $GLTF_CJSON_SOURCE if that is set, else Debian's (or Ubuntu's) source package, fetched
# once with apt-get into build/cjson/, without root and without a change to the system's package lists.  Says why and ends
# with 1 where it cannot.   usage: sh cjson.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
place=$root/build/cjson

complain() {
    echo "$1" >&2
    exit 1
}

if [ -n "${GLTF_CJSON_SOURCE:-}" ]; then
    [ -r "$GLTF_CJSON_SOURCE/cJSON.c" ] || complain "no cJSON.c in $GLTF_CJSON_SOURCE"
    echo "$GLTF_CJSON_SOURCE"
    exit 0
fi
for folder in "$place"/*/; do
    if [ -r "$folder/cJSON.c" ] && [ -r "$folder/cJSON.h" ]; then
        echo "${folder%/}"
        exit 0
    fi
done
for tool in apt-get dpkg-source; do
    command -v $tool >/dev/null 2>&1 || complain "no source of cJSON: $tool is not here; set GLTF_CJSON_SOURCE to a folder with cJSON.c"
done

work=$place/work
rm -rf "$work"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/sources" "$work/out"
# The system's own sources, asked for source packages.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -r "$file" ] || sed -n 's/^deb /deb-src /p' "$file"
done >"$work/sources/all.list"
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -r "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename -- "$file")"
done

quiet_apt() {
    apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" -o Dir::State::Lists="$work/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= "$@" >"$work/log" 2>&1
}
(cd "$work/out" && quiet_apt update && quiet_apt source cjson) || {
    tail -n 5 "$work/log" >&2
    complain "no source of cJSON: apt-get cannot fetch the source package; set GLTF_CJSON_SOURCE to a folder with cJSON.c"
}
for folder in "$work"/out/*/; do
    if [ -r "$folder/cJSON.c" ]; then
        name=$(basename -- "$folder")
        rm -rf "${place:?}/$name"
        mkdir -p "$place/$name"
        cp "$folder/cJSON.c" "$folder/cJSON.h" "$folder/LICENSE" "$place/$name/"
        echo "$place/$name"
        exit 0
    fi
done
complain "no source of cJSON: the source package has no cJSON.c"
