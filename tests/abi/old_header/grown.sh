#!/bin/sh
# The library as it is and as it will be when its options have grown, with a consumer that was compiled with the headers of version
# 0.1.   usage: sh tests/abi/old_header/grown.sh WORK BITS [COMPILER]       WORK: folder to build in; BITS: 64 or 32
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
work=$1 bits=$2 compiler=${3:-cc}

skip() {
    echo "skipped: no $1"
    exit 77
}

# can_run COMMAND...: whether it builds programs that run here
can_run() {
    echo 'int main(void) { return sizeof(void *) == BITS / 8 ? 0 : 1; }' |
        "$@" -DBITS="$bits" -x c - -o "$work/probe" 2>/dev/null && "$work/probe" 2>/dev/null
}

mkdir -p "$work"
if [ "$bits" -eq 32 ]; then
    sse="-msse2 -mfpmath=sse"
    if can_run "$compiler" -m32; then
        compiler="$compiler -m32 $sse"
    elif command -v i686-linux-gnu-gcc >/dev/null && can_run i686-linux-gnu-gcc -static; then
        compiler="i686-linux-gnu-gcc -static $sse"
    else
        skip "32-bit compiler"
    fi
else
    # shellcheck disable=SC2086
    can_run $compiler || skip "64-bit compiler"
fi
cjson=$(sh "$root/examples/bindings/cjson.sh" 2>/dev/null) || skip "source of cJSON"

# compile OUT FILE...: one object of many files, which needs no archive
compile() {
    out=$1
    shift
    # shellcheck disable=SC2086
    $compiler -std=c11 -O0 -ffp-contract=off -w -DGLTF_I_PRIVATE_CJSON -DCJSON_HIDE_SYMBOLS -I"$cjson" -r -nostdlib -o "$work/$out" "$@"
}

# build NAME TREE: the library of a tree, and both programs
build() {
    compile "$1.o" "$2"/src/document/*.c "$2"/src/validate/*.c "$work/lower.o"
    for program in consumer struct_size; do
        # shellcheck disable=SC2086
        $compiler -std=gnu11 -O0 -Wall -Wextra -Werror -o "$work/$1-$program" "$2/tests/abi/old_header/$program.c" \
            "$2/tests/support/guard.c" "$work/$1.o" -lm
        status=0
        said=$("$work/$1-$program") || status=$?
        echo "$1: $said"
        [ "$status" -eq 0 ] || exit 1
    done
}

# what knows neither structure of options is the same in both
! grep -l -e 'gltf_accessor/document\.h' -e 'gltf_accessor/validate\.h' \
    "$root"/src/base/* "$root"/src/core/* "$root"/src/morph/* "$root"/src/text/* "$root"/src/codec/*
compile lower.o "$root"/src/base/*.c "$root"/src/core/*.c "$root"/src/morph/*.c "$root"/src/text/*.c "$root"/src/codec/*.c "$cjson/cJSON.c"
build today "$root"

rm -rf "$work/tree"
mkdir -p "$work/tree/tests/abi"
cp -R "$root/include" "$root/src" "$work/tree/"
cp -R "$here" "$work/tree/tests/abi/"
cp -R "$root/tests/support" "$work/tree/tests/"
headers=$work/tree/include/gltf_accessor
for name in document validate; do
    awk -v last="} gltf_${name}_options;" '$0 == last { print "    uint64_t of_tomorrow;\n    uint64_t and_another;" } { print }' \
        "$headers/$name.h" >"$headers/new"
    grep -q of_tomorrow "$headers/new"
    mv "$headers/new" "$headers/$name.h"
done
build tomorrow "$work/tree"
