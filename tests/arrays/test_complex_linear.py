# SPDX-License-Identifier: Apache-2.0
"""Linear algebra of complex matrices beside NumPy's: by LAPACK and by our own kernels."""
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
TOLERANCE = {"F": 2e-4, "D": 2e-11}
OWN = {"WARPCELL_BLAS": ""}
PLACES = ("library", "own", "gpu")


def wrong(p, place):
    return p.run("--device", "0", env=fake_gpu.environment()) if place == "gpu" else p.run(env=OWN if place == "own" else {})


def numbers(r, shape, kind):
    return (r.standard_normal(shape) + 1j * r.standard_normal(shape)).astype(kind)


def hermitian(r, n, kind):
    a = numbers(r, (n, n), kind)
    return (a + a.conj().T) / 2


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", "FD")
def test_equations(kind, place, tmp_path):
    r, p, t = np.random.default_rng(5), Program(tmp_path), TOLERANCE[kind]
    for n in (1, 2, 5, 20):
        a, b, x = numbers(r, (n, n), kind), numbers(r, (n, 3), kind), r.standard_normal(n).astype(kind.lower())
        m, q, v = p.array(a), p.array(b), p.array(x)
        p.save(f"solve({m}, {q})", np.linalg.solve(a, b), t)
        p.save(f"solve({m}, {q}[:, 0])", np.linalg.solve(a, b[:, 0]), t)
        p.save(f"solve({m}, {v})", np.linalg.solve(a, x), t)
        p.save(f"solve(transpose({m}), {v})", np.linalg.solve(a.T, x), t)
        p.save(f"inv({m})", np.linalg.inv(a), t)
        p.save(f"pinv({m})", np.linalg.pinv(a), 4 * t)
        p.line(f"{{ {C_NAMES[kind]} s = det({m}); device {C_NAMES[kind]} one[1] = s;")
        p.save("one", np.array([np.linalg.det(a)]), t)
        p.line("}")
        for text, want in ((m, a), (f"{m} * 0", a * 0)) if kind == "D" or n < 20 else ((m, a),):
            sign, size = np.linalg.slogdet(want)
            p.line(f"{{ auto [sign, size] = slogdet({text}); device {C_NAMES[kind]} one[1] = sign; device double two[1] = size;")
            p.save("one", np.array([sign]), t)
            p.save("two", np.array([size]), t)
            p.line("}")
        p.number(f"cond({m})", np.linalg.cond(a), 20 * t)
        p.number(f"matrix_rank({m})", n)
        for name, order in (("fro", "fro"), ("nuc", "nuc"), ("1", 1), ("inf", np.inf), ("2", 2)):
            p.number(f'matrix_norm({m}, "{name}")', np.linalg.norm(a, order), t)
    for shape in ((6, 3), (3, 6)):
        a, b = numbers(r, shape, kind), numbers(r, (shape[0], 2), kind)
        p.save(f"lstsq({p.array(a)}, {p.array(b)})", np.linalg.lstsq(a, b, rcond=None)[0], t)
    assert wrong(p, place) == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", "FD")
def test_factors(kind, place, tmp_path):
    r, p, t = np.random.default_rng(6), Program(tmp_path), TOLERANCE[kind]
    real = C_NAMES[kind.lower()]
    for shape in ((1, 1), (4, 4), (7, 3), (3, 7), (0, 2), (2, 0)):
        a = numbers(r, shape, kind)
        m, k = p.array(a), min(shape)
        p.line(f"{{ auto [q, r] = qr({m});")
        p.save("matmul(q, r)", a, t)
        p.save("matmul(conj(transpose(q)), q)", np.eye(k), t)
        p.save("tril(r, -1)", np.zeros((k, shape[1])))
        p.line(f"}} {{ auto [u, s, vh] = svd({m}, 0); device {real} same[{k}]; same = s;")
        p.save("same", np.linalg.svd(a, compute_uv=False), t)
        p.save("matmul(u * s, vh)", a, t)
        p.save("matmul(conj(transpose(u)), u)", np.eye(k), t)
        p.save("matmul(vh, conj(transpose(vh)))", np.eye(k), t)
        p.line(f"}} {{ auto [u, s, vh] = svd({m});")
        p.save("matmul(conj(transpose(u)), u)", np.eye(shape[0]), t)
        p.save("matmul(vh, conj(transpose(vh)))", np.eye(shape[1]), t)
        p.line("}")
        p.save(f"svdvals({m})", np.linalg.svd(a, compute_uv=False), t)
    for n in (1, 2, 6, 15):
        h = hermitian(r, n, kind)
        positive = (h @ h + np.eye(n)).astype(kind)
        p.save(f"cholesky({p.array(positive)})", np.linalg.cholesky(positive), t)
        p.line(f"{{ auto [w, v] = eigh({p.array(h)}); device {real} same[{n}]; same = w;")
        p.save("same", np.linalg.eigvalsh(h), t)
        p.save("matmul(v * w, conj(transpose(v)))", h, t)
        p.save("matmul(conj(transpose(v)), v)", np.eye(n), t)
        p.line("}")
        p.save(f"eigvalsh(a{p.inputs - 1})", np.linalg.eigvalsh(h), t)
    assert wrong(p, place) == []


def test_of_low_rank(tmp_path):
    """A column that depends on others has the singular value 0 and a vector of its own."""
    r, p = np.random.default_rng(7), Program(tmp_path)
    a = numbers(r, (5, 2), "D") @ numbers(r, (2, 4), "D")
    m = p.array(a)
    p.number(f"matrix_rank({m})", 2)
    p.save(f"pinv({m})", np.linalg.pinv(a), 1e-11)
    p.line(f"auto [u, s, vh] = svd({m});")
    p.save("matmul(conj(transpose(u)), u)", np.eye(5), 1e-11)
    assert p.run(env=OWN) == []


@pytest.mark.parametrize("text, message", [
    ("solve(z, z)", "memory error: this needs a square matrix, not one of shape [2, 3]"),
    ("inv(e)", "runtime error: the matrix is singular: pivot 1 of its LU factors is 0"),
    ("cholesky(e)", "runtime error: the matrix is not positive definite: its leading minor of order 1 is not positive"),
    ("auto [s, l] = slogdet(z);", "memory error: this needs a square matrix, not one of shape [2, 3]"),
    ("slogdet(e);", "type error: 'slogdet' has 2 results"),
    ("auto [c, l, i] = kmeans(z, 2);", "type error: 'kmeans' needs a matrix: an array of numbers of rank 2, not 'device float2 [:, :]'"),
])
def test_what_is_refused(text, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"device float2 z[2][3], e[2][2]; {text}"], capture_output=True, text=True, timeout=60)
    assert ran.stderr.splitlines()[0] == message
