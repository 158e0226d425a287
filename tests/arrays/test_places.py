# SPDX-License-Identifier: Apache-2.0
"""add_at beside numpy.add.at, random orders, and several arrays joined: types, ranks, views, arrays without elements; errors."""
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
KINDS = "?bBhHiIlLfdeFD"


def numbers(r, shape, kind):
    x = r.integers(0 if kind in "?BHIL" else -4, 5, shape)
    return (x + 1j * r.integers(-4, 5, shape) if kind in "FD" else x).astype(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_add_at(kind, tmp_path):
    r, p, count = np.random.default_rng(8), Program(tmp_path), 0
    for shape, places in (((1,), (4,)), ((6,), (50,)), ((6,), (2, 3)), ((5,), (0,)), ((4, 3), (9,)), ((2, 3, 2), (5,)), ((3, 0), (2,))):
        x, idx = numbers(r, shape, kind), r.integers(0, shape[0], places).astype("iLH"[count % 3])
        values = (numbers(r, (*places, *shape[1:]), kind), numbers(r, shape[1:] or (1,), kind))
        for v in values:
            want, back = x.copy(), x.copy()
            np.add.at(want, idx, v)
            np.add.at(back[::-1], idx, v)
            name, i, val = f"x{count}", p.array(idx), p.array(v)
            a = p.array(x)
            p.line(f"auto {name} = {a}; add_at({name}, {i}, {val}); auto back{count} = {a}; auto view{count} = back{count}[::-1]; "
                   f"add_at(view{count}, {i}, {val});")
            p.save(name, want)
            p.save(f"back{count}", back)
            count += 1
    x = numbers(r, 5, kind)
    idx = np.array([1, 1, 4, 1], "i")
    one, two = x.copy(), x.astype("d" if kind in "efd" else x.dtype)
    np.add.at(one, idx, np.array(1, kind))
    p.line(f"auto n = {p.array(x)}; add_at(n, {p.array(idx)}, 1);")
    p.save("n", one)
    assert p.run() == []


PLACES = {"loops": ((), {}), "kernels": (("--check",), {}), "gpu": (("--device", "0"), fake_gpu.environment())}


@pytest.mark.parametrize("place", PLACES)
def test_add_at_on_each_device(place, tmp_path):
    """Values that are what is added to, numbers, many of them; on the cpu device sums of floats are NumPy's to the bit."""
    r, p = np.random.default_rng(9), Program(tmp_path)
    idx, values = r.integers(0, 7, 3000), (r.random(3000) - 0.5).astype("f")
    x, want = np.zeros(7, "f"), np.zeros(7, "f")
    np.add.at(want, idx, values)
    p.line(f"auto x = {p.array(x)}; add_at(x, {p.array(idx)}, {p.array(values)}); auto y = {p.array(np.arange(5))}; add_at(y, y, y); auto z = {p.array(x)};"
           f"add_at(z, {p.array(idx.astype('i'))}, 0.5);")
    p.save("x", want, 0 if place == "loops" else 1e-5)
    p.save("y", 2 * np.arange(5))
    p.save("z", np.bincount(idx, minlength=7).astype("f") / 2)
    options, env = PLACES[place]
    assert p.run(*options, env=env) == []


def test_values_are_converted_to_the_type_of_the_array(tmp_path):
    p = Program(tmp_path)
    p.line("device int i[] = {0, 1, 1}; device float v[] = {1.75f, 2.5f, 0.75f};")
    p.line("device int a[2]; add_at(a, i, v); device double b[2]; add_at(b, i, v); device float2 z[2]; add_at(z, i, v); add_at(z, i, 1);")
    p.save("a", np.array([1, 2], "i"))
    p.save("b", np.array([1.75, 3.25]))
    p.save("z", np.array([2.75, 5.25], "F"))
    assert p.run() == []


@pytest.mark.parametrize("kind", "bifdeF")
def test_random_orders(kind, tmp_path):
    p = Program(tmp_path)
    for n in (0, 1, 2, 1000):
        x = np.arange(n).astype(kind)
        a = p.array(x)
        p.line(f"seed({n}); auto c{n} = permutation({a}); auto s{n} = {a}; shuffle(s{n}); auto o{n} = permutation({n});")
        p.save(f"c{n}", x)
        p.save(f"s{n}", x)
        p.save(f"o{n}", np.arange(n).astype("i"))
    rows = np.repeat(np.arange(50), 3).reshape(50, 3).astype(kind)
    p.line(f"auto A = {p.array(rows)}; shuffle(A);")
    p.save("A", rows)
    p.run()
    for i, (text, want, _) in enumerate(p.expected):
        got = np.load(tmp_path / f"r{i}.npy")
        assert got.dtype == want.dtype and got.shape == want.shape
        assert (np.sort(got, axis=0) == np.sort(want, axis=0)).all(), text
        assert len(want) < 20 or (got != want).any(), text
        assert want.ndim == 1 or (got == got[:, :1]).all()


def test_orders_are_equally_likely_and_follow_the_seed(tmp_path):
    p = Program(tmp_path)
    p.line("device int all[6000][3]; for (int i = 0; i < 6000; i++) { auto o = permutation(3); all[i] = o; }")
    p.line("seed(5); auto a = permutation(100); seed(5); auto b = permutation(100); auto c = permutation(100);")
    p.save("all", np.zeros((6000, 3)))
    p.number("array_equal(a, b)", 1)
    p.number("array_equal(a, c)", 0)
    wrong = p.run()
    counts = np.unique(np.load(tmp_path / "r0.npy") @ [9, 3, 1], return_counts=True)[1]
    assert len(wrong) == 1 and len(counts) == 6
    assert ((counts - 1000) ** 2 / 1000).sum() < 30  # five degrees of freedom


@pytest.mark.parametrize("kind", KINDS)
def test_joins(kind, tmp_path):
    r, p = np.random.default_rng(9), Program(tmp_path)
    for shape in ((0,), (1,), (5,), (2, 3), (0, 2), (2, 1, 3)):
        parts = [numbers(r, shape, kind) for _ in range(4)]
        names = [p.array(x) for x in parts]
        for n in (1, 2, 4):
            some = ", ".join(names[:n])
            p.save(f"concatenate({some})", np.concatenate(parts[:n]))
            p.save(f"stack({some})", np.stack(parts[:n]))
            for axis in range(len(shape)):
                p.save(f"concatenate({some}, {axis})", np.concatenate(parts[:n], axis))
                p.save(f"stack({some}, {axis + 1})", np.stack(parts[:n], axis + 1))
        p.save(f"concatenate({names[0]}[::-1], {names[1]})", np.concatenate([parts[0][::-1], parts[1]]))
    assert p.run() == []


def test_joins_of_different_types(tmp_path):
    p = Program(tmp_path)
    i, f, d, z = np.array([1, 2], "i"), np.array([0.5], "f"), np.array([0.25, 3], "d"), np.array([1 + 2j], "F")
    a, b, c, e = (p.array(x) for x in (i, f, d, z))
    p.save(f"concatenate({a}, {b}, {c})", np.concatenate([i, f, d]))
    p.save(f"concatenate({b}, {e})", np.concatenate([f, z]))
    p.save(f"stack({a}, {c})", np.stack([i, d]))
    assert p.run() == []
    assert [np.load(tmp_path / f"r{k}.npy").dtype.char for k in range(3)] == ["d", "F", "d"]


@pytest.mark.parametrize("text, message", [
    ("add_at(x, k, 1)", "memory error: index 7 is out of range for an array of 3 elements"),
    ("add_at(A, k, 1)", "memory error: index 7 is out of range for axis 0 of 2 places"),
    ("add_at(x, i, A)", "memory error: shapes differ: the target is [2], the expression is [2, 3]"),
    ("add_at(x + 1, i, 1)", "type error: 'add_at' needs an array that it can change, not an expression, not 'device float [:]'"),
    ("add_at(x, x, 1)", "type error: 'add_at' needs an array of integers as indices, not 'device float [:]'"),
    ("add_at(x, i, z)", "type error: 'add_at' needs numbers as values, not 'device float2 [:]'"),
    ("add_at(b, i, 1)", "type error: 'add_at' needs an array of numbers, not 'device body [:]'"),
    ("permutation(-1)", "memory error: 'permutation' needs a number from 0 to 2^31 - 1, not -1"),
    ("permutation(b)", "type error: 'permutation' needs an array of numbers, or a number, not 'device body [:]'"),
    ("shuffle(x * 2)", "type error: 'shuffle' needs an array that it can change, not an expression, not 'device float [:]'"),
    ("concatenate(x, x, A)", "type error: 'device float [:]' and 'device float [:, :]' cannot be joined"),
    ("concatenate(x, b)", "type error: 'device float [:]' and 'device body [:]' cannot be joined"),
    ("concatenate(x, x, 1)", "memory error: arrays of shapes [3] and [3] cannot be joined along axis 1"),
    ("concatenate(x, x, 0.5)", "type error: 'concatenate' needs arrays and then the number of an axis, not 'double'"),
    ("concatenate(x, 0, x)", "type error: 'concatenate' needs arrays and then the number of an axis, not 'int'"),
    ("concatenate(A, A, transpose(A))", "memory error: arrays of shapes [2, 3] and [3, 2] cannot be joined along axis 0"),
    ("stack(x, x, i)", "memory error: arrays of shapes [1, 3] and [1, 2] cannot be joined along axis 0"),
])
def test_what_is_refused(text, message):
    prepared = "struct body { float m; }; device body b[2]; device float x[3], A[2][3]; device float2 z[2]; device int i[2], k[] = {1, 7}; "
    ran = subprocess.run([REPL, "--device", "cpu", "-e", prepared + text], capture_output=True, text=True, timeout=60)
    assert ran.stderr.splitlines()[0] == message
