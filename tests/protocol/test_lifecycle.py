# SPDX-License-Identifier: Apache-2.0
"""Interrupt, shutdown, restart, signals, the parent's death: C-1 to C-11, P-5, P-6, G-2, G-10."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import paths
import pytest

from client import Kernel
from waiting import wait_until

JUPYTER_WAITS = 5  # seconds between the request and the kill, as jupyter_client has it


def by_signal(kernel):
    kernel.interrupt()


def by_message(kernel):
    reply, outputs = kernel.ask("interrupt_request", channel="control")
    assert reply.content == {"status": "ok"}


def by_message_on_shell_is_too_late_but_answered(kernel):
    return kernel.ask("interrupt_request")[0].content == {"status": "ok"}


ways = pytest.mark.parametrize("interrupt", [by_signal, by_message])


@ways
def test_c4_c5_a_running_cell_is_interrupted(kernel, interrupt):
    for _ in range(5):
        msg_id = kernel.begin("print on\nforever")
        interrupt(kernel)
        assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
        assert kernel.alive()


@ways
def test_c5_an_idle_kernel_is_not_disturbed(kernel, interrupt):
    for _ in range(100):
        interrupt(kernel)
    assert kernel.alive()


def test_s11_interrupt_on_shell_is_answered(kernel):
    assert by_message_on_shell_is_too_late_but_answered(kernel)


@ways
def test_c4_interrupting_aborts_what_is_queued(kernel, interrupt):
    ids = [kernel.begin("print on\nforever"), kernel.send_execute("print x")]
    kernel.settle()
    interrupt(kernel)
    assert [kernel.reply("shell", i).content["status"] for i in ids] == ["error", "aborted"]


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize("restart", [False, True])
def test_c1_shutdown(start, channel, restart):
    with start() as k:
        msg_id = k.send(channel, "shutdown_request", {"restart": restart})
        reply, outputs = k.reply(channel, msg_id), k.until_idle(msg_id)
        assert reply.type == "shutdown_reply" and reply.content == {"status": "ok", "restart": restart}
        assert [m.type for m in outputs] == ["status", "shutdown_reply", "status"]
        assert k.ended() == 0
        assert os.path.exists(k.path)


@pytest.mark.parametrize("code", ["forever", "input ?", "lines 1000000000", "hang"])
def test_c1_c2_shutdown_while_a_cell_runs(start, code):
    with start() as k:
        k.begin("print on\n" + code)
        if code == "input ?":
            k.recv("stdin")
        msg_id = k.send("control", "shutdown_request", {"restart": False})
        assert k.reply("control", msg_id).content["status"] == "ok"
        assert k.ended(within=JUPYTER_WAITS) == 0


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_c3_a_restart_uses_the_same_ports(start, transport):
    with start(transport=transport) as k:
        first = dict(k.info)
        for _ in range(5):
            msg_id = k.send("control", "shutdown_request", {"restart": True})
            assert k.reply("control", msg_id).content["restart"] is True
            assert k.ended() == 0
            k.disconnect()
            k.start()
            k.connect()
            assert k.alive() and k.info == first


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_g8_a_killed_kernel_starts_again_where_it_was(start, transport):
    with start(transport=transport) as k:
        k.process.kill()
        k.process.wait()
        k.disconnect()
        k.start()
        k.connect()
        assert k.alive()


def test_g2_ipc_files_are_removed(start):
    with start(transport="ipc") as k:
        files = [f"{k.info['ip']}-{k.info[c + '_port']}" for c in ("shell", "iopub", "stdin", "control", "hb")]
        assert all(os.path.exists(f) for f in files)
        k.signal(signal.SIGTERM)
        assert k.ended() == 0
        assert not any(os.path.exists(f) for f in files)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("code", [None, "forever", "hang"])
def test_c10_sigterm_ends_it(start, number, code):
    with start() as k:
        if code:
            k.begin("print on\n" + code)
        k.signal(number)
        assert k.ended() == 0


def test_c11_it_does_not_outlive_its_parent(start, fake_kernel):
    with start() as k:
        def work():
            k.disconnect()
            k.connect()
            k.begin("print on\nforever")

        assert ends_with_its_parent(k, work)


def test_c11_an_orphan_whose_parent_gave_no_id_ends_with_its_last_client(start):
    with start() as k:
        def work():
            k.disconnect()
            k.connect()
            assert k.alive()

        def after():
            time.sleep(1.5)  # time is the subject: it looks for its parent once a second
            assert k.alive(), "a client is there"
            k.disconnect()

        assert ends_with_its_parent(k, work, "ignored", after)


def ends_with_its_parent(k, work, variable="JPY_PARENT_PID", after=lambda: None):
    """Whether the kernel, started again by a parent that is killed after `work`, ends too."""
    k.process.kill()
    k.process.wait()
    launcher = ("import os, subprocess, sys; os.environ['%s'] = str(os.getpid());" % variable +
                "p = subprocess.Popen(sys.argv[1:]); print(p.pid, flush=True); p.wait()")
    parent = subprocess.Popen([sys.executable, "-c", launcher, *k.argv], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    child = int(parent.stdout.readline())
    work()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    after()
    return wait_until(lambda: not running(child))


def running(pid):
    """Whether the process exists and is no zombie."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_c9_usage(kernel):
    reply, _ = kernel.ask("usage_request", channel="control")
    assert reply.content["pid"] == kernel.process.pid
    assert 0 < reply.content["kernel_memory"] < 1 << 30
    assert reply.content["host_virtual_memory"]["total"] > reply.content["kernel_memory"]


def test_c7_the_session_answers_debug_requests(kernel):
    content = {"type": "request", "seq": 7, "command": "debugInfo"}
    reply, _ = kernel.ask("debug_request", content, channel="control")
    assert reply.content == {"type": "response", "success": True, "body": content}


def test_g10_an_idle_kernel_uses_no_cpu(kernel):
    """What follows a cell (trimming, a sanitizer's own threads) may take a while; then nothing runs: one quiet window of five is enough, and a kernel that polls has none."""

    def ticks():
        with open(f"/proc/{kernel.process.pid}/stat") as file:
            return sum(int(n) for n in file.read().rpartition(")")[2].split()[11:13])

    def used():
        before = ticks()
        time.sleep(2)  # time is the subject: processor time over two idle seconds
        return (ticks() - before) / os.sysconf("SC_CLK_TCK")

    kernel.execute("print x")
    assert any(used() < 0.02 for _ in range(5))


def test_two_hundred_kernels_start_and_stop(start):
    for _ in range(200):
        with start() as k:
            msg_id = k.send("control", "shutdown_request", {"restart": False})
            k.reply("control", msg_id)
            assert k.ended() == 0


def test_nothing_is_left_open(kernel):
    def count():
        return len(os.listdir(f"/proc/{kernel.process.pid}/fd"))

    kernel.execute("print x")
    before = count()
    for _ in range(50):
        kernel.execute("print x")
        kernel.ask("kernel_info_request", channel="control")
    assert count() == before


def test_the_connection_file_is_not_logged(kernel):
    assert kernel.alive()
    with open(kernel.path) as file:
        assert json.load(file)["key"] not in kernel.log()


def catches(kernel, number):
    status = pathlib.Path(f"/proc/{kernel.process.pid}/status").read_text()
    return int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1


def test_c5_handlers_of_nvrtc_do_not_end_the_kernel(tmp_path):
    """While it compiles, NVRTC has a handler of SIGINT that ends the process; the fake one has it, too."""
    program = pathlib.Path(paths.built("WARPCELL_KERNEL", "kernel/warpcell-kernel"))
    nvrtc = program.parents[1] / "tests/fake_driver/libnvrtc-fake.so"
    with Kernel([str(program)], tmp_path, env={"WARPCELL_NVRTC": str(nvrtc)}) as kernel:
        for _ in range(3):
            msg_id = kernel.send_execute("__global__ void cancelled() {}")
            wait_until(lambda: catches(kernel, signal.SIGINT))
            kernel.interrupt()
            assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
            kernel.until_idle(msg_id)
