# SPDX-License-Identifier: Apache-2.0
"""Linear algebra on arrays beside numpy.linalg: types, shapes with 0 and 1, views and negative strides, with LAPACK, with our own kernels and with cuSOLVER's stand-in.
Factors are compared by what they must fulfil, because their signs are free."""
import os
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import REPL, Program

TOLERANCE = {"f": 2e-4, "d": 1e-10, "i": 1e-10, "h": 1e-10}
LIBRARY = {"lapack": ("cpu", {}), "kernels": ("cpu", {"WARPCELL_BLAS": ""}), "cusolver": ("0", fake_gpu.environment())}


def matrix(r, m, n, kind):
    a = r.integers(-9, 10, (m, n)).astype("d") / (1 if kind in "ih" else 4)
    return a.astype(kind)


def regular(r, n, kind):
    """Diagonally dominant, so that no digits are lost."""
    return (matrix(r, n, n, kind) + 30 * np.eye(n)).astype(kind)


def views(a):
    """The same matrix as an array, and as views of others: (the array to be stored, the text behind its name)."""
    wide = np.zeros((a.shape[0], 2 * a.shape[1]), a.dtype)
    wide[:, ::2] = a
    return [(a, ""), (a[::-1, ::-1].copy(), "[::-1, ::-1]"), (wide, "[:, ::2]")] if a.size else [(a, "")]


def wide(a):
    return a.astype("d")


def square(p, r, n, kind, tolerance):
    a = regular(r, n, kind)
    spd = (wide(a) @ wide(a).T / 30).astype(kind if kind in "fd" else "d")
    for stored, view in views(a):
        name = p.array(stored) + view
        b, many = matrix(r, n, 1, "f")[:, 0], matrix(r, n, 3, kind)
        left = p.array(b)
        p.save(f"solve({name}, {left})", np.linalg.solve(wide(a), wide(b)), tolerance)
        p.save(f"solve({name}, {p.array(many)})", np.linalg.solve(wide(a), wide(many)), tolerance)
        p.save(f"inv({name})", np.linalg.inv(wide(a)), tolerance)
        p.number(f"log(fabs(det({name})))", np.linalg.slogdet(wide(a))[1], tolerance)
        p.line(f"auto [sign{p.inputs}, log{p.inputs}] = slogdet({name});")
        p.number(f"sign{p.inputs}", np.linalg.slogdet(wide(a))[0])
        p.number(f"log{p.inputs}", np.linalg.slogdet(wide(a))[1], tolerance)
        p.number(f"trace({name})", np.trace(wide(a)), tolerance)
    for stored, view in views(spd):
        name = p.array(stored) + view
        p.save(f"cholesky({name})", np.linalg.cholesky(wide(spd)), tolerance)
        p.save(f"eigvalsh({name})", np.linalg.eigvalsh(wide(spd)), tolerance)
        p.line(f"auto [w{p.inputs}, v{p.inputs}] = eigh({name});")
        v, w = f"v{p.inputs}", f"w{p.inputs}"
        p.save(w, np.linalg.eigvalsh(wide(spd)), tolerance)
        if n:
            p.save(f"matmul(matmul({v}, diag({w})), transpose({v}))", wide(spd), tolerance)
            p.save(f"matmul(transpose({v}), {v})", np.eye(n), tolerance)


def any_shape(p, r, m, n, kind, tolerance):
    a, k = matrix(r, m, n, kind), min(m, n)
    for stored, view in views(a):
        name = p.array(stored) + view
        i = p.inputs
        p.line(f"auto [q{i}, r{i}] = qr({name});")
        p.line(f"auto [u{i}, s{i}, v{i}] = svd({name}, 0);")
        p.line(f"auto [fu{i}, fs{i}, fv{i}] = svd({name});")
        p.save(f"svdvals({name})", np.linalg.svd(wide(a), compute_uv=False), tolerance)
        p.save(f"s{i}", np.linalg.svd(wide(a), compute_uv=False), tolerance)
        if k:
            p.save(f"matmul(q{i}, r{i})", wide(a), tolerance)
            p.save(f"matmul(transpose(q{i}), q{i})", np.eye(k), tolerance)
            p.save(f"tril(r{i}, -1)", np.zeros((k, n)))
            p.save(f"matmul(matmul(u{i}, diag(s{i})), v{i})", wide(a), tolerance)
            p.number(f"matrix_rank({name})", np.linalg.matrix_rank(wide(a)))
            p.save(f"pinv({name})", np.linalg.pinv(wide(a)), tolerance * 10)
            b = matrix(r, m, 2, "d")
            p.save(f"lstsq({name}, {p.array(b)})", np.linalg.lstsq(wide(a), b, rcond=None)[0], 1e-10 if kind != "f" else 1e-10)
            for ord in ("fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"):
                numpy_ord = ord if ord in ("fro", "nuc") else float(ord)
                p.number(f'matrix_norm({name}, "{ord}")', np.linalg.norm(wide(a), numpy_ord), tolerance)
        else:
            p.save(f"q{i}", np.zeros((m, k)))
            p.save(f"r{i}", np.zeros((k, n)))
        p.save(f"matmul(fu{i}, transpose(fu{i}))", np.eye(m), tolerance)
        p.save(f"matmul(fv{i}, transpose(fv{i}))", np.eye(n), tolerance)
        for d in (-1, 0, 2):
            p.save(f"tril({name}, {d})", np.tril(a, d))
            p.save(f"triu({name}, {d})", np.triu(a, d))
            p.save(f"diag({name}, {d})", np.diag(a, d) if m and n else np.zeros(0))


@pytest.mark.parametrize("library", LIBRARY)
@pytest.mark.parametrize("kind", "fdi")
def test_matrices(kind, library, tmp_path):
    r, p = np.random.default_rng(5), Program(tmp_path)
    for n in (0, 1, 2, 7, 40):
        square(p, r, n, kind, TOLERANCE[kind])
    for m, n in ((1, 1), (1, 4), (4, 1), (5, 3), (3, 5), (30, 12), (0, 3), (3, 0)):
        any_shape(p, r, m, n, kind, TOLERANCE[kind])
    device, env = LIBRARY[library]
    assert p.run("--device", device, env=env) == []


@pytest.mark.parametrize("kind", "fdilhBe")
def test_products_of_vectors_and_parts(kind, tmp_path):
    r, p = np.random.default_rng(6), Program(tmp_path)
    for m, n in ((0, 2), (1, 1), (3, 2), (4, 0)):
        x, y = np.abs(matrix(r, m, 1, "d")[:, 0]).astype(kind), np.abs(matrix(r, n, 1, "d")[:, 0]).astype(kind)
        a, b = p.array(x), p.array(y)
        p.save(f"outer({a}, {b})", np.outer(x.astype("d"), y.astype("d")))
        p.save(f"kron({a}, {b})", np.kron(x.astype("d"), y.astype("d")))
        p.save(f"kron({a}[::-1], {b})", np.kron(x[::-1].astype("d"), y.astype("d")))
        for k in (-2, 0, 1):
            p.save(f"diag({a}, {k})", np.diag(x, k))
        s, t = np.abs(matrix(r, m, 3, "d")).astype(kind), np.abs(matrix(r, 2, n, "d")).astype(kind)
        c, d = p.array(s), p.array(t)
        p.save(f"kron({c}, {d})", np.kron(s.astype("d"), t.astype("d")))
        p.save(f"eye({m}, {n})", np.eye(m, n))
        p.save(f"eye({m})", np.eye(m))
    assert p.run() == []


FAULTS = [
    ("device float A[2][2] = {{1, 2}, {2, 4}}; inv(A)", "runtime error: the matrix is singular: pivot 2 of its LU factors is 0"),
    ("device float A[2][2] = {{1, 2}, {2, 4}}; solve(A, A)", "runtime error: the matrix is singular: pivot 2 of its LU factors is 0"),
    ("device float A[2][2] = {{1, 2}, {2, 1}}; cholesky(A)",
     "runtime error: the matrix is not positive definite: its leading minor of order 2 is not positive"),
    ("device float A[2][3]; det(A)", "memory error: this needs a square matrix, not one of shape [2, 3]"),
    ("device float A[3][3], b[2]; solve(A, b)",
     "memory error: a matrix of shape [3, 3] and a right side of shape [2] do not fit: they need the same number of rows"),
    ("device float x[2]; inv(x)", "type error: 'inv' needs a matrix: an array of numbers of rank 2, not 'device float [:]'"),
    ("device float A[2][2]; auto z = qr(A);", "type error: 'qr' has 2 results"),
    ("device float A[2][2]; auto [q, r, s] = qr(A);", "type error: 'qr' has 2 results, but there are 3 names"),
    ("device float A[2][2]; matrix_norm(A, \"max\")", "runtime error: there is no norm 'max' of matrices"),
    ("device float A[0][2]; cond(A)", "memory error: 'cond' of an empty array"),
]


@pytest.mark.parametrize("library", LIBRARY)
@pytest.mark.parametrize("text, message", FAULTS)
def test_what_cannot_be_computed(text, message, library):
    device, env = LIBRARY[library]
    ran = subprocess.run([REPL, "--device", device, "-e", text], capture_output=True, text=True, timeout=60, env=os.environ | env)
    assert ran.stderr.splitlines()[0] == message
    assert ran.returncode == 1
