# tests/tools.sh - shared by the scripts of tests/: what only tests need, and how far ctest is.
# To be sourced by a POSIX shell with $root set to the project's folder.
# shellcheck shell=sh disable=SC2154
. "$root/examples/tools.sh"

# can_link COMPILER FLAGS...: whether a program for the host, or with $program_main empty a fuzzer, can be built so
can_link() {
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return size > 1 && data[0] == data[1] ? 0 : 0; }
'"${program_main:-}" | "$@" -x c - -o "$logs/probe" >/dev/null 2>&1 && rm -f "$logs/probe"
}

# want_tests: remember what the tests need and is missing, as want_build does
want_tests() {
    want_build
    have "${CXX:-c++}" || have g++ || have clang++ || want g++ "a C++ compiler"
    header cmocka.h || want libcmocka-dev "cmocka with its header"
    have python3 || want python3 "Python 3"
}

# wasm_runtime: the file of clang's own functions for WebAssembly
wasm_runtime() {
    wasm_folder=$(clang --target=wasm32-wasi --print-resource-dir)/lib
    for name in wasi/libclang_rt.builtins-wasm32.a wasm32-unknown-wasi/libclang_rt.builtins.a; do
        [ ! -e "$wasm_folder/$name" ] || echo "$wasm_folder/$name"
    done
}

# optional: packages that are missing and that single tests need; without them these tests say that they are skipped
optional() {
    have node || have nodejs || printf ' nodejs'
    have npm || printf ' npm'
    have chromium || have chromium-browser || have google-chrome || printf ' chromium'
    have cargo || printf ' cargo'
    have clang || printf ' clang'
    have wasm-ld || printf ' lld'
    have dpkg-source || printf ' dpkg-dev'
    have pkg-config || printf ' pkg-config'
    have doxygen || printf ' doxygen'
    header GLFW/glfw3.h || printf ' libglfw3-dev'
    header png.h || printf ' libpng-dev'
    have Xvfb || printf ' xvfb'
    have i686-linux-gnu-gcc || printf ' gcc-i686-linux-gnu libc6-dev-i386-cross'
    [ -e /usr/include/wasm32-wasi ] || printf ' wasi-libc'
    python3 -m pip --version >/dev/null 2>&1 || printf ' python3-pip'
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null || printf ' python3-numpy'
}

# try COMMAND...: its failure is none of the caller's
try() {
    "$@" || :
}

# try_install PACKAGE...: all of them, else those that can be installed
try_install() {
    apt_install "$@" && return
    for package in "$@"; do
        apt_install "$package" || echo "no package $package"
    done
}

# progress LOG: of a log of ctest that is still written: "96 of 146, running: package.single 30 s".  The seconds count from when
# a test was first seen here.
progress() {
    awk -v now="$(date +%s)" -v memory="$1.running" '
        BEGIN { while ((getline line < memory) > 0) { split(line, word, " "); since[word[1]] = word[2] } close(memory); printf "" > memory }
        /^ *Start +[0-9]+: / { sub(/^ *Start +[0-9]+: /, ""); running[$1] = ++order; next }
        /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
            split($1, part, "/"); finished = part[1]; total = part[2]
            sub(/^.* Test +#[0-9]+: /, ""); sub(/ .*/, ""); delete running[$0]
        }
        END {
            for (name in running) {
                if (!(name in since)) { since[name] = now }
                print name, since[name] > memory
                list = list (list == "" ? "" : ", ") name " " now - since[name] " s"
            }
            print (total ? finished " of " total : "starting") (list == "" ? "" : ", running: " list)
        }' "$1"
}

# slowest LOG...: of logs of ctest, the eight tests that took longest
slowest() {
    sed -n -E 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec.*$/\2 \1/p' "$@" | sort -rn | head -n 8 |
        awk '{ printf "    %6.1f s  %s\n", $1, $2 }'
}
