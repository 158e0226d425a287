# SPDX-License-Identifier: Apache-2.0
"""Random programs about the lifetimes of objects (lifetimes.py) and about containers (containers.py) print under Warpcell what they print when g++ has compiled them.
WARPCELL_LIFETIMES=N runs the first N programs about lifetimes and N/3 about containers; each takes about 0.2 s."""
import os
import shutil
import subprocess

import pytest

import containers
import lifetimes

PER_FILE = 20
PROGRAMS = int(os.environ.get("WARPCELL_LIFETIMES", "300"))

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="compares with g++, which is not installed")


FILES = [(lifetimes, seed) for seed in range(-(-PROGRAMS // PER_FILE))] + [(containers, seed) for seed in range(-(-PROGRAMS // PER_FILE // 3))]


@pytest.mark.parametrize("generator, seed", FILES, ids=lambda value: getattr(value, "__name__", value))
def test_programs(program, tmp_path, generator, seed):
    (tmp_path / "programs.cpp").write_text(generator.source(seed, PER_FILE))
    subprocess.run(["g++", "-std=c++17", "-O0", "-w", "-o", "programs", "programs.cpp"], cwd=tmp_path, check=True)
    expected = subprocess.run([tmp_path / "programs"], capture_output=True, text=True, check=True)
    result = subprocess.run([program, "programs.cpp"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert result.stderr == ""
    assert result.stdout == expected.stdout
    assert result.returncode == 0
