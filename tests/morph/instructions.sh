#!/bin/sh
# Count the instructions of gltf_morph_read with callgrind: work must follow what is displaced.
# usage: instructions.sh MEASURE [optimized]     (tests/morph/measure.c, built).  Exit status 77 where there is no valgrind.
measure=$1
if ! command -v valgrind >/dev/null 2>&1; then
    echo "skipped: no valgrind"
    exit 77
fi
if ! valgrind --tool=none "$measure" base 0 10 5 1 >/dev/null 2>&1; then
    echo "skipped: this valgrind cannot run what this compiler makes"
    exit 77
fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

# count CASE TARGETS PERCENT: instructions of one blend of 20000 vertices; nothing in it may ask for memory
count() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/out" --toggle-collect=gltf_morph_read \
        "$measure" "$1" "$2" 20000 "$3" 1 >"$folder/stdout" 2>"$folder/stderr" || {
        tail -3 "$folder/stderr" >&2
        echo 0
        return
    }
    if grep -E '\) (malloc|calloc|realloc|free)$' "$folder/out" >&2; then # the file lists what ran inside of the call
        echo "memory was asked for in $1" >&2
        echo 0
        return
    fi
    sed -n 's/^.*Collected : *\([0-9][0-9]*\).*$/\1/p' "$folder/stderr"
}

none=$(count random 0 5)
zero=$(count base 64 5)
one=$(count random 64 1)
five=$(count random 64 5)
twenty=$(count random 64 20)
runs=$(count clustered 64 5)
dense=$(count expanded 64 5)
displaced=$((20000 * 64 / 20))

echo "64 targets, 20000 vertices, instructions of one blend:"
echo "  no targets at all                     $none"
echo "  all weights zero                      $zero"
echo "  1 % displaced, sparse                 $one"
echo "  5 % displaced, sparse                 $five   ($(((five - none) / displaced)) for each displaced element)"
echo "  5 % displaced, sparse, in runs        $runs   ($(((runs - none) / displaced)))"
echo "  20 % displaced, sparse                $twenty"
echo "  5 % displaced, the same stored dense  $dense"

faults=0
# expect WHAT: the arithmetic condition that follows must hold
expect() {
    if [ "$(($2))" -ne 1 ]; then
        echo "wrong: $1"
        faults=1
    fi
}
expect "something was counted" "none > 0 && zero > 0 && one > 0 && five > 0 && twenty > 0 && runs > 0 && dense > 0"
expect "zero weights cost nothing" "zero - none < none / 10"
expect "1 % costs about a fifth of 5 %" "5 * (one - none) < 2 * (five - none)"
expect "20 % costs about four times 5 %" "(twenty - none) > 3 * (five - none) && (twenty - none) < 5 * (five - none)"
expect "5 % sparse costs less than the same dense" "five < dense"
if [ "$2" = optimized ]; then
    expect "runs cost less than scattered elements" "runs < five"
    expect "5 % sparse costs at most two thirds of the same dense, although dense is vectors all through" "3 * five < 2 * dense"
fi
exit $faults
