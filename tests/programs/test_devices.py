# SPDX-License-Identifier: Apache-2.0
"""Several cpu devices in a session: every devices/NAME.cu prints NAME.out, and what goes wrong between devices is an error that says how to
mend it. The expected output was made by hand from the CUDA Runtime API."""
import os
import pathlib
import re
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent / "devices"


def run(program, *arguments, devices="4"):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, NO_COLOR="1", WARPCELL_CPU_DEVICES=devices))


@pytest.mark.parametrize("path", sorted(HERE.glob("*.cu")), ids=lambda p: p.stem)
def test_program(program, path):
    result = run(program, str(path))
    assert result.stderr == ""
    assert result.stdout == path.with_suffix(".out").read_text()
    assert result.returncode == 0


def report(program, text, devices="4"):
    result = run(program, "-e", text, devices=devices)
    assert result.returncode == 1
    return result.stdout + result.stderr


KERNEL = "__global__ void add(float *to, const float *from) { to[threadIdx.x] += from[threadIdx.x]; }\n"
TWO = "float *mine, *other; cudaMalloc(&mine, 32); cudaSetDevice(1); cudaMalloc(&other, 32);\n"


def test_without_access(program):
    text = report(program, KERNEL + TWO + "add<<<1, 8>>>(mine, other);")
    assert text.splitlines()[0] == ("device error: no access to another device's memory in 'add': thread (0, 0, 0) of block (0, 0, 0) "
                                    "reads mine[0], which is on device 0; the kernel runs on device 1")
    assert ("= help: call cudaDeviceEnablePeerAccess() with that device's number before the launch, or copy the memory with "
            "cudaMemcpyPeer()\n") in text
    assert run(program, "-e", KERNEL + TWO + "cudaDeviceEnablePeerAccess(0, 0); add<<<1, 8>>>(mine, other);").returncode == 0


def test_access_that_has_ended(program):
    """What inline caches remember does not outlive it."""
    text = report(program, KERNEL + TWO + "cudaDeviceEnablePeerAccess(0, 0); add<<<1, 8>>>(mine, other);\n"
                  "cudaDeviceSynchronize(); cudaDeviceDisablePeerAccess(0); add<<<1, 8>>>(other, mine);")
    assert "reads mine[0], which is on device 0; the kernel runs on device 1\n" in text


def test_stream_of_another_device(program):
    text = report(program, KERNEL + TWO + "cudaStream_t s; cudaStreamCreate(&s); cudaSetDevice(0); add<<<1, 8, 0, s>>>(mine, mine);")
    assert text.splitlines()[0] == "launch error: the stream belongs to device 1, but the current device is 0: 'add' is not launched"
    assert "= help: call cudaSetDevice(1) before the launch\n" in text
    codes = run(program, "-e", "cudaStream_t s; cudaEvent_t e, f; cudaEventCreate(&e); cudaSetDevice(1); cudaStreamCreate(&s);\n"
                "cudaEventCreate(&f); cudaSetDevice(0); float ms;\n"
                "printf(\"%s %s %s %s\\n\", cudaGetErrorName(cudaEventRecord(e, s)), cudaGetErrorName(cudaEventRecord(f, s)),\n"
                "       cudaGetErrorName(cudaStreamQuery(s)), cudaGetErrorName(cudaStreamWaitEvent(s, e, 0)));\n"
                "cudaEventRecord(e); printf(\"%s\\n\", cudaGetErrorName(cudaEventElapsedTime(&ms, e, f)));")
    assert codes.stdout.startswith("cudaErrorInvalidResourceHandle cudaSuccess cudaSuccess cudaSuccess\ncudaErrorInvalidResourceHandle\n")


def test_pointer_of_another_device(program):
    text = report(program, TWO + "cudaMemcpyPeer(mine, 0, mine, 1, 32);")
    assert text.splitlines()[0] == "memory error: 'mine' is on device 0, not on device 1"
    assert "= help: the device of each pointer follows it in the call\n" in text


def test_faults_of_two_devices(program):
    """A fault on a device that is not current is found at the end of the cell."""
    text = report(program, KERNEL + TWO + "add<<<1, 16>>>(other, other); cudaSetDevice(0); add<<<1, 8>>>(mine, mine);")
    assert "other[8], but other holds 8 elements of 4 bytes" in text


@pytest.mark.parametrize("devices,count", [("", 1), ("1", 1), ("3", 3), ("64", 64)])
def test_count(program, devices, count):
    result = run(program, "-e", "int n; cudaGetDeviceCount(&n); n", devices=devices)
    assert (result.stdout, result.stderr) == (f"{count}\n", "")


@pytest.mark.parametrize("devices", ["0", "two", "65", "-1", "4 "])
def test_bad_count(program, devices):
    result = run(program, "-e", "int n; cudaGetDeviceCount(&n); n", devices=devices)
    assert result.stdout == "1\n"
    assert result.stderr.splitlines()[0] == f"warning: WARPCELL_CPU_DEVICES is '{devices}': there is one cpu device"
    assert "= help: set it to a number from 1 to 64\n" in result.stderr


def test_magics(program):
    assert run(program, "-e", "%device cpu3").stdout.startswith("device cpu3: ")
    text = report(program, "%device cpu4")
    assert text.splitlines()[0] == "error: there is no device 'cpu4'"
    result = run(program, "-e", "%devices")
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == ["cpu", "cpu1", "cpu2", "cpu3"]


def test_magics_list_all_devices(program):
    """Those that are open, in the order of their numbers, whichever is current."""
    made = "device float x[1000]; device(1) float y[3000]; cudaSetDevice(1); float *lost; cudaMalloc(&lost, 4000); lost = 0;\n"
    text = run(program, "-e", made + "%smi\n%dash\n%leaks\n%vars").stdout
    assert re.search(r"^\|  cpu  .*\| +3\.9 KiB / ", text, re.M) and re.search(r"^\| cpu1  .*\| +15\.6 KiB / ", text, re.M)
    assert re.search(r"^\|  cpu1  y +float \[3000\] ", text, re.M) and re.search(r"^\|   cpu  x +float \[1000\] ", text, re.M)
    assert re.search(r"^memory +cpu: 3\.9 KiB of .*, cpu1: 15\.6 KiB of ", text, re.M)
    assert re.search(r"^ *4000  device cpu1  lost ", text, re.M)
    assert re.search(r"^y +float \[3000\] +device cpu1 ", text, re.M)
