# SPDX-License-Identifier: Apache-2.0
"""CuPy's and Numba's launches, where they are installed: the same empty kernel, the same two measures as gpu.c."""

import statistics
import time

ROUNDS, BATCH = 21, 1000


def measure(name, launch, wait):
    launch(), wait()
    alone, many = [], []
    for _ in range(ROUNDS):
        a = time.perf_counter()
        launch(), wait()
        b = time.perf_counter()
        for _ in range(BATCH):
            launch()
        wait()
        alone.append(b - a), many.append((time.perf_counter() - b) / BATCH)
    print(f"{name:<12} launch and wait {statistics.median(alone) * 1e6:8.2f} us   "
          f"of {BATCH} queued {statistics.median(many) * 1e6:7.3f} us each", flush=True)


def cupy_side():
    import cupy
    kernel = cupy.RawKernel('extern "C" __global__ void empty() {}', "empty")
    measure("CuPy", lambda: kernel((1,), (32,), ()), cupy.cuda.runtime.deviceSynchronize)


def numba_side():
    from numba import cuda

    @cuda.jit
    def empty():
        pass

    configured = empty[1, 32]
    measure("Numba", configured, cuda.synchronize)


for side in (cupy_side, numba_side):
    try:
        side()
    except Exception as e:  # not installed, or it finds no GPU: reported, and the run continues
        print(f"{side.__name__}: not measured ({type(e).__name__}: {e})", flush=True)
