# examples/tools.sh - shared by examples/run.sh and tests/tools.sh: what must be there, quiet steps, builds.
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

# last_line LOG: what step shows while a command runs
last_line() {
    tail -n 1 "$1" | cut -c 1-100
}

# step TITLE LOG COMMAND...: run a command with its output in a log, which is shown only when it fails; a sign of life every
# half minute, which $step_watch (else last_line) makes from the log.
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
            sleep "${step_pause:-30}" >/dev/null 2>&1 &
            nap=$!
            wait "$nap"
            echo "    $(($(date +%s) - step_start)) s: $(${step_watch:-last_line} "$step_log")"
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

# can_install: whether packages can be installed here
can_install() {
    [ -z "${no_install:-}" ] && have apt-get && { [ "$(id -u)" -eq 0 ] || have sudo; }
}

# install_size PACKAGE...: what apt-get says of the size of packages; nothing where it cannot say
install_size() {
    apt-get -o Debug::NoLocking=true --assume-no --no-install-recommends install "$@" 2>/dev/null |
        sed -n -e 's/^Need to get \(.*\) of archives.*/, \1 to fetch/p' | sed 's,/[0-9.]* [kMG]*B,,'
}

# want_build: remember what a build needs and is missing
want_build() {
    [ -n "$(compiler)" ] || want "gcc libc6-dev" "a C compiler"
    have cmake || want cmake "CMake 3.21 or newer"
    have ninja || have make || want ninja-build "ninja or make"
    header cjson/cJSON.h cJSON.h || want libcjson-dev "cJSON with its header"
}

# provide: install what was remembered as missing, or say what it is and stop
provide() {
    if [ -n "$missing_packages" ]; then
        if can_install; then
            # shellcheck disable=SC2086
            step "Installing with apt-get:$missing_packages (about a minute$(install_size $missing_packages))" install apt_install $missing_packages
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
