# SPDX-License-Identifier: Apache-2.0
"""Kernels that a numerical library computes on the cpu device: the same results, and the same faults, with it and without."""
import os
import pathlib
import subprocess
import sys

import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
PROGRAM = pathlib.Path(__file__).with_name("gemm.cu")
RESULTS = "00: 0 0 0\n10: 0 0 0\n01: 0 0 0\n11: 0 0 0\nhalf 0\narrays 0\nOpenBLAS: %s\n"


def run(blas, *options):
    env = {k: v for k, v in os.environ.items() if k != "WARPCELL_BLAS"} | {"VIRTUAL_ENV": sys.prefix}
    if blas is not None:
        env["WARPCELL_BLAS"] = blas
    return subprocess.run([REPL, "--device", "cpu", *options, PROGRAM], env=env, capture_output=True, text=True, timeout=100)


@pytest.mark.parametrize("blas, used", [(None, "yes"), ("", "no"), ("/nonexistent.so", "no")], ids=["wheel", "none", "missing"])
def test_products_and_their_faults(blas, used):
    ended = run(blas)
    assert ended.stdout == RESULTS % used
    assert ended.returncode == 1
    first = ended.stderr.splitlines()[0]
    assert first == ("device error: illegal address in '__blas_gemm': thread (1, 9, 0) of block (0, 0, 0) reads small[100], "
                     "but small holds 100 elements of 4 bytes")


def test_an_observed_launch_runs_the_kernel():
    assert run(None, "--check").stdout == RESULTS % "no"
