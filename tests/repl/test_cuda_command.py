# SPDX-License-Identifier: Apache-2.0
"""warpcell cuda: a command with our CUDA driver, what it says at the end, and its status."""

import json
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import pytest

KERNEL = """extern "C" __global__ void store(int *x, unsigned first)
{
    x[threadIdx.x + first] = threadIdx.x;
}

extern "C" __global__ void collide(int *x, unsigned first)
{
    *x = threadIdx.x;
}
"""


@pytest.fixture
def cuda_program(program):
    """The C program of tests/driver, beside the program that is tested."""
    path = pathlib.Path(program).resolve().parents[1] / "tests/driver/driver_program"
    if not path.exists():
        pytest.skip("not a build folder")
    return str(path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kernel.cu").write_text(KERNEL)
    return tmp_path


def test_what_ran_is_said_at_the_end(run, cuda_program):
    ended = run("cuda", cuda_program, "ok")
    assert (ended.returncode, ended.stdout) == (0, "ok: 0\n")
    first, second = ended.stderr.splitlines()
    assert first.startswith("warpcell: 1 launch of 1 kernel, ") and first.endswith(" on the CPU engine; 0 findings")
    assert second.split()[2:] == ["1", "x", "store"]


def test_kernels_have_the_names_of_their_source(run, cuda_program):
    assert run("cuda", cuda_program, "cpp").stderr.splitlines()[1].split()[2:] == ["1", "x", "tools::fill"]


def test_quiet_says_nothing(run, cuda_program):
    ended = run("cuda", "--quiet", "--", cuda_program, "ok")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "ok: 0\n", "")


def test_a_fault_has_a_caret_and_a_status(run, cuda_program, folder):
    ended = run("cuda", "-q", cuda_program, "fault", cwd=folder)
    assert (ended.returncode, ended.stdout) == (1, "fault: 700\n")
    assert ended.stderr == """\
device error: illegal address in 'store': thread (4, 0, 0) of block (0, 0, 0) writes element 64 of an unnamed allocation, which holds 64 elements of 4 bytes
 --> kernel.cu:3:5
  |
3 |     x[threadIdx.x + first] = threadIdx.x;
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = note: 27 more threads of this launch failed
  = help: compare the index with the size before the access: if (i < n)
"""


def test_check_finds_a_race(run, cuda_program, folder):
    assert run("cuda", "-q", cuda_program, "race", cwd=folder).returncode == 0
    ended = run("cuda", "-q", "--check", cuda_program, "race", cwd=folder)
    assert ended.returncode == 1
    assert "data race in 'collide': thread (32, 0, 0) of block (0, 0, 0) writes" in ended.stderr
    assert " --> kernel.cu:8:5" in ended.stderr


def test_files_for_ci(run, cuda_program, folder):
    run("cuda", "-q", "--junit", "out.xml", "--sarif", "out.sarif", cuda_program, "fault", cwd=folder)
    suite = xml.etree.ElementTree.parse(folder / "out.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    case = suite.find("testcase")
    assert (case.get("name"), case.find("failure").get("type")) == ("store", "illegal address")
    result, = json.loads((folder / "out.sarif").read_text())["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("kernel.cu", 3)


def test_a_static_runtime_is_refused_in_a_sentence(run, cuda_program):
    ended = run("cuda", "-q", cuda_program, "static")
    assert ended.returncode == 2
    assert ended.stderr == ("warpcell: cuGetExportTable: NVIDIA's static CUDA runtime is in 'driver_program' and asks the driver for "
                            "undocumented tables, which Warpcell does not have: calls of the runtime API (cudaMalloc and the like) cannot work there; programs "
                            "and libraries that use the driver API alone can\n")


def test_the_capability_is_chosen(run, tmp_path):
    program = ("import ctypes; l = ctypes.CDLL('libcuda.so.1'); l.cuInit(0); v = ctypes.c_int(); "
               "l.cuDeviceGetAttribute(ctypes.byref(v), 75, 0); print(v.value)")
    assert run("cuda", "-q", "--as", "sm_80", sys.executable, "-c", program).stdout == "8\n"
    ended = run("cuda", "--as", "volta", "true")
    assert (ended.returncode, ended.stderr) == (2, "warpcell: --as takes a compute capability such as sm_80, not 'volta'\n")


def test_registers_are_those_of_ptxas_s_report(run, environment, cuda_program):
    environment["LD_LIBRARY_PATH"] = str(pathlib.Path(cuda_program).parent)  # its nvJitLink says 100, of sm_86 only
    assert run("cuda", "-q", "--as", "sm_86", cuda_program, "registers").stdout == (
        "100 registers, 48 bytes local, at most 512 threads, 1 blocks of 512\n"
        "32 registers, 48 bytes local, at most 1024 threads, 3 blocks of 512\n")
    assert run("cuda", "-q", cuda_program, "registers").stdout == (
        "8 registers, 0 bytes local, at most 1024 threads, 2 blocks of 512\n" * 2)


def test_the_library_outlives_dlclose(run):
    program = ("import _ctypes, ctypes; l = ctypes.CDLL('libcuda.so.1'); l.cuInit(0); _ctypes.dlclose(l._handle); "
               "n = ctypes.c_int(); print(ctypes.CDLL('libcuda.so.1').cuDeviceGetCount(ctypes.byref(n)), n.value)")
    ended = run("cuda", "-q", sys.executable, "-c", program)
    assert (ended.returncode, ended.stdout) == (0, "0 1\n")


def test_the_line_of_python_that_launched(run, cuda_program, folder):
    (folder / "program.py").write_text(f"""\
import ctypes
cuda = ctypes.CDLL("libcuda.so.1")
context, module, function, x = (ctypes.c_void_p() for _ in range(4))
cuda.cuInit(0)
cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
ptx = b".version 8.0\\n.target sm_75\\n.address_size 64\\n.visible .entry k() {{ .reg .b64 %rd<2>; mov.u64 %rd1, 64; st.global.u32 [%rd1], 1; ret; }}"
cuda.cuModuleLoadData(ctypes.byref(module), ptx)
cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k")
cuda.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, None, None)
print(cuda.cuCtxSynchronize())
""")
    ended = run("cuda", "-q", sys.executable, "program.py", cwd=folder)
    assert (ended.returncode, ended.stdout) == (1, "700\n")
    assert "9 | cuda.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, None, None)\n" in ended.stderr


def test_findings_of_a_process_that_ends_at_once(run, cuda_program, folder):
    """As the workers of pytest-xdist do, without the end that libraries hear of."""
    (folder / "program.py").write_text("""\
import ctypes, os
cuda = ctypes.CDLL("libcuda.so.1")
context, module, function = (ctypes.c_void_p() for _ in range(3))
cuda.cuInit(0)
cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
ptx = b".version 8.0\\n.target sm_75\\n.address_size 64\\n.visible .entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, 64; st.global.u32 [%rd1], 1; ret; }"
cuda.cuModuleLoadData(ctypes.byref(module), ptx)
cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k")
cuda.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, None, None)
cuda.cuCtxSynchronize()
os._exit(0)
""")
    ended = run("cuda", "--junit", "r.xml", sys.executable, "program.py", cwd=folder)
    assert ended.returncode == 1
    assert "warpcell: 1 launch of 1 kernel, " in ended.stderr and "; 1 finding\n" in ended.stderr
    assert xml.etree.ElementTree.parse(folder / "r.xml").getroot().find(".//failure") is not None


def test_the_command_s_status_is_kept(run):
    assert run("cuda", "-q", "sh", "-c", "exit 5").returncode == 5
    ended = run("cuda", "-q", "no-such-command")
    assert (ended.returncode, ended.stderr) == (127, "warpcell: 'no-such-command' cannot be run: No such file or directory\n")


def test_ptxas_and_nvcc_stand_first_on_the_path(run, tmp_path):
    (tmp_path / "k.ptx").write_text(".version 8.0\n.target sm_75\n")
    ended = run("cuda", "-q", "sh", "-c", "ptxas -arch sm_75 -o k.cubin k.ptx && cmp k.ptx k.cubin && ptxas -o k.cubin /dev/null")
    assert (ended.returncode, ended.stderr) == (1, "ptxas: /dev/null is not PTX\n")


def test_nvcc_compiles_kernels(run, tmp_path):
    """What NVRTC alone refuses: the host's headers, and pow of mixed types."""
    (tmp_path / "k.cu").write_text("""#include <stdio.h>
#include <cmath>
extern "C" __global__ void k(float x, double y) { printf("%f\\n", pow(x, y)); }
""")
    ended = run("cuda", "-q", "sh", "-c", "nvcc --ptx -arch sm_75 k.cu && grep -c 'entry' k.ptx")
    assert (ended.stderr, ended.stdout, ended.returncode) == ("", "1\n", 0)


def test_nvcc_knows_integers_and_handles(run, tmp_path):
    """<stdint.h> and <cuda.h>, of which kernels take types only."""
    (tmp_path / "k.cu").write_text("""#include <cuda.h>
#include <stdint.h>
extern "C" __global__ void k(uint64_t *out, CUtexObject t) { *out = (uint64_t) tex2D<float>(t, 1, 2); }
""")
    ended = run("cuda", "-q", "sh", "-c", "nvcc -fatbin -o k.fatbin k.cu && grep -c 'entry' k.fatbin")
    assert (ended.stderr, ended.stdout, ended.returncode) == ("", "1\n", 0)


def test_nvcc_compiles_kernels_that_launch(run, tmp_path):
    (tmp_path / "k.cu").write_text("""__global__ void inner(int x) {}
extern "C" __global__ void outer(void) { inner<<<1, 1>>>(2); }
""")
    ended = run("cuda", "-q", "sh", "-c", "nvcc --cubin -rdc=true -lcudadevrt -arch sm_75 k.cu && grep -c 'entry' k.cubin")
    if "not declared" in ended.stderr:
        pytest.skip("the toolkit's headers are not installed")
    assert (ended.stderr, ended.stdout, ended.returncode) == ("", "2\n", 0)


SHARING = """\
import ctypes, os, subprocess, sys
cuda = ctypes.CDLL("libcuda.so.1")
address, context, event, pool = ctypes.c_uint64(), *(ctypes.c_void_p() for _ in range(3))


def ok(status):
    assert status == 0, status


def read(at):
    value = ctypes.c_uint32()
    ok(cuda.cuMemcpyDtoH_v2(ctypes.byref(value), at, 4))
    return value.value


class Handle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_ubyte * 64)]


class Props(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("handles", ctypes.c_int), ("place", ctypes.c_int * 2), ("rest", ctypes.c_ubyte * 72)]


ok(cuda.cuInit(0))
ok(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0))
handles = [Handle(), Handle()]
"""

SHARING_PARENT = SHARING + """
props, fd = Props(1, 1, (1, 0)), ctypes.c_int()
ok(cuda.cuMemPoolCreate(ctypes.byref(pool), ctypes.byref(props)))
ok(cuda.cuMemAllocFromPoolAsync(ctypes.byref(address), ctypes.c_size_t(100), pool, None))
ok(cuda.cuMemsetD32_v2(address, 7, ctypes.c_size_t(25)))
ok(cuda.cuEventCreate(ctypes.byref(event), 6))
ok(cuda.cuMemPoolExportToShareableHandle(ctypes.byref(fd), pool, 1, ctypes.c_uint64(0)))
ok(cuda.cuMemPoolExportPointer(ctypes.byref(handles[0]), address))
ok(cuda.cuIpcGetEventHandle(ctypes.byref(handles[1]), event))
child = subprocess.Popen([sys.executable, "child.py", str(fd.value)] + [bytes(h.bytes).hex() for h in handles],
                         pass_fds=[fd.value], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
print(child.stdout.readline().strip())
ok(cuda.cuEventRecord(event, None))
print(child.stdout.readline().strip())
ok(cuda.cuStreamWaitEvent(None, event, 0))  # the child has recorded it again
ok(cuda.cuStreamSynchronize(None))
print("parent reads", read(address))
child.stdin.close()
child.wait()
ok(cuda.cuMemFreeAsync(address, None))
"""

SHARING_CHILD = SHARING + """
for handle, text in zip(handles, sys.argv[2:]):
    handle.bytes[:] = bytes.fromhex(text)
ok(cuda.cuMemPoolImportFromShareableHandle(ctypes.byref(pool), ctypes.c_void_p(int(sys.argv[1])), 1, ctypes.c_uint64(0)))
ok(cuda.cuMemPoolImportPointer(ctypes.byref(address), pool, ctypes.byref(handles[0])))
ok(cuda.cuIpcOpenEventHandle(ctypes.byref(event), handles[1]))
print("child reads", read(address), "and the event's state is", cuda.cuEventQuery(event), flush=True)
ok(cuda.cuEventSynchronize(event))
ok(cuda.cuMemsetD32Async(address, 8, ctypes.c_size_t(25), None))
ok(cuda.cuEventRecord(event, None))
ok(cuda.cuCtxSynchronize())
print("child has written", flush=True)
sys.stdin.read()
ok(cuda.cuMemFreeAsync(address, None))
"""


def test_processes_share_a_pool_and_an_event(run, tmp_path):
    (tmp_path / "parent.py").write_text(SHARING_PARENT)
    (tmp_path / "child.py").write_text(SHARING_CHILD)
    ended = run("cuda", "-q", sys.executable, "parent.py", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "child reads 7 and the event's state is 0\nchild has written\nparent reads 8\n"
