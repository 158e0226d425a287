# SPDX-License-Identifier: Apache-2.0
"""The tables of the driver and of NVML beside the headers of a CUDA toolkit, where one is installed: check.cpp compiles.
NVML's header is a part of the toolkit of its own, and compared where it is there."""
import os
import pathlib
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda", "/opt/cuda", "/usr"]


def compile_with(extra=""):
    folder = next((f for f in FOLDERS if f and pathlib.Path(f, "include/cuda.h").exists()), None)
    compiler = shutil.which("g++") or shutil.which("clang++")
    if not folder or not compiler:
        pytest.skip("no CUDA toolkit with cuda.h, or no C++ compiler")
    text = (HERE / "check.cpp").read_text() + extra
    return subprocess.run([compiler, "-std=c++17", "-fsyntax-only", "-I", f"{folder}/include", "-I", str(HERE.parents[1] / "runtime"),
                           "-x", "c++", "-"], input=text, capture_output=True, text=True, cwd=HERE)


def test_declarations_are_those_of_the_headers():
    result = compile_with()
    assert result.returncode == 0, result.stderr[-4000:]


def test_a_wrong_declaration_is_found():
    wrong = "static_assert(same<int (*)(int, void *), decltype(&::cuDeviceGet)>::value);\nNUMBER(CU_NO_DEVICE, CUDA_ERROR_UNKNOWN);\n"
    result = compile_with(wrong)
    assert result.returncode != 0 and result.stderr.count("static assertion failed") + result.stderr.count("static_assert failed") == 2
