# SPDX-License-Identifier: Apache-2.0
"""What the first use of headers costs: milliseconds from a cell with its #include, a kernel and a launch to the result.

    run.py [--rounds N] [--pause SECONDS] [--nvrtc PATH] [WARPCELL]

Each round has an empty cache and two sessions. The first has four kernels, then the fourth again, moved by three lines and
launched with another array; the second session finds that one in the cache. Between cells is a pause, as when somebody writes
them. Prints the least, the median and the most of the rounds."""

import argparse
import os
import re
import statistics
import subprocess
import tempfile

CELLS = {
    "no header": "__global__ void k%(n)d(float *x) { x[threadIdx.x] *= %(n)d; }",
    "cooperative groups": """#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
__global__ void k%(n)d(float *x) {
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    x[threadIdx.x] = cooperative_groups::reduce(tile, %(n)d * x[threadIdx.x], cooperative_groups::plus<float>());
}""",
    "cub::BlockReduce": """#include <cub/block/block_reduce.cuh>
__global__ void k%(n)d(float *x) {
    using Reduce = cub::BlockReduce<float, 128>;
    __shared__ typename Reduce::TempStorage room;
    float sum = Reduce(room).Sum(%(n)d * x[threadIdx.x]);
    if (threadIdx.x == 0)
        x[0] = sum;
}""",
}
LAUNCH = "\nk%(n)d<<<1, 128>>>(%(array)s); cudaDeviceSynchronize();"
ROWS = ["first kernel", "second kernel", "third kernel", "fourth kernel", "the fourth, moved", "found by another session"]
HEAD = "#include <chrono>\n#include <thread>\nauto begun = std::chrono::steady_clock::now(); float *%s; cudaMallocManaged(&%s, 512);"
PAUSE = "std::this_thread::sleep_for(std::chrono::milliseconds(%d));"
CLOCK = "begun = std::chrono::steady_clock::now();"
PRINT = 'printf("%.2f ms\\n", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());'


def session(command, cells, array, cache, pause):
    program = [HEAD % (array, array)]
    for cell in cells:
        program += [CLOCK, cell, PRINT, PAUSE % (1000 * pause)]
    words = [word for cell in program for word in ("-e", cell)]
    done = subprocess.run(command + words, env=os.environ | {"XDG_CACHE_HOME": cache}, capture_output=True, text=True, check=True)
    return [float(ms) for ms in re.findall(r"^([\d.]+) ms$", done.stdout, re.M)]


def one_round(command, cell, pause):
    text = [cell % {"n": n} + LAUNCH % {"n": n, "array": "x"} for n in (1, 2, 3, 4)]
    moved = "\n\n\n" + cell % {"n": 4}
    with tempfile.TemporaryDirectory() as cache:
        first = session(command, text + [moved + LAUNCH % {"n": 4, "array": "x"}], "x", cache, pause)
        return first + session(command, [moved + LAUNCH % {"n": 4, "array": "y"}], "y", cache, pause)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--pause", type=float, default=2)
    options.add_argument("--nvrtc")
    options.add_argument("warpcell", nargs="?", default=os.environ.get("WARPCELL_REPL", "warpcell"))
    given = options.parse_args()
    command = [given.warpcell, "-d", "cpu"] + (["--nvrtc", given.nvrtc] if given.nvrtc else [])
    for name, cell in CELLS.items():
        rounds = [one_round(command, cell, given.pause) for _ in range(given.rounds)]
        print(name)
        for row, times in zip(ROWS, zip(*rounds, strict=True), strict=True):
            print(f"  {row:27} {min(times):8.1f} {statistics.median(times):8.1f} {max(times):8.1f}")


if __name__ == "__main__":
    main()
