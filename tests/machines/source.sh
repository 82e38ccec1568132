#!/bin/sh
# Print a folder with Debian's (or Ubuntu's) source package NAME, fetched once with apt-get into build/sources/, without root and
# without a change to the system's package lists.  Says why and ends with 1 where it cannot.   usage: sh source.sh NAME
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
name=${1:?usage: sh source.sh NAME}
place=$root/build/sources/$name

complain() {
    echo "$1" >&2
    exit 1
}

if [ -d "$place" ]; then
    echo "$place"
    exit 0
fi
for tool in apt-get dpkg-source; do
    command -v $tool >/dev/null 2>&1 || complain "no source of $name: $tool is not here"
done

mkdir -p "$root/build/sources"
work=$(mktemp -d "$root/build/sources/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/lines" "$work/out"
# The system's own package sources, asked for source packages.
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -r "$file" ] || sed -n 's/^deb /deb-src /p' "$file"
done >"$work/lines/all.list"
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -r "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/lines/$(basename -- "$file")"
done

quiet_apt() {
    apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/lines" -o Dir::State::Lists="$work/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= "$@" >"$work/log" 2>&1
}
(cd "$work/out" && quiet_apt update && quiet_apt source "$name") || {
    tail -n 5 "$work/log" >&2
    complain "no source of $name: apt-get cannot fetch the source package"
}
for folder in "$work"/out/*/; do
    mv "$folder" "$place" 2>/dev/null || [ -d "$place" ] # somebody else was quicker
    echo "$place"
    exit 0
done
complain "no source of $name: the source package is empty"
