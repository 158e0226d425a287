# SPDX-License-Identifier: Apache-2.0
import nbformat
import pytest
from notebooks import execute


@pytest.fixture(scope="session")
def executed():
    """executed(path): a notebook of ours with its outputs. It is run once for all tests, which must not change it."""
    done = {}

    def executed_(path):
        if path not in done:
            done[path] = execute(nbformat.read(path, as_version=4), path.parent)
        return done[path]

    return executed_
