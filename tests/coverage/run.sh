#!/bin/sh
# Line and branch coverage of src/ by all tests of ctest, with gcc's gcov: a table by file and the list of branches that no test takes.
# usage: sh tests/coverage/run.sh [CTEST_ARGUMENT...]       such as -R unit.core        writes build/coverage/report.txt
# Exit status 1 when a test fails or a branch is neither taken nor explained in reasons.txt.  Without arguments, tests are left out
# that take long and add nothing here: those that compile copies of the library (package, bindings, machines, kernels of other
# CPUs, headers, the README's programs), those that read its source or look at its archives (checks, docs), those of time and
# threads (bench, threads: counters are not atomic, which takes three times as long), and a few that walk where others walk.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
. "$root/examples/tools.sh"
work=${GLTF_COVERAGE_BUILD:-$root/build/coverage}
logs=$work
mkdir -p "$work"
for tool in gcc gcov python3 cmake ctest; do
    have $tool || { echo "skipped: no $tool" && exit 77; }
done
generator=
! have ninja || generator=-GNinja
# The portable code counts, so loops are not unrolled or vectorized away; contraction and warnings are as ever.  Functions that
# the library asks to be inlined are compiled as functions: each branch is counted once, not in each copy of it.
# shellcheck disable=SC2086
[ -e "$work/CMakeCache.txt" ] || step "Configuring for coverage" configure cmake -S "$root" -B "$work" $generator -DCMAKE_C_COMPILER=gcc \
    -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O0 --coverage -Dalways_inline=unused" -DGLTF_BUILD_SHARED=OFF -DGLTF_BUILD_TESTS=ON -DGLTF_INSTALL=OFF
step "Building for coverage" build nice -n 10 cmake --build "$work" --parallel "$(cores)"
find "$work" -name '*.gcda' -exec rm {} +
[ $# -gt 0 ] || set -- \
    -E '^(package|plugin|bindings|machines|kernels|header|checks|docs|render|viewer|bench|threads|abi|codec)[.]|^examples[.](readme|programs)$|^unit[.]text_locale$|^morph[.]instructions$'
status=0
(step "Testing" tests nice -n 10 ctest --test-dir "$work" --output-on-failure --timeout 1800 -j "$(cores)" "$@") || status=$?
python3 -B "$here/report.py" "$root" "$work" "$here/reasons.txt" >"$work/report.txt" || status=$?
sed '/^With a reason/,$d' "$work/report.txt"
echo "The branches that no test takes: $work/report.txt"
exit $status
