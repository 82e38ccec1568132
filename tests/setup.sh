#!/bin/sh
# Install what the tests need and is missing: says what, and how much, before it starts.
# usage: sh tests/setup.sh [--quick]       --quick: only what `tests/run.sh --quick` cannot do without
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/tests/tools.sh"

case ${1:-} in
'' | --quick) ;;
*)
    sed -n '2,3s/^# //p' "$0"
    exit 64
    ;;
esac

want_tests
provide
[ $# -eq 0 ] || exit 0
can_install || exit 0 # what is missing skips single tests, which say so

packages=$(optional)
if [ -n "$packages" ]; then
    # shellcheck disable=SC2086
    step "Installing with apt-get:$packages (some minutes$(install_size $packages))" optional try_install $packages
fi
if have clang && [ -z "$(wasm_runtime)" ]; then # named after clang's version
    package=libclang-rt-$(clang -dumpversion | cut -d . -f 1)-dev-wasm32
    step "Installing with apt-get: $package" optional-wasm try_install "$package"
fi
step "Fetching the source of cJSON (some seconds)" cjson try sh "$root/examples/bindings/cjson.sh"
