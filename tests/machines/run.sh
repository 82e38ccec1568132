#!/bin/sh
# The library on other machines: cross-built, run under emulation, compared with this machine and with golden.txt.
# usage: sh tests/machines/run.sh [--quick] [MACHINE...]
#   MACHINE   host aarch64 i386 armhf s390x wasm32 mingw64 mingw32; default: all that there are compilers for
#   --quick   the hashes and layouts only, not the unit tests
#
# Debian and Ubuntu: gcc-aarch64-linux-gnu gcc-i686-linux-gnu gcc-arm-linux-gnueabihf gcc-s390x-linux-gnu gcc-mingw-w64 qemu-user,
# and for wasm32 clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs (the 14 is clang's version).  cJSON and cmocka are compiled in
# from their source packages, programs are static: nothing foreign is installed.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
. "$root/examples/tools.sh"
unset CC CXX CFLAGS # they would go to every machine's build
build=${GLTF_MACHINES_BUILD:-$root/build/machines}
logs=$build/logs
mkdir -p "$logs"
cjson=$(sh "$root/examples/bindings/cjson.sh") || { echo "skipped: no source of cJSON"; exit 77; }
cmocka=${GLTF_CMOCKA_SOURCE:-$(sh "$here/source.sh" cmocka || :)}
warnings="-Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror"
failed= skipped=

skip() {
    echo "skipped: no $1"
    skipped="$skipped
  $2: no $1"
}

fail() {
    echo "FAILED $1"
    failed="$failed
  $1"
}

# ---- one machine: $machine, $compiler, $flags, $emulator, $system are set ----

# library FOLDER: the library in build/machines/MACHINE
library() {
    set -- "$build/$machine"
    if [ ! -e "$1/build.ninja" ] && [ ! -e "$1/Makefile" ]; then
        generator=
        ! have ninja || generator=-GNinja
        # shellcheck disable=SC2086
        step "$machine: configure" "machine-$machine-configure" cmake -S "$root" -B "$1" $generator \
            -DCMAKE_SYSTEM_NAME="$system" -DCMAKE_SYSTEM_PROCESSOR="$processor" -DCMAKE_C_COMPILER="$compiler" \
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 -DGLTF_CJSON_SOURCE="$cjson" -DGLTF_WARNINGS_AS_ERRORS=ON \
            -DGLTF_BUILD_SHARED="$shared" -DGLTF_BUILD_EXAMPLES=OFF -DGLTF_INSTALL=OFF
    fi
    step "$machine: library" "machine-$machine-library" nice -n 10 cmake --build "$1" --parallel "$(cores)"
}

# program NAME LIBRARY SOURCE...: a static program from sources, where they or the library are newer
program() {
    target=$build/$machine/$1 archive=$2
    shift 2
    if [ -z "$(find "$@" "$archive" "$root/tests/support" "$here" -newer "$target" 2>&1 | head -n 1)" ]; then
        return
    fi
    # shellcheck disable=SC2086
    nice -n 10 "$compiler" -std=gnu11 -O1 -static $flags -ffp-contract=off $warnings -I"$root/include" -I"$root/tests" -I"$cjson" \
        -DGLTF_I_PRIVATE_CJSON -DGLTF_TEST_DATA="\"$root/tests/data\"" -DGLTF_TEST_ROOT="\"$root\"" \
        ${cmocka:+-I$cmocka/include} "$@" "$archive" -lm -o "$target"
}

emulate() {
    # shellcheck disable=SC2086
    timeout "${seconds:-900}" nice -n 10 $emulator "$@"
}

# files_of COMMAND...: the command with all models, which may have any name
files_of() {
    # shellcheck disable=SC2086
    find "$root/tests/data/models" "$root/examples/data" $more_models -name '*.gl[tb]*' ! -name '*.py' | LC_ALL=C sort >"$build/models.txt"
    while read -r file; do
        set -- "$@" "$file"
    done <"$build/models.txt"
    "$@"
}

# hashes: what the machine computes, in build/machines/MACHINE.txt; against this machine and what is golden
hashes() {
    program digest_core "$build/$machine/libgltf_accessor_core.a" "$here/digest_core.c" &&
        program digest_documents "$build/$machine/libgltf_accessor.a" "$here/digest_documents.c" "$here/digest_models.c" || {
        fail "$machine: the hash programs do not compile"
        return
    }
    { emulate "$build/$machine/digest_core" && files_of emulate "$build/$machine/digest_documents"; } \
        >"$build/$machine.txt" || fail "$machine: a hash program ended with a failure"
    compare
}

compare() {
    lines=$(wc -l <"$build/$machine.txt")
    if grep -v '^#' "$here/golden.txt" | grep -v -F -x -f "$build/$machine.txt" | sed 's/^/    golden: /' | grep .; then
        fail "$machine: differs from golden.txt"
    elif [ "$machine" != host ] && ! diff "$build/host.txt" "$build/$machine.txt" >"$build/$machine.diff"; then
        head -n 20 "$build/$machine.diff"
        fail "$machine: differs from this machine"
    else
        echo "$machine: $lines hashes, all as on this machine"
    fi
}

layouts() {
    program abi_layout "$build/$machine/libgltf_accessor_core.a" "$root/tests/abi/layout.c" &&
        emulate "$build/$machine/abi_layout" "$root/tests/abi" && echo "$machine: layout of the public structs as written down" ||
        fail "$machine: layout of the public structs"
}

# units: all unit tests that are about the library, with cmocka compiled in
units() {
    [ -n "$cmocka" ] || { skip "source of cmocka" "$machine: unit tests"; return; }
    object=$build/$machine/cmocka.o
    if [ ! -e "$object" ]; then
        # shellcheck disable=SC2086
        nice -n 10 "$compiler" -O1 -w $flags -DHAVE_INTTYPES_H -DHAVE_MALLOC_H -DHAVE_SETJMP_H -DHAVE_SIGNAL_H -DHAVE_STDINT_H \
            -DHAVE_STRING_H -DHAVE_STRINGS_H -DHAVE_STDIO_H -DHAVE_STDLIB_H -DHAVE_SIGLONGJMP -DHAVE_STRSIGNAL -DHAVE_CLOCK_GETTIME \
            -DHAVE_CLOCK_REALTIME -DHAVE_STRUCT_TIMESPEC -DHAVE_GCC_THREAD_LOCAL_STORAGE -D_GNU_SOURCE -I"$cmocka/include" \
            -c "$cmocka/src/cmocka.c" -o "$object"
    fi
    support=$build/$machine/support
    mkdir -p "$support"
    for file in "$root"/tests/support/*.c; do
        object_file=$support/$(basename "$file" .c).o
        if [ -n "$(find "$root/tests/support" -newer "$object_file" 2>&1 | head -n 1)" ]; then
            # shellcheck disable=SC2086
            nice -n 10 "$compiler" -std=gnu11 -O1 $flags -ffp-contract=off -I"$root/include" -I"$root/tests" -I"$cmocka/include" \
                -DGLTF_TEST_DATA="\"$root/tests/data\"" -DGLTF_TEST_ROOT="\"$root\"" -c "$file" -o "$object_file" || return
        fi
    done
    passed=0 tests=0
    for file in "$root"/tests/unit/*.c; do
        name=$(basename "$file" .c)
        case " $leave_out " in *" $name "*) continue ;; esac
        if ! program "unit_$name" "$build/$machine/libgltf_accessor.a" "$file" "$object" "$support"/*.o 2>"$logs/machine-$machine-$name.txt"; then
            fail "$machine: $name does not compile: $(grep -m 1 -e error -e undefined "$logs/machine-$machine-$name.txt")"
        elif emulate "$build/$machine/unit_$name" >"$logs/machine-$machine-$name.txt" 2>&1; then
            passed=$((passed + 1))
            tests=$((tests + $(sed -n 's/.*\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$logs/machine-$machine-$name.txt")))
        else
            fail "$machine: $name (status $?): $(grep -m 1 -e '\[   LINE' -e error "$logs/machine-$machine-$name.txt")"
        fi
    done
    echo "$machine: $passed unit programs with $tests tests passed"
}

# machine NAME PROCESSOR COMPILER EMULATOR FLAGS...
machine() {
    machine=$1 processor=$2 compiler=$3 emulator=$4 system=Linux shared=OFF
    shift 4
    flags=$*
    have "$compiler" || { skip "$compiler" "$machine"; return; }
    [ -z "$emulator" ] || have "$emulator" || { skip "$emulator" "$machine"; return; }
    library
    hashes
    layouts
    [ -n "$quick" ] || units
}

mingw() {
    machine=$1 processor=$2 compiler=$3 system=Windows shared=ON
    have "$compiler" || { skip "$compiler" "$machine"; return; }
    library
    echo "$machine: core and document compile, static and shared, without a warning"
}

wasm32() {
    machine=wasm32 clang=${CLANG:-clang}
    [ -e /usr/include/wasm32-wasi ] || { skip wasi-libc wasm32; return; }
    for tool in "$clang" wasm-ld node; do
        have $tool || { skip $tool wasm32; return; }
    done
    mkdir -p "$build/wasm32"
    for name in core documents; do
        set -- "$here/digest_$name.c" "$root"/src/base/*.c "$root"/src/core/*.c "$root"/src/morph/*.c
        [ $name = core ] || set -- "$@" "$here/digest_models.c" "$root"/src/text/*.c "$root"/src/codec/*.c "$root"/src/document/*.c "$root"/src/validate/*.c \
            "$cjson/cJSON.c"
        step "wasm32: digest_$name" "machine-wasm32-$name" nice -n 10 "$clang" --target=wasm32-wasi -std=c11 -O1 -ffp-contract=off \
            -DGLTF_I_PRIVATE_CJSON -DENABLE_LOCALES -I"$root/include" -I"$cjson" -Wl,-z,stack-size=1048576 "$@" -o "$build/wasm32/digest_$name"
    done
    { node --no-warnings "$here/wasi.mjs" "$build/wasm32/digest_core" &&
        files_of node --no-warnings "$here/wasi.mjs" "$build/wasm32/digest_documents"; } \
        >"$build/wasm32.txt" || fail "wasm32: a hash program ended with a failure"
    compare
}

quick='' wanted=''
for argument in "$@"; do
    case $argument in
    --quick) quick=1 ;;
    *) wanted="$wanted $argument" ;;
    esac
done
: "${wanted:= aarch64 i386 armhf s390x wasm32 mingw64 mingw32}"
more_models=
for folder in cases corpus conformance; do
    [ ! -d "$root/../shared/$folder" ] || more_models="$more_models $root/../shared/$folder"
done

leave_out="text_locale" # unit tests that ask for locales of this machine
wanted=" host ${wanted# }"
for name in $wanted; do
    case $name in
    host)
        quick_wanted=$quick quick=1
        machine host "$(uname -m)" "$(compiler)" ""
        quick=$quick_wanted
        ;;
    aarch64) machine aarch64 aarch64 aarch64-linux-gnu-gcc qemu-aarch64 ;;
    i386) machine i386 i686 i686-linux-gnu-gcc "" -msse2 -mfpmath=sse ;;
    armhf) machine armhf armv7l arm-linux-gnueabihf-gcc qemu-arm ;;
    s390x) machine s390x s390x s390x-linux-gnu-gcc qemu-s390x ;;
    wasm32) wasm32 ;;
    mingw64) mingw mingw64 AMD64 x86_64-w64-mingw32-gcc ;;
    mingw32) mingw mingw32 x86 i686-w64-mingw32-gcc ;;
    *) fail "$name: no such machine is known" ;;
    esac
done
[ -z "$skipped" ] || echo "Skipped:$skipped"
[ -z "$failed" ] || { echo "Failed:$failed" && exit 1; }
echo "All that ran is well."
