# SPDX-License-Identifier: Apache-2.0
"""A kernel that nobody uses gives memory back (docs/classroom.md: Idle sessions)."""

import pytest

from client import Kernel, text_of
from waiting import wait_until

SOON = {"WARPCELL_IDLE_TRIM": "0.05"}

USE = """__global__ void add(float *x) { x[threadIdx.x] += 1; }
device float x[32] = 4;
int kept = 8;
add<<<1, 32>>>(x);"""


def test_the_session_rests_once_after_each_use(start):
    with start(env=SOON) as k:
        for uses in range(1, 4):
            k.execute("print x")
            assert wait_until(lambda: k.log().count("the session rests") == uses)


def test_it_may_be_told_not_to(start):
    with start(env={"WARPCELL_IDLE_TRIM": "0"}) as k:
        k.execute("print x")
        k.execute("print y")
        assert "rests" not in k.log()


@pytest.mark.memory
def test_memory_is_given_back_and_nothing_lost(built_kernel, tmp_path):
    """NVRTC, which compiles the kernel, takes most of it."""
    with Kernel([built_kernel], tmp_path, env={"WARPCELL_CACHE_DIR": str(tmp_path / "one")}) as k:
        k.execute(USE)
        before = k.resident()
    with Kernel([built_kernel], tmp_path, env=SOON | {"WARPCELL_CACHE_DIR": str(tmp_path / "two")}) as k:
        k.execute(USE)
        assert wait_until(lambda: k.resident() < before - (20 << 20))
        assert text_of(k.execute('add<<<1, 32>>>(x);\nprintf("%g %d\\n", x[31], kept);')[1]) == "6 8\n"
