#!/bin/sh
# Compare the kernels of another machine with the plain ones.  usage: sh run.sh COMPILER EMULATOR
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
build() {
    "$compiler" -std=c11 -O2 -static -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -I"$root/include" \
        "$@" "$root"/src/core/*.c "$root"/src/base/*.c -lm -o "$program"
}
compiler=$1
build "$root"/tests/kernels/text.c "$root"/src/text/base64.c "$root"/src/text/base64_wide.c "$root"/src/text/scan_wide.c
"$2" "$program"
build "$root"/tests/kernels/main.c "$root"/tests/support/kernels.c "$root"/tests/support/guard.c
"$2" "$program"
