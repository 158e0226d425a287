# SPDX-License-Identifier: Apache-2.0
import pathlib
import tempfile

import pytest

from client import Kernel


def pytest_configure(config):
    config.addinivalue_line("markers", "fake: uses the server around a session without a language")
    config.addinivalue_line("markers", "memory: measures memory, which sanitizers change")


def pytest_collection_modifyitems(items):
    for item in items:
        if "start" in getattr(item, "fixturenames", ()):
            item.add_marker("fake")


@pytest.fixture
def start(fake_kernel):
    """Makes kernels: `with start() as k:`; keywords as for client.Kernel. Paths are short enough for ipc."""
    with tempfile.TemporaryDirectory(prefix="wck") as directory:
        yield lambda **options: Kernel([fake_kernel], pathlib.Path(directory), **options)


@pytest.fixture
def kernel(start):
    with start() as k:
        yield k


@pytest.fixture
def cuda(built_kernel, tmp_path):
    """The kernel with its language, as built and not installed."""
    with Kernel([built_kernel], tmp_path) as k:
        yield k
