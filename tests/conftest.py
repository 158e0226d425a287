# SPDX-License-Identifier: Apache-2.0
import paths
import pytest


@pytest.fixture(scope="session")
def program():
    """The path of warpcell: from WARPCELL_REPL, or from the newest build."""
    return paths.built("WARPCELL_REPL", "repl/warpcell")


@pytest.fixture(scope="session")
def fake_kernel():
    """The path of warpcell-kernel-fake: from WARPCELL_FAKE_KERNEL, or from the newest build."""
    return paths.built("WARPCELL_FAKE_KERNEL", "tests/protocol/warpcell-kernel-fake")


@pytest.fixture(scope="session")
def installed_kernel():
    """The path of warpcell-kernel: from WARPCELL_INSTALLED_KERNEL, or as it is installed."""
    return paths.installed_kernel()


@pytest.fixture(scope="session")
def built_kernel():
    """The path of warpcell-kernel: from WARPCELL_KERNEL, or from the newest build."""
    return paths.built("WARPCELL_KERNEL", "kernel/warpcell-kernel")
