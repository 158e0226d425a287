# SPDX-License-Identifier: Apache-2.0
"""Clients that cannot run here, by what they send: VS Code's raw kernels, and the server of Google Colab. What they do is described in
docs/clients.md."""

import json
import pathlib
import signal
import socket

import pytest
from jupyter_client.kernelspec import KernelSpecManager
from waiting import LIMIT, wait_until

from client import CHANNELS, SPIN, text_of, types_of

KERNEL = "installed_kernel"


# ---- VS Code: it starts the program itself, with ports that it chose ----


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def listens(port):
    with socket.socket() as s:
        return s.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def vscode(start, tmp_path):
    """A kernel as VS Code starts it: chosen ports, a connection file below a folder with a blank, no id of a parent; it is ready when
    its ports are in use and kernel_info was answered on both channels, with a message on iopub each."""
    folder = tmp_path / "User Data"
    folder.mkdir()
    ports = dict(zip((f"{c}_port" for c in CHANNELS), free_ports(len(CHANNELS))))
    k = start(info=ports)
    path = folder / "kernel-v3.json"
    path.write_text(pathlib.Path(k.path).read_text())
    k.argv[-1] = k.path = str(path)
    k.start()
    assert wait_until(lambda: listens(ports["shell_port"]) and listens(ports["iopub_port"]))
    k.connect()
    for channel in ("control", "shell"):
        reply, outputs = k.ask("kernel_info_request", channel=channel)
        assert reply.content["status"] == "ok" and types_of(outputs) == ["status", "status"]
    assert k.log() == "", "VS Code shows what is written to stderr as the reason of a failure"
    yield k
    k.__exit__()


def test_vscode_queues_cells_itself(vscode):
    """It sends stop_on_error = false: an error aborts nothing."""
    ids = [vscode.send_execute(code, stop_on_error=False) for code in ("int a = 1;", "int b = nothing;", "a + 1")]
    assert [vscode.reply("shell", i).content["status"] for i in ids] == ["ok", "error", "ok"]
    results = [m.content["data"]["text/plain"] for m in vscode.until_idle(ids[-1]) if m.type == "execute_result"]
    assert results == ["2"]


def test_vscode_asks_while_one_types(vscode):
    reply, _ = vscode.ask("complete_request", {"code": "cudaMemcpyAs", "cursor_pos": 12})
    assert reply.content["matches"] == ["cudaMemcpyAsync"] and type(reply.content["metadata"]) is dict
    reply, _ = vscode.ask("inspect_request", {"code": "cudaMemcpy(", "cursor_pos": 11, "detail_level": 0})
    assert reply.content["found"] and "text/plain" in reply.content["data"]


def test_vscode_interrupts_by_a_message(vscode):
    msg_id = vscode.send_execute(SPIN, stop_on_error=False)
    vscode.wait_for_text(msg_id, "running spin")
    reply, _ = vscode.ask("interrupt_request", channel="control")
    assert reply.content == {"status": "ok"}
    assert vscode.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
    vscode.until_idle(msg_id)
    assert text_of(vscode.execute('puts("next");')[1]) == "next\n"


def test_vscode_answers_an_input_box(vscode):
    msg_id = vscode.send_execute('int n; scanf("%d", &n); n', stop_on_error=False)
    assert vscode.recv("stdin").type == "input_request"
    vscode.send("stdin", "input_reply", {"value": "42"})
    assert vscode.reply("shell", msg_id).content["status"] == "ok"


def test_vscode_has_widgets_with_buffers(vscode):
    """Its manager sends updates with binary frames behind the message."""
    _, outputs = vscode.execute('slider("n", 1, 9);')
    slider = next(m.content["comm_id"] for m in outputs
                  if m.type == "comm_open" and m.content["data"]["state"]["_model_name"] == "IntSliderModel")
    frames = vscode.frames("comm_msg", {"comm_id": slider, "data": {"method": "update", "state": {"value": 4}, "buffer_paths": [["x"]]}})
    vscode.send_frames("shell", frames, buffers=[b"\0" * 64])
    vscode.until_idle(json.loads(frames[0])["msg_id"])
    _, outputs = vscode.execute('slider("n", 1, 9)')
    assert [m.content["data"]["text/plain"] for m in outputs if m.type == "execute_result"] == ["4"]


def test_vscode_ends_a_kernel_with_sigterm(vscode):
    """It sends no shutdown_request to a kernel of its own, neither to stop it nor to restart it."""
    msg_id = vscode.send_execute(SPIN)
    vscode.wait_for_text(msg_id, "running spin")
    vscode.signal(signal.SIGTERM)
    assert vscode.ended() == 0


# ---- Google Colab: its server asks for ipc, and wraps every kernel whose language is Python ----


def test_colab_connects_over_ipc_with_ports_1_to_5(start):
    with start(transport="ipc", info={f"{c}_port": n for n, c in enumerate(CHANNELS, 1)}) as k:
        assert k.endpoint("shell").endswith("-1") and k.endpoint("hb").endswith("-5")
        reply, outputs = k.execute("device float x[4] = 1.5f; x")
        assert reply.content["status"] == "ok"
        result = next(m for m in outputs if m.type == "execute_result")
        assert {"text/html", "text/plain"} <= set(result.content["data"])
        k.sockets["hb"].send(b"x")
        assert k.sockets["hb"].poll(LIMIT * 1000)
        k.send("control", "shutdown_request", {"restart": True})
        assert k.ended() == 0
        k.disconnect()
        k.start()
        k.connect()
        assert text_of(k.execute('puts("again");')[1]) == "again\n"


def test_colab_starts_the_kernel_by_its_own_arguments():
    """It does so for languages other than Python; a notebook selects the kernel by the name in its metadata."""
    spec = KernelSpecManager().get_kernel_spec("warpcell")
    assert spec.language == "cuda" and spec.argv[1:] == ["-f", "{connection_file}"] and "python" not in spec.argv[0]
