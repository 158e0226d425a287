#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [FOLDER]: everything that needs a real GPU, in one call, from a folder that scripts/bundle.sh has made (default: its own). What it
# prints is the result; golden files and executed notebooks go to $OUT (default: FOLDER/out). Every part has a time limit; all
# together stay below thirteen minutes. The status is 0 only if all parts are well.
set -uo pipefail
cd "${1:-$(dirname "$0")}" || exit
OUT=${OUT:-$PWD/out}
mkdir -p "$OUT/notebooks"
export LD_LIBRARY_PATH=$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} WARPCELL_GPU_WORKER=${WARPCELL_GPU_WORKER:-$PWD/bin/warpcell-gpu}
export XDG_CACHE_HOME; XDG_CACHE_HOME=$(mktemp -d)
for nvrtc in lib/libnvrtc.so.1[0-9]; do
    [ -f "$nvrtc" ] && export WARPCELL_NVRTC=$PWD/$nvrtc
done
# Our own kernels, unless a part is about NVIDIA's libraries.
libraries=(env -u WARPCELL_CUBLAS -u WARPCELL_CUFFT -u WARPCELL_CUSOLVER -u WARPCELL_CUSPARSE)
[ -n "${WARPCELL_CUBLAS:-}" ] && libraries=(env) # they are named
for name in CUBLAS CUFFT CUSOLVER CUSPARSE; do
    named=WARPCELL_$name
    libraries+=(${!named:+"$named=${!named}"})
    export "$named="
done
failed=0
part() { # part SECONDS NAME COMMAND...
    local limit=$1 name=$2 began=$SECONDS status
    shift 2
    echo "==== $name"
    timeout "$limit" "$@"
    status=$?
    echo "==== $name: status $status, $((SECONDS - began)) s"
    [ "$status" = 0 ] || failed=1
}

# Every program of tests/programs prints what it should.
programs() {
    local wrong=0 count=0 program
    cd programs || return
    for program in *.cu; do
        [ "$program" = arguments.cu ] && continue # it is about its command line
        count=$((count + 1))
        timeout 20 ../bin/warpcell "$program" </dev/null >"$XDG_CACHE_HOME/out" 2>"$XDG_CACHE_HOME/err" &&
            cmp -s "$XDG_CACHE_HOME/out" "${program%.cu}.out" && continue
        if grep -q 'cannot open source file "cu[a-z]*_kernel.h"' "$XDG_CACHE_HOME/err"; then
            echo "not run: $program needs a CUDA toolkit's headers"
            continue
        fi
        if grep -q 'kernels that launch kernels are only supported on the cpu device' "$XDG_CACHE_HOME/err"; then
            echo "not run: $program has kernels that launch kernels"
            continue
        fi
        wrong=$((wrong + 1))
        echo "not ok $program"
        diff "$XDG_CACHE_HOME/out" "${program%.cu}.out" | head -n 5
        head -n 5 "$XDG_CACHE_HOME/err"
    done
    echo "$count programs, $wrong of them wrong"
    [ "$wrong" = 0 ]
}
export -f programs

golden=$OUT/forms.csv
first='__global__ void k(float *p) { p[threadIdx.x] = 1.0f; } device float x[32]; k<<<1, 32>>>(x); x[31]'
busy='__global__ void copy(const float *a, float *b) { int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[i]; }
device float a[1 << 24], b[1 << 24]; for (int i = 0; i < 5; i++) copy<<<1 << 16, 256>>>(a, b);'
newline=$'\n'
date -u +%F
part 20 "the GPU" bin/warpcell -e '%smi'
part 40 "device test" env WARPCELL_TEST_DEVICE=cuda bin/test_device_gpu
part 60 "launches, copies, recovery" bin/bench_gpu
part 40 "CuPy and Numba" python3 others.py
part 10 "first kernel, cold" bash -c "time bin/warpcell -e '$first'"
part 10 "first kernel, cached" bash -c "time bin/warpcell -e '$first'"
part 20 "GB/s of a copy" bin/warpcell -t -e "%timing full$newline$busy"
part 50 "cells" bin/run_cells --device 0 cells/*.cell
part 120 "programs" bash -c programs
part 60 "cells, by NVIDIA's libraries" "${libraries[@]}" bin/run_cells --device 0 cells/{array_expressions,array_functions,arrays,learning,vmap}.cell
part 120 "programs, by NVIDIA's libraries" "${libraries[@]}" bash -c programs
part 60 "NVIDIA's libraries beside our own kernels" "${libraries[@]}" bin/warpcell libraries.cu
part 60 "notebooks" bin/run_notebook --device 0 "$OUT/notebooks" notebooks/*.ipynb
part 60 "every PTX form" bin/run_forms ptx/forms.csv --device cuda --record "$golden"
part 30 "the engine against them" bin/run_forms ptx/forms.csv --golden "$golden"
rm -rf "$XDG_CACHE_HOME"
echo "all parts: status $failed, $SECONDS s"
exit $failed
