#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of the cpu device in blocks of many shapes: python3 tests/bench/engine/shapes.py [--build FOLDER,FOLDER] [--nvrtc PATH].

Least processor nanoseconds of a thread over all rounds, and times the same kernel in blocks of 16 x 16. With several builds, rounds visit them in turn."""

import argparse
import os
import pathlib
import subprocess
import tempfile
import ctypes

from run import HERE, ROOT, to_ptx

SHAPES = "16x16x1 32x8x1 8x8x1 4x8x1 8x4x4 10x10x1 20x20x1 12x12x1 24x8x1".split()
SIDES = {"matmul": 240}  # elements; else 960


def measure(program, ptx, kernel, shape, tries):
    command = [program, str(ptx), kernel, str(SIDES.get(kernel, 960)), *shape.split("x"), str(tries)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / "build"), help="several with commas between them")
    parser.add_argument("--nvrtc", default="libnvrtc.so")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tries", type=int, default=15, help="launches of a round")
    parser.add_argument("--kernels", default="saxpy2d,stencil,transpose2d,matmul,flat")
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
    for build in builds:
        print(f"\n{build}\n{'':12}" + "".join(f"{shape:>16}" for shape in shapes))
        for kernel in kernels:
            row = [best[build, kernel, shape] for shape in shapes]
            print(f"{kernel:12}" + "".join(f"{t:9.2f} ({t / row[0]:4.1f})" for t in row))


if __name__ == "__main__":
    main()
