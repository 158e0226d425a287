# SPDX-License-Identifier: Apache-2.0
"""Whole arrays against NumPy: random expressions, shapes, slices, types and functions (cases.py), many to a program, so that
starting does not count. WARPCELL_ARRAY_CASES sets how many (400); WARPCELL_ARRAY_SEED the first seed."""
import os
import subprocess

import numpy as np
import pytest

from cases import Cases, differs

BATCH = 50
COUNT = int(os.environ.get("WARPCELL_ARRAY_CASES", "400"))
SEED = int(os.environ.get("WARPCELL_ARRAY_SEED", "1"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """Hundreds of kernels that are not used again: keep them out of the user's cache."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("seed", range(SEED, SEED + (COUNT + BATCH - 1) // BATCH))
def test_batch(program, cache, tmp_path, seed):
    cases = Cases(seed).batch(BATCH)
    for name, array in cases.inputs.items():
        np.save(tmp_path / f"{name}.npy", array)
    (tmp_path / "batch.cu").write_text(cases.program())
    ran = subprocess.run([program, "batch.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=600,
                         env=dict(os.environ, NO_COLOR="1", WARPCELL_CACHE_DIR=str(cache)))
    assert ran.returncode == 0, ran.stderr[-3000:]
    wrong = []
    for i, (text, expected, exact) in enumerate(cases.expected):
        why = differs(expected, np.load(tmp_path / f"r{i}.npy"), exact)
        if why:
            wrong.append(f"{i}: {text}: {why}\n  numpy: {expected.reshape(-1)[:8]}\n  "
                         f"cell:  {np.load(tmp_path / f'r{i}.npy').reshape(-1)[:8]}")
    assert not wrong, "\n".join(wrong)
