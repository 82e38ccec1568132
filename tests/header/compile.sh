#!/bin/sh
# Compile one public header alone, included twice, in one dialect with each of the given compilers.
# usage: compile.sh INCLUDE_FOLDER HEADER STANDARD COMPILER...
set -u
include=$1 header=$2 standard=$3
shift 3
if [ $# -eq 0 ]; then
    echo "skipped: no gcc and no clang for $standard"
    exit 77
fi

case $standard in
c++*) language=c++ warnings="-Wold-style-cast" ;;
*) language=c warnings="-Wstrict-prototypes -Wc++-compat" ;;
esac

program="#include <gltf_accessor/$header>
#include <gltf_accessor/$header>
gltf_status probe(gltf_error *error);
gltf_status probe(gltf_error *error) { error->index = GLTF_NONE; error->position = GLTF_VERSION_NUMBER; return GLTF_OK; }"

failed=0
for compiler in "$@"; do
    # shellcheck disable=SC2086
    if ! printf '%s\n' "$program" | "$compiler" -x $language -std=$standard -Wall -Wextra -Wpedantic -Wundef -Wshadow -Wconversion \
        $warnings -Werror -fsyntax-only -I"$include" -; then
        echo "$header is not clean as $standard with $compiler"
        failed=1
    fi
done
exit $failed
