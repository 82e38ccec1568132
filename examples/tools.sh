# examples/tools.sh - shared by examples/run.sh, tests/run.sh and tests/fuzz/run.sh: tools, quiet steps, builds.
# To be sourced by a POSIX shell with $root set to the project's folder.
# shellcheck shell=sh disable=SC2154

logs=$root/build/logs
mkdir -p "$logs"

have() {
    command -v "$1" >/dev/null 2>&1
}

cores() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# step TITLE LOG COMMAND...: run a command with its output in a log, which is shown only when it fails; a sign of life every
# half minute.
step() {
    step_title=$1 step_log=$logs/$2.txt
    shift 2
    echo "$step_title"
    : >"$step_log"
    step_start=$(date +%s)
    (
        nap=
        trap '[ -z "$nap" ] || kill "$nap" 2>/dev/null; exit 0' TERM
        while :; do
            sleep 30 >/dev/null 2>&1 &
            nap=$!
            wait "$nap"
            echo "    $(($(date +%s) - step_start)) s: $(tail -n 1 "$step_log" | cut -c 1-100)"
        done
    ) &
    step_watcher=$!
    step_status=0
    "$@" >"$step_log" 2>&1 </dev/null || step_status=$?
    kill "$step_watcher" 2>/dev/null || :
    wait "$step_watcher" 2>/dev/null || :
    if [ "$step_status" -ne 0 ]; then
        echo "$step_title: failed with status $step_status.  The end of $step_log:"
        ${step_show:-tail -n 60} "$step_log"
        exit 1
    fi
}

# ---- what must be there ----

compiler() {
    for candidate in ${CC:-} cc gcc clang; do
        if have "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

# header NAME...: whether one of these headers can be found
header() {
    for name in "$@"; do
        for folder in /usr/include /usr/local/include /opt/homebrew/include /opt/local/include; do
            [ ! -e "$folder/$name" ] || return 0
        done
        if [ -n "$(compiler)" ] && echo "#include <$name>" | "$(compiler)" -E -include stdint.h -include stdarg.h -include setjmp.h \
            -x c - >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

# want PACKAGES WORDS: remember what is missing, as Debian packages and in words
missing_packages='' missing_words=''
want() {
    missing_packages="$missing_packages $1"
    missing_words="$missing_words${missing_words:+, }$2"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" && return
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@"
}

# provide [tests]: see to it that everything is there, or say what is not and stop
provide() {
    [ -n "$(compiler)" ] || want "gcc libc6-dev" "a C compiler"
    have cmake || want cmake "CMake 3.21 or newer"
    have ninja || have make || want ninja-build "ninja or make"
    header cjson/cJSON.h cJSON.h || want libcjson-dev "cJSON with its header"
    if [ "${1:-}" = tests ]; then
        have "${CXX:-c++}" || have g++ || have clang++ || want g++ "a C++ compiler"
        header cmocka.h || want libcmocka-dev "cmocka with its header"
        have python3 || want python3 "Python 3"
    fi
    if [ -n "$missing_packages" ]; then
        if have apt-get && { [ "$(id -u)" -eq 0 ] || have sudo; }; then
            # shellcheck disable=SC2086
            step "Installing with apt-get:$missing_packages" install apt_install $missing_packages
        else
            echo "Not found here: $missing_words."
            echo "Install them with your system's package manager (on Debian and Ubuntu:$missing_packages), then run this again."
            exit 1
        fi
    fi
    if ! cmake --help 2>/dev/null | grep -q -e '--preset'; then
        echo "$(cmake --version | head -n 1) is too old: CMake 3.21 or newer is needed here."
        exit 1
    fi
}

# try COMMAND...: whatever comes of it
try() {
    "$@" || :
}

# try_install PACKAGE...: those that can be had
try_install() {
    apt_install "$@" && return
    for package in "$@"; do
        apt_install "$package" || echo "no package $package"
    done
}

# wasm_runtime: the file of clang's own functions for WebAssembly
wasm_runtime() {
    wasm_folder=$(clang --target=wasm32-wasi --print-resource-dir)/lib
    for name in wasi/libclang_rt.builtins-wasm32.a wasm32-unknown-wasi/libclang_rt.builtins.a; do
        [ ! -e "$wasm_folder/$name" ] || echo "$wasm_folder/$name"
    done
}

# offer: install what single tests can do without (those of the bindings, the reference), where that is possible; elsewhere these tests say
# that they are skipped
offer() {
    have apt-get && { [ "$(id -u)" -eq 0 ] || have sudo; } || return 0
    offered=
    have node || have nodejs || offered="$offered nodejs"
    have chromium || have chromium-browser || have google-chrome || offered="$offered chromium"
    have cargo || offered="$offered cargo"
    have clang || offered="$offered clang"
    have wasm-ld || offered="$offered lld"
    have dpkg-source || offered="$offered dpkg-dev"
    have pkg-config || offered="$offered pkg-config"
    have doxygen || offered="$offered doxygen"
    header GLFW/glfw3.h || offered="$offered libglfw3-dev"
    header png.h || offered="$offered libpng-dev"
    have Xvfb || offered="$offered xvfb"
    have i686-linux-gnu-gcc || offered="$offered gcc-i686-linux-gnu libc6-dev-i386-cross"
    [ -e /usr/include/wasm32-wasi ] || offered="$offered wasi-libc"
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null || offered="$offered python3-numpy"
    # shellcheck disable=SC2086
    [ -z "$offered" ] || step "Installing with apt-get:$offered" offer try_install $offered
    if have clang && [ -z "$(wasm_runtime)" ]; then # named after clang's version
        package=libclang-rt-$(clang -dumpversion | cut -d . -f 1)-dev-wasm32
        step "Installing with apt-get: $package" offer-wasm try_install "$package"
    fi
    step "Fetching the source of cJSON" cjson try sh "$root/examples/bindings/cjson.sh"
}

# ---- builds ----

# build PRESET [TARGET...]: configure build/PRESET the first time, then build
build() {
    build_preset=$1 build_folder=$root/build/$1
    shift
    cache=$build_folder/CMakeCache.txt
    if [ -e "$cache" ] && ! grep -q -F -x "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        rm -rf "$build_folder" # it came here with a copy of the project
    fi
    if [ ! -e "$build_folder/build.ninja" ] && [ ! -e "$build_folder/Makefile" ]; then
        rm -f "$cache"
        generator=
        [ -n "${CMAKE_GENERATOR:-}" ] || ! have ninja || generator=-GNinja
        # shellcheck disable=SC2086
        step "Configuring build/$build_preset" "configure-$build_preset" cmake -S "$root" --preset "$build_preset" $generator
    fi
    [ $# -eq 0 ] || set -- --target "$@"
    step "Building build/$build_preset" "build-$build_preset" cmake --build "$build_folder" --parallel "$(cores)" "$@"
}
