# SPDX-License-Identifier: Apache-2.0
"""Stencils of one to three dimensions beside NumPy's padded slices, for each border; long enough to run in two parts (compute/apply.c), and short."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
BORDERS = {"BORDER_WRAP": "wrap", "BORDER_MIRROR": "reflect", "BORDER_ZERO": "constant", "BORDER_CLAMP": "edge"}
NEIGHBOURS = {1: [(-1,), (0,), (4,), (-5,)], 2: [(-1, 0), (0, 4), (5, -5), (0, 0)], 3: [(0, -1, 2), (5, 0, 0), (-1, 4, -5), (0, 0, 0)]}
SHAPES = [(65_536,), (70_001,), (700,), (300, 301), (30, 31), (40, 50, 70), (9, 11, 13)]


@pytest.mark.parametrize("border", BORDERS)
def test_stencils_are_numpys(border, tmp_path):
    r = np.random.default_rng(1)
    program = ""
    for rank, neighbours in NEIGHBOURS.items():
        terms = " + ".join(f"{k + 1} * p({', '.join(map(str, at))})" for k, at in enumerate(neighbours))
        program += f"__device__ float f{rank}(near<float, {rank}> p) {{ return {terms}; }}\n"
    arrays = [r.integers(-99, 99, shape).astype("f") for shape in SHAPES]
    for k, x in enumerate(arrays):
        np.save(tmp_path / f"x{k}.npy", x)
        program += f'{{ device float x{"[]" * x.ndim} = load("x{k}.npy"); save(stencil(f{x.ndim}, x, {border}), "y{k}.npy"); }}\n'
    (tmp_path / "p.cu").write_text(program)
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stderr) == (0, "")
    for k, x in enumerate(arrays):
        padded = np.pad(x, 5, mode=BORDERS[border])
        want = sum((i + 1) * padded[tuple(slice(5 + d, 5 + d + n) for d, n in zip(at, x.shape))] for i, at in enumerate(NEIGHBOURS[x.ndim]))
        np.testing.assert_array_equal(np.load(tmp_path / f"y{k}.npy"), want, err_msg=str(x.shape))
