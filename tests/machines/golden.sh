#!/bin/sh
# The hashes of this machine against golden.txt, or their lines for it.
# usage: sh golden.sh [--print] DIGEST_CORE DIGEST_DOCUMENTS
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
print=
[ "$1" != --print ] || { print=1 && shift; }
lines=$("$1" && "$2" "$root"/tests/data/models/*.gl[tb]* "$root"/examples/data/*.gl[tb]* | grep '^numbers')
if [ -n "$print" ]; then
    echo "$lines"
else
    different=
    while read -r line; do
        case $line in
        '#'*) ;;
        *) echo "$lines" | grep -q -F -x "$line" || { echo "golden: $line" && different=1; } ;;
        esac
    done <"$here/golden.txt"
    [ -n "$different" ] || exit 0
    echo "Here:"
    echo "$lines"
    echo "If the change is wanted, write the new lines with golden.sh --print; then see that tests/machines/run.sh agrees on all machines."
    exit 1
fi
