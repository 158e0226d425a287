# SPDX-License-Identifier: Apache-2.0
"""The rules of the house, applied (pytest tests/house, after a build in build/normal). The diagram is in ARCHITECTURE.md."""

import os
import pathlib
import subprocess

import gates
import layers
import pytest
from objects import Objects, cycles, folder_graph

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = dict(layers.BELOW) | {".": set(layers.BELOW)}
# How a backend of a device is opened: device.h declares these, the backends define them.
DOORS = ["cpu_device_open", "cpu_device_open_share", "cuda_device_open", "cuda_device_likely", "cuda_device_list", "cuda_device_set", "cpu_device_use_ops",
         "cpu_device_set_arch"]
LOOP_FILES = 6  # that may call each other in a cycle
# Where signal handlers find their pipe and their thread.
MUTABLE = [("kernel/core/lifecycle.c", "signal_pipe"), ("runtime/compile/guarded.c", "own_guard"),
           # libraries behind C interfaces that pass no context
           ("runtime/driver/core/driver_state.c", "driver_state"), ("runtime/driver/core/driver_state.c", "driver_thread"),
           ("runtime/driver/wrap/audit.c", "auditor"), ("runtime/driver/wrap/wrap_nvjitlink.c", "real"), ("runtime/driver/wrap/wrap_nvrtc.c", "compiler")]
# The allocators of base/check.h, which abort when memory runs out. Many C programs give them these names.
CUSTOMARY = ["xcalloc", "xmalloc", "xrealloc", "xstrdup", "xstrndup"]


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


def test_folders_do_not_call_each_other_in_a_cycle(objects):
    assert cycles(folder_graph(objects.references())) == []


def test_a_cycle_of_calls_has_six_files_at_most(objects):
    """Files that recurse through each other have to be read together."""
    assert [loop for loop in cycles(objects.references()) if len(loop) > LOOP_FILES] == []


def test_no_variable_changes(objects):
    assert gates.mutable_violations(objects, MUTABLE) == []


def test_a_symbol_is_defined_once(objects):
    assert gates.symbol_violations(objects) == {}


def test_external_names_have_a_prefix(objects):
    assert gates.single_word_violations(objects, CUSTOMARY) == []


def test_tests_wait_for_conditions():
    """Measurements (bench) are about time; the gates' own tests hold the violations."""
    tests = [path for path in sorted((ROOT / "tests").rglob("*")) if path.suffix in (".c", ".h", ".py")
             and not {"bench", "house"} & set(path.relative_to(ROOT).parts)]
    assert [f"{path.relative_to(ROOT)}:{line}" for path in tests for line in gates.waiting_violations(path)] == []


SINCE = "191ae94"  # the last commit before the rule about subjects


def code():
    return [path for path in sources("runtime", "kernel", "repl") if path.suffix in (".c", ".h")]


def test_statements_are_nested_three_deep():
    assert [(str(path), *found) for path in code() for found in gates.nesting_violations(path)] == []


def test_the_format_is_clang_formats():
    assert gates.format_violations(code()) == []


def test_a_file_name_is_used_once():
    assert gates.namesake_violations(code()) == {}


def test_a_tag_is_used_once():
    assert gates.tag_violations(code()) == {}


def test_folders_hold_thirty_files():
    assert gates.crowded_folders(code()) == {}


def test_subjects_of_commits():
    known = subprocess.run(["git", "-C", ROOT, "merge-base", "--is-ancestor", SINCE, "HEAD"], capture_output=True)
    if known.returncode:
        pytest.skip(f"{SINCE} is not in this history")
    log = subprocess.run(["git", "-C", ROOT, "log", "--no-merges", "--format=%s", f"{SINCE}..HEAD"], capture_output=True, text=True)
    assert gates.subject_violations(log.stdout.splitlines()) == []


@pytest.mark.parametrize("header", [p for p in sources("runtime", "kernel", "repl") if p.suffix == ".h"],
                         ids=lambda path: str(path.relative_to(ROOT)))
def test_a_header_stands_alone(header):
    assert gates.header_violation(ROOT, header, ["-DENGINE_SET=base", "-DENGINE_THREADED=1"]) == ""
