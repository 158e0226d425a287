# SPDX-License-Identifier: Apache-2.0
"""table.py WARPCELL: what the table of launches costs a loop of 10,000 small launches.

One session runs the same cell with the table off, short (the default) and full in turns, so that what else the machine does
falls on all three alike. The time is from the start of the cell to the start of the next one, the table included. The figures are
the median of the pairs' ratios, and the ratio of the shortest times, which the rest of the machine disturbs least.
"""

import pathlib
import re
import statistics
import subprocess
import sys

ROUNDS = 41
SETUP = """__global__ void tick(float *x) { x[threadIdx.x] += 1.0f; }
device float x[32];
struct timespec t0, t1;
tick<<<1, 32>>>(x);
"""
CELL = """clock_gettime(CLOCK_MONOTONIC, &t0);
for (int i = 0; i < 10000; i++) tick<<<1, 32>>>(x);
"""
# A cell of its own, so that the table of the cell before is inside the time.
AFTER = """clock_gettime(CLOCK_MONOTONIC, &t1);
printf("took {mode} %.6f\\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
"""


def main():
    warpcell = pathlib.Path(sys.argv[1])
    cells = [SETUP, CELL]
    for _ in range(ROUNDS):
        for mode in ("off", "short", "full"):
            cells += [f"%timing {mode}\n", CELL, AFTER.format(mode=mode)]
    # A REPL reads a program from standard input cell by cell; a blank line ends nothing, so each cell is one line.
    program = "\n".join("".join(line + " " if not line.startswith("%") else line for line in cell.splitlines())
                        for cell in cells) + "\n"
    out = subprocess.run([warpcell, "--timing"], input=program, capture_output=True, text=True, check=True).stdout
    times = {mode: [float(t) for t in re.findall(rf"took {mode} ([\d.]+)", out)] for mode in ("off", "short", "full")}
    assert all(len(t) == ROUNDS for t in times.values()), out[-2000:]
    print(f"10,000 launches of one block of 32 threads, {ROUNDS} rounds of off, short, full in one session; medians")
    for mode, t in times.items():
        ratio = statistics.median(a / b for a, b in zip(t, times["off"]))
        least = min(t) / min(times["off"])
        print(f"{mode:6} {statistics.median(t):.4f} s {100 * (ratio - 1):+.1f} %    shortest {min(t):.4f} s {100 * (least - 1):+.1f} %")


if __name__ == "__main__":
    main()
