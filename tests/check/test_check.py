# SPDX-License-Identifier: Apache-2.0
"""warpcell --check: each faulty_*.cu gives the findings in its .out, and correct*.cu none. `NAME.out` was compared with the source by
hand, line by line."""

import os
import pathlib
import re
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
FAULTY = sorted(HERE.glob("faulty_*.cu"))
CORRECT = sorted(HERE.glob("correct*.cu"))
PROGRAMS = sorted((HERE.parent / "programs").glob("*.cu"))
RACY = {"graph_levels"}  # a breadth-first search whose threads write levels that others read
LONG = {"many_launches", "random_sequences"}  # the same few kernels again and again


def check(program, path, *options):
    return subprocess.run([program, "--check", *options, path.name], cwd=path.parent, capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, NO_COLOR="1"))


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_faulty_program_gives_its_findings(program, path):
    result = check(program, path)
    assert result.stderr == path.with_suffix(".out").read_text()
    assert result.returncode == 1


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_another_order_shows_the_same_faulty_kernels(program, path):
    kernels = set(re.findall(r"__global__ void (\w+)", path.read_text()))
    warnings = "".join(re.findall(r"^warning: .*\n", check(program, path, "--seed", "5").stderr, re.M))
    found = set(re.findall(r" (?:in|of) '(\w+)'", warnings))
    assert found & kernels == kernels


@pytest.mark.parametrize("seed", ["0", "1", "12345"])
@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
def test_correct_programs_are_silent(program, path, seed):
    result = check(program, path, "--seed", seed)
    assert (result.stderr, result.stdout.split(" ")[-1], result.returncode) == ("", "0\n", 0)


@pytest.mark.parametrize("path", [p for p in PROGRAMS if p.stem not in RACY | LONG], ids=lambda path: path.stem)
def test_the_programs_are_silent(program, path):
    assert "warning: " not in check(program, path).stderr


def test_nan_and_infinity_are_found_on_request(program):
    path = HERE / "nan.cu"
    assert (check(program, path).stderr, check(program, path).returncode) == ("", 0)
    result = check(program, path, "--nan")
    assert (result.stderr, result.returncode) == (path.with_suffix(".out").read_text(), 1)


HIDDEN = """__global__ void first_come(int *done, int *x)
{
    if (blockIdx.x == 0) {
        *x = 1;
        atomicExch(done, 1);
    } else if (!atomicAdd(done, 0)) {
        *x = 2; // only if this block comes first
    }
}
int main()
{
    int *x;
    cudaMalloc(&x, 2 * sizeof *x), cudaMemset(x, 0, 2 * sizeof *x);
    first_come<<<2, 1>>>(x, x + 1);
}
"""


def test_a_seed_brings_blocks_in_another_order(program, tmp_path):
    path = tmp_path / "hidden.cu"
    path.write_text(HIDDEN)
    assert (check(program, path).stderr, check(program, path).returncode) == ("", 0)
    first = check(program, path, "--seed", "1").stderr
    assert first.splitlines()[0] == ("warning: data race in 'first_come': thread (0, 0, 0) of block (0, 0, 0) writes x[1], "
                                     "which thread (0, 0, 0) of block (1, 0, 0) writes")
    runs = check(program, path, "--runs", "2")
    assert (runs.stderr, runs.returncode) == (first + "warpcell: with --seed 1\n", 1)


def test_the_seed_is_a_number(program, tmp_path):
    result = check(program, tmp_path, "--seed", "many")
    assert result.stderr.splitlines()[0] == "warpcell: --seed takes a number"


def test_a_check_selects_the_cpu_device(program, tmp_path):
    result = subprocess.run([program, "--check", "-e", "%device"], capture_output=True, text=True, timeout=300,
                            env=dict(os.environ, NO_COLOR="1", WARPCELL_DEVICE="0"))
    assert (result.stdout[:12], result.stderr) == ("cpu device: ", "")


@pytest.mark.parametrize("name", ["faulty_apart", "correct_apart", "faulty_global", "faulty_shared"])
def test_host_threads_change_nothing(program, name, monkeypatch):
    """Blocks run on one host thread, and on all of them, with the same findings and results."""
    path = HERE / (name + ".cu")
    several = {(r.stdout, r.stderr, r.returncode) for r in (check(program, path) for _ in range(5))}
    monkeypatch.setenv("WARPCELL_CPU_THREADS", "1")
    alone = check(program, path)
    assert several == {(alone.stdout, alone.stderr, alone.returncode)}


BEYOND = """__global__ void beyond(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = i;
    if (blockIdx.x >= 300)
        x[n + i] = 1;
}
int main()
{
    int *x;
    cudaMalloc(&x, 131072 * sizeof *x);
    beyond<<<512, 256>>>(x, 131072);
    return cudaDeviceSynchronize();
}
"""


def test_the_first_block_of_several_threads_has_the_fault(program, tmp_path):
    path = tmp_path / "beyond.cu"
    path.write_text(BEYOND)
    for _ in range(3):
        assert "thread (0, 0, 0) of block (300, 0, 0) writes x[207872]" in check(program, path).stderr
