# SPDX-License-Identifier: Apache-2.0
"""Machine code for host code gives what the interpreter gives: output, errors and their places, exit status. It is compiled at once
(WARPCELL_HOST_JIT=1) and left before every n-th instruction (WARPCELL_HOST_JIT_LEAVE=n), so that each exit is taken and the
interpreter continues from there. WARPCELL_HOST_JIT_PROGRAMS=N runs N random programs (generate.py)."""
import os
import pathlib
import subprocess
import sys

import generate
import pytest

from paths import ROOT, built

sys.path.insert(0, str(ROOT / "tests/lifetimes"))
import lifetimes  # noqa: E402

GROUP = 10
RANDOM = int(os.environ.get("WARPCELL_HOST_JIT_PROGRAMS", "60"))
LEAVE = ["0", "1", "2", "3", "5", "17"]
CELLS = ["cpp", "expressions", "library", "lifetimes", "macros", "mistakes", "redefinition", "safety", "statements", "threads"]
# Programs whose work is on the host.
PROGRAMS = ["bits", "callbacks", "cipher", "collatz", "control", "cpp_algorithms", "cpp_exceptions", "cpp_library", "cpp_numbers", "cpp_objects",
            "cpp_strings", "evaluation_order", "everyday", "function_tables"]


def run(folder, leave, *command):
    env = dict(os.environ, NO_COLOR="1", WARPCELL_HOST_JIT="off" if leave is None else "1", WARPCELL_HOST_JIT_LEAVE=leave or "0")
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=env)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("leave", ["0", "1", "3"])
@pytest.mark.parametrize("name", CELLS)
def test_cells(tmp_path, name, leave):
    status, out, err = run(tmp_path, leave, built("WARPCELL_RUN_CELLS", "tests/cells/run_cells"), str(ROOT / f"tests/cells/{name}.cell"))
    assert status == 0, out + err


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(program, tmp_path, name):
    path = ROOT / f"tests/programs/{name}.cu"
    for header in path.parent.glob("*.h"):
        (tmp_path / header.name).write_bytes(header.read_bytes())
    for leave in ["0", LEAVE[1 + PROGRAMS.index(name) % (len(LEAVE) - 1)]]:
        assert run(tmp_path, leave, program, str(path)) == (0, path.with_suffix(".out").read_text(), "")


def test_lifetimes(program, tmp_path):
    (tmp_path / "programs.cpp").write_text(lifetimes.source(5000, 10))
    expected = run(tmp_path, None, program, "programs.cpp")
    for leave in LEAVE:
        assert run(tmp_path, leave, program, "programs.cpp") == expected


def compare(program, folder, seed):
    (folder / f"{seed}.cpp").write_text(generate.source(seed))
    expected = run(folder, None, program, f"{seed}.cpp")
    for leave in ["0", LEAVE[1 + seed % (len(LEAVE) - 1)]]:
        assert run(folder, leave, program, f"{seed}.cpp") == expected, f"seed {seed}, left every {leave}"
    return expected


@pytest.mark.parametrize("group", range(-(-RANDOM // GROUP)))
def test_random(program, tmp_path, group):
    results = [compare(program, tmp_path, seed) for seed in range(group * GROUP, (group + 1) * GROUP)]
    assert any(status == 0 for status, _, _ in results)
