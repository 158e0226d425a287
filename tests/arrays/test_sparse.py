# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices in CSR form beside dense ones of NumPy, and SciPy's arrays where it is installed, by our kernels and by the cpu device's loops."""
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}


def sparse(r, m, n, kind, density=0.2):
    a = r.integers(-9, 10, (m, n)) * (r.random((m, n)) < density)
    if kind in "FD":
        a = a + 1j * r.integers(-9, 10, (m, n)) * (r.random((m, n)) < density)
    return (a / (1 if kind in "ilh" else 4)).astype(kind)


def csr_of(a):
    rows, columns = np.nonzero(a)
    return a[rows, columns], columns, np.concatenate(([0], np.cumsum(np.count_nonzero(a, axis=1))))


def bind(p, call):
    names = [f"{part}{len(p.lines)}" for part in ("data", "indices", "indptr")]
    p.line(f"auto [{', '.join(names)}] = {call};")
    return names


@pytest.mark.parametrize("options", ((), ("--check",), ("--device", "0")), ids=("loops", "kernels", "cusparse"))
@pytest.mark.parametrize("kind", "fdilhFD")
def test_products_and_forms(kind, options, tmp_path):
    r, p = np.random.default_rng(1), Program(tmp_path)
    for m, n in ((0, 3), (3, 0), (1, 1), (7, 5), (5, 7), (60, 80)):
        a = sparse(r, m, n, kind)
        names = bind(p, f"csr({p.array(a)})")
        triplet = ", ".join(names)
        for name, want in zip(names, csr_of(a)):
            p.save(name, want)
        wide = "i" if kind == "h" else kind
        x, b = r.integers(-4, 5, n).astype(kind), r.integers(-4, 5, (n, 3)).astype(kind)
        p.save(f"csr_matmul({triplet}, {p.array(x)})", a.astype(wide) @ x.astype(wide))
        p.save(f"csr_matmul({triplet}, {p.array(b)})", a.astype(wide) @ b.astype(wide))
        p.save(f"csr_to_dense({triplet}, {n})", a)
        if m and n:
            back = p.array(a[::-1, ::-1].copy()) + "[::-1, ::-1]"
            p.save(bind(p, f"csr({back})")[1], csr_of(a)[1])
            p.save(f"csr_matmul({triplet}, {p.array(b)}[:, ::-2])", a.astype(wide) @ b.astype(wide)[:, ::-2])
    assert p.run(*options, env=fake_gpu.environment()) == []


@pytest.mark.parametrize("options", ((), ("--check",), ("--device", "0")), ids=("loops", "kernels", "cusparse"))
def test_complex_and_real_factors(options, tmp_path):
    r, p = np.random.default_rng(5), Program(tmp_path)
    a = sparse(r, 9, 6, "D")
    parts = {kind: ", ".join(bind(p, f"csr({p.array((a.real if kind in 'fdi' else a).astype(kind))})")) for kind in "fdiFD"}
    for kind, right in (("f", "F"), ("F", "f"), ("d", "F"), ("i", "D"), ("D", "i"), ("F", "D")):
        x = sparse(r, 6, 4, right, 1)
        p.save(f"csr_matmul({parts[kind]}, {p.array(x)})", (a.real if kind in "fdi" else a).astype(kind).astype("D") @ x, 1e-6)
    assert p.run(*options, env=fake_gpu.environment()) == []


@pytest.mark.parametrize("kind", "fD")
def test_triplets_in_any_order(kind, tmp_path):
    r, p = np.random.default_rng(2), Program(tmp_path)
    for m, n, count in ((4, 5, 0), (1, 1, 1), (6, 9, 40), (50, 3, 200)):
        rows, columns, values = r.integers(0, m, count), r.integers(0, n, count), (r.integers(1, 9, count) * (1 if kind == "f" else 1 - 2j)).astype(kind)
        names = bind(p, f"csr({p.array(values)}, {p.array(rows.astype('i'))}, {p.array(columns)}, {m})")
        order = np.lexsort((columns, rows))
        p.save(names[0], values[order])
        p.save(names[1], columns[order])
        p.save(names[2], np.searchsorted(rows[order], np.arange(m + 1)))
        dense = np.zeros((m, n), kind)
        np.add.at(dense, (rows, columns), values)
        p.save(f"csr_to_dense({', '.join(names)}, {n})", dense)
    assert p.run() == []


def test_scipys_arrays(tmp_path):
    sparse_of = pytest.importorskip("scipy.sparse")
    a = sparse_of.random_array((500, 300), density=0.05, format="csr", rng=np.random.default_rng(3))
    x, p = np.random.default_rng(4).random((300, 4)), Program(tmp_path)
    csr = ", ".join(p.array(part) for part in (a.data, a.indices.astype("i"), a.indptr.astype("i")))
    p.save(f"csr_matmul({csr}, {p.array(x)})", a @ x, 1e-13)
    p.save(f"csr_to_dense({csr}, 300)", a.toarray())
    assert p.run() == []


FAULTS = [
    ("csr(x)", "type error: 'csr' needs a matrix: an array of numbers of rank 2, not 'device float [:]'"),
    ("auto z = csr(A);", "type error: 'csr' has 3 results"),
    ("csr_matmul(x, x, p, x)", "type error: 'csr_matmul' needs an array of integers of rank 1, not 'device float [:]'"),
    ("csr_matmul(x, i, p, x)", "memory error: arrays of 3, 2 and 4 elements are no sparse matrix"),
    ("auto [d, c, o] = csr(x, p, p, 3);", "memory error: 3 values, 4 rows and 4 columns do not make triplets"),
    ("auto [d, c, o] = csr(x, k, k, 2);", "memory error: row 2 is outside of a matrix of 2 rows"),
    ("auto [d, c, o] = csr(x, k, k, -1);", "memory error: a matrix cannot have -1 rows"),
    ("k[1] = 70000; auto y = csr_matmul(x, k, p, x); y[0]", "device error: illegal address in 'warpcell::csr_product'"),
]


@pytest.mark.parametrize("text, message", FAULTS)
def test_what_is_refused(text, message):
    setup = "device float A[2][3], x[3]; device int i[2], k[3], p[4]; k = iota(3); p = iota(4);"
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"{setup} {text}"], capture_output=True, text=True, timeout=60)
    assert ran.stderr.splitlines()[0].startswith(message)
    assert ran.returncode == 1
