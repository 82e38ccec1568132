#!/bin/sh
# The threads test under ThreadSanitizer, with cJSON built the same way; its error record alone is suppressed, and must be met
# (so that the suppression is known to be needed and to hit nothing else).        usage: sh tests/threads/run.sh [ROUNDS]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
. "$root/examples/tools.sh"
build=${GLTF_THREADS_BUILD:-$root/build/threads}
rounds=${1:-3}
mkdir -p "$build"
logs=$build
have clang || { echo "skipped: no clang"; exit 77; }
have llvm-symbolizer || { echo "skipped: no llvm-symbolizer (llvm), which tells what a race is about"; exit 77; }
cjson=$(sh "$root/examples/bindings/cjson.sh") || { echo "skipped: no source of cJSON"; exit 77; }

generator=
! have ninja || generator=-GNinja
# shellcheck disable=SC2086
[ -e "$build/CMakeCache.txt" ] || step "Configuring with ThreadSanitizer" configure cmake -S "$root" -B "$build" $generator \
    -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O1 -g -fsanitize=thread" -DGLTF_CJSON_SOURCE="$cjson" \
    -DGLTF_BUILD_SHARED=OFF -DGLTF_BUILD_EXAMPLES=OFF -DGLTF_INSTALL=OFF
step "Building with ThreadSanitizer" library nice -n 10 cmake --build "$build" --parallel "$(cores)"
nice -n 10 clang -std=c11 -O1 -g -fsanitize=thread -I"$root/include" "$here/threads.c" "$root/tests/machines/digest_models.c" \
    "$build/libgltf_accessor.a" -lpthread -lm -o "$build/threads"
status=0
TSAN_OPTIONS="suppressions=$here/cjson.supp:print_suppressions=1:history_size=4:exitcode=66:halt_on_error=0" nice -n 10 "$build/threads" "$rounds" \
    "$root"/tests/data/models/*.gl[tb]* "$root"/examples/data/*.gl[tb]* >"$build/tsan.txt" 2>&1 </dev/null || status=$?
if [ $status -ne 0 ]; then
    head -n 80 "$build/tsan.txt"
    echo "Threads: status $status; all of it is in $build/tsan.txt"
    exit 1
fi
cat "$build/tsan.txt"
