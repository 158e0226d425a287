# SPDX-License-Identifier: Apache-2.0
"""Calls of <cublas_v2.h> on vectors, banded, packed, symmetric, Hermitian and triangular matrices and on many small ones, in the four types, beside
definitions of theirs in NumPy. One program for each type; every fourth call has its scalars on the device."""
import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
TYPES = {"S": ("float", "f"), "D": ("double", "d"), "C": ("cuComplex", "F"), "Z": ("cuDoubleComplex", "D")}
N, M, K, LD, BAND = 7, 5, 4, 9, 2
FILLS, OPS, UNITS, SIDES = ("LOWER", "UPPER"), ("N", "T", "C"), ("NON_UNIT", "UNIT"), ("LEFT", "RIGHT")


class Program:
    """Arrays by number, calls, and the arrays to look at afterwards."""

    def __init__(self, letter):
        self.letter, (self.name, self.kind) = letter, TYPES[letter]
        self.real = self.kind.lower()
        self.random, self.arrays, self.calls, self.wanted = np.random.default_rng(ord(letter)), [], [], []

    def numbers(self, *shape):
        numbers = self.random.integers(-4, 5, shape) / 2.0
        return (numbers + 1j * self.random.integers(-4, 5, shape) / 2.0 if self.kind in "FD" else numbers).astype(self.kind)

    def put(self, array):
        self.arrays.append(np.asfortranarray(array))
        return f"a{len(self.arrays) - 1}"

    def scalar(self, value, real=False):
        return "&" + self.put(np.array([value], self.real if real else self.kind)) + "h[0]"

    def call(self, name, *arguments, looks):
        """looks: (array's name, what it should be, where)."""
        self.calls.append((name, f"{name}(h, {', '.join(map(str, arguments))})"))
        for array, want, where in looks:
            self.wanted.append((self.calls[-1][1], array, np.asarray(want), where))


def op(a, how):
    return a if how == "N" else a.T if how == "T" else a.conj().T


def symmetric(a, fill, hermitian=False):
    half = np.tril(a, -1) if fill == "LOWER" else np.triu(a, 1)
    diagonal = np.diag(np.diag(a).real if hermitian else np.diag(a))
    return half + (half.conj() if hermitian else half).T + diagonal


def triangular(a, fill, unit):
    part = np.tril(a, -1) if fill == "LOWER" else np.triu(a, 1)
    return part + (np.eye(len(a)) if unit == "UNIT" else np.diag(np.diag(a)))


def banded(a, below, above):
    return np.triu(np.tril(a, above), -below)


def band_storage(a, below, above):
    """Fortran's: row above + i - j of column j."""
    out = np.zeros((LD, a.shape[1]), a.dtype)
    for i, j in itertools.product(*map(range, a.shape)):
        if -below <= j - i <= above:
            out[above + i - j, j] = a[i, j]
    return out


def packed(a, fill):
    n = len(a)
    return np.array([a[i, j] for j in range(n) for i in (range(j, n) if fill == "LOWER" else range(j + 1))], a.dtype)


def tall(a):
    """With more rows than it needs."""
    return np.vstack([a, np.full((LD - len(a), a.shape[1]), 9, a.dtype)])


def spread(x, step):
    out = np.full(1 + (len(x) - 1) * abs(step), 7, x.dtype)
    out[::abs(step)] = x if step > 0 else x[::-1]
    return out


def vectors(p, n):
    step = int(p.random.choice([1, 2, -1, -2]))
    x = p.numbers(n)
    return x, p.put(spread(x, step)), step


def fill(f):
    return f"CUBLAS_FILL_MODE_{f}"


def products_with_vectors(p):
    c, hermitian = f"cublas{p.letter}", p.kind in "FD"
    alpha, beta = p.numbers(2)
    al, be = p.scalar(alpha), p.scalar(beta)
    for how in OPS:
        a = p.numbers(M, N)
        (x, xs, incx), (y, ys, incy) = (vectors(p, M if how != "N" else N), vectors(p, N if how != "N" else M))
        p.call(c + "gemv", f"CUBLAS_OP_{how}", M, N, al, p.put(tall(a)), LD, xs, incx, be, ys, incy,
               looks=[(ys, spread(alpha * op(a, how) @ x + beta * y, incy), ...)])
        b = banded(a, 1, 2)
        z, zs, incz = vectors(p, len(y))
        p.call(c + "gbmv", f"CUBLAS_OP_{how}", M, N, 1, 2, al, p.put(band_storage(b, 1, 2)), LD, xs, incx, be, zs, incz,
               looks=[(zs, spread(alpha * op(b, how) @ x + beta * z, incz), ...)])
    for f, h in itertools.product(FILLS, (False, True) if hermitian else (False,)):
        a, letters = p.numbers(N, N), "he" if h else "sy"
        s, below = symmetric(a, f, h), BAND if f == "LOWER" else 0
        above = BAND - below
        forms = [(letters + "mv", [p.put(tall(a)), LD], [], s)]
        if h or not hermitian:
            forms += [(letters[0] + "bmv", [p.put(band_storage(banded(a, below, above), below, above)), LD], [BAND], symmetric(banded(a, below, above), f, h)),
                      (letters[0] + "pmv", [p.put(packed(a, f))], [], s)]
        for name, matrix, width, dense in forms:
            (x, xs, incx), (y, ys, incy) = vectors(p, N), vectors(p, N)
            p.call(c + name, fill(f), N, *width, al, *matrix, xs, incx, be, ys, incy, looks=[(ys, spread(alpha * dense @ x + beta * y, incy), ...)])


def triangles(p):
    c = f"cublas{p.letter}"
    for f, how, unit in itertools.product(FILLS, OPS, UNITS):
        a = p.numbers(N, N) / 4 + 3 * np.eye(N, dtype=p.kind)
        below = BAND if f == "LOWER" else 0
        b = banded(a, below, BAND - below)
        for letters, matrix, width, dense in (("tr", [p.put(tall(a)), LD], [], a), ("tb", [p.put(band_storage(b, below, BAND - below)), LD], [BAND], b),
                                              ("tp", [p.put(packed(a, f))], [], a)):
            t = op(triangular(dense, f, unit), how)
            for kind, of in (("mv", lambda x: t @ x), ("sv", lambda x: np.linalg.solve(t, x))):
                x, xs, incx = vectors(p, N)
                p.call(c + letters + kind, fill(f), f"CUBLAS_OP_{how}", f"CUBLAS_DIAG_{unit}", N, *width, *matrix, xs, incx, looks=[(xs, spread(of(x), incx), ...)])


def ranks(p):
    c, hermitian = f"cublas{p.letter}", p.kind in "FD"
    alpha = p.numbers(1)[0]
    al, real = p.scalar(alpha), p.scalar(1.5, True)
    for name in ("geru", "gerc") if hermitian else ("ger",):
        a, (x, xs, incx), (y, ys, incy) = p.numbers(M, N), vectors(p, M), vectors(p, N)
        at = p.put(tall(a))
        p.call(c + name, M, N, al, xs, incx, ys, incy, at, LD, looks=[(at, a + alpha * np.outer(x, y.conj() if name == "gerc" else y), (slice(M), slice(None)))])
    for f, h in itertools.product(FILLS, (False, True) if hermitian else (False,)):
        (x, xs, incx), (y, ys, incy), letters = vectors(p, N), vectors(p, N), "he" if h else "sy"
        one = np.outer(x, x.conj() if h else x) * (1.5 if h else alpha)
        two = alpha * np.outer(x, y.conj()) + np.conj(alpha) * np.outer(y, x.conj()) if h else alpha * (np.outer(x, y) + np.outer(y, x))
        for name, scalar, vs, change in (("r", real if h else al, [xs, incx], one), ("r2", al, [xs, incx, ys, incy], two)):
            a = p.numbers(N, N)
            if h:
                a[np.diag_indices(N)] = a.diagonal().real
            at = p.put(tall(a))
            part = np.tril_indices(N) if f == "LOWER" else np.triu_indices(N)
            p.call(c + letters + name, fill(f), N, scalar, *vs, at, LD, looks=[(at, (a + change)[part], part)])
            if h or not hermitian:
                at = p.put(packed(a, f))
                p.call(c + letters[0] + "p" + name, fill(f), N, scalar, *vs, at, looks=[(at, packed(a + change, f), ...)])


def products(p):
    c, hermitian = f"cublas{p.letter}", p.kind in "FD"
    alpha, beta = p.numbers(2)
    al, be, ar, br = p.scalar(alpha), p.scalar(beta), p.scalar(1.5, True), p.scalar(0.5, True)
    whole = (slice(M), slice(None))
    for f, side, h in itertools.product(FILLS, SIDES, (False, True) if hermitian else (False,)):
        a, b, out = p.numbers(*(2 * [M if side == "LEFT" else N])), p.numbers(M, N), p.numbers(M, N)
        s, at = symmetric(a, f, h), p.put(tall(out))
        p.call(c + ("hemm" if h else "symm"), f"CUBLAS_SIDE_{side}", fill(f), M, N, al, p.put(tall(a)), LD, p.put(tall(b)), LD, be, at, LD,
               looks=[(at, alpha * (s @ b if side == "LEFT" else b @ s) + beta * out, whole)])
    for f, side, how, unit in itertools.product(FILLS, SIDES, OPS, UNITS):
        size = M if side == "LEFT" else N
        a, b = p.numbers(size, size) / 4 + 3 * np.eye(size, dtype=p.kind), p.numbers(M, N)
        t, at, bt = op(triangular(a, f, unit), how), p.put(tall(a)), p.put(tall(b))
        ct = p.put(np.zeros((LD, N), p.kind))
        options = [f"CUBLAS_SIDE_{side}", fill(f), f"CUBLAS_OP_{how}", f"CUBLAS_DIAG_{unit}", M, N, al]
        p.call(c + "trmm", *options, at, LD, bt, LD, ct, LD, looks=[(ct, alpha * (t @ b if side == "LEFT" else b @ t), whole)])
        solved = alpha * (np.linalg.solve(t, b) if side == "LEFT" else np.linalg.solve(t.T, b.T).T)
        p.call(c + "trsm", *options, at, LD, bt, LD, looks=[(bt, solved, whole)])
        pair = p.put(tall(b))
        p.call(c + "trsmBatched", *options, f"pointers({at})", LD, f"pointers({pair})", LD, 1, looks=[(pair, solved, whole)])
    for f, how, h in itertools.product(FILLS, ("N", "T"), (False, True) if hermitian else (False,)):
        how = "C" if h and how == "T" else how
        a, b, out = p.numbers(*((N, K) if how == "N" else (K, N))), p.numbers(*((N, K) if how == "N" else (K, N))), p.numbers(N, N)
        if h:
            out[np.diag_indices(N)] = out.diagonal().real
        x, y, turn = op(a, how), op(b, how), (lambda z: z.conj().T) if h else (lambda z: z.T)
        part, options, at, bt = np.tril_indices(N) if f == "LOWER" else np.triu_indices(N), [fill(f), f"CUBLAS_OP_{how}", N, K], p.put(tall(a)), p.put(tall(b))
        for name, scalars, other, want in (
                ("herk" if h else "syrk", (ar, br) if h else (al, be), [], (1.5 if h else alpha) * x @ turn(x)),
                ("her2k" if h else "syr2k", (al, br if h else be), [bt, LD], alpha * x @ turn(y) + (np.conj(alpha) if h else alpha) * y @ turn(x)),
                ("herkx" if h else "syrkx", (al, br if h else be), [bt, LD], alpha * x @ turn(y))):
            to = p.put(tall(out))
            want = want + (0.5 if h else beta) * out
            if name == "herkx":
                want[np.diag_indices(N)] = want.diagonal().real
            p.call(c + name, *options, scalars[0], at, LD, *other, scalars[1], to, LD, looks=[(to, want[part], part)])
    for ta, tb in itertools.product(OPS, OPS) if hermitian else ():
        a, b, out = p.numbers(*((M, K) if ta == "N" else (K, M))), p.numbers(*((K, N) if tb == "N" else (N, K))), p.numbers(M, N)
        want, ops = alpha * op(a, ta) @ op(b, tb) + beta * out, [f"CUBLAS_OP_{ta}", f"CUBLAS_OP_{tb}", M, N, K, al]
        for name in ("gemm", "gemm3m", "gemmBatched"):
            to, wrap = p.put(tall(out)), "pointers({})" if name == "gemmBatched" else "{}"
            p.call(c + name, *ops, wrap.format(p.put(tall(a))), LD, wrap.format(p.put(tall(b))), LD, be, wrap.format(to), LD,
                   *([1] if name == "gemmBatched" else []), looks=[(to, want, whole)])


def vectors_of_complex_numbers(p):
    c, other, mixed, index = f"cublas{p.letter}", {"C": "Sc", "Z": "Dz"}[p.letter], {"C": "Cs", "Z": "Zd"}[p.letter], f"cublasI{p.letter.lower()}"
    alpha = p.numbers(1)[0]
    al, real = p.scalar(alpha), p.scalar(1.5, True)
    (x, xs, incx), (y, ys, incy), (u, us, incu), (v, vs, incv) = (vectors(p, 300) for _ in range(4))
    for name, want in (("dotu", x @ y), ("dotc", x.conj() @ y)):
        p.call(c + name, 300, xs, incx, ys, incy, p.scalar(0), looks=[(f"a{len(p.arrays) - 1}", [want], ...)])
    w = p.put(u)
    size = np.abs(u.real) + np.abs(u.imag)
    for name, want in ((f"cublas{other}nrm2", np.linalg.norm(u)), (f"cublas{other}asum", size.sum())):
        p.call(name, 300, w, 1, p.scalar(0, True), looks=[(f"a{len(p.arrays) - 1}", [want], ...)])
    for name, want in ((index + "amax", size.argmax() + 1), (index + "amin", size.argmin() + 1)):
        p.call(name, 300, w, 1, f"(int *) {p.scalar(0, True)}", looks=[(f"a{len(p.arrays) - 1}", int(want), "int")])
    p.call(c + "axpy", 300, al, xs, incx, ys, incy, looks=[(ys, spread(y + alpha * x, incy), ...)])
    p.call(c + "swap", 300, us, incu, vs, incv, looks=[(us, spread(v, incu), ...), (vs, spread(u, incv), ...)])
    p.call(c + "copy", 300, xs, incx, us, incu, looks=[(us, spread(x, incu), ...)])
    a, b = p.numbers(40), p.numbers(40)
    for name, s, sine in ((f"cublas{mixed}rot", p.scalar(0.8, True), 0.8), (c + "rot", p.scalar(0.5 + 0.25j), 0.5 + 0.25j)):
        one, two = p.put(a), p.put(b)
        p.call(name, 40, one, 1, two, 1, p.scalar(0.6, True), s, looks=[(one, 0.6 * a + sine * b, ...), (two, 0.6 * b - np.conj(sine) * a, ...)])
    for name, scalar, by in ((c + "scal", al, alpha), (f"cublas{mixed}scal", real, 1.5)):
        z = p.put(spread(a, 2))
        p.call(name, 40, scalar, z, 2, looks=[(z, spread(by * a, 2)[::2], slice(None, None, 2))])


def rotations(p):
    c = f"cublas{p.letter}"
    a, b = p.numbers(40), p.numbers(40)
    one, two = p.put(a), p.put(b)
    p.call(c + "rot", 40, one, 1, two, 1, p.scalar(0.6), p.scalar(0.8), looks=[(one, 0.6 * a + 0.8 * b, ...), (two, 0.6 * b - 0.8 * a, ...)])
    for x, y in ((3, 4), (-4, 3), (0, 2), (2, 0), (0, 0), (-1, -2)):
        names = [p.scalar(v) for v in (x, y, 0, 0)]
        r = np.hypot(x, y) * (np.sign(x if abs(x) > abs(y) else y) or 1)
        cosine, sine = (x / r, y / r) if r else (1, 0)
        z = 0 if not r else sine if abs(x) > abs(y) else 1 / cosine if cosine else 1
        first = len(p.arrays) - 4
        p.call(c + "rotg", *names, looks=[(f"a{first + k}", [want], ...) for k, want in enumerate((r, z, cosine, sine))])
    for flag, h in ((-1, [[2, 3], [4, 5]]), (0, [[1, 3], [4, 1]]), (1, [[2, 1], [-1, 5]]), (-2, [[1, 0], [0, 1]])):
        one, two = p.put(a), p.put(b)
        p.call(c + "rotm", 40, one, 1, two, 1, "&" + p.put(np.array([flag, 2, 4, 3, 5], p.kind)) + "h[0]",
               looks=[(one, h[0][0] * a + h[0][1] * b, ...), (two, h[1][0] * a + h[1][1] * b, ...)])


def many_small_matrices(p):
    c = f"cublas{p.letter}"
    for n in (1, 3, 8):
        a, b = p.numbers(n, n) + 4 * np.eye(n, dtype=p.kind)[::-1], p.numbers(n, 2)
        at, bt, ct, it = p.put(a), p.put(b), p.put(np.zeros((n, n), p.kind)), p.put(np.zeros((n, n), p.kind))
        ints = f"(int *) {p.put(np.zeros(2 * n + 8, 'd'))}"
        p.call(c + "matinvBatched", n, f"pointers({at})", n, f"pointers({it})", n, f"{ints} + {n}", 1, looks=[(it, np.linalg.inv(a), ...)])
        p.call(c + "getrfBatched", n, f"pointers({at})", n, ints, f"{ints} + {n}", 1, looks=[])
        for how in OPS:
            to = p.put(b)
            p.call(c + "getrsBatched", f"CUBLAS_OP_{how}", n, 2, f"pointers({at})", n, ints, f"pointers({to})", n, "&info", 1,
                   looks=[(to, np.linalg.solve(op(a, how), b), ...)])
        p.call(c + "getriBatched", n, f"pointers({at})", n, ints, f"pointers({ct})", n, f"{ints} + {n}", 1, looks=[(ct, np.linalg.inv(a), ...)])
    d = 3 * np.eye(3, dtype=p.kind) + np.tri(3, dtype=p.kind)
    dt, vt = p.put(d), p.put(np.ones((3, 1), p.kind))
    p.call(c + "getrfBatched", 3, f"pointers({dt})", 3, "NULL", f"(int *) {p.put(np.zeros(4, 'd'))}", 1, looks=[])
    p.call(c + "getrsBatched", "CUBLAS_OP_N", 3, 1, f"pointers({dt})", 3, "NULL", f"pointers({vt})", 3, "&info", 1, looks=[(vt, np.linalg.solve(d, np.ones((3, 1))), ...)])


PARTS = [products_with_vectors, triangles, ranks, products, many_small_matrices]


def source(p, on_device):
    lines = ["#include <cublas_v2.h>", "#include <stdio.h>", "#include <stdlib.h>",
             "template <typename T> T **pointers(T *p) { T **d; cudaMalloc(&d, sizeof p); cudaMemcpy(d, &p, sizeof p, cudaMemcpyHostToDevice); return d; }",
             "int main() { cublasHandle_t h; cublasCreate(&h); int info = 0; FILE *f = fopen(\"in\", \"rb\"), *g;"]
    types = {"f": "float", "d": "double", "F": "cuComplex", "D": "cuDoubleComplex"}
    for i, array in enumerate(p.arrays):
        t, n = types[array.dtype.char], array.size
        lines.append(f"{t} *a{i}h = ({t} *) malloc({n} * sizeof({t})), *a{i}; fread(a{i}h, sizeof({t}), {n}, f); "
                     f"cudaMalloc(&a{i}, {n} * sizeof({t})); cudaMemcpy(a{i}, a{i}h, {n} * sizeof({t}), cudaMemcpyHostToDevice);")
    for i, (name, text) in enumerate(p.calls):
        device = i % 4 == on_device
        text = text.replace("h[0]", "[0]") if device else text
        lines.append(f"cublasSetPointerMode(h, CUBLAS_POINTER_MODE_{'DEVICE' if device else 'HOST'}); if (int status = {text}) printf(\"%d {name}\\n\", status);")
        if not device and any(part in name for part in ("dot", "nrm2", "asum", "rotg", "amax", "amin")): # results on the host
            for word in text.replace(",", " ").replace(")", " ").split():
                if word.startswith("&a"):
                    k = word[1:-4]
                    lines.append(f"cudaMemcpy({k}, {k}h, {p.arrays[int(k[1:])].nbytes}, cudaMemcpyHostToDevice);")
    lines.append("g = fopen(\"out\", \"wb\");")
    for i, array in enumerate(p.arrays):
        lines.append(f"cudaMemcpy(a{i}h, a{i}, {array.nbytes}, cudaMemcpyDeviceToHost); fwrite(a{i}h, 1, {array.nbytes}, g);")
    return "\n".join([*lines, "fclose(g); return 0; }"])


@pytest.mark.parametrize("part", [*PARTS, vectors_of_complex_numbers, rotations])
@pytest.mark.parametrize("letter", TYPES)
def test_calls(letter, part, tmp_path):
    if part in (vectors_of_complex_numbers, rotations) and (part is rotations) != (letter in "SD"):
        pytest.skip("of the other types")
    p = Program(letter)
    part(p)
    (tmp_path / "in").write_bytes(b"".join(a.tobytes("F") for a in p.arrays))
    (tmp_path / "p.cu").write_text(source(p, ord(letter) % 4))
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
    at, found, content = 0, {}, (tmp_path / "out").read_bytes()
    for i, a in enumerate(p.arrays):
        found[f"a{i}"] = np.frombuffer(content[at:at + a.nbytes], a.dtype).reshape(a.shape, order="F")
        at += a.nbytes
    wrong = []
    last = {array: i for i, (_, array, _, _) in enumerate(p.wanted)}
    for i, (text, array, want, where) in enumerate(p.wanted):
        got = found[array].view("i4")[:1] if isinstance(where, str) else found[array][where]
        if last[array] == i and not np.allclose(got, want, rtol=2e-3 if p.real == "f" else 1e-9, atol=2e-4 if p.real == "f" else 1e-9):
            wrong.append(f"{text}: {got.ravel()[:6]}, not {want.ravel()[:6]}")
    assert wrong == []
