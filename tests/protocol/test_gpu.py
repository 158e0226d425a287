# SPDX-License-Identifier: Apache-2.0
"""The real kernel with a GPU that the fake driver plays (tests/fake_driver): faults, interrupts, parking. See also
tests/unit/test_recover.c, where the driver fails at each of its calls."""

import os
import pathlib
import signal

import paths
import pytest

from client import Kernel
from waiting import wait_until

SETUP = """%timing off
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void far(int *p)
{
    int i = threadIdx.x;
    p[i * 1000] = 1;
}
__global__ void forever(int *p) { while (true) atomicAdd(p, 1); }
device int a[64] = 5, b[4] = 7;
add<<<1, 64>>>(a, 1);"""


@pytest.fixture
def gpu(tmp_path_factory):
    """Kernels of the build, on the fake GPU: `with gpu() as k:`; keywords are more of the environment."""
    driver = pathlib.Path(paths.built("WARPCELL_FAKE_DRIVER_LIBRARY", "tests/fake_driver/libcuda-fake.so.1"))
    build = driver.parents[2]
    env = {"WARPCELL_CUDA": str(driver), "WARPCELL_GPU_WORKER": str(build / "runtime/warpcell-gpu"),
           "WARPCELL_NVML": str(driver.with_name("libnvidia-ml-fake.so.1"))}
    directory = tmp_path_factory.mktemp("gpu")
    return lambda **more: Kernel([str(build / "kernel/warpcell-kernel")], directory, env={**env, **more})


def run(kernel, code, timeout=60):
    """The reply's status, what was printed and shown, and the error's report."""
    reply, outputs = kernel.execute(code, timeout=timeout)
    text = "".join(o.content.get("text", "") or o.content.get("data", {}).get("text/plain", "") for o in outputs)
    report = "\n".join(reply.content.get("traceback", []))
    return reply.content["status"], text, report


def workers(kernel):
    """Processes of warpcell-gpu that belong to the kernel."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().split("(", 1)[1].rsplit(")", 1)
        except (OSError, IndexError):
            continue
        if name == "warpcell-gpu" and int(rest.split()[1]) == kernel.process.pid:
            found.append(int(stat.parent.name))
    return found


def test_an_illegal_access_names_launch_line_and_thread(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        before = workers(k)
        status, _, report = run(k, "add<<<1, 4>>>(b, 1);\nfar<<<1, 4>>>(b);")
        assert status == "error"
        assert "illegal address in 'far': thread (1, 0, 0) of block (0, 0, 0) writes b[1000]" in report
        assert "p[i * 1000] = 1" in report and "far<<<1, 4>>>(b)" in report
        assert "replaying the launch on the cpu device found this" in report
        assert "restored to their state before this cell's launches: a, b" in report  # kernels know both addresses
        assert run(k, "a[63] * 100 + b[0]")[:2] == ("ok", "607")
        assert workers(k) != before
        assert run(k, "add<<<1, 4>>>(b, 3); b[3]")[:2] == ("ok", "10")


def test_without_replay_the_launch_is_still_named(gpu):
    with gpu() as k:
        assert run(k, SETUP + "\n%replay off")[0] == "ok"
        status, _, report = run(k, "far<<<1, 4>>>(b);")
        assert status == "error" and "illegal address in 'far'; the GPU does not say which thread" in report
        assert run(k, "b[0]")[:2] == ("ok", "7")


def test_an_endless_kernel_is_interrupted(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        sent = k.send_execute("forever<<<1, 32>>>(b);\nprintf(\"on\\n\");\ncudaDeviceSynchronize();")
        k.wait_for(sent, "stream")
        k.interrupt()
        reply = k.reply("shell", sent)
        assert reply.content["status"] == "error" and reply.content["ename"] == "KeyboardInterrupt"
        assert "'forever' was running" in "\n".join(reply.content["traceback"])
        assert run(k, "a[63] * 100 + b[0]")[:2] == ("ok", "607")


def test_a_worker_that_is_killed(gpu):
    with gpu() as k:
        assert run(k, SETUP + "\ncudaDeviceSynchronize()")[0] == "ok"  # what has not ended would be lost
        assert run(k, "a[63]")[:2] == ("ok", "6")  # the worker answers this after it has made the copies of the cell before
        os.kill(workers(k)[0], signal.SIGKILL)
        status, text, report = run(k, "a[63]")
        if status == "error":  # the loss is reported once
            assert "the GPU worker was killed by signal 9" in report
            status, text, report = run(k, "a[63]")
        assert (status, text) == ("ok", "6"), report


def test_park_gives_the_gpu_back(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok" and len(workers(k)) == 1
        assert run(k, "%park")[0] == "ok" and workers(k) == []
        assert run(k, "add<<<1, 64>>>(a, 4); a[63]")[:2] == ("ok", "10")


def test_devices_are_switched(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        assert run(k, "%device")[1] == "device 0: Fake GPU 0\n"
        assert "Fake GPU 0" in run(k, "%devices")[1]
        assert run(k, "%device cpu")[1].startswith("cpu device: ")
        status, _, report = run(k, "add<<<1, 4>>>(b, 1);")
        assert status == "error" and "'b' is on device '0', and kernels run on device 'cpu'" in report
        assert run(k, "device int c[4]; c = b; add<<<1, 4>>>(c, 1); c[0] * 10 + b[0]")[:2] == ("ok", "87")
        assert run(k, "%device 0\nadd<<<1, 4>>>(b, 1); b[0]")[1].endswith("8")


def test_what_is_wrong_with_the_gpu_is_said_once(gpu, tmp_path):
    with gpu(WARPCELL_FAKE_DRIVER_DEVICES="0") as k:
        status, text, _ = run(k, SETUP + "\na[0]")
        assert status == "ok" and text.count("no GPU is used: the NVIDIA driver finds no GPU") == 1
        assert "no GPU is used" not in run(k, "a[0]")[1]
    with gpu(WARPCELL_FAKE_DRIVER_VERSION="12040", XDG_CACHE_HOME=str(tmp_path)) as k:
        status, _, report = run(k, SETUP)
        assert status == "error" and "the GPU driver supports CUDA 12.4" in report and "nvidia-cuda-nvrtc-cu12" in report
        assert run(k, "%device cpu")[0] == "ok" and run(k, SETUP + "\na[0]")[:2][0] == "ok"


def test_several_gpus_and_what_is_visible(gpu):
    with gpu(WARPCELL_FAKE_DRIVER_DEVICES="3", CUDA_VISIBLE_DEVICES="2,GPU-1010") as k:
        text = run(k, "%devices")[1]
        assert "Fake GPU 2" in text and "Fake GPU 0" in text and "Fake GPU 1" not in text
        assert run(k, SETUP)[0] == "ok"
        assert run(k, "%device 1")[1] == "device 1: Fake GPU 0\n"
        status, text, report = run(k, "device int c[64] = 1; add<<<1, 64>>>(c, 4); c[9] * 100 + a[0]")
        assert (status, text) == ("ok", "506"), report
        assert len(workers(k)) == 2
        status, _, report = run(k, "far<<<1, 4>>>(c);")
        assert status == "error" and "illegal address in 'far'" in report
        assert run(k, "c[9] * 100 + a[0]")[:2] == ("ok", "506")  # of both devices
        status, _, report = run(k, "%device 2")
        assert status == "error" and "there is no GPU 2: the driver reports 2" in report
        assert run(k, '#include <stdlib.h>\nputs(getenv("CUDA_VISIBLE_DEVICES"));')[1] == "2,GPU-1010\n"


def test_a_memory_limit(gpu):
    with gpu(WARPCELL_GPU_MEMORY="100") as k:
        status, _, report = run(k, "device char big[101 << 20];")
        assert status == "error" and "of 104857600 are in use" in report
        assert run(k, "device char fits[99 << 20]; fits[5] = 3; fits[5]")[0] == "ok"
        assert run(k, "%gpu memory 300\ndevice char more[150 << 20]; (int) more[7]")[:2] == ("ok", "0")


def test_parks_after_a_time_that_is_set_while_it_runs(gpu):
    with gpu() as k:
        assert run(k, SETUP + "\n%gpu park 3600")[0] == "ok" and len(workers(k)) == 1
        assert run(k, "%gpu park 1")[0] == "ok"
        assert wait_until(lambda: workers(k) == [])
        assert run(k, "add<<<1, 64>>>(a, 4); a[63]")[:2] == ("ok", "10")
        assert len(workers(k)) == 1


def test_an_assert_and_print_reach_their_cells(gpu):
    with gpu() as k:
        assert run(k, SETUP + """
__global__ void say(int n) { if (threadIdx.x == 0) printf("cell %d\\n", n); }
__global__ void check(int *p) { assert(p[threadIdx.x] < 7); }""")[0] == "ok"
        assert run(k, "say<<<1, 32>>>(1);")[1] == "cell 1\n"
        assert run(k, "say<<<1, 32>>>(2); say<<<1, 32>>>(3);")[1] == "cell 2\ncell 3\n"
        status, _, report = run(k, "check<<<1, 4>>>(b);")
        assert status == "error" and "p[threadIdx.x] < 7" in report and "check<<<1, 4>>>(b)" in report
        assert run(k, "say<<<1, 32>>>(4); a[0] * 100 + b[0]")[1] == "cell 4\n607"


def test_managed_memory_is_one_for_both_sides(gpu):
    with gpu() as k:
        assert run(k, SETUP + "\nint *m; cudaMallocManaged(&m, 64 * sizeof(int));")[0] == "ok"
        code = "for (int i = 0; i < 64; i++) m[i] = i;\nadd<<<1, 64>>>(m, 100);\ncudaDeviceSynchronize(); m[63] += 1000; add<<<1, 64>>>(m, 1); cudaDeviceSynchronize(); m[63]"
        assert run(k, code)[:2] == ("ok", "1164")
        assert run(k, "far<<<1, 4>>>(b);")[0] == "error"
        assert run(k, "add<<<1, 64>>>(m, 1); cudaDeviceSynchronize(); m[63]")[:2] == ("ok", "1165")


def test_streams_and_events(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        status, text, report = run(k, """cudaStream_t s[2]; cudaEvent_t e[2]; float ms = -1;
for (int i = 0; i < 2; i++) { cudaStreamCreate(&s[i]); cudaEventCreate(&e[i]); }
cudaEventRecord(e[0], s[0]); add<<<1, 64, 0, s[0]>>>(a, 1); cudaEventRecord(e[1], s[0]);
cudaStreamWaitEvent(s[1], e[1]); add<<<1, 64, 0, s[1]>>>(a, 10); cudaStreamSynchronize(s[1]);
cudaEventSynchronize(e[1]); cudaEventElapsedTime(&ms, e[0], e[1]); printf("%d ", ms >= 0 && ms < 10000); a[5]""")
        assert (status, text) == ("ok", "1 17"), report


def test_textures_survive_a_fault(gpu):
    with gpu() as k:
        assert run(k, SETUP + """
__global__ void fetch(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex2D<int>(t, threadIdx.x, 1); }
__global__ void mark(cudaSurfaceObject_t s) { surf2Dwrite(90 + (int) threadIdx.x, s, threadIdx.x * 4, 1); }
int pixels[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
cudaArray_t array; auto channels = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
cudaMallocArray(&array, &channels, 4, 2, cudaArraySurfaceLoadStore);
cudaMemcpy2DToArray(array, 0, 0, pixels, 16, 16, 2, cudaMemcpyHostToDevice);
cudaResourceDesc resource = {}; resource.resType = cudaResourceTypeArray; resource.res.array.array = array;
cudaTextureDesc how = {}; how.readMode = cudaReadModeElementType;
cudaTextureObject_t picture; cudaSurfaceObject_t canvas;
cudaCreateTextureObject(&picture, &resource, &how, 0); cudaCreateSurfaceObject(&canvas, &resource);""")[0] == "ok"
        assert run(k, "fetch<<<1, 4>>>(picture, b); b[3]")[:2] == ("ok", "8")
        assert run(k, "mark<<<1, 3>>>(canvas); fetch<<<1, 4>>>(picture, b); b[2] * 10 + b[3]")[:2] == ("ok", "928")
        status, _, report = run(k, "fetch<<<1, 4>>>(picture, b); far<<<1, 4>>>(b);")
        assert status == "error" and "thread (1, 0, 0) of block (0, 0, 0) writes b[1000]" in report, report
        assert run(k, "fetch<<<1, 4>>>(picture, b); b[2] * 10 + b[3]")[:2] == ("ok", "928")
        assert run(k, "%park\nfetch<<<1, 4>>>(picture, b); b[1] * 10 + b[3]")[:2] == ("ok", "918")
