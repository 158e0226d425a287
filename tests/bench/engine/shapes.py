#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of the cpu device in blocks of many shapes: python3 tests/bench/engine/shapes.py [--build FOLDER,FOLDER] [--nvrtc PATH].

Least processor nanoseconds of a thread over all rounds, and times the same kernel in blocks of 16 x 16. With several builds, rounds visit them in turn.
With --write the table goes to tests/bench/results/shapes.txt."""

import argparse
import datetime
import os
import pathlib
import subprocess
import tempfile
import ctypes

from run import HERE, ROOT, processor, to_ptx

SHAPES = "16x16x1 32x8x1 8x8x1 4x8x1 8x4x4 10x10x1 12x12x1 20x20x1 24x8x1 24x10x1 40x5x1 5x7x1 3x3x3".split()
SIDES = {"matmul": 240}  # elements; else 960


def measure(program, ptx, kernel, shape, tries):
    command = [program, str(ptx), kernel, str(SIDES.get(kernel, 960)), *shape.split("x"), str(tries)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


HEAD = """least processor nanoseconds of a thread, and in brackets times those of blocks of 16 x 16 (kernels/shapes.cu, 960 x 960 threads, of matmul 240 x 240).
"""


def table(best, builds, names, kernels, shapes):
    lines = []
    for build, name in zip(builds, names):
        lines += ["", name, f"{'':12}" + "".join(f"{shape:>15}" for shape in shapes)]
        for kernel in kernels:
            row = [best[build, kernel, shape] for shape in shapes]
            lines.append(f"{kernel:12}" + "".join(f"{t:8.2f} ({t / row[0]:4.1f})" for t in row))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / "build"), help="several with commas between them")
    parser.add_argument("--names", help="of the builds, in the table")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--nvrtc", default="libnvrtc.so")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tries", type=int, default=15, help="launches of a round")
    parser.add_argument("--kernels", default="saxpy2d,stencil,transpose2d,matmul,flat,vectors,bytes")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    args = parser.parse_args()
    kernels, shapes, builds = args.kernels.split(","), args.shapes.split(","), args.build.split(",")
    with tempfile.TemporaryDirectory() as folder:
        ptx = pathlib.Path(folder) / "shapes.ptx"
        ptx.write_bytes(to_ptx(ctypes.CDLL(args.nvrtc), (HERE / "kernels/shapes.cu").read_bytes(), "shapes.cu"))
        best = {}
        for _ in range(args.rounds):
            for kernel in kernels:
                for shape in shapes:
                    for build in builds:
                        program = os.path.join(build, "tests/bench/engine/bench_shapes")
                        t = measure(program, ptx, kernel, shape, args.tries)
                        best[build, kernel, shape] = min(t, best.get((build, kernel, shape), t))
    text = table(best, builds, args.names.split(",") if args.names else builds, kernels, shapes)
    print(text)
    if args.write:
        head = f"python3 tests/bench/engine/shapes.py, {processor()}, {os.cpu_count()} processors, {datetime.date.today()}; {args.rounds} interleaved rounds:\n"
        (ROOT / "tests/bench/results/shapes.txt").write_text(head + HEAD + text)


if __name__ == "__main__":
    main()
