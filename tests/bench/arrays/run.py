# SPDX-License-Identifier: Apache-2.0
"""Whole arrays beside NumPy, numexpr, Numba and PyTorch, in one run on this machine: python tests/bench/arrays/run.py

Needs numpy and numba (PyPI); numexpr and torch have columns if they are installed, in this environment or in a folder that PYTHONPATH names. Times are processor
time of all threads together, so that what else runs on the machine counts less. All take turns, ROUNDS times (3); a time is the least of all REPEAT (5)
repetitions of all rounds. The first use of a statement, which compiles, is shown apart: the least of the rounds."""
import importlib
import math
import os
import pathlib
import platform
import subprocess
import sys
import time

import numba
import numpy as np



def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


numexpr, torch = optional("numexpr"), optional("torch")
ROOT = pathlib.Path(__file__).resolve().parents[3]
WARPCELL = os.environ.get("WARPCELL_REPL", str(ROOT / "build/normal/repl/warpcell"))
N, REPEAT, ROUNDS = 10_000_000, int(os.environ.get("REPEAT", "5")), int(os.environ.get("ROUNDS", "3"))
r = np.random.default_rng(1)

# name: set-up and statement in Warpcell; what limits it there
CELLS = {
    "saxpy, 10M floats": (
        "device float x[10000000] = 1.5f, y[10000000] = 2.0f; float a = 3;", "y = a * x + y;"),
    "cos(x)^2 + sin(x)^2, 10M floats": (
        "device float x[10000000], y[10000000]; x = random(10000000);",
        "y = cosf(x) * cosf(x) + sinf(x) * sinf(x);"),
    "3x3 smoothing, 4096^2 floats": (
        "__device__ float smooth(near<float, 2> p) { return (p(-1, -1) + p(-1, 0) + p(-1, 1) + p(0, -1) + p(0, 0) + p(0, 1)"
        " + p(1, -1) + p(1, 0) + p(1, 1)) / 9; }\n"
        "device float img[4096][4096], out[4096][4096]; img = random(4096, 4096);", "out = stencil(smooth, img);"),
    "sum, 10M floats": ("device float x[10000000]; x = random(10000000); float s;", "s = sum(x);"),
    "sort, 10M floats": ("device float x[10000000], y[10000000]; x = random(10000000);", "y = sort(x);"),
    "matmul, 1024^3 f32": (
        "device float a[1024][1024], b[1024][1024], c[1024][1024]; a = random(1024, 1024); b = random(1024, 1024);",
        "c = matmul(a, b);"),
    "matmul, 1024x2048x512 f64": (
        "device double a[1024][2048], b[2048][512], c[1024][512]; a = random(1024, 2048); b = random(2048, 512);",
        "c = matmul(a, b);"),
    "histogram, 10M floats, 256 bins": (
        "device float x[10000000]; device int h[256]; x = random(10000000);", "h = histogram(x, 256, 0, 1);"),
    "FFT, 2^20 complex64": ("device float x[1048576]; device float2 f[1048576]; x = random(1048576);", "f = fft(x);"),
}

PROGRAM = """
#include <time.h>
double now() {{ struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }}
{setup}
for (int i = 0; i < {repeat}; i++) {{
    cudaDeviceSynchronize();
    double from = now();
    {statement}
    cudaDeviceSynchronize();
    printf("%.9f\\n", now() - from);
}}
"""


def warpcell(name):
    setup, statement = CELLS[name]
    program = PROGRAM.format(setup=setup, statement=statement, repeat=REPEAT + 1)
    out = subprocess.run([WARPCELL, "-e", program], capture_output=True, text=True, check=True,
                         env=dict(os.environ, NO_COLOR="1"))
    times = [float(line) for line in out.stdout.split()]
    return times[0], min(times[1:])


def measured(f, *args):
    f(*args)
    times = []
    for _ in range(REPEAT):
        start = time.process_time()
        f(*args)
        times.append(time.process_time() - start)
    return min(times)


@numba.njit(parallel=True)
def numba_saxpy(a, x, y):
    for i in numba.prange(len(x)):
        y[i] = a * x[i] + y[i]


@numba.njit(parallel=True)
def numba_trig(x, y):
    for i in numba.prange(len(x)):
        y[i] = np.cos(x[i]) ** 2 + np.sin(x[i]) ** 2


@numba.njit(parallel=True)
def numba_smooth(p, out):
    for y in numba.prange(1, p.shape[0] - 1):
        for x in range(1, p.shape[1] - 1):
            s = np.float32(0)
            for j in range(-1, 2):
                for i in range(-1, 2):
                    s += p[y + j, x + i]
            out[y, x] = s / np.float32(9)


@numba.njit(parallel=True)
def numba_sum(x):
    s = np.float32(0)
    for i in numba.prange(len(x)):
        s += x[i]
    return s


@numba.njit
def numba_sort(x):
    return np.sort(x)


@numba.njit
def numba_histogram(x, bins):
    h = np.zeros(bins, np.int32)
    for v in x:
        b = int(v * bins)
        h[b if b < bins else bins - 1] += 1
    return h


def numpy_smooth(p, out):
    c = np.pad(p, 1, mode="edge")
    rows = c[:-2] + c[1:-1] + c[2:]
    np.divide(rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:], np.float32(9), out=out)


def others(name):
    """NumPy's time and Numba's; None: it has no equivalent."""
    x, y = r.random(N, dtype="f"), np.full(N, 2, "f")
    if name.startswith("saxpy"):
        def plain():
            y[:] = np.float32(3) * x + y
        return measured(plain), measured(numba_saxpy, np.float32(3), x, y)
    if name.startswith("cos"):
        def trig():
            y[:] = np.cos(x) ** 2 + np.sin(x) ** 2
        return measured(trig), measured(numba_trig, x, y)
    if name.startswith("3x3"):
        p = r.random((4096, 4096), dtype="f")
        out = np.empty_like(p)
        return measured(numpy_smooth, p, out), measured(numba_smooth, p, out)
    if name.startswith("sum"):
        return measured(np.sum, x), measured(numba_sum, x)
    if name.startswith("sort"):
        return measured(np.sort, x), measured(numba_sort, x)
    if name.startswith("histogram"):
        return measured(np.histogram, x, 256, (0, 1)), measured(numba_histogram, x, 256)
    if name.startswith("FFT"):
        z = r.random(1 << 20, dtype="f")
        return measured(np.fft.fft, z), None
    return measured(np.matmul, *operands(name)), None


NUMEXPR = {"saxpy": "a * x + y", "cos": "cos(x) ** 2 + sin(x) ** 2", "sum": "sum(x)"}
TORCH = {
    "saxpy": lambda t, x, y: y.copy_(3 * x + y), "cos": lambda t, x, y: y.copy_(t.cos(x) ** 2 + t.sin(x) ** 2), "sum": lambda t, x, y: t.sum(x),
    "sort": lambda t, x, y: t.sort(x), "histogram": lambda t, x, y: t.histc(x, 256, 0, 1), "FFT": lambda t, x, y: t.fft.fft(x),
    "3x3 smoothing": lambda t, x, y: t.nn.functional.avg_pool2d(x[None, None], 3, 1, 1), "matmul": lambda t, x, y: t.matmul(x, y),
}


def operands(name):
    if name.startswith("3x3"):
        return r.random((4096, 4096), dtype="f"), None
    if name.startswith("FFT"):
        return r.random(1 << 20, dtype="f"), None
    if name.startswith("matmul"):
        return (r.random((1024, 1024), dtype="f"), r.random((1024, 1024), dtype="f")) if "f32" in name else (r.random((1024, 2048)), r.random((2048, 512)))
    return r.random(N, dtype="f"), np.full(N, 2, "f")


def more(name):
    """numexpr's time and PyTorch's; None: not installed, or it has no equivalent here."""
    key, a = name.split(",")[0].split("(")[0], np.float32(3)
    x, y = operands(name)
    times = [None, None]
    if numexpr and key in NUMEXPR:
        out = None if key == "sum" else y
        times[0] = measured(lambda: numexpr.evaluate(NUMEXPR[key], {"a": a, "x": x, "y": y}, out=out))
    if torch and key in TORCH:
        tx, ty = torch.from_numpy(x), None if y is None else torch.from_numpy(y)
        times[1] = measured(lambda: TORCH[key](torch, tx, ty))
    return times


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def ms(seconds):
    return "-" if seconds is None else f"{seconds * 1e3:.1f}"


print(f"whole arrays on the cpu device: {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
      f"{time.strftime('%Y-%m-%d')}; NumPy {np.__version__}, Numba {numba.__version__}, "
      f"numexpr {numexpr.__version__ if numexpr else '-'}, PyTorch {torch.__version__ if torch else '-'};\n"
      f"processor ms of all threads, least of {ROUNDS} rounds of {REPEAT}\n")
print(f"{'':34} {'Warpcell':>9} {'first use':>10} {'NumPy':>9} {'numexpr':>9} {'Numba':>9} {'PyTorch':>9} {'NumPy / Warpcell':>17}")
ratios = []
for name in CELLS:
    if len(sys.argv) > 1 and sys.argv[1] not in name:
        continue
    rounds = [(*warpcell(name), *others(name), *more(name)) for _ in range(ROUNDS)]
    first, mine, numpy, jit, expression, tensor = (None if times[0] is None else min(times) for times in zip(*rounds))
    ratios.append(numpy / mine)
    print(f"{name:34} {ms(mine):>9} {ms(first):>10} {ms(numpy):>9} {ms(expression):>9} {ms(jit):>9} {ms(tensor):>9} {ratios[-1]:>16.2f}x", flush=True)
print(f"{'geometric mean':34} {math.exp(sum(map(math.log, ratios)) / len(ratios)):>77.2f}x")
