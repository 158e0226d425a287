# SPDX-License-Identifier: Apache-2.0
"""Statements whose arrays have rows (compute/expression.c: row_of), beside NumPy: broadcasts, slices with steps, transposed operands, targets that
are views; rows shorter and longer than a block and than what counts as a row."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
COUNT = 24


def view(r, shape):
    """Slices of an array: its text, NumPy's, and the shape."""
    parts, out = [], []
    for n in shape:
        first = int(r.integers(0, n // 3 + 1))
        step = int(r.choice((1, 1, 1, 2, 3)))
        end = int(r.integers(2 * n // 3, n)) + 1
        parts.append(f"{first}:{end}:{step}" if step > 1 else f"{first}:{end}")
        out.append(len(range(first, end, step)))
    return ", ".join(parts), tuple(out)


def case(r, k):
    """A statement, the same as a function of NumPy's arrays, and the arrays."""
    shape = tuple(int(n) for n in r.integers(2, 12, r.integers(1, 4))) + (int(r.choice((31, 32, 33, 100, 256, 257, 700))),)
    at, inner = view(r, shape)
    arrays = {f"a{k}": shape, f"o{k}": shape, f"row{k}": inner[-1:], f"col{k}": inner[:-1] + (1,), f"b{k}": inner, f"t{k}": inner[::-1]}
    operands = [f"a{k}[{at}]", f"b{k}", f"row{k}", f"col{k}", f"transpose(t{k})"]
    first, second, third = (operands[i] for i in r.permutation(len(operands))[:3])
    return f"o{k}[{at}] = ({first} + {second} * {third}) + 0.0f * b{k};", arrays


@pytest.mark.parametrize("seed", range(4))
def test_rows_are_numpys(seed, tmp_path):
    r = np.random.default_rng(seed)
    statements, given, program = [], {}, ""
    for k in range(COUNT):
        statement, arrays = case(r, k)
        statements.append(statement)
        for name, shape in arrays.items():
            given[name] = r.integers(-8, 9, shape).astype("f")
            np.save(tmp_path / f"{name}.npy", given[name])
            program += f'device float {name}{"[]" * len(shape)} = load("{name}.npy");\n'
    program += "\n".join(statements) + "\n" + "\n".join(f'save(o{k}, "r{k}.npy");' for k in range(COUNT))
    (tmp_path / "p.cu").write_text(program)
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, ""), program
    for k, statement in enumerate(statements):
        exec(statement.replace("0.0f", "np.float32(0)").replace("transpose", "np.transpose"), {"np": np}, given)
        np.testing.assert_array_equal(np.load(tmp_path / f"r{k}.npy"), given[f"o{k}"], err_msg=statement)
