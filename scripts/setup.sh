# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2086,SC2153
# Set-up shared by ./run and ./test: Debian packages, the Python environment .venv, NVRTC, and Warpcell itself installed
# from its own wheel. Everything is checked first, so that a second run does nothing. Sourced by bash; needs $ROOT.

VENV=$ROOT/.venv
STAMPS=$VENV/stamps
export PATH="$VENV/bin:$PATH"
export PIP_DISABLE_PIP_VERSION_CHECK=1

BUILD_PACKAGES="gcc libc6-dev pkg-config libzmq3-dev libjansson-dev libedit-dev libpng-dev zlib1g-dev libssl-dev libutf8proc-dev
    python3 python3-venv"

say() { printf '%s\n' "warpcell: $*" >&2; }
die() { say "$*"; exit 1; }

# ---- Debian packages ----

missing_packages() {
    local name
    for name; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || printf '%s ' "$name"
    done
}

need_packages() {
    local missing root=
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian; taking for granted that these are installed: $*"
        return
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        root=sudo
        command -v sudo >/dev/null || die "these packages are missing; as root: apt-get install $missing"
    fi
    say "installing Debian packages: $missing"
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq update || say "apt-get update failed; trying all the same"
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing \
        </dev/null >/dev/null || die "apt-get could not install: $missing"
}

# ---- Python ----

good_python() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    local name
    for name in ${WARPCELL_PYTHON:-} python3 /usr/bin/python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && good_python "$name"; then
            command -v "$name"
            return
        fi
    done
    die "no Python >= 3.11 with venv was found; install one (Debian: python3-venv) or name it in WARPCELL_PYTHON"
}

make_venv() {
    local python
    if [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import pip' 2>/dev/null; then
        return
    fi
    python=$(find_python) || exit 1
    say "making the Python environment .venv with $python"
    rm -rf "$VENV"
    "$python" -m venv "$VENV" || die "$python cannot make a virtual environment"
}

# need_python NAME FILE: the requirements in FILE, kept under the stamp NAME.
need_python() {
    local hash
    hash=$(sha256sum <"$2")
    [ "$(cat "$STAMPS/$1" 2>/dev/null)" = "$hash" ] && return
    say "installing Python packages ($2)"
    "$VENV/bin/pip" install -q -r "$2" </dev/null || die "pip could not install $2"
    mkdir -p "$STAMPS"
    printf '%s\n' "$hash" >"$STAMPS/$1"
}

# ---- NVRTC, the CUDA compiler as a library ----

installed_nvrtc() {
    local dir file
    if [ -n "${WARPCELL_NVRTC:-}" ]; then
        printf '%s\n' "$WARPCELL_NVRTC"
        return
    fi
    for dir in "${CUDA_HOME:-/nowhere}" "${CUDA_PATH:-/nowhere}" /usr/local/cuda /usr/local/cuda-1[23]*; do
        for file in "$dir"/lib64/libnvrtc.so.1[23] "$dir"/targets/*/lib/libnvrtc.so.1[23]; do
            [ -e "$file" ] && printf '%s\n' "$file" && return
        done
    done
    for file in /usr/lib/*-linux-gnu/libnvrtc.so.1[23]; do
        [ -e "$file" ] && printf '%s\n' "$file" && return
    done
    return 1
}

need_nvrtc() {
    installed_nvrtc >/dev/null && return
    [ -n "$(find "$VENV"/lib -name 'libnvrtc.so.1[23]' -print -quit)" ] && return
    say "installing NVRTC (the wheel nvidia-cuda-nvrtc), since there is no CUDA toolkit here"
    "$VENV/bin/pip" install -q -r scripts/requirements-nvrtc.txt </dev/null || die "NVRTC cannot be had. Either install a
    CUDA toolkit, 12 or 13 (it needs no GPU; under /usr/local/cuda it is found, elsewhere set CUDA_HOME), or install
    the package yourself:  .venv/bin/pip install -r scripts/requirements-nvrtc.txt
    or set WARPCELL_NVRTC to the path of a libnvrtc.so.12 or libnvrtc.so.13."
}

# ---- Warpcell itself ----

wheel_sources() {
    find meson.build meson_options.txt pyproject.toml runtime kernel repl kernelspec python notebooks/exercises -type f \
        ! -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

install_warpcell() {
    local hash
    hash=$(wheel_sources)
    [ "$(cat "$STAMPS/warpcell" 2>/dev/null)" = "$hash" ] && return
    say "building and installing Warpcell"
    rm -rf build/wheel
    mkdir -p build/wheel "$STAMPS"
    "$VENV/bin/pip" wheel -q --no-deps --no-build-isolation --wheel-dir build/wheel \
        --config-settings=build-dir=build/wheel-tree . </dev/null || die "Warpcell does not build"
    "$VENV/bin/pip" install -q --no-deps --force-reinstall build/wheel/warpcell-*.whl </dev/null ||
        die "Warpcell's wheel cannot be installed"
    printf '%s\n' "$hash" >"$STAMPS/warpcell"
}

set_up() {
    need_packages $BUILD_PACKAGES
    make_venv
    need_python requirements scripts/requirements.txt
    need_nvrtc
    install_warpcell
}
