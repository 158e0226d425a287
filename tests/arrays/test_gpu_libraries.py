# SPDX-License-Identifier: Apache-2.0
"""Arrays on a GPU whose libraries do the work (stand-ins over the fake driver): products and Fourier transforms beside NumPy, programs that call the
libraries themselves, and that the libraries are what was called. test_linear.py and test_sparse.py have the rest of the operations."""
import os
import pathlib
import re
import struct
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "programs"
GPU = ("--device", "0")
TOLERANCE = {"f": 2e-6, "d": 1e-12, "i": 0, "F": 2e-6, "D": 1e-13}


def numbers(r, shape, kind):
    return (r.integers(-9, 10, shape) / (1 if kind == "i" else 4)).astype(kind)


@pytest.mark.parametrize("kind", "fdiFD")
def test_products(kind, tmp_path):
    r, p, t = np.random.default_rng(5), Program(tmp_path), TOLERANCE[kind]
    for m, k, n in ((1, 1, 1), (3, 4, 5), (33, 17, 2), (0, 3, 2), (3, 0, 2), (3, 2, 0)):
        a, b = numbers(r, (m, k), kind), numbers(r, (k, n), kind)
        x, y = p.array(a), p.array(b)
        p.save(f"matmul({x}, {y})", a @ b, t)
        if a.size and b.size:
            p.save(f"matmul({x}[::-1], {y}[:, ::-1])", a[::-1] @ b[:, ::-1], t)
            p.save(f"matmul(transpose({y}), transpose({x}))", b.T @ a.T, t)
    if kind in "fd":
        a, b = numbers(r, (4, 3, 5), kind), numbers(r, (4, 5, 2), kind)
        p.save(f"matmul({p.array(a)}, {p.array(b)})", a @ b, t)
        p.save(f"matmul({p.array(a[0])}, {p.array(b)})", a[0] @ b, t)
    assert p.run(*GPU, env=fake_gpu.environment()) == []


@pytest.mark.parametrize("kind", "fdFD")
def test_transforms(kind, tmp_path):
    r, p, t = np.random.default_rng(6), Program(tmp_path), TOLERANCE[kind]
    for shape in ((1,), (2,), (13,), (16,), (360,), (3, 8)):
        x = numbers(r, shape, kind)
        name = p.array(x)
        p.save(f"fft({name})", np.fft.fft(x), 4 * t)
        p.save(f"ifft(fft({name}))", x.astype("D"), 4 * t)
        p.save(f"fft({name}[::-1])", np.fft.fft(x[::-1]), 4 * t)
    for n in range(1, 13):  # more plans than are kept
        x = numbers(r, n, kind)
        p.save(f"ifft({p.array(x)})", np.fft.ifft(x), 4 * t)
    assert p.run(*GPU, env=fake_gpu.environment()) == []


CALLS = {"blas": "cublasGemmStridedBatchedEx", "blas_matrices": "cublasStrmm_v2", "complex_solvers": "cusolverDnZgetrf", "dense_solvers": "cusolverDnDgetrf", "fft": "cufftExecC2C", "fft_plans": "cufftExecD2Z",
         "products_with_epilogue": "cublasGemmStridedBatchedEx", "sparse_products": "cusparseSpMM"}


def run_program(name, fail=""):
    return subprocess.run([REPL, *GPU, f"{name}.cu"], cwd=PROGRAMS, capture_output=True, text=True, timeout=120,
                          env=os.environ | fake_gpu.environment(fail))


@pytest.mark.parametrize("name", CALLS)
def test_programs(name):
    ran = run_program(name)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, (PROGRAMS / f"{name}.out").read_text(), "")
    failed = run_program(name, f"{CALLS[name]}:14@1")
    assert failed.returncode != 0 and f"library call failed: {CALLS[name]}: " in failed.stderr


OUT_OF_MEMORY = 2  # CUDA_ERROR_OUT_OF_MEMORY


@pytest.mark.parametrize("call, library", [("solve(a, b)", "cuSOLVER"), ("svdvals(a)", "cuSOLVER"), ("csr_matmul(data, columns, starts, b)", "cuSPARSE")])
def test_no_memory_for_a_workspace(call, library, tmp_path):
    """The first cuMemAlloc fails: an error says so, the arrays are what they were, and the same call works when there is memory."""
    control = tmp_path / "control"  # struct fake_driver_control: action, and the name of the call that fails once
    control.write_bytes(struct.pack("<16xI48x48s52x", OUT_OF_MEMORY, b"cuMemAlloc_v2"))
    setup = ("device double a[3][3] = {{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}, b[3] = {1, 2, 3}; auto [data, columns, starts] = csr(a);\n"
             f"auto x = {call};")
    ran = subprocess.run([REPL, *GPU, "-q", "-i", "-e", setup], input=f"sum(a) + sum(b)\nauto y = {call};\nlen(y)\n", capture_output=True, text=True,
                         timeout=120, env=os.environ | fake_gpu.environment() | {"WARPCELL_FAKE_DRIVER": str(control)})
    error = re.sub(r"of \d+ bytes", "of N bytes", ran.stderr)
    assert error.startswith(f"device error: library call failed: {library}: the GPU has no memory left for the library's workspace of N bytes\n")
    assert "  = help: free arrays that are no longer needed, or let Warpcell's own kernels do it: %gpu libraries off\n" in error
    assert ran.stdout.split() == ["19", "3"]
