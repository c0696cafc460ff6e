# SPDX-License-Identifier: CC0-1.0
# shellcheck shell=bash disable=SC2034
# What tools/run, tools/test, tools/bundle and tools/lint share: the packages, configuring, building.
# Sourced, with the repository's root as the working directory.

# Each package and what it is for is in README.md, section "What it is built from".
packages_to_build=(
    g++ cmake ninja-build
    nlohmann-json3-dev libfmt-dev libcli11-dev
    qt6-base-dev qt6-svg-dev libqcustomplot-dev
)
packages_to_show=(qt6-qpa-plugins fontconfig fonts-dejavu-core)
packages_to_test=(librapidcheck-dev libbenchmark-dev python3 python3-pip python3-jsonschema appstream doxygen)

may_install=yes
jobs=

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# One job a core, but no more than there is memory for: about 1 GiB a compiler process.
default_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)
    ((memory < 1)) && memory=1
    echo $((cores < memory ? cores : memory))
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 "$@" </dev/null >&2
}

# Prints those of the packages named that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            echo "$package"
    done
}

# Installs what is missing of the packages named. No call of apt-get when nothing is.
install_packages() {
    [[ $may_install == yes ]] || return 0
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        die "this is neither Debian nor Ubuntu, so packages cannot be installed automatically." \
            "Install what corresponds to: $* — then use --no-install."
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    say "these packages are missing and will be installed: ${missing[*]}"
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        die "installing them needs root, and there is no sudo here. As root, run" \
            "'apt-get install ${missing[*]}', then start this again."
    fi
    # Old package lists name versions that are gone, so a failed installation is tried once more.
    if apt-cache show "${missing[@]}" >/dev/null 2>&1 &&
        apt_get install -y --no-install-recommends "${missing[@]}"; then
        return 0
    fi
    apt_get update || say "the package lists could not be brought up to date; trying all the same"
    apt_get install -y --no-install-recommends "${missing[@]}" ||
        die "the packages could not be installed: see apt-get's words above." \
            "Parterre needs Debian 12, Ubuntu 24.04, or newer."
}

# configure PRESET [CMAKE-ARGUMENT…]: only if it was not configured just so before. A change in a
# CMakeLists.txt needs no call: the build notices.
configure() {
    local preset=$1 folder=build/$1 nvcc signature
    nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc || true)
    signature="$* nvcc=$nvcc"
    if [[ -f $folder/build.ninja && -f $folder/configured-as &&
        $(<"$folder/configured-as") == "$signature" ]]; then
        return 0
    fi
    rm -f "$folder/configured-as"
    cmake --preset "$@" >&2 || die "configuring failed: see CMake's words above."
    printf '%s\n' "$signature" >"$folder/configured-as"
}

# build PRESET [TARGET…]
build() {
    local preset=$1
    shift
    cmake --build "build/$preset" --parallel "${jobs:-$(default_jobs)}" ${1:+--target "$@"} >&2 ||
        die "the build failed: see the compiler's words above."
}

# Sets newest_cuda_include to a folder with the newest published cuda.h, or to nothing. What it is
# compared with, core/driver/abi.h, must fit drivers that come out later. Looked for once a week, or
# the next day if that failed.
fetch_newest_cuda_header() {
    local folder=build/newest-cuda-header header
    mkdir -p "$folder"
    if [[ -z $(find "$folder/fetched" -mtime -7 2>/dev/null) &&
        -z $(find "$folder/failed" -mtime -1 2>/dev/null) ]]; then
        rm -rf "$folder"/{new,failed}
        if timeout 120 python3 -m pip --disable-pip-version-check download --quiet --retries 1 \
            --no-deps --dest "$folder/new" nvidia-cuda-runtime </dev/null >"$folder/log" 2>&1 &&
            python3 -m zipfile -e "$folder"/new/*.whl "$folder/new"; then
            rm -rf "$folder/fetched"
            mv "$folder/new" "$folder/fetched"
            touch "$folder/fetched"
        else
            touch "$folder/failed"
        fi
    fi
    header=$(find "$folder/fetched" -name cuda.h -print -quit 2>/dev/null || true)
    newest_cuda_include=${header:+$PWD/${header%/cuda.h}}
    [[ -n $header ]] ||
        say "the newest CUDA header could not be fetched; the tests go on without it" \
            "($folder/log tells why)"
}
