#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bundle.sh BUILD FOLDER: what a machine with a GPU needs of a build, with the C libraries and NVRTC it uses, in one folder that runs anywhere.
set -euo pipefail
build=$(realpath "$1") out=$2 root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$out/bin" "$out/lib" "$out/cells"
for program in runtime/warpcell-gpu repl/warpcell tests/cells/run_cells tests/bench/gpu/bench_gpu tests/unit/test_device_gpu; do
    cp "$build/$program" "$out/bin/"
    ldd "$build/$program" | awk '$3 ~ /^\// && $3 !~ /\/(libc|libm|libdl|libpthread)\.so/ { print $3 }' |
        xargs -r cp -Lu -t "$out/lib"
done
cp "$root"/tests/cells/*.cell "$out/cells/"
cp "$root"/tests/bench/gpu/{run.sh,others.py} "$out/"
if [ -n "${WARPCELL_NVRTC:-}" ]; then
    cp -L "$WARPCELL_NVRTC" "$out/lib/libnvrtc.so.13"
    cp -L "$(dirname "$WARPCELL_NVRTC")"/libnvrtc-builtins.so.* "$out/lib/"
fi
