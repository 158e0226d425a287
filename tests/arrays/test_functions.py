# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions on device arrays beside NumPy: for every type, lengths of 0 and 1, views and negative strides. One program for each type.
WARPCELL_ARRAYS_LONG=1 adds the other types and long arrays: docs/testing.md."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
TYPES = {"f": "float", "d": "double", "i": "int", "I": "unsigned", "l": "long", "L": "unsigned long", "h": "short", "H": "unsigned short",
         "b": "signed char", "B": "unsigned char", "e": "half"}
LONG = os.environ.get("WARPCELL_ARRAYS_LONG")
LENGTHS = (0, 1, 2, 7, 100, 100_000) if LONG else (0, 1, 7)
VIEWS = {"x": lambda x: x, "x[::-1]": lambda x: x[::-1], "x[::2]": lambda x: x[::2]}
FUNCTIONS = {
    "cumsum({})": np.cumsum, "flip({})": np.flip, "roll({}, 3)": lambda x: np.roll(x, 3), "roll({}, -1)": lambda x: np.roll(x, -1), "diff({})": np.diff,
    "tile({}, 3)": lambda x: np.tile(x, 3), "tile({}, 0)": lambda x: np.tile(x, 0), "repeat({}, 2)": lambda x: np.repeat(x, 2),
    "pad({}, 2)": lambda x: np.pad(x, 2), "pad({}, 1, 5)": lambda x: np.pad(x, 1, constant_values=5), "clip({}, 2, 6)": lambda x: np.clip(x, 2, 6),
    "sort({})": np.sort, "unique({})": np.unique, "{0}[{0} > 1]": lambda x: x[x > 1],
}
NOT_EMPTY = {
    "topk({}, 1)": lambda x: np.sort(x)[:-2:-1], "convolve({}, v)": lambda x, v: np.convolve(x, v), "correlate({}, v)": lambda x, v: np.correlate(x, v),
    "searchsorted(v, {})": lambda x, v: np.searchsorted(v, x),
}
SCALARS = {"median({})": np.median, "quantile({}, 0.3)": lambda x: np.quantile(x, 0.3), "percentile({}, 90)": lambda x: np.percentile(x, 90)}


def vector(kind, n, seed):
    whole = np.random.default_rng(seed).integers(0 if kind in "BHIL" else -4, 9, n)
    return (whole / 4 if kind in "fde" else whole).astype(kind)


@pytest.mark.parametrize("kind", TYPES if LONG else "fhe")
def test_functions(kind, tmp_path):
    v = np.sort(vector(kind, 5, 1))
    np.save(tmp_path / "v.npy", v)
    lines, expected = [f'device {TYPES[kind]} v[] = load("v.npy");'], []
    for n in LENGTHS:
        whole = vector(kind, n, n)
        np.save(tmp_path / f"x{n}.npy", whole)
        lines.append(f'{{ device {TYPES[kind]} x[{n}];' + (f' x = load("x{n}.npy");' if n else ""))
        for view, of in VIEWS.items():
            x = of(whole).astype({"b": "i", "e": "d"}.get(kind, kind))  # sums of 100,000 do not fit into these types
            for text, f in FUNCTIONS.items():
                lines.append(f'{{ auto r = {text.format(view)}; save(r, "r{len(expected)}.npy"); }}')
                expected.append((n, text.format(view), f(x)))
            for text, f in NOT_EMPTY.items() if n else ():
                lines.append(f'{{ auto r = {text.format(view)}; save(r, "r{len(expected)}.npy"); }}')
                expected.append((n, text.format(view), f(x, v) if "v" in text.split("(")[1] else f(x)))
            for text, f in SCALARS.items() if n else ():
                lines.append(f'{{ device double r[1] = {text.format(view)}; save(r, "r{len(expected)}.npy"); }}')
                expected.append((n, text.format(view), np.array([f(x.astype("d"))])))
        lines.append("}")
    (tmp_path / "p.cu").write_text("\n".join(lines) + "\n")
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    wrong = []
    for i, (n, text, want) in enumerate(expected):
        got = np.load(tmp_path / f"r{i}.npy")
        if got.shape != want.shape or not np.allclose(got.astype("d"), want.astype("d"), rtol=1e-6, atol=1e-12):
            wrong.append(f"{n}: {text}: {got[:8]}, not {want[:8]}")
    assert wrong == []
