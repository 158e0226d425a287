# SPDX-License-Identifier: Apache-2.0
"""csv.py WARPCELL [ROWS]: a file of ROWS (2,000,000) rows and 12 columns read and summarised, beside pandas.

Makes the file in a temporary folder: an index, integers, and reals with 3, 6 and 17 digits. Both read it into memory (Warpcell on
into a device array as well) and work out count, mean, deviation, extremes and quartiles of every column. Rounds are
interleaved; seconds of the work itself on the clock and of all processors, the start of both programs left out; medians. The figures must agree.
"""

import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 3
NAMES = ["id", "k", "year", "price", "weight", "x", "y", "z", "a", "b", "c", "d"]
PANDAS = """
import sys, time, pandas
start, worked = time.perf_counter(), time.process_time()
table = pandas.read_csv(sys.argv[1])
read = time.perf_counter()
summary = table.describe()
print("took", read - start, time.perf_counter() - read, time.process_time() - worked)
print("mean", " ".join(f"{v:.6g}" for v in summary.loc["mean"]))
print("75%", " ".join(f"{v:.6g}" for v in summary.loc["75%"]))
"""
WARPCELL = """struct timespec t0, t1, t2, p0, p1; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &p0); clock_gettime(CLOCK_MONOTONIC, &t0);
device double T[][] = load("{path}"); cudaDeviceSynchronize(); clock_gettime(CLOCK_MONOTONIC, &t1);
describe(T); clock_gettime(CLOCK_MONOTONIC, &t2); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &p1);
printf("took %f %f %f\\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9, t2.tv_sec - t1.tv_sec + (t2.tv_nsec - t1.tv_nsec) * 1e-9, p1.tv_sec - p0.tv_sec + (p1.tv_nsec - p0.tv_nsec) * 1e-9);
"""


def make(path, rows):
    rng = random.Random(1)
    with open(path, "w") as f:
        f.write(",".join(NAMES) + "\n")
        for i in range(rows):
            u, v, w = rng.random(), rng.random(), rng.gauss(0, 1)
            f.write(f"{i},{int(u * 1000)},{1990 + i % 35},{u * 100:.3f},{v:.6f},{u!r},{v!r},{w!r},{w:.3f},{i % 7},{u * v:.6f},{-w:.6f}\n")


def run(command, program=None):
    out = subprocess.run(command, input=program, capture_output=True, text=True, check=True).stdout
    return [float(t) for t in re.search(r"took ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)", out).groups()], out


def main():
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "big.csv"
        make(path, rows)
        times = {"Warpcell": [], "pandas": []}
        for _ in range(ROUNDS):
            ours, out = run([sys.argv[1]], WARPCELL.replace("{path}", str(path)))
            theirs, answer = run([sys.executable, "-c", PANDAS, path])
            times["Warpcell"].append(ours)
            times["pandas"].append(theirs)
        print(f"{rows} rows, {len(NAMES)} columns, {path.stat().st_size / 1e6:.0f} MB; medians of {ROUNDS}, seconds")
        table = [line.split() for line in out.splitlines() if re.match(r"\d+ +[\d,]+ ", line)]
        for row, mean, quarter in zip(table, re.search("mean (.*)", answer)[1].split(), re.search("75% (.*)", answer)[1].split()):
            assert abs(float(row[2]) - float(mean)) <= 2e-5 * abs(float(mean)) + 6e-5, (row, mean)
            assert abs(float(row[7]) - float(quarter)) <= 2e-5 * abs(float(quarter)) + 6e-5, (row, quarter)
        assert len(table) == len(NAMES), out
        for name, t in times.items():
            read, described, processor = (statistics.median(x) for x in zip(*t))
            print(f"{name:10} read {read:6.2f}   summarised {described:6.2f}   together {read + described:6.2f}   of processors {processor:6.2f}")


if __name__ == "__main__":
    main()
