# SPDX-License-Identifier: Apache-2.0
"""A program over arrays with NumPy's results for what it saves: for tests that compare many calls in one run."""
import os
import pathlib
import subprocess
import sys

import numpy as np

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
C_NAMES = {"?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int", "I": "unsigned", "l": "long",
           "L": "unsigned long", "f": "float", "d": "double", "e": "half"}

# What programs begin with that write cuSOLVER's results to a file: @V stands for the type of elements, @R for that of real numbers.
SOLVER_START = """#include <cusolverDn.h>
#include <cstdio>
#define OK(call) do { int status = call; if (status) printf("%d %s\\n", status, #call); } while (0)
typedef @V V; typedef @R R;
FILE *in, *out;
template <typename T> T *room(size_t n) { T *p; cudaMalloc(&p, n * sizeof(T) + 1); return p; }
template <typename T> T *get(size_t n) { T *h = (T *) malloc(n * sizeof(T)), *p = room<T>(n); fread(h, sizeof(T), n, in); cudaMemcpy(p, h, n * sizeof(T), cudaMemcpyHostToDevice); free(h); return p; }
template <typename T> void put(const T *p, size_t n) { T *h = (T *) malloc(n * sizeof(T)); cudaMemcpy(h, p, n * sizeof(T), cudaMemcpyDeviceToHost); fwrite(h, sizeof(T), n, out); free(h); }
"""


class Program:
    def __init__(self, folder):
        self.folder, self.lines, self.expected, self.inputs = folder, [], [], 0

    def array(self, a):
        """A device array with these elements: its name."""
        name, type_name = f"a{self.inputs}", C_NAMES[a.dtype.char]
        self.inputs += 1
        if a.size:
            np.save(self.folder / f"{name}.npy", a)
            self.lines.append(f'device {type_name} {name}{"[]" * a.ndim} = load("{name}.npy");')
        else:
            self.lines.append(f'device {type_name} {name}{"".join(f"[{n}]" for n in a.shape)};')
        return name

    def line(self, text):
        self.lines.append(text)

    def save(self, text, want, tolerance=0.0):
        """An expression that is an array, and what it must be; the tolerance is relative to the largest element."""
        self.lines.append(f'{{ auto r = {text}; save(r, "r{len(self.expected)}.npy"); }}')
        self.expected.append((text, np.asarray(want), tolerance))

    def number(self, text, want, tolerance=0.0):
        self.save_number(text, np.array([want], "d"), tolerance)

    def save_number(self, text, want, tolerance):
        self.lines.append(f'{{ device double r[1] = (double) ({text}); save(r, "r{len(self.expected)}.npy"); }}')
        self.expected.append((text, want, tolerance))

    def run(self, *options, env=None):
        """What is wrong, a line for each."""
        (self.folder / "p.cu").write_text("\n".join(self.lines) + "\n")
        ran = subprocess.run([REPL, "--device", "cpu", *options, "p.cu"], cwd=self.folder, capture_output=True, text=True, timeout=300,
                             env=os.environ | {"VIRTUAL_ENV": sys.prefix} | (env or {}))
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return [line for i, want in enumerate(self.expected) for line in differs(i, *want, np.load(self.folder / f"r{i}.npy"))]


def differs(i, text, want, tolerance, got):
    if got.shape != want.shape:
        return [f"{i}: {text}: shape {got.shape}, not {want.shape}"]
    scale = max(1.0, float(np.abs(want).max(initial=0)))
    if np.allclose(got.astype("D"), want.astype("D"), rtol=0, atol=tolerance * scale, equal_nan=True):
        return []
    return [f"{i}: {text}: {got.reshape(-1)[:8]}, not {want.reshape(-1)[:8]}"]
