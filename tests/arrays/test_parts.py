# SPDX-License-Identifier: Apache-2.0
"""Parts of .npy files: every range beside NumPy's slices, the order of axes, the texts of mistakes; how much memory a large file takes."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
TYPES = {"float32": "float", "int16": "short", "complex64": "float2", "float16": "half", "uint8": "unsigned char"}


def run(folder, text):
    (folder / "p.cu").write_text(text)
    return subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("dtype", TYPES)
def test_parts(dtype, tmp_path):
    lines, expected = [], []
    for number, shape in enumerate([(7,), (5, 3), (4, 2, 3), (0, 2), (3, 0)]):
        x = np.arange(np.prod(shape)).astype(dtype).reshape(shape)
        np.save(tmp_path / f"x{number}.npy", x if number != 0 else np.asfortranarray(x))
        axes = "[]" * x.ndim
        lines.append("".join(f'printf("%ld ", shape("x{number}.npy", {axis}));' for axis in range(x.ndim)))
        for first in range(len(x) + 1):
            for last in (first, first + 1, len(x), len(x) + 5):
                if last >= first:
                    lines.append(f'{{ device {TYPES[dtype]} r{axes} = load("x{number}.npy", {first}, {last}); save(r, "r{len(expected)}.npy"); }}')
                    expected.append(x[first:last])
    ran = run(tmp_path, "\n".join(lines) + "\n")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["7", "5", "3", "4", "2", "3", "0", "2", "3", "0"]
    for i, want in enumerate(expected):
        got = np.load(tmp_path / f"r{i}.npy")
        assert got.shape == want.shape and np.array_equal(got, want), i


ERRORS = {
    'device float x[] = load("x.npy", 2, 1);': "memory error: 'x.npy' has 4 places along its first axis, not 2 to 1\n",
    'device float x[] = load("x.npy", -1, 1);': "memory error: 'x.npy' has 4 places along its first axis, not -1 to 1\n",
    'device float x[] = load("x.npy", 5, 6);': "memory error: 'x.npy' has 4 places along its first axis, not 5 to 6\n",
    'device float x[][] = load("f.npy", 0, 1);': "runtime error: 'f.npy' is in Fortran order, so parts of its first axis are not together\n",
    'device float x[] = load("none.npy", 0, 1);': "runtime error: cannot read 'none.npy': No such file or directory\n",
    'device float x[] = load("cut.npy", 0, 1);': "runtime error: 'cut.npy' cannot be read: it has fewer elements than its shape requires\n",
    'device float x[] = load("head.npy", 0, 1);': "runtime error: 'head.npy' cannot be read: the file is truncated\n",
    'device float x[] = load("x.npz", 0, 1);': "runtime error: 'x.npz' cannot be read in parts: it is no .npy file\n",
    'device float x[] = load("o.npy", 0, 1);': "type error: 'o.npy' holds elements of type '>f4', which is not supported\n",
    'shape("x.npy", 1)': "memory error: axis 1 of an array of rank 1\n",
    'shape("x.csv", 0)': "runtime error: 'x.csv' cannot be read in parts: it is no .npy file\n",
    'device float x[] = load(".", 0, 1);': "runtime error: '.' cannot be read in parts: it is no .npy file\n",
}


@pytest.mark.parametrize("cell", ERRORS)
def test_errors(cell, tmp_path):
    x = np.ones(4, "f4")
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "f.npy", np.asfortranarray(np.ones((2, 3), "f4")))
    np.save(tmp_path / "o.npy", x.astype(">f4"))
    whole = (tmp_path / "x.npy").read_bytes()
    (tmp_path / "cut.npy").write_bytes(whole[:-1])
    (tmp_path / "head.npy").write_bytes(whole[:40])
    ran = subprocess.run([REPL, "--device", "cpu", "-e", cell], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1 and ran.stderr.startswith(ERRORS[cell]), ran.stderr


def test_a_file_larger_than_the_memory(tmp_path):
    """A file of 4 GiB, nearly all of it a hole: the process stays below 1 GiB."""
    n, part = 1 << 30, 1 << 24
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({n},), }}".ljust(117).encode() + b"\n"
    with open(tmp_path / "big.npy", "wb") as f:
        f.write(b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header)
        start = f.tell()
        f.truncate(start + 4 * n)
        for at in (0, n // 2, n - 1):
            f.seek(start + 4 * at)
            f.write(np.float32(at % 7 + 1).tobytes())
    (tmp_path / "p.cu").write_text(f"""double total = 0; long n = shape("big.npy", 0);
for (long i = 0; i < n; i += {part * 16}) {{ device float x[] = load("big.npy", i, i + {part}); total += sum(x); }}
device float last[] = load("big.npy", n - 1, n); printf("%ld %g %g\\n", n, total, (double) last[0]);""")
    with open(tmp_path / "out", "w") as out:
        child = subprocess.Popen([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, stdout=out, stderr=out)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    assert (tmp_path / "out").read_text() == f"{n} {1 + n // 2 % 7 + 1} {(n - 1) % 7 + 1}\n"
    assert used.ru_maxrss < 1 << 20, "KiB"
