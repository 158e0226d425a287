# SPDX-License-Identifier: Apache-2.0
import pathlib
import tempfile

import pytest

from client import Kernel


def pytest_configure(config):
    config.addinivalue_line("markers", "fake: uses the server around a session without a language")
    config.addinivalue_line("markers", "memory: measures memory, which sanitizers change")


def kernel_of(module):
    """The fixture with the kernel that a module tests. KERNEL = "installed_kernel" in the module: the real one."""
    return getattr(module, "KERNEL", "fake_kernel")


def pytest_collection_modifyitems(items):
    for item in items:
        if "start" in getattr(item, "fixturenames", ()) and kernel_of(item.module) == "fake_kernel":
            item.add_marker("fake")


@pytest.fixture
def start(request):
    """Makes kernels: `with start() as k:`; keywords as for client.Kernel. Paths are short enough for ipc."""
    program = request.getfixturevalue(kernel_of(request.module))
    with tempfile.TemporaryDirectory(prefix="wck") as directory:
        yield lambda **options: Kernel([program], pathlib.Path(directory), **options)


@pytest.fixture
def kernel(start):
    with start() as k:
        yield k


@pytest.fixture
def cuda(built_kernel, tmp_path):
    """The kernel with its language, as built and not installed."""
    with Kernel([built_kernel], tmp_path) as k:
        yield k


class Gate:
    """What a cell of the fake session can wait for: `gate.code` runs until the test calls `gate.open()`."""

    def __init__(self, path):
        self.path, self.code = path, f"await {path}"

    def open(self):
        self.path.touch()


@pytest.fixture
def gate(tmp_path):
    return Gate(tmp_path / "gate")
