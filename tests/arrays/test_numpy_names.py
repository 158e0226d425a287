# SPDX-License-Identifier: Apache-2.0
"""Functions with NumPy's names that choose, join, count and compare, beside NumPy: types, ranks, axes, views, arrays without elements. One
program for each type. The texts of their errors."""
import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
TYPES = {"f": "float", "d": "double", "i": "int", "l": "long", "H": "unsigned short", "b": "signed char"}
SHAPES = ((0,), (1,), (7,), (3000,), (3, 4), (0, 3), (2, 3, 4), (1, 1), (2, 1, 3, 2))
VIEWS = {"x": lambda x: x, "x[::-1]": lambda x: x[::-1]}


def run(folder, text):
    (folder / "p.cu").write_text(text)
    return subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=300)


def numbers(kind, shape, seed):
    whole = np.random.default_rng(seed).integers(0 if kind == "H" else -3, 5, shape)
    return (whole / 2 if kind in "fd" else whole).astype(kind)


def cases_of(x, idx, values):
    """(text, NumPy's result): {} is the array."""
    wide = x.astype("d") if x.dtype.kind == "f" else x
    yield "ravel({})", x.ravel()
    yield "take({}, idx)" if x.size else "ravel({})", np.take(x, idx) if x.size else x.ravel()
    yield "isin({}, values)", np.isin(x, values)
    yield "isclose({}, 1)", np.isclose(wide, 1)
    yield "isclose({0}, {0} + 1e-9)", np.ones(x.shape, bool)
    yield "digitize({}, values)", np.digitize(x, values)
    yield "interp({}, values, squares)", np.interp(x, values, values.astype("d") ** 2)
    for number in (-9, 0.75, 2):
        yield f"digitize({number}, values)", np.digitize(number, values)
        yield f"searchsorted(values, {number})", np.searchsorted(values, number)
        yield f"isin({number}, values)", np.isin(number, values)
        yield f"interp({number}, values, squares)", np.asarray(np.interp(number, values, values.astype("d") ** 2))
    for axis in range(x.ndim):
        yield f"cumsum({{}}, {axis})", np.cumsum(x, axis, dtype=wide.dtype if x.dtype.kind == "f" else None)
        yield f"cumprod({{}}, {axis})", np.cumprod(x, axis, dtype=wide.dtype if x.dtype.kind == "f" else None)
        yield f"count_nonzero({{}}, {axis})", np.asarray(np.count_nonzero(x, axis))
        if x.shape[axis]:
            yield f"take({{}}, few, {axis})", np.take(x, [0, x.shape[axis] - 1, 0], axis)
    for a, b in itertools.combinations(range(x.ndim), 2):
        yield f"swapaxes({{}}, {a}, {b})", np.swapaxes(x, a, b)
    for axis in range(x.ndim + 1) if x.ndim < 4 else ():
        yield f"stack({{0}}, {{0}}, {axis})", np.stack([x, x], axis)
    if x.ndim == 1:
        yield "nonzero({})", np.nonzero(x)[0]
        short = x[:20].astype("d") if x.dtype.kind == "f" else x[:20]
        yield "cumprod({}[0:len(x) < 20 ? len(x) : 20])", np.cumprod(short)


@pytest.mark.parametrize("kind", TYPES)
def test_functions(kind, tmp_path):
    values = np.unique(numbers(kind, 4, 1))
    np.save(tmp_path / "values.npy", values)
    np.save(tmp_path / "squares.npy", values.astype("d") ** 2)
    lines, expected = [f'device {TYPES[kind]} values[] = load("values.npy");', 'device double squares[] = load("squares.npy");'], []
    for number, shape in enumerate(SHAPES):
        whole = numbers(kind, shape, number)
        idx = np.random.default_rng(number).integers(0, max(whole.size, 1), (2, 3)).astype("i")
        np.save(tmp_path / f"x{number}.npy", whole)
        np.save(tmp_path / f"idx{number}.npy", idx)
        axes = "".join(f"[{n}]" for n in shape)
        lines.append(f'{{ device {TYPES[kind]} x{axes}; device int idx[][] = load("idx{number}.npy");' + (f' x = load("x{number}.npy");' if whole.size else ""))
        for view, of in VIEWS.items():
            for text, want in cases_of(of(whole), idx, values):
                prepared = ""
                if "few" in text:
                    prepared = f"device int few[] = {{0, {shape[int(text[-2])] - 1}, 0}}; "
                elif want.ndim == 0:
                    lines.append(f'{{ device double r[1] = {text.format(view)}; save(r, "r{len(expected)}.npy"); }}')
                    expected.append((shape, text.format(view), want.reshape(1).astype("d")))
                    continue
                lines.append(f'{{ {prepared}auto r = {text.format(view)}; save(r, "r{len(expected)}.npy"); }}')
                expected.append((shape, text.format(view), want))
        lines.append("}")
    ran = run(tmp_path, "\n".join(lines) + "\n")
    assert ran.returncode == 0, ran.stderr
    wrong = []
    for i, (shape, text, want) in enumerate(expected):
        got = np.load(tmp_path / f"r{i}.npy")
        if got.shape != want.shape or not np.allclose(got.astype("d"), want.astype("d"), rtol=1e-5, equal_nan=True):
            wrong.append(f"{shape}: {text}: {got.ravel()[:8]}, not {want.ravel()[:8]}")
    assert wrong == []


NAN = """device double x[] = {1, nan(""), INFINITY, -INFINITY, 0}, y[] = {1 + 1e-6, nan(""), INFINITY, INFINITY, 1e-9}, b[] = {0, 1, 2};"""


def test_numbers_that_are_not_finite(tmp_path):
    x, y = np.array([1, np.nan, np.inf, -np.inf, 0]), np.array([1 + 1e-6, np.nan, np.inf, np.inf, 1e-9])
    b = np.array([0.0, 1, 2])
    want = [np.isclose(x, y), np.isclose(y, x, 0, 1e-12), np.digitize(x, b), np.interp(x, b, b * b), np.isin(x, y)]
    calls = ["isclose(x, y)", "isclose(y, x, 0, 1e-12)", "digitize(x, b)", "interp(x, b, b * b)", "isin(x, y)"]
    ran = run(tmp_path, NAN + "\n".join(f'{{ auto r = {call}; save(r, "r{i}.npy"); }}' for i, call in enumerate(calls)))
    assert ran.returncode == 0, ran.stderr
    for i, (call, expected) in enumerate(zip(calls, want)):
        assert np.array_equal(np.load(tmp_path / f"r{i}.npy"), expected, equal_nan=True), call


def test_counts_and_comparisons_of_whole_arrays(tmp_path):
    ran = run(tmp_path, """device int x[] = {3, 0, 1, 3}; device double y[] = {1, 2}, none[0]; device float A[2][2] = {{1, 2}, {3, 4}}; device half h[2] = 2;
device long far[] = {5000000000L};
auto c = bincount(x); auto d = bincount(x, 6); auto e = bincount(x[0:0]);
printf("%ld %d %d %d %d, %ld, %ld\\n", len(c), c[0], c[1], c[2], c[3], len(d), len(e));
printf("%d %d %d %d %d\\n", allclose(y, y + 1e-9), allclose(y, y + 1e-3), allclose(y, y + 1e-3, 0, 0.01), allclose(none, none), allclose(A, 2.5, 1, 0.01));
printf("%d %d %d %d %d\\n", array_equal(y, y), array_equal(y, y + 1), array_equal(y, none), array_equal(none, none), array_equal(A, transpose(A)));
printf("%ld %ld %ld\\n", count_nonzero(x), count_nonzero(x > 1), count_nonzero(none));
device int one[] = {1}; auto t = take(h, one); printf("%g\\n", (float) t[0]);""")
    assert ran.stdout == "4 1 1 0 2, 6, 0\n1 0 1 1 1\n1 0 0 1 0\n3 2 0\n2\n"


ERRORS = {
    "device float A[2][3]; device int i[] = {1, 7}; take(A, i)": "memory error: index 7 is out of range for an array of 6 elements\n",
    "device float A[2][3]; device int i[] = {1, 2}; take(A, i, 0)": "memory error: index 2 is out of range for axis 0 of 2 places\n",
    "device float A[2][3]; device int i[] = {-1, 2}; take(A, i, 1)": "memory error: index -1 is out of range for axis 1 of 3 places\n",
    "device float x[3]; cumsum(x, 1)": "memory error: there is no axis 1 in an array of rank 1\n",
    "device float x[3]; stack(x, x, 2)": "memory error: there is no axis 2 in an array of rank 2\n",
    "device float x[3], y[4]; stack(x, y)": "memory error: arrays of shapes [1, 3] and [1, 4] cannot be joined along axis 0\n",
    "device float A[2][2]; cumprod(A)": "type error: 'cumprod' needs an array of numbers of rank 1, or an axis as well, not 'device float [:, :]'\n",
    "device float x[3]; bincount(x)": "type error: 'bincount' needs an array of integers of rank 1, not 'device float [:]'\n",
    "device int x[2] = {1, -2}; bincount(x)": "runtime error: 'bincount' needs numbers from 0 on, not -2\n",
    "device int x[2]; bincount(x, -1)": "runtime error: 'bincount' needs numbers from 0 on, not -1\n",
    "device float x[3], y[2]; interp(x, x, y)": "memory error: 'interp' has 3 places and 2 values\n",
    "device float x[3]; interp(x, x[0:0], x[0:0])": "memory error: 'interp' of an empty array\n",
    "device float x[3]; take(x, x)": "type error: 'take' needs an array of integers as indices, not 'device float [:]'\n",
    "device float A[3][3]; device int i[2][2]; take(A, i, 0)": "type error: 'take' needs indices of rank 1, not 'device int [:, :]'\n",
    "device float A[3][3]; device int i[2]; take(A, i, 5)": "memory error: there is no axis 5 in an array of rank 2\n",
    "device float A[3][3]; swapaxes(A, 0, -1)": "memory error: there is no axis -1 in an array of rank 2\n",
    "device float A[2][2][2][2]; stack(A, A)": "type error: 'stack' needs arrays of rank 3 at most, not 'device float [:, :, :, :]'\n",
    "isclose(1.0, 2.0)": "type error: argument 1 of 'isclose' should be 'device array', but is 'double'\n",
    "struct body { float m; }; device float x[3]; device body b[3]; isclose(x, b)": "type error: 'isclose' needs arrays of numbers, or an array and a number, not 'device body [:]'\n",
    "device float x[3], y[2]; allclose(x, y)": "memory error: shapes [3] and [2] cannot be broadcast together\n",
    "device float x[3], A[2][2]; isin(x, A)": "type error: 'isin' needs an array of numbers of rank 1, not 'device float [:, :]'\n",
}


@pytest.mark.parametrize("cell", ERRORS)
def test_errors(cell, tmp_path):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", cell], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1 and ran.stderr.startswith(ERRORS[cell]), ran.stderr
