# SPDX-License-Identifier: Apache-2.0
"""What loops over whole arrays do on the cpu device instead of kernels (device/cpu/loops), beside NumPy: sorts, sums, histograms,
Fourier transforms, for every type; long enough for several threads. An observed run has the kernels instead."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
TYPES = {"f": "float", "d": "double", "i": "int", "I": "unsigned", "l": "long", "L": "unsigned long", "h": "short", "H": "unsigned short",
         "b": "signed char", "B": "unsigned char", "?": "bool"}
REDUCED = "fdiIlL"


def data(kind, n):
    r = np.random.default_rng(ord(kind))
    if kind in "fd":
        x = r.standard_normal(n).astype(kind)
        x[:: max(3, n // 50)] = 0
        x[1 :: max(3, n // 40)] *= -0.0
        return x
    if kind == "?":
        return r.random(n) < 0.3
    limits = np.iinfo(kind)
    x = r.integers(limits.min, limits.max, n, dtype=kind, endpoint=True)
    x[: n // 3] //= np.array(1000 if x.itemsize > 2 else 3, kind)
    return x


def program(kind, n):
    lines = [f'device {TYPES[kind]} x[] = load("x.npy");', 'auto s = sort(x); save(s, "sort.npy");', 'auto p = argsort(x); save(p, "argsort.npy");']
    if kind in REDUCED:
        lines += ['device double r[7]; r[0] = sum(x); r[1] = mean(x); r[2] = norm(x); r[3] = min(x); r[4] = max(x); r[5] = var(x); r[6] = stddev(x);',
                  'save(r, "reduced.npy");', 'auto h = histogram(x, 37, -1.5, 2.25); save(h, "histogram.npy");',
                  'auto w = histogram(x, 10, -1e9, 1e9); save(w, "wide.npy");']
    if kind in "fd":
        lines += ['auto f = fft(x); auto g = ifft(f);',
                  f'device {TYPES[kind]} t[{n}][4]; t[:, 0] = f.x; t[:, 1] = f.y; t[:, 2] = g.x; t[:, 3] = g.y; save(t, "fft.npy");',
                  'x[3] = NAN; x[5] = -NAN; x[6] = INFINITY; x[7] = -INFINITY; auto q = sort(x); save(q, "nan.npy");',
                  'device int m[2]; m[0] = isnan(min(x)); m[1] = isnan(max(x)); save(m, "isnan.npy");']
    return "\n".join(lines) + "\n"


def run(tmp_path, kind, n, *options):
    x = data(kind, n)
    np.save(tmp_path / "x.npy", x)
    (tmp_path / "p.cu").write_text(program(kind, n))
    ran = subprocess.run([REPL, "--device", "cpu", *options, "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return x, lambda name: np.load(tmp_path / f"{name}.npy")


def compare(x, kind, result):
    assert (result("sort") == np.sort(x)).all()
    assert (result("argsort") == np.argsort(x, kind="stable")).all()
    if kind in REDUCED:
        wide = x.astype("d")
        total = np.sum(x, dtype="d" if kind in "fd" else None)
        expected = [total, wide.mean(), np.sqrt((wide * wide).sum()), x.min(), x.max(), wide.var(), wide.std()]
        tolerance = 1e-5 if kind == "f" else 1e-11
        got = result("reduced")
        scale = np.abs(wide).sum() if kind in "fd" else abs(float(total)) + 1
        assert abs(got[0] - float(total)) <= tolerance * scale
        np.testing.assert_allclose(got[2:], np.array(expected[2:], "d"), rtol=tolerance)
        assert (result("histogram") == np.histogram(x, 37, (-1.5, 2.25))[0]).all()
        assert (result("wide") == np.histogram(x, 10, (-1e9, 1e9))[0]).all()
    if kind in "fd":
        t, f = result("fft"), np.fft.fft(x.astype("d"))
        bound = (2e-6 if kind == "f" else 1e-14) * np.sqrt((np.abs(f) ** 2).mean())
        assert np.abs(t[:, 0] + 1j * t[:, 1] - f).max() < bound * 10
        assert np.abs(t[:, 2] - x).max() < (2e-6 if kind == "f" else 1e-14) * 10 and np.abs(t[:, 3]).max() < 1e-5
        x = x.copy()
        x[3], x[5], x[6], x[7] = np.nan, -np.nan, np.inf, -np.inf
        np.testing.assert_array_equal(result("nan"), np.sort(x))
        assert (result("isnan") == 1).all()


@pytest.mark.parametrize("kind", TYPES)
def test_long(kind, tmp_path):
    x, result = run(tmp_path, kind, 693_000)
    compare(x, kind, result)


@pytest.mark.parametrize("n", (1, 3, 30, 129, 143, 2048))
def test_short(n, tmp_path):
    x, result = run(tmp_path, "f" if n % 2 else "d", n) if n > 8 and n != 129 else (None, None)
    if x is None:
        for kind in "fil":
            (tmp_path / "p.cu").write_text(f'device {TYPES[kind]} x[] = load("x.npy"); auto s = sort(x); save(s, "sort.npy"); '
                                           'auto p = argsort(x); save(p, "argsort.npy");')
            x = data(kind, n)
            np.save(tmp_path / "x.npy", x)
            assert subprocess.run([REPL, "p.cu"], cwd=tmp_path, timeout=300).returncode == 0
            assert (np.load(tmp_path / "sort.npy") == np.sort(x)).all() and (np.load(tmp_path / "argsort.npy") == np.argsort(x, kind="stable")).all()
        return
    compare(x, "f" if n % 2 else "d", result)


def test_an_observed_run_has_the_kernels(tmp_path):
    x, result = run(tmp_path, "f", 2002, "--check")
    compare(x, "f", result)
