# SPDX-License-Identifier: Apache-2.0
"""Arrays of bfloat16 in .npy files: the bytes that numpy.save writes for ml_dtypes.bfloat16, which NumPy itself reads as '|V2'."""
import subprocess

import numpy as np
import pytest

from programs import REPL

VALUES = [0.0, -1.0, 1.5, 3.140625, 65280.0, float("inf")]


def bfloat(values):
    return (np.array(values, "f").view("I") >> 16).astype("H")


def run(folder, text):
    (folder / "p.cu").write_text(text)
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_saved(tmp_path):
    numbers = ", ".join(str(v) for v in VALUES[:-1])
    run(tmp_path, f'device nv_bfloat16 x[] = {{{numbers}, INFINITY}}, y[2][3] = 2; save(x, "x.npy"); save(y, "y.npy"); save(x, "z.npz");')
    assert b"'descr': '<V2'" in (tmp_path / "x.npy").read_bytes()
    x, y = np.load(tmp_path / "x.npy"), np.load(tmp_path / "y.npy")
    assert x.dtype == np.dtype("V2") and y.shape == (2, 3)
    assert (x.view("H") == bfloat(VALUES)).all() and (y.view("H") == bfloat([2.0])).all()
    assert (np.load(tmp_path / "z.npz")["arr_0"].view("H") == bfloat(VALUES)).all()


@pytest.mark.parametrize("descr", ("'<V2'", "'|V2'", "'bfloat16'"))
def test_loaded(descr, tmp_path):
    np.save(tmp_path / "x.npy", bfloat(VALUES).view("V2"))
    bytes_ = (tmp_path / "x.npy").read_bytes()
    old = bytes_[10:bytes_.index(b"\n")]
    new = f"{{'descr': {descr}, 'fortran_order': False, 'shape': ({len(VALUES)},), }}".ljust(len(old)).encode()
    (tmp_path / "x.npy").write_bytes(bytes_.replace(old, new))
    told = run(tmp_path, """
device nv_bfloat16 x[] = load("x.npy");
device nv_bfloat16 part[] = load("x.npy", 2, 4);
device float y[] = load("x.npy");
for (int i = 0; i < len(x); i++) printf("%g ", (double) x[i]);
printf("%g %ld %g\\n", y[3] + 1, len(part), (double) part[0]);
""")
    assert told == "0 -1 1.5 3.14062 65280 inf 4.14062 2 1.5\n"


def test_records_of_two_bytes_are_no_bfloats(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros(3, [("a", "u1"), ("b", "u1")]))
    ran = subprocess.run([REPL, "--device", "cpu", "-e", 'load("x.npy")'], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode and "which is not supported" in ran.stderr
