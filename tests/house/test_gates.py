# SPDX-License-Identifier: Apache-2.0
"""The rules of the house, applied (pytest tests/house, after a build in build/normal). The diagram is in ARCHITECTURE.md."""

import os
import pathlib

import gates
import layers
import pytest
from objects import Objects

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = dict(layers.BELOW) | {".": set(layers.BELOW)}
# How a backend of a device is opened: device.h declares these, the backends define them.
DOORS = ["cpu_device_open", "cuda_device_open", "cuda_device_likely", "cuda_device_list", "cuda_device_set"]
# Where signal handlers find their pipe and their thread.
MUTABLE = [("kernel/lifecycle.c", "signal_pipe"), ("runtime/compile/guarded.c", "own_guard")]


@pytest.fixture(scope="module")
def objects():
    build = pathlib.Path(os.environ.get("WARPCELL_BUILD", ROOT / "build/normal"))
    assert (build / "compile_commands.json").exists(), f"{build} is not a build; ./test makes it"
    return Objects(build, ROOT)


def sources(*folders):
    return [ROOT / path.relative_to(layers.ROOT) for path in layers.sources(*folders)]


def test_includes_go_down_the_diagram():
    assert gates.include_violations(ROOT, ROOMS, sources("runtime")) == []


def test_symbols_are_used_down_the_diagram(objects):
    assert gates.reference_violations(objects.references(), ROOMS, DOORS) == []


def test_no_variable_changes(objects):
    assert gates.mutable_violations(objects, MUTABLE) == []


def test_tests_wait_for_conditions():
    """Measurements (bench) are about time; the gates' own tests hold the violations."""
    tests = [path for path in sorted((ROOT / "tests").rglob("*")) if path.suffix in (".c", ".h", ".py")
             and not {"bench", "house"} & set(path.relative_to(ROOT).parts)]
    assert [f"{path.relative_to(ROOT)}:{line}" for path in tests for line in gates.waiting_violations(path)] == []


@pytest.mark.parametrize("header", [p for p in sources("runtime", "kernel", "repl") if p.suffix == ".h"],
                         ids=lambda path: str(path.relative_to(ROOT)))
def test_a_header_stands_alone(header):
    assert gates.header_violation(ROOT, header, ["-DENGINE_SET=base", "-DENGINE_THREADED=1"]) == ""
