# SPDX-License-Identifier: Apache-2.0
"""The portable wheel, installed where nothing else is: no compiler, no system libraries of ours, no Jupyter."""

import json
import os
import pathlib
import subprocess
import sys
import time
import zipfile

import pytest
from paths import BIN, ROOT

KERNEL = "__global__ void k(int *x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }\ndevice int x[4];\nk<<<1, 4>>>(x);\n" \
         'printf("%d\\n", x[3]);'


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    made = subprocess.run([ROOT / "scripts/wheel.sh", folder], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    found = list(folder.glob("warpcell-*.whl"))
    assert len(found) == 1
    return found[0]


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """(environment, its files before, seconds of the installation)"""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    before, start = files(folder), time.monotonic()
    subprocess.run([folder / "bin/python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    return folder, before, time.monotonic() - start


def run(folder, *command, **more):
    """Runs a program of the environment; only its own folder is on the path."""
    nvrtc = sorted(BIN.parent.glob("lib/python3*/site-packages/nvidia/**/libnvrtc.so.1*"))
    env = {"PATH": f"{folder}/bin", "HOME": str(folder.parent), "WARPCELL_CACHE_DIR": str(folder.parent / "cache")}
    env |= {"WARPCELL_NVRTC": os.environ.get("WARPCELL_NVRTC") or str(nvrtc[0])} if nvrtc or "WARPCELL_NVRTC" in os.environ else {}
    return subprocess.run([folder / "bin" / command[0], *command[1:]], env=env, capture_output=True, text=True, timeout=100, **more)


def test_its_name_promises_any_python_and_a_glibc(wheel):
    assert wheel.name.startswith("warpcell-") and "-py3-none-manylinux_2_" in wheel.name
    print(f"\n{wheel.name}: {wheel.stat().st_size / 2**20:.1f} MiB")


def test_every_python_module_is_in_it(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {path.name for path in map(pathlib.PurePath, archive.namelist()) if path.parent.name == "warpcell"}
    assert {path.name for path in (ROOT / "python/warpcell").glob("*.py")} <= packed


def test_the_first_kernel_runs_without_a_compiler(installed, capsys):
    folder, _, seconds = installed
    start = time.monotonic()
    ended = run(folder, "warpcell", "-e", KERNEL)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "9\n", "")
    with capsys.disabled():
        print(f"\ninstalled in {seconds:.1f} s, first kernel after {time.monotonic() - start:.1f} s more")


def test_the_libraries_come_from_the_wheel(installed):
    folder = installed[0]
    programs = sorted(folder.glob("lib/python3*/site-packages/warpcell.scripts/*"))
    assert [program.name for program in programs] == ["warpcell", "warpcell-kernel"]
    for program in programs:
        lines = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines()
        theirs = [line for line in lines if "libzmq" in line or "libjansson" in line or "libedit" in line or "libcrypto" in line]
        assert theirs and all("/warpcell.libs/" in line for line in theirs), lines


def test_the_gpu_worker_is_found(installed):
    ended = run(installed[0], "warpcell", "--device", "0", "-e", "%smi")
    assert ended.returncode == 1 and "is not beside Warpcell" not in ended.stderr, ended.stderr


DRIVER = """
import ctypes
cuda, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int()
print(cuda.cuInit(0), cuda.cuDeviceGetCount(ctypes.byref(count)), count.value)
"""


def test_the_driver_library_loads(installed):
    folder = installed[0]
    ended = run(folder, "warpcell", "cuda", "--quiet", "--", folder / "bin/python", "-c", DRIVER)
    assert (ended.returncode, ended.stdout) == (0, "0 0 1\n"), ended.stderr


def test_the_kernelspec_names_a_program_that_runs(installed):
    folder = installed[0]
    spec = folder / "share/jupyter/kernels/warpcell"
    program = json.loads((spec / "kernel.json").read_text())["argv"][0].replace("{resource_dir}", str(spec))
    assert pathlib.Path(program).resolve() == (folder / "bin/warpcell-kernel").resolve()
    ended = run(folder, "warpcell-kernel", "--version")
    assert ended.returncode == 0 and ended.stdout.startswith("warpcell-kernel")


def test_uninstalling_leaves_nothing(installed):
    folder, before, _ = installed
    subprocess.run([folder / "bin/python", "-m", "pip", "uninstall", "-q", "-y", "warpcell"], check=True)
    left = sorted(path for path in files(folder) - before if (folder / path).is_file())
    assert left == []
