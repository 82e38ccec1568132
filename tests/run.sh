#!/bin/sh
# Build and run the tests.
# usage: sh tests/run.sh [--quick] [--no-install] [FUZZ_MINUTES]
#
#   (nothing)      every test, again under the sanitizers, a minute of fuzzing, and the data in ../shared where it is: about a
#                  quarter of an hour on two cores
#   --quick        the fast and telling tests only: below a minute, after a build of about three
#   --no-install   install nothing; what is missing is said, and tests that need it are skipped
#   FUZZ_MINUTES   default 1, 0 = none
#
# What is missing is installed first, where apt-get is there; `sh tests/setup.sh` does only that.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tests/tools.sh"

usage() {
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
}

quick='' no_install='' fuzz_minutes=1
for argument in "$@"; do
    case $argument in
    --quick) quick=--quick ;;
    --no-install) no_install=yes ;;
    --help | -h)
        usage
        exit 0
        ;;
    *[!0-9]* | '')
        usage
        exit 64
        ;;
    *) fuzz_minutes=$argument ;;
    esac
done
skipped='' tested=''

# What takes longest, and tells least of a change of a line.
slow='^(package|render|viewer|bench)\.|^bindings\.(javascript|rust|browser|python)$|^docs\.(by_hand|reference)$|^examples\.readme$'
slow="$slow"'|^abi\.old_header\.grown|^morph\.(cases|instructions)$|^unit\.(core_kernels|core_convert|text_locale|text_base64_wide)$'

# failures LOG: of a log of ctest, what did not pass
failures() {
    sed -E -e '/^ *Start +[0-9]+: /d' -e '/ Passed +[0-9.]+ sec$/d' "$1"
}

# test_all PRESET [CTEST_OPTION...]: the tests, and ctest's closing summary
test_all() {
    preset=$1
    shift
    tested="$tested $logs/test-$preset.txt"
    rm -f "$logs/test-$preset.txt.running"
    step_show=failures step_watch=progress step_pause=10
    step "Testing build/$preset" "test-$preset" ctest --test-dir "$root/build/$preset" --output-on-failure -j "$(cores)" "$@"
    step_show='' step_watch='' step_pause=''
    sed -n '/tests passed/,$p' "$logs/test-$preset.txt" | sed '/^$/d'
}

# finish: the slowest tests, what was skipped, and ctest's lines again
finish() {
    echo "The slowest tests:"
    # shellcheck disable=SC2086
    slowest $tested
    [ -z "$skipped" ] || echo "Skipped:$skipped"
    # shellcheck disable=SC2086
    sed -n '/tests passed/p' $tested
    echo "All that ran is well."
}

if [ -n "$quick" ]; then
    echo "The fast tests: below a minute, after a build of about three."
else
    echo "Every test: about a quarter of an hour on two cores.  --quick takes less than a minute, after the build."
fi
if [ -n "$no_install" ]; then
    want_tests
    provide # says what is missing
else
    # shellcheck disable=SC2086
    sh "$root/tests/setup.sh" $quick
fi
build test

if [ -n "$quick" ]; then
    test_all test -E "$slow"
    finish
    exit 0
fi
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
inspect=$root/build/test/examples/gltf-inspect
if [ -r "$shared/check.py" ] && have python3; then
    set --
    [ ! -d "$shared/cases" ] || set -- "$@" --cases "$shared/cases"
    [ ! -d "$shared/corpus" ] || set -- "$@" --corpus "$shared/corpus"
    [ ! -d "$shared/conformance" ] || set -- "$@" --conformance "$shared/conformance"
    step "Checking the inspector against the data in ../shared" shared python3 -B "$shared/check.py" --inspect "$inspect" "$@"
    tail -n 1 "$logs/shared.txt"
else
    skipped="$skipped
  the data in ../shared: not there"
fi
library=$root/build/test/libgltf_accessor.so
if [ -r "$shared/check_more.py" ] && [ -d "$shared/cases" ] && [ -r "$library" ] && have python3; then
    step "Checking the Python binding against the data in ../shared" shared-more \
        env GLTF_ACCESSOR_LIBRARY="$library" PYTHONPATH="$root/examples/bindings/python" \
        python3 -B "$shared/check_more.py" "$shared/cases" "$inspect"
    tail -n 1 "$logs/shared-more.txt"
else
    skipped="$skipped
  the data in ../shared, by the Python binding: not there"
fi
finish
