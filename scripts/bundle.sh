#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bundle.sh BUILD FOLDER: what a machine with a GPU needs of a build, with the C libraries and NVRTC it uses, in one folder that runs anywhere.
set -euo pipefail
build=$(realpath "$1") out=$2 root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$out/bin" "$out/lib" "$out/cells" "$out/notebooks" "$out/programs" "$out/ptx"
for program in runtime/warpcell-gpu repl/warpcell kernel/warpcell-kernel tests/cells/run_cells tests/notebook/run_notebook \
    tests/ptx/run_forms tests/bench/gpu/bench_gpu tests/unit/test_device_gpu; do
    cp "$build/$program" "$out/bin/"
    ldd "$build/$program" | awk '$3 ~ /^\// && $3 !~ /\/(libc|libm|libdl|libpthread)\.so/ { print $3 }' |
        xargs -r cp -Lu -t "$out/lib"
done
cp "$root"/tests/cells/*.cell "$out/cells/"
# What tests/cells/meson.build runs on the cpu device only, on two devices, or over the fake driver.
rm -f "$out"/cells/{children,count,devices,diff,exercises,files,gpu_libraries,gpu_libraries_unusable,ipc,lanes,learner,limits,overlap,profile}.cell
cp -r "$root"/notebooks/*.ipynb "$root"/notebooks/data "$out/notebooks/"
cp "$root"/tests/programs/*.{cu,h,out} "$out/programs/"
cp "$root"/tests/ptx/forms.csv "$out/ptx/"
cp "$root"/tests/bench/gpu/{run.sh,others.py,libraries.cu} "$out/"
nvrtc=${WARPCELL_NVRTC:-$(ls /usr/local/cuda/lib64/libnvrtc.so.1[0-9] 2>/dev/null | tail -n 1)}
if [ -n "$nvrtc" ]; then
    cp -L "$nvrtc" "$out/lib/$(basename "$nvrtc" | cut -d. -f1-3)"
    cp -L "$(dirname "$nvrtc")"/libnvrtc-builtins.so.1[0-9].* "$out/lib/"
    headers=$(dirname "$nvrtc")/../include # beside the library, as in a toolkit
    [ -f "$headers/cuda_fp16.h" ] && cp -RL "$headers" "$out/include"
else
    echo "bundle.sh: no NVRTC was found: name one in WARPCELL_NVRTC" >&2
    exit 1
fi
