# SPDX-License-Identifier: Apache-2.0
"""The real kernel with a GPU that the stand-in driver plays (tests/standin): faults, interrupts, parking. See also
tests/unit/test_recover.c, where the driver fails at each of its calls."""

import os
import pathlib
import signal
import time

import pytest

from client import Kernel

ROOT = pathlib.Path(__file__).resolve().parents[2]

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
    """Kernels of the build, on the stand-in GPU: `with gpu() as k:`; keywords are more of the environment."""
    built = sorted(ROOT.glob("build/**/tests/standin/libcuda-standin.so.1"), key=os.path.getmtime)
    assert built, "the stand-in driver is not built; ./test does that"
    build = built[-1].parents[2]
    env = {"WARPCELL_CUDA": str(built[-1]), "WARPCELL_GPU_WORKER": str(build / "runtime/warpcell-gpu"),
           "WARPCELL_NVML": str(built[-1].with_name("libnvidia-ml-standin.so.1"))}
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
        assert "running the launch again on the cpu device" in report
        assert "as before this cell's launches: a, b" in report  # kernels know both addresses
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
        sent = k.send_execute("forever<<<1, 32>>>(b);")
        time.sleep(1)
        start = time.monotonic()
        k.process.send_signal(signal.SIGINT)
        reply = k.reply("shell", sent, timeout=20)
        assert time.monotonic() - start < 10  # a bound for a busy machine
        assert reply.content["status"] == "error" and reply.content["ename"] == "KeyboardInterrupt"
        assert "'forever' was running" in "\n".join(reply.content["traceback"])
        assert run(k, "a[63] * 100 + b[0]")[:2] == ("ok", "607")


def test_a_worker_that_is_killed(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        os.kill(workers(k)[0], signal.SIGKILL)
        status, text, report = run(k, "a[63]")
        if status == "error":  # the loss is told once
            assert "the GPU worker was ended by signal 9" in report
            status, text, report = run(k, "a[63]")
        assert (status, text) == ("ok", "6")


def test_park_gives_the_gpu_back(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok" and len(workers(k)) == 1
        assert run(k, "%park")[0] == "ok" and workers(k) == []
        assert run(k, "add<<<1, 64>>>(a, 4); a[63]")[:2] == ("ok", "10")


def test_devices_are_switched(gpu):
    with gpu() as k:
        assert run(k, SETUP)[0] == "ok"
        assert run(k, "%device")[1] == "device 0: Stand-in GPU 0\n"
        assert "Stand-in GPU 0" in run(k, "%devices")[1]
        assert run(k, "%device cpu")[1].startswith("device cpu: ")
        status, _, report = run(k, "add<<<1, 4>>>(b, 1);")
        assert status == "error" and "'b' is on device '0', and kernels run on device 'cpu'" in report
        assert run(k, "device int c[4]; c = b; add<<<1, 4>>>(c, 1); c[0] * 10 + b[0]")[:2] == ("ok", "87")
        assert run(k, "%device 0\nadd<<<1, 4>>>(b, 1); b[0]")[1].endswith("8")


def test_what_is_wrong_with_the_gpu_is_said_once(gpu, tmp_path):
    with gpu(WARPCELL_STANDIN_DEVICES="0") as k:
        status, text, _ = run(k, SETUP + "\na[0]")
        assert status == "ok" and text.count("no GPU is used: the NVIDIA driver finds no GPU") == 1
        assert "no GPU is used" not in run(k, "a[0]")[1]
    with gpu(WARPCELL_STANDIN_DRIVER="12040", XDG_CACHE_HOME=str(tmp_path)) as k:
        status, _, report = run(k, SETUP)
        assert status == "error" and "the GPU's driver knows CUDA 12.4" in report and "nvidia-cuda-nvrtc-cu12" in report
        assert run(k, "%device cpu")[0] == "ok" and run(k, SETUP + "\na[0]")[:2][0] == "ok"
