# SPDX-License-Identifier: Apache-2.0
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]


def built(variable, path):
    """A program of ours: the one that the environment names, or the newest build of it."""
    found = os.environ.get(variable)
    if not found:
        builds = sorted(ROOT.glob(f"build/**/{path}"), key=os.path.getmtime)
        assert builds, f"{path} is not built; ./test does that"
        found = str(builds[-1])
    return found


@pytest.fixture(scope="session")
def program():
    """The path of warpcell: from WARPCELL_REPL, or from the newest build."""
    return built("WARPCELL_REPL", "repl/warpcell")


@pytest.fixture(scope="session")
def fake_kernel():
    """The path of warpcell-kernel-fake: from WARPCELL_FAKE_KERNEL, or from the newest build."""
    return built("WARPCELL_FAKE_KERNEL", "tests/protocol/warpcell-kernel-fake")


@pytest.fixture(scope="session")
def built_kernel():
    """The path of warpcell-kernel: from WARPCELL_KERNEL, or from the newest build."""
    return built("WARPCELL_KERNEL", "kernel/warpcell-kernel")
