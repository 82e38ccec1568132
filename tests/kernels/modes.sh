#!/bin/sh
# The core without hand-written kernels, with those that the compiler assumes, and with all: the same bits, and what each weighs.
# usage: sh modes.sh COMPILER
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.c <<'END'
#include <gltf_accessor/accessor.h>
int main(void) {
    gltf_accessor accessor = {0};
    gltf_source source = {0};
    gltf_accessor_desc desc = {0};
    float number;
    source.cpu = gltf_cpu_detect();
    gltf_accessor_resolve(&source, &desc, &accessor, NULL);
    gltf_accessor_read_float(&accessor, 0, 0, &number, 1);
    return (int)source.cpu;
}
END
flags="-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -ffunction-sections -fdata-sections -I$root/include"
for mode in 0 1 2; do
    for file in "$root"/src/base/*.c "$root"/src/core/*.c "$root"/src/morph/*.c; do
        # shellcheck disable=SC2086
        "$1" $flags -DGLTF_KERNELS=$mode -c "$file" -o "$(basename "$file" .c).o"
    done
    times >times.txt
    # shellcheck disable=SC2086
    "$1" $flags read.c ./*.o -Wl,--gc-sections -o read 2>/dev/null || "$1" $flags read.c ./*.o -o read
    "$1" -std=c11 -O1 -I"$root/include" -I"$root/tests" "$root/tests/machines/digest_core.c" ./*.o -lm -o digest
    ./digest >"$mode.txt"
    bits=0
    ./read || bits=$?
    echo "GLTF_KERNELS=$mode: CPU bits $bits; one read $(size read | awk 'NR == 2 { print $1 + $2 }') bytes;" \
        "all objects $(size ./*.o | awk 'NR > 1 { sum += $1 + $2 } END { print sum }') bytes; CPU time up to here $(tail -n 1 times.txt)"
    [ $mode != 0 ] || [ $bits = 0 ] || { echo "GLTF_KERNELS=0 has kernels"; exit 1; }
    rm ./*.o
done
if grep '^core' "$root/tests/machines/golden.txt" | grep -v -F -x -f 0.txt; then
    echo "GLTF_KERNELS=0 differs from golden.txt"
    exit 1
fi
cmp 0.txt 1.txt && cmp 0.txt 2.txt
