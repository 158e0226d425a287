# SPDX-License-Identifier: Apache-2.0
"""The installed kernel: what Jupyter finds of it, and that it starts as clients start it (K-1 to K-5, W-28, W-30)."""

import json
import os
import pathlib
import struct
import sys
import time

import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

from client import SPIN, text_of

KERNEL = "installed_kernel"


@pytest.fixture(scope="module")
def spec():
    return KernelSpecManager().get_kernel_spec("warpcell")


def test_k1_the_kernelspec(spec):
    assert spec.display_name == "CUDA C (Warpcell)" and spec.language == "cuda"
    assert spec.interrupt_mode == "message" and spec.metadata["debugger"] is True
    assert spec.argv[-2:] == ["-f", "{connection_file}"]
    assert pathlib.Path(spec.resource_dir).name == "warpcell"


def test_k4_the_logos(spec):
    for size in (32, 64):
        png = pathlib.Path(spec.resource_dir, f"logo-{size}x{size}.png").read_bytes()
        assert png.startswith(b"\x89PNG") and struct.unpack(">II", png[16:24]) == (size, size)
    assert "<svg" in pathlib.Path(spec.resource_dir, "logo-svg.svg").read_text()


def run_cell(manager, code):
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=20)
        texts = []
        reply = client.execute_interactive(code, timeout=60, output_hook=lambda m: texts.append(m["content"].get("text")))
        return reply["content"]["status"], "".join(t for t in texts if t)
    finally:
        client.stop_channels()


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_k1_it_starts_without_an_activated_environment(transport):
    manager = KernelManager(kernel_name="warpcell", transport=transport)
    env = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "PYTHONPATH")}
    manager.start_kernel(env={**env, "PATH": "/usr/bin:/bin"})
    try:
        assert run_cell(manager, 'printf("hello\\n");') == ("ok", "hello\n")
        manager.restart_kernel(now=False)
        assert run_cell(manager, 'printf("again\\n");') == ("ok", "again\n")
    finally:
        manager.shutdown_kernel()


def test_k1_it_starts_from_another_environment(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/usr/bin/true")  # the client's own Python does not have the package
    manager = KernelManager(kernel_name="warpcell")
    manager.start_kernel()
    try:
        assert run_cell(manager, 'printf("hello\\n");') == ("ok", "hello\n")
    finally:
        manager.shutdown_kernel()


@pytest.mark.skipif(not hasattr(KernelManager, "transport_encryption"), reason="this jupyter_client has no encryption")
def test_w30_encryption_as_jupyter_client_asks_for_it():
    manager = KernelManager(kernel_name="warpcell", transport_encryption="required")
    manager.start_kernel()
    try:
        with open(manager.connection_file) as file:
            assert len(json.load(file)["curve_publickey"]) == 40
        assert run_cell(manager, 'printf("secret\\n");') == ("ok", "secret\n")
    finally:
        manager.shutdown_kernel()


def test_w28_it_answers_before_anything_slow(start):
    with start() as k:
        assert k.ask("kernel_info_request")[0].content["implementation"] == "warpcell"
        with open(f"/proc/{k.process.pid}/maps") as maps:
            assert "libnvrtc" not in maps.read()


@pytest.mark.parametrize("code, shown", [('printf("on\\n"); while (1);', "on\n"), (SPIN, "running spin")], ids=["host", "device"])
def test_c4_what_never_ends_is_interrupted(kernel, code, shown):
    kernel.execute("int kept = 7;")
    for interrupt in (kernel.interrupt, lambda: kernel.ask("interrupt_request", channel="control")):
        msg_id = kernel.send_execute(code)
        kernel.wait_for_text(msg_id, shown)
        interrupt()
        reply = kernel.reply("shell", msg_id)
        assert reply.content["ename"] == "KeyboardInterrupt"
        assert kernel.execute("kept")[0].content["status"] == "ok"


def test_w24_200000_lines_from_a_cell(kernel):
    reply, outputs = kernel.execute('for (int i = 0; i < 200000; i++) printf("line %d\\n", i);', timeout=60)
    assert text_of(outputs) == "".join(f"line {i}\n" for i in range(200000))


def test_p9_characters_printed_byte_by_byte_arrive_whole(kernel):
    code = 'const char *s = "h\u00e9 \u4e16 \U0001f600"; for (int i = 0; s[i]; i++) printf("%c", s[i]);'
    reply, outputs = kernel.execute(code)
    assert text_of(outputs) == "h\u00e9 \u4e16 \U0001f600"


def test_device_printf_arrives_in_the_cell_that_launched(kernel):
    reply, outputs = kernel.execute('__global__ void hello() { printf("hello from %d\\n", threadIdx.x); }\n'
                                  "hello<<<1, 4>>>();", timeout=60)
    assert reply.content["status"] == "ok"
    assert text_of(outputs) == "".join(f"hello from {i}\n" for i in range(4))


def test_an_illegal_access_leaves_the_session_usable(kernel):
    """Acceptance 4: kernel, line, block, thread, array and index are named, and x is intact."""
    kernel.execute("device int x[8];\nx = 5;", timeout=60)
    reply, _ = kernel.execute("__global__ void k(int *p) { p[threadIdx.x + 1000] = 1; }\nk<<<1, 32>>>(x);", timeout=60)
    assert reply.content["status"] == "error" and reply.content["ename"] == "DeviceError"
    report = "\n".join(reply.content["traceback"])
    for word in ("k", "block", "thread", "x", "1000"):
        assert word in report
    reply, outputs = kernel.execute("x[7]")
    assert [m.content["data"]["text/plain"] for m in outputs if m.type == "execute_result"] == ["5"]


def test_r7_a_long_launch_reports_at_most_ten_times_a_second(kernel):
    kernel.execute("__global__ void crunch(float *x) { long long t = clock64(); while (clock64() - t < 80000000) "
                 "; x[blockIdx.x] = 1; }\ndevice float x[64];", timeout=60)  # nanoseconds, for each of the blocks
    before = time.monotonic()
    msg_id = kernel.send_execute("crunch<<<64, 32>>>(x);")
    outputs = kernel.until_idle(msg_id, 120)
    took = time.monotonic() - before
    shown = [m for m in outputs if "display_data" in m.type and "display_id" in m.content["transient"]]
    assert shown[0].type == "display_data" and {m.type for m in shown[1:]} == {"update_display_data"}
    assert 3 <= len(shown) <= 10 * took + 2  # time is the subject: ten reports a second, and two more
    assert shown[0].content["data"]["text/plain"].startswith("running crunch [")
    assert shown[-1].content["data"]["text/plain"].startswith("ran crunch in ")


def test_c8_completion_and_help_while_a_kernel_runs(kernel):
    """Over a subshell; what would have to wait for the device (an array's values) is left out."""
    kernel.execute("__global__ void spin(volatile int *p) { while (p[0] == 0); }\ndevice int flag[1];", timeout=60)
    subshell = kernel.subshell()
    running = kernel.send_execute("spin<<<1, 32>>>(flag);")
    kernel.wait_for_text(running, "running spin")
    reply = kernel.reply("shell", kernel.on(subshell, "complete_request", {"code": "spi", "cursor_pos": 3}))
    assert reply.content["matches"] == ["spin"]
    reply = kernel.reply("shell", kernel.on(subshell, "inspect_request", {"code": "flag", "cursor_pos": 4}))
    assert "shape [1], 4 B on cpu device" in reply.content["data"]["text/plain"]
    kernel.interrupt()
    assert kernel.reply("shell", running).content["ename"] == "KeyboardInterrupt"
    reply, _ = kernel.ask("inspect_request", {"code": "flag", "cursor_pos": 4})
    assert "\n0\n" in reply.content["data"]["text/plain"]
