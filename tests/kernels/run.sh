#!/bin/sh
# Compare the kernels of another machine with the plain ones.  usage: sh run.sh COMPILER EMULATOR
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"$1" -std=c11 -O2 -static -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -I"$root/include" \
    "$root"/tests/kernels/main.c "$root"/tests/support/kernels.c "$root"/tests/support/guard.c \
    "$root"/src/core/*.c "$root"/src/base/*.c -lm -o "$program"
"$2" "$program"
