#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deb.sh [DIRECTORY]: builds the Debian package of the working tree. Needs debhelper, and what a build needs; Meson may be that of .venv, and so
# the list of build dependencies is not checked. Default: build/deb.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD out=${1:-build/deb}
version=$(sed -n "s/^ *version: '\(.*\)',/\1/p" meson.build)
mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -rf "$out"/warpcell-* "$out"/warpcell_*
source=$out/warpcell-$version
mkdir "$source"
cp -r --parents meson.build meson_options.txt runtime kernel repl kernelspec notebooks/exercises docs/man README.md CHANGELOG.md LICENSE "$source/"
cp -r packaging/debian "$source/debian"
[ ! -d "$root/.venv/bin" ] || export PATH="$root/.venv/bin:$PATH"
cd "$source" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-nocheck parallel=$(nproc)}" dpkg-buildpackage --build=binary --no-sign --no-check-builddeps
ls -l "$out"/*.deb
