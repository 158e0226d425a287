# SPDX-License-Identifier: Apache-2.0
"""Random programs (generate.py) give what g++ gives for their host code, with kernels as functions, and their kernels what
NVRTC's compilation of the whole file gives. ./test runs 200 of them; ./test --long runs 20,000. WARPCELL_SHADOW=n says
how many, and WARPCELL_SHADOW_SEED=n begins with another seed. A program that differs is kept in the temporary folder that pytest names."""
import concurrent.futures
import os
import subprocess

import pytest
from generate import generate

from paths import built

GROUP = 20
COUNT, SEED = int(os.environ.get("WARPCELL_SHADOW", "200")), int(os.environ.get("WARPCELL_SHADOW_SEED", "0"))


@pytest.fixture(scope="session")
def whole():
    return built("WARPCELL_WHOLE", "tests/shadow/whole")


def run(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=dict(os.environ, NO_COLOR="1"))


def compare(seed, folder, program, whole):
    """False: not a valid program, which shadowed names make of about one in 2,000: g++ refuses it, or it recurses without end."""
    p = generate(seed)
    host, cuda, device = (folder / f"{seed}{end}" for end in (".cpp", ".cu", "_device.cu"))
    host.write_text(p.host())
    cuda.write_text(p.cuda())
    device.write_text(p.device())
    made = run(folder, "g++", "-std=c++17", "-O0", "-w", host.name, "-o", f"{seed}")
    result = run(folder, f"./{seed}") if made.returncode == 0 else made
    if result.returncode != 0:
        return False
    expected = result.stdout
    kernels = run(folder, whole, device.name, *(f"{space}::{name}" for space, name in p.kernels))
    assert kernels.stderr == "" and expected.startswith(kernels.stdout), f"seed {seed}: NVRTC and g++ differ"
    ours = run(folder, program, cuda.name)
    assert (ours.stderr, ours.stdout) == ("", expected), f"seed {seed}, in {folder}"
    for path in (host, cuda, device, folder / f"{seed}"):
        path.unlink()
    return True


@pytest.mark.parametrize("first", range(SEED, SEED + COUNT, GROUP))
def test_programs(program, whole, tmp_path, first):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        valid = [done.result() for done in
                 [pool.submit(compare, seed, tmp_path, program, whole) for seed in range(first, first + GROUP)]]
    assert sum(valid) >= GROUP - 2
