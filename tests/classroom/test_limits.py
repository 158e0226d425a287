# SPDX-License-Identifier: Apache-2.0
"""The limits of a session, set in its environment: processors, memory, time, the cache of compiled kernels."""

import os
import subprocess
import time

import pytest

KERNEL = """__global__ void k(int *x) { *x = 7; }
device int x[1];
k<<<1, 1>>>(x);
printf("%d\\n", x[0]);"""


@pytest.fixture
def run(program, tmp_path):
    def run_(code, setting="", only=None):
        env = os.environ | {"WARPCELL_CACHE_DIR": str(tmp_path / "own")} | dict(one.split("=") for one in setting.split())
        restrict = (lambda: os.sched_setaffinity(0, {only})) if only is not None else None
        ended = subprocess.run([program, "--device", "cpu", "-e", code], env=env, capture_output=True, text=True, timeout=300, preexec_fn=restrict)
        return ended.returncode, ended.stdout, ended.stderr
    return run_


# ---- time ----

STOPPED = """out of time: stopped after 0.2 s{}
 --> -e:1:1
  |
1 | {}
  | {}
  = help: a cell may take 0.2 s here (WARPCELL_CELL_TIMEOUT, where the session was started)
"""


@pytest.mark.parametrize("code", ["for (;;) ;", "!sleep 1000"])
def test_a_cell_that_takes_too_long_is_stopped(run, code):
    assert run(code, "WARPCELL_CELL_TIMEOUT=0.2") == (1, "", STOPPED.format("", code, "^" * len(code)))


def test_a_kernel_that_takes_too_long_is_stopped(run):
    spin = "__global__ void spin(int n) { while (n) ; }\nspin<<<1, 1>>>(%d);"
    assert run(spin % 0)[0] == 0  # it is compiled now
    status, text, error = run(spin % 1, "WARPCELL_CELL_TIMEOUT=2")
    assert (status, text) == (1, "") and error.startswith("out of time: stopped after 2 s while 'spin' was running\n")


def test_each_cell_has_its_own_time(program, tmp_path):
    (tmp_path / "cells.cu").write_text('// %%\nsleep(2);\n// %%\nsleep(2);\n// %%\nputs("ended");\n')
    ended = subprocess.run([program, tmp_path / "cells.cu"], env=os.environ | {"WARPCELL_CELL_TIMEOUT": "3"}, capture_output=True, text=True, timeout=300)
    assert (ended.stdout, ended.stderr) == ("ended\n", "")


def test_waiting_for_input_takes_no_time(program):
    env = os.environ | {"WARPCELL_CELL_TIMEOUT": "2"}
    with subprocess.Popen([program, "-e", 'puts("?"); fflush(stdout); int n; scanf("%d", &n); n'], env=env, text=True, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as session:
        assert session.stdout.readline() == "?\n"
        time.sleep(2.5)  # time is the subject: longer than a cell may take
        assert session.communicate("5\n") == ("5\n", "")


# ---- memory ----

def test_a_program_gets_so_much_memory_on_the_host(run):
    assert run("char *p = (char *) malloc(65 << 20); p == NULL", "WARPCELL_MEMORY=64") == (0, "true\n", "")
    assert run("char *p = (char *) malloc(32 << 20); p == NULL", "WARPCELL_MEMORY=64") == (0, "false\n", "")


def test_and_as_much_on_the_device(run):
    assert run("device char x[65 << 20];", "WARPCELL_MEMORY=64") == (1, "", """\
memory error: out of device memory: cannot allocate 68157440 bytes, 0 of 67108864 are in use
 --> -e:1:13
  |
1 | device char x[65 << 20];
  |             ^^^^^^^^^^^
  = help: free arrays that you no longer need, or use a smaller one
""")
    assert run("device char x[32 << 20]; len(x)", "WARPCELL_MEMORY=64") == (0, "33554432\n", "")


# ---- processors ----

CORES = 'cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); printf("%d\\n", p.multiProcessorCount);'


def test_the_cpu_device_has_so_many_threads(run):
    assert run(CORES, "WARPCELL_CPU_THREADS=1") == (0, "1\n", "")
    assert run(CORES, "WARPCELL_CPU_THREADS=100000") == run(CORES)


def test_the_cpu_device_has_a_thread_for_each_processor_that_it_may_run_on(run):
    assert run(CORES, only=min(os.sched_getaffinity(0))) == (0, "1\n", "")


@pytest.mark.parametrize("value", ["", "0", "-1", "many", "nan"])
def test_a_limit_that_is_no_number_above_0_is_none(run, value):
    setting = " ".join(f"{name}={value}" for name in ("WARPCELL_CPU_THREADS", "WARPCELL_MEMORY", "WARPCELL_CELL_TIMEOUT", "WARPCELL_CACHE_SIZE"))
    assert run(CORES, setting) == run(CORES)


# ---- the cache ----

def files(folder):
    return sorted(path.name for path in folder.glob("*"))


def test_the_cache_takes_so_much_of_the_disk(run, tmp_path):
    for n in range(3):
        assert run(KERNEL.replace("7", f"{n}"), "WARPCELL_CACHE_SIZE=100") == (0, f"{n}\n", "")
    assert len(files(tmp_path / "own")) == 3
    size = max(path.stat().st_size for path in (tmp_path / "own").iterdir())
    assert run(KERNEL, f"WARPCELL_CACHE_SIZE={1.5 * size / 2**20}") == (0, "7\n", "")
    assert len(files(tmp_path / "own")) == 1


def test_a_shared_cache_is_read_and_not_written(run, tmp_path):
    shared = tmp_path / "shared"
    assert run(KERNEL, f"WARPCELL_CACHE_DIR={shared}") == (0, "7\n", "")
    filled = {path.name: path.read_bytes() for path in shared.iterdir()}
    assert len(filled) == 1
    assert run(KERNEL, f"WARPCELL_CACHE_SHARED={shared}") == (0, "7\n", "")
    assert files(tmp_path / "own") == []
    assert run(KERNEL.replace("7", "8"), f"WARPCELL_CACHE_SHARED={shared}") == (0, "8\n", "")
    assert len(files(tmp_path / "own")) == 1
    assert {path.name: path.read_bytes() for path in shared.iterdir()} == filled


def test_a_shared_cache_that_is_damaged_or_missing_is_no_hindrance(run, tmp_path):
    shared = tmp_path / "shared"
    assert run(KERNEL, f"WARPCELL_CACHE_DIR={shared}") == (0, "7\n", "")
    for path in shared.iterdir():
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert run(KERNEL, f"WARPCELL_CACHE_SHARED={shared}") == (0, "7\n", "")
    assert len(files(tmp_path / "own")) == 1
    assert run(KERNEL, f"WARPCELL_CACHE_SHARED={tmp_path}/nowhere") == (0, "7\n", "")
