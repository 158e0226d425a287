#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What %check costs on the kernels of run.py: python3 tests/bench/engine/check_cost.py REPL [--write].

Each kernel runs as a program of its own on a smaller problem than run.py's: a first launch and a second, then RUNS that are timed on the host's clock. The time is
the least of TRIES programs, as other load on the machine only adds to it. Memory has two parts: the peak of a program whose launch has one block, beyond that of a checked program with the same arrays and an empty kernel, which does
not grow; and the peak beyond that, in bytes for each byte of the arrays. With --write: tests/bench/results/check.txt."""

import argparse
import datetime
import os
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RUNS = 10
TRIES = 7
N = 1 << 20  # elements of 4 bytes
KERNELS = {  # elements of a and b, launch; arrays are a and b, int or float by the kernel
    "saxpy": (N, N, "saxpy<<<{n} / 256, 256>>>({n}, 2, a, b)"),
    "trig": (N, N, "trig<<<{n} / 256, 256>>>({n}, a, b)"),
    "box3f": (N, N, "box3f<<<dim3(32, 128), dim3(32, 8)>>>(1024, 1024, a, b)"),
    "box3i": (N, N, "box3i<<<dim3(32, 128), dim3(32, 8)>>>(1024, 1024, (int *) a, (int *) b)"),
    "mmnaive": (3 * 256 * 256, 1, "mmnaive<<<dim3(16, 16), dim3(16, 16)>>>(256, a, a + 256 * 256, a + 2 * 256 * 256)"),
    "mmtile": (3 * 256 * 256, 1, "mmtile<<<dim3(16, 16), dim3(16, 16)>>>(256, a, a + 256 * 256, a + 2 * 256 * 256)"),
    "redtree": (N, N // 256, "redtree<<<{n} / 256, 256>>>({n}, a, b)"),
    "redshfl": (N, N // 256, "redshfl<<<{n} / 256, 256>>>({n}, a, b)"),
    "scan": (N, N, "scan<<<{n} / 256, 256>>>({n}, a, b)"),
    "nbody": (4 * 8192, 4 * 8192, "nbody<<<32, 256>>>(8192, (float4 *) a, (float4 *) b)"),
    "mandel": (1024 * 1024, 1, "mandel<<<dim3(64, 64), dim3(16, 16)>>>(1024, 1024, 100, (int *) a)"),
    "hist": (N, 256, "hist<<<64, 256>>>({n}, (unsigned *) a, (unsigned *) b)"),
    "bitonic": (N, 1, "bitonic_near<<<512, 1024>>>(a, 2, 2048)"),
}
PROGRAM = """#include <chrono>
#include <cstdio>
int main()
{
    float *a, *b;
    cudaMalloc(&a, %d * sizeof *a), cudaMalloc(&b, %d * sizeof *b);
    cudaMemset(a, 0, %d * sizeof *a), cudaMemset(b, 0, %d * sizeof *b);
    for (int k = 0; k < 2; k++)
        %s;
    cudaDeviceSynchronize();
    auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < %d; k++)
        %s;
    cudaDeviceSynchronize();
    std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
    printf("%%f\\n", ms.count() / %d);
}
"""


def run(repl, source, checked, threads=0):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.cu"
        path.write_text(source)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(write, 1)
            if threads:
                os.environ["WARPCELL_CPU_THREADS"] = str(threads)
            os.execv(repl, [str(repl)] + (["--check"] if checked else ["-d", "cpu"]) + [str(path)])
        os.close(write)
        output = os.fdopen(read).read()
        _, status, usage = os.wait4(pid, 0)
        return float(output), usage.ru_maxrss * 1024


def row(repl, name):
    elements_a, elements_b, launch = KERNELS[name]
    launch = launch.format(n=N)
    source = (HERE / "kernels" / (name + ".cu")).read_text()
    program = PROGRAM % (elements_a, elements_b, elements_a, elements_b, launch, RUNS, launch, RUNS)
    idle = "__global__ void idle() {}\n" + PROGRAM % (elements_a, elements_b, elements_a, elements_b, "idle<<<1, 1>>>()", 1, "", 1)
    plain, alone_plain = (min(run(repl, source + program, False, threads)[0] for _ in range(TRIES)) for threads in (0, 1))
    one = re.sub(r"<<<(dim3\([^)]*\)|[^,]*),", "<<<1,", launch, count=1)
    alone = PROGRAM % (elements_a, elements_b, elements_a, elements_b, one, RUNS, one, RUNS)
    fixed = min(run(repl, source + alone, True)[1] for _ in range(TRIES))
    checked, peak = map(min, zip(*[run(repl, source + program, True) for _ in range(TRIES)]))
    base = min(run(repl, idle, True)[1] for _ in range(TRIES))
    size = 4 * (elements_a + elements_b)
    return "%-9s%10.2f%11.2f%10.1f%9.0fx%9.0fx%9.1f%9.1f" % (name, plain, alone_plain, checked, checked / plain, checked / alone_plain, max(0, peak - fixed) / size, max(0, fixed - base) / 2**20)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("repl", type=pathlib.Path)
    options.add_argument("--write", action="store_true")
    o = options.parse_args()
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1].strip()
    lines = ["%%check against no %%check, %s, %d processors, %s; host milliseconds a launch, means of %d, the least of %d programs." %
             (cpu, os.cpu_count(), datetime.date.today(), RUNS, TRIES),
             "Plain launches use all host threads, then one; checked ones all, but for hist, whose blocks have atomics in common. Memory: bytes for each byte of the arrays. Fixed: MiB, of a launch of one block.", "",
             "kernel        plain  one thread   checked  slow-down     of one  memory    fixed"]
    for name in KERNELS:
        lines.append(row(o.repl.resolve(), name))
        print(lines[-1], flush=True)
    if o.write:
        (HERE.parent / "results" / "check.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
