# SPDX-License-Identifier: Apache-2.0
"""Numba's kernels under `warpcell cuda`, beside Numba's own simulator, and what a launch costs.

    numba_speed.py WARPCELL      needs numba-cuda in this Python

An addition of a million floats and a product of two 128 x 128 matrices, one thread an element. The simulator runs a thread of Python for each
CUDA thread; its addition is timed for 2560 elements and multiplied, as its time grows with their number. Times are the best of several
runs, so that other work on the machine counts little.
"""

import os
import subprocess
import sys
import time
import warnings

SIMULATED = 2560


def best(run, repeats):
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def measure():
    global cuda, numpy  # the simulator puts its own cuda into a kernel's globals
    import numpy
    from numba import cuda
    warnings.simplefilter("ignore")
    simulated = bool(os.environ.get("NUMBA_ENABLE_CUDASIM"))

    @cuda.jit
    def add(a, b, c):
        i = cuda.grid(1)
        if i < a.size:
            c[i] = a[i] + b[i]

    @cuda.jit
    def product(a, b, c):
        i, j = cuda.grid(2)
        if i < c.shape[0] and j < c.shape[1]:
            s = numpy.float32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s

    @cuda.jit
    def nothing(a):
        pass

    n = SIMULATED if simulated else 1_000_000
    a, b = (cuda.to_device(numpy.full(n, v, numpy.float32)) for v in (1, 2))
    c = cuda.device_array(n, numpy.float32)
    x = cuda.to_device(numpy.random.default_rng(1).random((128, 128), numpy.float32))
    y = cuda.device_array((128, 128), numpy.float32)

    def run_add():
        add[(n + 255) // 256, 256](a, b, c)
        cuda.synchronize()

    def run_product():
        product[(8, 8), (16, 16)](x, x, y)
        cuda.synchronize()

    def run_launches():
        for _ in range(20):
            configured(a)

    repeats = 1 if simulated else 50
    if not simulated:
        run_add()
        run_product()
    print("add", best(run_add, repeats) * (1_000_000 / n))
    assert (c.copy_to_host() == 3).all()
    print("product", best(run_product, repeats))
    host = x.copy_to_host()
    assert numpy.allclose(y.copy_to_host(), host @ host, rtol=1e-4)
    if not simulated:
        configured = nothing[1, 32]
        configured(a)
        cuda.synchronize()
        print("launch", best(run_launches, 200) / 20)


def times_of(command, **more):
    out = subprocess.run(command, env=os.environ | more, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {name: float(value) for name, value in (line.split() for line in out.splitlines())}


def main(warpcell):
    itself = [sys.executable, os.path.abspath(__file__), "--measure"]
    ours = times_of([warpcell, "cuda", "--quiet", "--"] + itself)
    simulator = times_of(itself, NUMBA_ENABLE_CUDASIM="1")
    print(f"{'':24}{'warpcell cuda':>16}{'simulator':>16}{'ratio':>10}")
    for name, title in (("add", "addition of 1 M"), ("product", "product of 128 x 128")):
        print(f"{title:24}{ours[name] * 1e3:13.3f} ms{simulator[name] * 1e3:13.0f} ms{simulator[name] / ours[name]:10.0f}")
    print(f"{'a launch':24}{ours['launch'] * 1e6:13.1f} us")


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit(__doc__)
