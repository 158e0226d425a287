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
        assert abs(got[1] - expected[1]) <= tolerance * np.abs(wide).mean()
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


@pytest.mark.parametrize("kind", "fdil")
def test_sorts_of_every_short_length(kind, tmp_path):
    """The sorting networks: lengths around each size of theirs, and the first partitions."""
    x = data(kind, 320)
    np.save(tmp_path / "x.npy", x)
    (tmp_path / "p.cu").write_text(f'device {TYPES[kind]} x[] = load("x.npy"), out[320][320]; '
                                   'for (int n = 1; n <= 320; n++) out[n - 1, 0:n] = sort(x[0:n]); save(out, "out.npy");')
    assert subprocess.run([REPL, "p.cu"], cwd=tmp_path, timeout=300).returncode == 0
    out = np.load(tmp_path / "out.npy")
    for n in range(1, 321):
        np.testing.assert_array_equal(out[n - 1, :n], np.sort(x[:n]))


def test_an_observed_run_has_the_kernels(tmp_path):
    x, result = run(tmp_path, "f", 2002, "--check")
    compare(x, "f", result)


EXPRESSIONS = """
__device__ float bent(float v) { if (v > 0.5f) { v = v * 3 - 1; v *= v; } return v < -1 ? -v : v; }
__device__ float smooth(near<float, 2> p) { return (p(-1, -1) + p(-1, 0) + 2 * p(0, 0) - p(1, 1) + p(3, -4)) / 9; }
__device__ float far(near<float, 2> p) { return p(-6, 0) + p(0, 5) * 2; }
__device__ float line(near<float, 1> p) { return p(-1) * 2 - p(0) + p(4) + p(-5) / 3; }
__device__ float cube(near<float, 3> p) { return p(-1, -1, 0) + 2 * p(-1, 0, 1) + 3 * p(2, -1, 1) + p(0, 0, -4); }
device float x[] = load("input.npy"); long n = len(x);
device float y[n] = 2.0f, wide[300][n / 300]; device double d[n]; device int i[n]; device short h[n]; device unsigned char b[n]; device long l[n];
#define KEEP(name, ...) { auto r = __VA_ARGS__; save(r, name ".npy"); }
y = 3 * x + y; KEEP("a", y)
KEEP("b", cosf(x * 1e3f) * cosf(x) + sinf(x * 3e5f) * sinf(x)) KEEP("c", x > 0 ? x : expf(x)) KEEP("d", bent(x))
i = iota(n); i = i % 7 * 3 - i / 5 + (i ^ 12345) % 1000; KEEP("e", i) KEEP("f", i < 0 || i > 77 && x > 0)
h = i; b = i; l = (long) i * i * i; d = x; KEEP("g", h) KEEP("h", b) KEEP("i", l) KEEP("j", sqrt(d * d + 1) * exp(d) / 3)
KEEP("k", h + b) KEEP("l", x[::-1] - y) KEEP("m", x[::3] * 2) KEEP("n", x[abs(i) % 100] + 1) KEEP("o", (x / 0.0f) * 0 + sqrtf(x))
for (int r = 0; r < 300; r++) wide[r] = x[r * (n / 300):(r + 1) * (n / 300)];
KEEP("p", wide + wide[:, 3:4]) KEEP("q", transpose(wide) * 2) KEEP("r", wide[5:290, 7:n / 300 - 2] - 1)
y[5:n - 3:2] *= x[5:n - 3:2]; KEEP("s", y) x[10:n] = x[0:n - 10] + 1; KEEP("t", x)
KEEP("u", stencil(smooth, wide)) KEEP("v", stencil(smooth, wide, BORDER_WRAP)) KEEP("w", stencil(far, wide, BORDER_ZERO))
auto cubes = reshape(wide[0:300, 0:210], 10, 30, 210); KEEP("x", stencil(cube, cubes, BORDER_MIRROR))
KEEP("y", stencil(line, x)) KEEP("z", stencil(line, x[3:n - 2], BORDER_WRAP))
"""


def test_vector_code_gives_the_interpreters_results(tmp_path):
    np.save(tmp_path / "input.npy", data("f", 69_900))
    (tmp_path / "p.cu").write_text(EXPRESSIONS)
    saved = []
    for options in ((), ("--check",)):
        ran = subprocess.run([REPL, "--device", "cpu", *options, "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stderr
        saved.append({name: (tmp_path / f"{name}.npy").read_bytes() for name in "abcdefghijklmnopqrstuvwxyz"})
    assert [name for name in saved[0] if saved[0][name] != saved[1][name]] == []


def test_a_fault_in_an_expression_is_the_kernels(tmp_path):
    (tmp_path / "p.cu").write_text("device float x[5000], y[5000]; device int at[5000]; at = iota(5000) + 7; y = 1.0f;\ny = x[at] + y;\n")
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 1
    assert "index 5000 is out of range for an array of 5000 elements" in ran.stdout + ran.stderr
