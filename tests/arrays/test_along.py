# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions along an axis: orders, order statistics, elements moved, differences, padding; convolutions by mode; errors."""
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
SHAPES = ((1,), (7,), (4, 6), (1, 5), (5, 1), (0, 3), (3, 0), (2, 3, 4), (3, 1, 2, 5))
PLACES = {"loops": ((), {}), "gpu": (("--device", "0"), fake_gpu.environment())}


def numbers(r, shape, kind):
    x = r.integers(0 if kind in "?BHIL" else -6, 7, shape)
    return (x + 1j * r.integers(-4, 5, shape) if kind in "FD" else x).astype(kind)



def orders(p, name, x):
    """Every axis, a view with a negative stride, and the last axis by itself."""
    for axis in range(x.ndim):
        p.save(f"sort({name}, {axis})", np.sort(x, axis))
        p.save(f"argsort({name}, {axis})", np.argsort(x, axis, kind="stable"))
        p.save(f"sort({name}[::-1], {axis})", np.sort(x[::-1], axis))
        if x.size:
            p.save(f"median({name}, {axis})", np.median(x, axis), 1e-6) if x.ndim > 1 else p.number(f"median({name}, 0)", np.median(x), 1e-6)
    p.save(f"sort({name}, -1)", np.sort(x, -1))
    if x.ndim > 1:
        p.save(f"sort({name})", np.sort(x))
        p.save(f"argsort({name})", np.argsort(x, kind="stable"))
    k = min(2, x.shape[-1])
    p.save(f"topk({name}, {k})", np.sort(x)[..., x.shape[-1] - k:][..., ::-1])
    p.save(f"unique({name})", np.unique(x))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", "bBhHiIlLfde")
def test_orders(kind, place, tmp_path):
    if place == "gpu" and kind not in "if":
        pytest.skip("two types are enough there")
    r, p = np.random.default_rng(1), Program(tmp_path)
    for shape in SHAPES:
        x = numbers(r, shape, kind)
        orders(p, p.array(x), x)
    options, env = PLACES[place]
    assert p.run(*options, env=env) == []


@pytest.mark.parametrize("kind", "fdie")
def test_order_statistics(kind, tmp_path):
    r, p, t = np.random.default_rng(2), Program(tmp_path), 1e-3 if kind == "e" else 1e-6
    q = np.array([0, 0.1, 0.5, 0.97, 1])
    for shape in ((1,), (9,), (4, 6), (2, 3, 5)):
        x = numbers(r, shape, kind)
        name, wide, parts = p.array(x), x.astype("d"), p.array(q)
        p.save(f"quantile({name}, {parts})", np.quantile(wide, q), t)
        p.save(f"percentile({name}, 100 * {parts})", np.quantile(wide, q), t)
        for axis in range(x.ndim) if x.ndim > 1 else ():
            for one in q:
                p.save(f"quantile({name}, {one}, {axis})", np.quantile(wide, one, axis), t)
            p.save(f"percentile({name}, 30, {axis})", np.percentile(wide, 30, axis), t)
            p.save(f"percentile(transpose({name}), 30, -1)" if x.ndim == 2 else f"percentile({name}, 30, -1)", np.percentile(wide.T if x.ndim == 2 else wide, 30, -1), t)
    x = numbers(r, (3, 4), "d")
    x[1, 2] = np.nan
    name = p.array(x)
    p.save(f"median({name}, 1)", np.median(x, 1))
    p.save(f"sort({name}, 0)", np.sort(x, 0))
    p.save(f"quantile({name}, {p.array(q)})", np.quantile(x, q))
    assert p.run() == []


@pytest.mark.parametrize("kind", "?bBhHiIlLfdeFD")
def test_elements_in_other_places(kind, tmp_path):
    r, p = np.random.default_rng(3), Program(tmp_path)
    for shape in SHAPES:
        x = numbers(r, shape, kind)
        name = p.array(x)
        p.save(f"roll({name}, 4)", np.roll(x, 4))
        p.save(f"repeat({name}, 3)", np.repeat(x, 3))
        p.save(f"tile({name}, 2)", np.tile(x, 2))
        if x.ndim < 3:
            p.save(f"tile({name}, 3, 2)", np.tile(x, (3, 2)))
            p.save(f"tile({name}, 0, 2)", np.tile(x, (0, 2)))
        for axis in (*range(x.ndim), -1):
            p.save(f"flip({name}, {axis})", np.flip(x, axis))
            p.save(f"roll({name}, -2, {axis})", np.roll(x, -2, axis))
            p.save(f"repeat({name}[::-1], 2, {axis})", np.repeat(x[::-1], 2, axis))
            p.save(f"repeat({name}, 0, {axis})", np.repeat(x, 0, axis))
            if kind != "?":
                p.save(f"diff({name}, 1, {axis})", np.diff(x, 1, axis))
                p.save(f"diff({name}, 2, {axis})", np.diff(x, 2, axis) if x.shape[axis] else x)
        if kind != "?":
            p.save(f"diff({name})", np.diff(x))
            p.save(f"diff({name}, 0)", x)
        for mode in ("edge", "reflect", "symmetric", "wrap"):
            if x.size:
                p.save(f'pad({name}, 3, "{mode}")', np.pad(x, 3, mode))
    assert p.run() == []


@pytest.mark.parametrize("kind", "fdiFD")
def test_convolutions(kind, tmp_path):
    r, p, t = np.random.default_rng(4), Program(tmp_path), 1e-6
    for n, m in ((1, 1), (1, 4), (5, 1), (6, 3), (7, 4), (3, 8), (4, 4), (5, 5)):
        a, b = numbers(r, n, kind), numbers(r, m, kind)
        x, y = p.array(a), p.array(b)
        for mode in ("full", "same", "valid"):
            p.save(f'convolve({x}, {y}, "{mode}")', np.convolve(a, b, mode), t)
            p.save(f'correlate({x}, {y}, "{mode}")', np.correlate(a, b, mode), t)
    assert p.run() == []


def convolved(a, b, mode):
    """scipy.signal.convolve2d by its definition."""
    m, n = a.shape[0] + b.shape[0] - 1, a.shape[1] + b.shape[1] - 1
    whole = np.zeros((m, n), np.result_type(a, b))
    for i in range(b.shape[0]):
        for k in range(b.shape[1]):
            whole[i:i + a.shape[0], k:k + a.shape[1]] += a * b[i, k]
    if mode == "full":
        return whole
    if mode == "same":
        i, k = (b.shape[0] - 1) // 2, (b.shape[1] - 1) // 2
        return whole[i:i + a.shape[0], k:k + a.shape[1]]
    if (np.array(b.shape) >= a.shape).all():
        a, b = b, a
    return whole[b.shape[0] - 1:a.shape[0], b.shape[1] - 1:a.shape[1]]


@pytest.mark.parametrize("kind", "fdi")
def test_convolutions_of_matrices(kind, tmp_path):
    r, p = np.random.default_rng(5), Program(tmp_path)
    for shape, size in (((1, 1), (1, 1)), ((5, 6), (3, 3)), ((4, 7), (2, 4)), ((2, 2), (4, 3)), ((6, 1), (1, 1))):
        a, b = numbers(r, shape, kind), numbers(r, size, kind)
        x, y = p.array(a), p.array(b)
        p.save(f"convolve2d({x}, {y})", convolved(a, b, "full"))
        for mode in ("full", "same", "valid"):
            p.save(f'convolve2d({x}[::-1], transpose(transpose({y})), "{mode}")', convolved(a[::-1], b, mode))
    assert p.run() == []


def test_convolutions_of_matrices_are_scipys():
    signal = pytest.importorskip("scipy.signal")
    r = np.random.default_rng(6)
    for shape, size in (((5, 6), (3, 3)), ((4, 7), (2, 4)), ((2, 2), (4, 3))):
        a, b = numbers(r, shape, "d"), numbers(r, size, "d")
        for mode in ("full", "same", "valid"):
            assert (convolved(a, b, mode) == signal.convolve2d(a, b, mode)).all()


def test_places_and_grids(tmp_path):
    p = Program(tmp_path)
    a, v = np.array([1, 2, 2, 2, 5.0]), np.array([[0, 2, 3], [5, 6, 1.0]])
    x, y = p.array(a), p.array(v)
    for side in ("left", "right"):
        p.save(f'searchsorted({x}, {y}, "{side}")', np.searchsorted(a, v, side))
        p.number(f'searchsorted({x}, 2, "{side}")', np.searchsorted(a, 2, side))
    u, w = np.arange(3.0), np.arange(4, dtype="i")
    p.line(f"auto [X, Y] = meshgrid({p.array(u)}, {p.array(w)});")
    for name, want in zip("XY", np.meshgrid(u, w)):
        p.save(name, want)
    assert p.run() == []


@pytest.mark.parametrize("text, message", [
    ("sort(A, 2)", "memory error: there is no axis 2 in an array of rank 2"),
    ("sort(A, -2)", "memory error: there is no axis -2 in an array of rank 2"),
    ("median(A, 5)", "memory error: there is no axis 5 in an array of rank 2"),
    ("median(E, 0)", "memory error: 'median' of an empty array"),
    ("quantile(A, 1.5, 0)", "runtime error: 'quantile' needs numbers from 0 to 1, not 1.5"),
    ("percentile(A, 100 * q)", "runtime error: 'percentile' needs numbers from 0 to 100, not 200"),
    ("topk(A, 4)", "memory error: 'topk' needs a number from 0 to 3, the length of the last axis, not 4"),
    ("diff(A, -1)", "runtime error: 'diff' takes differences 0 or more times, not -1"),
    ("repeat(A, -1, 0)", "memory error: an array cannot be repeated -1 times"),
    ("tile(A, 2, -1)", "memory error: an array cannot be repeated -1 times"),
    ("tile(T, 2, 2)", "type error: 'tile' needs an array of numbers of rank 1 or 2, not 'device float [:, :, :]'"),
    ('pad(A, 1, "mirror")', "runtime error: there is no padding 'mirror'"),
    ('pad(E, 1, "edge")', "memory error: 'pad' of an empty array"),
    ('convolve(q, q, "half")', 'runtime error: the mode is "full", "same" or "valid", not "half"'),
    ('convolve2d(A, q)', "type error: 'convolve2d' needs two arrays of numbers of rank 2, not 'device double [:]'"),
    ('convolve2d(A, transpose(A), "valid")', 'memory error: one matrix must be at least as large as the other on both axes for "valid"'),
    ('searchsorted(q, q, "up")', 'runtime error: the side is "left" or "right", not "up"'),
    ("sort(z)", "type error: 'sort' needs an array of numbers, not 'device float2 [:]'"),
    ("meshgrid(q, q)", "type error: 'meshgrid' has 2 results"),
])
def test_what_is_refused(text, message):
    setup = "device float A[2][3], E[0][3], T[2][2][2]; device float2 z[3]; device double q[] = {0.5, 2};"
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"{setup} {text}"], capture_output=True, text=True, timeout=60)
    assert ran.returncode and ran.stderr.splitlines()[0] == message, ran.stderr
