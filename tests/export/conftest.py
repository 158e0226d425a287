# SPDX-License-Identifier: Apache-2.0
import os
import shutil

import pytest


@pytest.fixture(scope="session")
def nvcc():
    """NVIDIA's compiler, where there is one."""
    path = shutil.which("nvcc")
    if not path:
        pytest.skip("there is no nvcc")
    return path


@pytest.fixture(scope="session")
def every_lesson():
    """WARPCELL_EXPORT_ALL: minutes."""
    if not os.environ.get("WARPCELL_EXPORT_ALL"):
        pytest.skip("WARPCELL_EXPORT_ALL is not set")
