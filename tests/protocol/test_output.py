# SPDX-License-Identifier: Apache-2.0
"""Streams and displays (P-3, P-4, P-9, P-10, W-24): no output is lost, the rate is limited, the order is kept."""

import base64
import re
import time

import pytest
import zmq

from client import Message, text_of, types_of


def test_streams_are_gathered(kernel):
    _, outputs = kernel.execute("\n".join(f"print {i}" for i in range(500)))
    assert text_of(outputs) == "".join(f"{i}\n" for i in range(500))
    assert types_of(outputs).count("stream") == 1


def test_p10_the_order_of_stdout_stderr_and_displays_is_kept(kernel):
    _, outputs = kernel.execute("mixed 300")
    order = [m.content["text"] if m.type == "stream" else m.content["data"]["text/plain"]
             for m in outputs if m.type in ("stream", "display_data")]
    assert order == [str(i) for i in range(300)]
    names = [m.content["name"] for m in outputs if m.type == "stream"]
    assert names == ["stdout", "stderr"] * 100


def test_output_appears_while_the_cell_runs(kernel):
    msg_id = kernel.send_execute("print early\nforever")
    assert kernel.wait_for(msg_id, "stream").content["text"] == "early\n"
    kernel.interrupt()
    assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"


@pytest.mark.memory
def test_w24_200000_lines_arrive_in_order_with_bounded_memory(kernel):
    kernel.execute("print warm")
    before = kernel.resident()
    reply, outputs = kernel.execute("lines 200000", timeout=60)
    assert text_of(outputs) == "".join(f"line {i}\n" for i in range(200000))
    assert types_of(outputs).count("stream") < 200
    assert kernel.resident() - before < 48 << 20


@pytest.mark.memory
def test_w24_a_client_that_does_not_read_costs_bounded_memory_and_the_others_nothing(kernel):
    stalled = kernel.context.socket(zmq.SUB)
    stalled.rcvhwm = 1
    stalled.rcvbuf = 4096
    stalled.connect(kernel.endpoint("iopub"))
    stalled.subscribe(b"")
    assert stalled.poll(5000)
    for _ in range(2):  # the second flood does not wait again
        reply, outputs = kernel.execute("lines 4000000", timeout=60)
        assert reply.content["status"] == "ok"
        assert text_of(outputs).endswith("line 3999999\n")
    assert kernel.resident() < 200 << 20
    stalled.close(0)


def test_w24_a_client_that_does_not_read_misses_no_status_result_or_error(kernel):
    stalled = kernel.context.socket(zmq.SUB)
    stalled.rcvhwm = 1
    stalled.rcvbuf = 4096
    stalled.connect(kernel.endpoint("iopub"))
    stalled.subscribe(b"")
    assert stalled.poll(5000)
    for code in ("lines 3000000\nresult 42", "lines 100000\nfail wrong", "print after"):
        kernel.execute(code, timeout=60)
    cells, idle = {}, 0
    while idle < 3:
        assert stalled.poll(5000), "an idle status is missing"
        m = Message(stalled.recv_multipart())
        if m.parent:
            cells.setdefault(m.parent["msg_id"], []).append(m)
            idle += m.content.get("execution_state") == "idle"
    first, second, third = cells.values()
    for cell, kept in ((first, "execute_result"), (second, "error")):
        types = types_of(cell)
        assert types[:2] == ["status", "execute_input"] and kept in types and types[-1] == "status"
        assert re.fullmatch(r"\[\d+ outputs were dropped here because this client did not read them\]\n", text_of(cell, "stderr"))
    assert types_of(third) == ["status", "execute_input", "stream", "status"]
    stalled.close(0)


def test_p9_characters_are_never_cut(kernel):
    for count in (1, 8191, 8192, 100000):
        _, outputs = kernel.execute(f"wide {count}")
        assert text_of(outputs) == "." + "\U0001f600" * count
        assert all("\ufffd" not in m.content["text"] for m in outputs if m.type == "stream")


@pytest.mark.parametrize("rate", [100000, 200000])
def test_p4_behind_jupyter_server_output_is_paced(start, rate):
    """At most three seconds' worth in any three seconds, as the server counts it, and all of it arrives."""
    with start(env={"WARPCELL_IOPUB_RATE": str(rate), "JPY_SESSION_NAME": "x.ipynb"}) as k:
        lines = rate // 3  # at about 11 bytes a line, somewhat more than one window holds
        msg_id = k.send_execute(f"lines {lines}")
        seen, text = [], ""
        while True:
            m = k.recv("iopub", 20)
            if m.type == "stream":
                seen.append((time.monotonic(), sum(len(f) for f in m.frames)))
                text += m.content["text"]
            elif m.content.get("execution_state") == "idle" and m.parent["msg_id"] == msg_id:
                break
        assert text == "".join(f"line {i}\n" for i in range(lines))
        for at, _ in seen:
            assert sum(n for t, n in seen if at <= t < at + 3) <= 3 * rate


def test_p23_a_flood_can_be_interrupted(kernel):
    for _ in range(3):
        msg_id = kernel.begin("lines 1000000000")
        kernel.interrupt()
        assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
        kernel.until_idle(msg_id)
    assert kernel.alive()


def test_r1_display_data(kernel):
    _, outputs = kernel.execute("display png\ndisplay json\ndisplay text")
    png, json, text = (m.content for m in outputs if m.type == "display_data")
    assert base64.b64decode(png["data"]["image/png"], validate=True).startswith(b"\x89PNG")
    assert "\n" not in png["data"]["image/png"]
    assert png["metadata"] == {"image/png": {"width": 3, "height": 2, "alt": "a picture"}}
    assert json["data"]["application/json"] == {"a": [1, 2]} and json["metadata"] == {}
    assert text == {"data": {"text/plain": "text"}, "metadata": {}, "transient": {}}


def test_execute_result(kernel):
    _, outputs = kernel.execute("result 42")
    assert [m.content for m in outputs if m.type == "execute_result"] == [
        {"data": {"text/plain": "42"}, "metadata": {}, "transient": {}, "execution_count": 1}]


def test_r5_a_display_is_updated_by_its_id(kernel):
    _, outputs = kernel.execute("handle h1")
    first, second = outputs[2:4]
    assert (first.type, second.type) == ("display_data", "update_display_data")
    assert first.content["transient"] == second.content["transient"] == {"display_id": "h1"}
    assert second.content["data"] == {"text/plain": "second"}


def test_clear_output(kernel):
    _, outputs = kernel.execute("clear wait\nclear")
    assert [m.content for m in outputs if m.type == "clear_output"] == [{"wait": True}, {"wait": False}]


def test_topics_let_a_client_subscribe_to_streams_alone(kernel):
    other = kernel.context.socket(zmq.SUB)
    other.connect(kernel.endpoint("iopub"))
    other.subscribe(b"stream.")
    assert other.poll(5000) and Message(other.recv_multipart()).type == "iopub_welcome"
    kernel.execute("print x\nerr y\ndisplay text")
    kernel.execute("print end")
    got = [Message(other.recv_multipart()) for _ in range(3)]
    assert [(m.idents[0], m.content["text"]) for m in got] == [
        (b"stream.stdout", "x\n"), (b"stream.stderr", "y\n"), (b"stream.stdout", "end\n")]
    other.close(0)
