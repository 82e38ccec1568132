#!/bin/sh
# Every test: install what is missing, build, run the tests, again under the sanitizers, a minute of fuzzing, and the data in
# ../shared where it is.  usage: sh tests/run.sh [FUZZ_MINUTES]       default 1, 0 = none
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/examples/tools.sh"
fuzz_minutes=${1:-1}
skipped=

# failures LOG: of a log of ctest, what did not pass
failures() {
    sed -E -e '/^ *Start +[0-9]+: /d' -e '/ Passed +[0-9.]+ sec$/d' "$1"
}

# test_all PRESET [CTEST_OPTION...]: the tests, and ctest's closing summary
test_all() {
    tested=$1
    shift
    step_show=failures
    step "Testing build/$tested" "test-$tested" ctest --test-dir "$root/build/$tested" --output-on-failure -j "$(cores)" "$@"
    step_show=
    sed -n '/tests passed/,$p' "$logs/test-$tested.txt" | sed '/^$/d'
}

# can_link COMPILER FLAGS...: whether a program for the host can be built so
can_link() {
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return size > 1 && data[0] == data[1] ? 0 : 0; }
'"${program_main:-}" | "$@" -x c - -o "$logs/probe" >/dev/null 2>&1 && rm -f "$logs/probe"
}

provide tests
offer
build test
test_all test

program_main='int main(void) { return 0; }'
if can_link "$(compiler)" -fsanitize=address,undefined; then
    build sanitize
    # but those that do not run what was built here: they have just passed
    test_all sanitize -E '^(package|header|checks)\.|^examples\.readme$'
else
    skipped="$skipped
  tests under the sanitizers: $(compiler) cannot link them"
fi

program_main=
if [ "$fuzz_minutes" -eq 0 ]; then
    skipped="$skipped
  fuzzing: not asked for"
elif have clang && can_link clang -fsanitize=fuzzer,address,undefined; then
    sh "$root/tests/fuzz/run.sh" "$fuzz_minutes"
else
    skipped="$skipped
  fuzzing: no clang with libFuzzer"
fi

shared=$(dirname -- "$root")/shared
if [ -r "$shared/check.py" ] && have python3; then
    set --
    [ ! -d "$shared/cases" ] || set -- "$@" --cases "$shared/cases"
    [ ! -d "$shared/corpus" ] || set -- "$@" --corpus "$shared/corpus"
    [ ! -d "$shared/conformance" ] || set -- "$@" --conformance "$shared/conformance"
    step "Checking the inspector against the data in ../shared" shared python3 -B "$shared/check.py" \
        --inspect "$root/build/test/examples/gltf-inspect" "$@"
    tail -n 1 "$logs/shared.txt"
else
    skipped="$skipped
  the data in ../shared: not there"
fi

[ -z "$skipped" ] || echo "Skipped:$skipped"
echo "All that ran is well."
