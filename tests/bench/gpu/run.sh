#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [FOLDER]: everything that needs a real GPU, in one call, from a folder that scripts/bundle.sh has made (default: its own).
# Every part has a time limit; all together stay below eight minutes. The status is 0 only if all parts are well.
set -uo pipefail
cd "${1:-$(dirname "$0")}" || exit
export LD_LIBRARY_PATH=$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} WARPCELL_GPU_WORKER=$PWD/bin/warpcell-gpu
export XDG_CACHE_HOME; XDG_CACHE_HOME=$(mktemp -d)
[ -f lib/libnvrtc.so.13 ] && export WARPCELL_NVRTC=$PWD/lib/libnvrtc.so.13
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
first='__global__ void k(float *p) { p[threadIdx.x] = 1.0f; } device float x[32]; k<<<1, 32>>>(x); x[31]'
date -u +%F
part 60 "device test" env WARPCELL_TEST_DEVICE=cuda bin/test_device_gpu
part 90 "launches, copies, recovery" bin/bench_gpu
part 60 "CuPy and Numba" python3 others.py
part 30 "first kernel, cold" bash -c "time bin/warpcell -e '$first'"
part 30 "first kernel, cached" bash -c "time bin/warpcell -e '$first'"
part 200 "cells" bin/run_cells --device 0 cells/*.cell
rm -rf "$XDG_CACHE_HOME"
exit $failed
