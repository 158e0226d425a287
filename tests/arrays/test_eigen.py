# SPDX-License-Identifier: Apache-2.0
"""Eigenvalues of matrices that are not symmetric beside numpy.linalg.eig: real and complex elements, with LAPACK, with our own kernel and on the fake GPU.
Vectors are compared by what they must fulfil, values without their order."""
import os
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
LIBRARY = {"lapack": ("cpu", {}), "kernels": ("cpu", {"WARPCELL_BLAS": ""}), "gpu": ("0", fake_gpu.environment())}
COMPLEX = {"f": "F", "F": "F"}


def matrices(kind):
    r = np.random.default_rng(11)
    whole = {n: r.integers(-9, 10, (n, n)) for n in (0, 1, 2, 3, 17, 40)}
    for n, a in whole.items():
        yield (a / 4 + (1j * r.integers(-9, 10, (n, n)) / 4 if kind in "FD" else 0)).astype(kind)
    yield np.roll(np.eye(5), 1, axis=0).astype(kind)  # the roots of unity
    yield np.diag([3, 1, 1, -2]).astype(kind)
    yield np.array([[0, 1], [-1, 0]], kind)
    yield np.tril(np.ones((4, 4))).astype(kind)  # one eigenvalue, one vector


def nearest(found, wanted):
    """The largest distance when each value is given one of the wanted ones."""
    wanted, most = list(wanted), 0.0
    for v in found:
        i = min(range(len(wanted)), key=lambda k: abs(wanted[k] - v))
        most = max(most, abs(wanted.pop(i) - v))
    return most


@pytest.mark.parametrize("library", LIBRARY)
@pytest.mark.parametrize("kind", "fdiFD")
def test_values_and_vectors(kind, library, tmp_path):
    p, all_of = Program(tmp_path), list(matrices(kind))
    device, environment = LIBRARY[library]
    for i, a in enumerate(all_of):
        name = p.array(np.ascontiguousarray(a.T))
        p.line(f"auto [w{i}, v{i}] = eig(transpose({name})); auto only{i} = eigvals(transpose({name}));")
        for text in (f"w{i}", f"v{i}", f"only{i}"):
            p.save(text, np.zeros(0))
    p.run("--device", device, env=environment)
    for i, a in enumerate(all_of):
        w, v, only = (np.load(tmp_path / f"r{3 * i + k}.npy") for k in range(3))
        assert w.dtype.char == v.dtype.char == only.dtype.char == COMPLEX.get(kind, "D") and w.shape == only.shape == (len(a),) and v.shape == a.shape
        if not len(a):
            continue
        defective = i == len(all_of) - 1  # then values are lost to the fourth root of the rounding
        digits = 5e-5 if w.dtype.char == "F" else 1e-12
        scale = np.abs(a).max() * len(a)
        want = np.linalg.eigvals(a.astype("D"))
        assert nearest(w, want) < (0.2 if defective else 20 * digits * scale)
        assert nearest(only, want) < (0.2 if defective else 20 * digits * scale)
        assert np.abs(a @ v - v * w).max() < digits * scale
        assert np.allclose(np.linalg.norm(v, axis=0), 1, atol=1e-5)
        if kind in "fdi" and not defective:
            assert (w.imag == 0).sum() == (np.abs(want.imag) < 10 * digits).sum()


@pytest.mark.parametrize("text, message", [
    ("eigvals(A)", "memory error: this needs a square matrix, not one of shape [2, 3]"),
    ("auto [w, v] = eig(A);", "memory error: this needs a square matrix, not one of shape [2, 3]"),
    ("eig(B)", "type error: 'eig' has 2 results"),
    ("eigvals(x)", "type error: 'eigvals' needs a matrix: an array of numbers of rank 2, not 'device float [:]'"),
    ("B[0][0] = NAN; eigvals(B)", "runtime error: the eigenvalues were not found"),
])
@pytest.mark.parametrize("blas", (None, ""))
def test_what_is_refused(text, message, blas, tmp_path):
    environment = os.environ | ({} if blas is None else {"WARPCELL_BLAS": blas})
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"device float A[2][3], B[2][2], x[2]; {text}"], capture_output=True, text=True, timeout=60,
                         env=environment)
    assert ran.stderr.splitlines()[0] == message
