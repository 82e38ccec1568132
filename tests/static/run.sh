#!/bin/sh
# Static analysis of src/: a finding that suppressions.txt does not name with a reason is a failure.
# usage: sh tests/static/run.sh [TOOL...] [-- FILE...]
#   TOOL  cppcheck, fanalyzer (gcc), clang-tidy (with clang's static analyzer; see .clang-tidy), stack (gcc -fstack-usage: the largest
#         frames; one above 12 KiB or of unknown size is a failure); default: all of them
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
. "$root/examples/tools.sh"
work=${GLTF_STATIC_BUILD:-$root/build/static}
logs=$work
mkdir -p "$work"
cd "$root"
flags="-std=c11 -Iinclude -ffp-contract=off"
most=12288

tools=
while [ $# -gt 0 ]; do
    case $1 in
    --) shift && break ;;
    *) tools="$tools $1" && shift ;;
    esac
done
: "${tools:= stack cppcheck fanalyzer clang-tidy}"
[ $# -gt 0 ] || set -- src/*/*.c
cjson=
header cjson/cJSON.h || cjson=$(sh "$root/examples/bindings/cjson.sh") || { echo "skipped: no cJSON" && exit 77; }
[ -z "$cjson" ] || flags="$flags -I$cjson -DGLTF_I_PRIVATE_CJSON"

# Each prints lines of: FILE CHECK MESSAGE

run_cppcheck() {
    for file in "$@"; do
        # One configuration, this machine's: the kernels of others have their own tests.
        nice -n 10 cppcheck --quiet --enable=warning,performance,portability --std=c11 --inline-suppr -Iinclude \
            -D__GNUC__=12 -D__x86_64__ -D__SSE2__ -D__BYTE_ORDER__=1 -D__ORDER_BIG_ENDIAN__=2 -U_MSC_VER -U_WIN32 \
            --suppress=missingInclude --suppress=unknownMacro --template='{file} {id} {line}: {message}' "$file" 2>&1 || :
    done | sort -u
}

gcc_findings() {
    sed -n 's/^\([^ :]*\):\([0-9]*\):[0-9]*: warning: \(.*\) \[\(CWE-[0-9]*\] \[\)\{0,1\}\(-W[^]]*\)\]$/\1 \5 \2: \3/p' | sort -u
}

run_fanalyzer() {
    for file in "$@"; do
        # shellcheck disable=SC2086
        nice -n 10 gcc $flags -O2 -fanalyzer -c "$file" -o "$work/object.o" 2>&1 || echo "$file:1:1: warning: does not compile [-Werror]"
    done | gcc_findings
}

run_clang_tidy() {
    for file in "$@"; do
        # shellcheck disable=SC2086
        nice -n 10 clang-tidy --quiet "$file" -- $flags 2>/dev/null || :
    done | sed -n "s|^$root/||; s/^\([^ :]*\):\([0-9]*\):[0-9]*: \(warning\|error\): \(.*\) \[\([a-z][^]]*\)\]\$/\1 \5 \2: \4/p" | sort -u
}

run_stack() {
    for file in "$@"; do
        # shellcheck disable=SC2086
        nice -n 10 gcc $flags -O2 -fstack-usage -c "$file" -o "$work/object.o"
        sed 's|^|'"$file"' |' "$work/object.su"
    done >"$work/frames.txt"
    # FILE PLACE:FUNCTION SIZE KIND
    awk '{ name = $2; sub(/.*:/, "", name); print $3, $4, name, $1 }' "$work/frames.txt" | sort -rn >"$work/largest.txt"
    echo "The largest stack frames, in bytes:" >&2
    sed -n '1,8s/^/    /p' "$work/largest.txt" >&2
    awk -v most=$most '$1 > most || $2 == "dynamic" { print $4, "frame", $3 ": " $1 " bytes, " $2 }' "$work/largest.txt"
}

# judge TOOL: findings in work/TOOL.txt without those that are suppressed
judge() {
    grep "^$1 " "$here/suppressions.txt" | awk '{ print $2, $3, "" }' >"$work/known.txt"
    grep -v -F -f "$work/known.txt" "$work/$1.txt" >"$work/$1.new" || :
    if [ -n "$whole" ]; then
        while read -r line; do
            grep -q -F -e "$line" "$work/$1.txt" || echo "$1: no longer found, so suppressions.txt can do without: $line"
        done <"$work/known.txt"
    fi
    all=$(grep -c . "$work/$1.txt" || :)
    new=$(grep -c . "$work/$1.new" || :)
    echo "$1: $new findings, $((all - new)) known"
    sed 's/^/    /' "$work/$1.new"
    [ "$new" -eq 0 ] || failed=1
}

failed='' whole=
[ "$*" != "$(echo src/*/*.c)" ] || whole=1
for tool in $tools; do
    case $tool in
    cppcheck | clang-tidy) program=$tool ;;
    fanalyzer | stack) program=gcc ;;
    *) echo "$tool: no such tool is known" && exit 64 ;;
    esac
    have $program || { echo "skipped: no $program" && continue; }
    "run_$(echo "$tool" | tr - _)" "$@" >"$work/$tool.txt"
    judge "$tool"
done
[ -z "$failed" ]
