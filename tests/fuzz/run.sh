#!/bin/sh
# Fuzz every harness of this folder for a while; needs clang with libFuzzer.  New inputs are kept in build/fuzz/corpus.
# usage: sh tests/fuzz/run.sh [MINUTES] [HARNESS...]       default: one minute for all of them together
# A single minute starts the same way each time, so that what a change breaks is told from luck; more start by the clock.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/examples/tools.sh"

minutes=${1:-1}
[ "$minutes" -gt 1 ] && seed=0 || seed=1 # 0: by the clock
[ $# -eq 0 ] || shift
if [ $# -eq 0 ]; then
    for source in "$root"/tests/fuzz/fuzz_*.c; do
        set -- "$@" "$(basename "$source" .c)"
    done
fi
build fuzz "$@"

each=$((minutes * 60 / $#))
[ "$each" -gt 0 ] || each=1
for harness in "$@"; do
    name=${harness#fuzz_}
    corpus=$root/build/fuzz/corpus/$name artifacts=$root/build/fuzz/artifacts/$name
    mkdir -p "$corpus" "$artifacts"
    set -- "$corpus"
    [ ! -d "$root/tests/fuzz/corpus/$name" ] || set -- "$@" "$root/tests/fuzz/corpus/$name"
    dictionary=$root/tests/fuzz/$name.dict
    case $name in document | validate | glb | json)
        set -- "$@" "$root/examples/data" "$root/tests/data/models"
        dictionary=$root/tests/fuzz/document.dict
        ;;
    esac
    [ ! -r "$dictionary" ] || set -- -dict="$dictionary" "$@"
    step "Fuzzing $name for $each s" "fuzz-$name" "$root/build/fuzz/tests/fuzz/$harness" -seed=$seed -max_total_time="$each" -timeout=300 \
        -rss_limit_mb=2048 -max_len=16384 -artifact_prefix="$artifacts/" -print_final_stats=1 "$@"
    echo "    $(sed -n 's/^stat::number_of_executed_units: *//p' "$logs/fuzz-$name.txt") inputs, nothing found"
done
