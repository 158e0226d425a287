# SPDX-License-Identifier: Apache-2.0
import pathlib

import nbformat
import paths
import pytest
from notebooks import execute


@pytest.fixture
def driver_folder():
    """The folder with the CUDA driver library of `warpcell cuda`, under the names that programs load."""
    return str(pathlib.Path(paths.built("WARPCELL_DRIVER_LIBRARY", "runtime/driver/libcuda.so.1")).parent)


@pytest.fixture(scope="session")
def executed():
    """executed(path): a notebook of ours with its outputs. It is run once for all tests, which must not change it."""
    done = {}

    def executed_(path):
        if path not in done:
            done[path] = execute(nbformat.read(path, as_version=4), path.parent)
        return done[path]

    return executed_
