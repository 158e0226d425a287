#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions per cycle of the cpu device on the kernels of run.py: python3 tests/bench/engine/ipc.py --nvrtc PATH [--write].

For machines whose counters perf cannot read. Instructions are counted by valgrind (callgrind), which knows AVX2 but not AVX-512, so
both sides of the division are taken with the AVX2 set: what a process of three runs executes less what one of one run does, and the
processor time of the same two processes outside of valgrind. Cycles are that time times the clock, which is measured before every
kernel by a chain of additions that wait for each other, one cycle each. With --write: tests/bench/results/engine_ipc.txt."""

import argparse
import datetime
import os
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

import run

CHAIN = """
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct timespec a, b;
    long n = 200000000, x = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long i = 0; i < n; i += 8)
        __asm__ volatile("add $1, %0\\n add $1, %0\\n add $1, %0\\n add $1, %0\\n add $1, %0\\n add $1, %0\\n add $1, %0\\n add $1, %0" : "+r"(x));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%g\\n", n / ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)));
}
"""


def counted(program, kernel, runs):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--smc-check=all", f"--callgrind-out-file={folder}/out", program, kernel, str(runs)]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected *: *(\d+)", text)[1])


def seconds(program, kernel, runs):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, kernel, str(runs)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(program, kernel, chain):
    instructions = (counted(program, kernel, 3) - counted(program, kernel, 1)) / 2
    clock, time = [], []
    for _ in range(5):
        clock.append(float(subprocess.run([chain], check=True, capture_output=True, text=True).stdout))
        time.append((seconds(program, kernel, 23) - seconds(program, kernel, 3)) / 20)
    cycles = statistics.median(time) * statistics.median(clock) * 1e9
    return f"{kernel:10}{instructions / 1e6:14.1f}{cycles / 1e6:14.1f}{instructions / cycles:8.2f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(run.ROOT / "build"))
    parser.add_argument("--nvrtc", default="libnvrtc.so")
    parser.add_argument("--only", help="kernels with commas between them")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run.prepare_engine(args, folder)
        (folder / "chain.c").write_text(CHAIN)
        subprocess.run(["gcc", "-O2", str(folder / "chain.c"), "-o", str(folder / "chain")], check=True)
        os.environ.update(ENGINE_SET="avx2")
        lines = [f"The cpu device with its AVX2 set, {run.processor()}, {datetime.date.today()}; of one run of a kernel, all threads.", "",
                 f"{'':10}{'M instructions':>14}{'M cycles':>14}{'IPC':>8}"]
        for kernel in args.only.split(",") if args.only else run.KERNELS:
            lines.append(row(run.engine(args), kernel, str(folder / "chain")))
            print(lines[-1], flush=True)
    if args.write:
        (run.ROOT / "tests/bench/results/engine_ipc.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
