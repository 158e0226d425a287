# SPDX-License-Identifier: Apache-2.0
"""warpcell --check: each faulty_*.cu gives the findings in its .out, and correct*.cu none. `NAME.out` was compared with the source by
hand, line by line."""

import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
FAULTY = sorted(HERE.glob("faulty_*.cu"))
CORRECT = sorted(HERE.glob("correct*.cu"))
PROGRAMS = sorted((HERE.parent / "programs").glob("*.cu"))
RACY = {"graph_levels"}  # a breadth-first search whose threads write levels that others read


def check(program, path):
    return subprocess.run([program, "--check", path.name], cwd=path.parent, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, NO_COLOR="1"))


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_faulty_program_gives_its_findings(program, path):
    result = check(program, path)
    assert result.stderr == path.with_suffix(".out").read_text()
    assert result.returncode == 1


@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
def test_correct_programs_are_silent(program, path):
    result = check(program, path)
    assert (result.stderr, result.stdout.split(" ")[-1], result.returncode) == ("", "0\n", 0)


@pytest.mark.parametrize("path", [p for p in PROGRAMS if p.stem not in RACY], ids=lambda path: path.stem)
def test_the_programs_are_silent(program, path):
    assert "warning: " not in check(program, path).stderr
