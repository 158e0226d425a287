# SPDX-License-Identifier: Apache-2.0
"""W-11, W-13, W-15: what cannot be trusted gets no answer, everything else gets one, and nothing ends the kernel."""

import json
import random

import pytest

from client import DELIMITER, text_of

TYPES = ["kernel_info_request", "execute_request", "complete_request", "inspect_request", "is_complete_request",
         "history_request", "comm_info_request", "comm_open", "comm_msg", "comm_close", "connect_request",
         "interrupt_request", "usage_request", "debug_request", "nonsense"]


def untouched(kernel, *channels):
    """Nothing was answered or published: what comes next on every channel belongs to the next request."""
    for channel in channels:
        msg_id = kernel.send(channel, "kernel_info_request")
        next_ = [kernel.recv(channel), kernel.recv("iopub"), kernel.recv("iopub")]
        if {m.parent.get("msg_id") for m in next_} != {msg_id}:
            return False
    return kernel.alive()


def test_w11_bad_signatures_are_not_answered(kernel):
    frames = kernel.frames("kernel_info_request")
    good = kernel.sign(frames)
    for bad in (b"", b"0" * 64, good[:-1], good[:1], good + b"0", good.upper(), b"\0" * 64):
        if bad != good:
            kernel.send_frames("shell", frames, signature=bad)
            kernel.send_frames("control", frames, signature=bad)
    assert untouched(kernel, "shell", "control")
    assert "invalid signature" in kernel.log() and "wrong signature length" in kernel.log()


def test_w13_frames_that_are_missing(kernel):
    frames = kernel.frames("kernel_info_request")
    signature = kernel.sign(frames)
    for channel in ("shell", "control"):
        socket = kernel.sockets[channel]
        socket.send_multipart([b""])
        socket.send_multipart([b"no delimiter", signature, *frames])
        socket.send_multipart([DELIMITER])
        for n in range(5):
            socket.send_multipart([DELIMITER, signature, *frames][:n + 1])
    assert untouched(kernel, "shell", "control")


NOT_JSON = [b"", b"{", b"nonsense", b'{"a": NaN}', b"\xff\xfe", b'"\xed\xa0\x80"', b"[" * 100000,
            b'{"a":' * 5000 + b"1" + b"}" * 5000, b'{"code": 1e999}', b'{"a\\u0000b": 1}']


@pytest.mark.parametrize("bad", NOT_JSON)
def test_w13_headers_that_are_not_json(kernel, bad):
    frames = kernel.frames("kernel_info_request")
    frames[0] = bad
    kernel.send_frames("shell", frames)
    assert untouched(kernel, "shell")


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize("which, name", [(1, "parent header"), (2, "metadata"), (3, "content")])
@pytest.mark.parametrize("bad", NOT_JSON)
def test_w13_unreadable_frames_get_an_error_reply(kernel, channel, which, name, bad):
    frames = kernel.frames("kernel_info_request")
    frames[which] = bad
    kernel.send_frames(channel, frames)
    msg_id = json.loads(frames[0])["msg_id"]
    reply = kernel.reply(channel, msg_id)
    assert (reply.type, reply.content["status"], reply.content["ename"]) == (
        "kernel_info_reply", "error", "InvalidMessage")
    evalue = reply.content["evalue"]
    assert evalue.startswith(f"the {name} of this 'kernel_info_request' cannot be read as JSON: ")
    assert reply.content["traceback"] == [evalue]
    assert text_of(kernel.until_idle(msg_id), "stderr") == evalue + "\n"
    assert untouched(kernel, channel)


@pytest.mark.parametrize("bad, why", [
    (b'{"code": 1e999}', "real number overflow near '1e999' (line 1, column 14)"),
    (b'{"a\\u0000b": 1}', "NUL byte in object key not supported near '\"a\\u0000b\"' (line 1, column 11)"),
    (b"[" * 100000, "maximum parsing depth reached near '[' (line 1, column 2049)")])
def test_w13_the_reply_says_what_is_wrong(kernel, bad, why):
    frames = kernel.frames("execute_request")
    frames[3] = bad
    kernel.send_frames("shell", frames)
    assert kernel.recv("shell").content["evalue"] == (
        f"the content of this 'execute_request' cannot be read as JSON: {why}")


def test_w13_an_unreadable_message_without_reply_is_told(kernel):
    frames = kernel.frames("comm_msg")
    frames[3] = b'{"comm_id": "1", "data": {"x": 1e999}}'
    kernel.send_frames("shell", frames)
    said = text_of(kernel.until_idle(json.loads(frames[0])["msg_id"]), "stderr")
    assert said == ("the content of this 'comm_msg' cannot be read as JSON: "
                    "real number overflow near '1e999' (line 1, column 36)\n")
    assert said in kernel.log()
    assert kernel.nothing_on("shell")


def test_w13_an_unreadable_input_reply_ends_the_wait(kernel):
    msg_id = kernel.send_execute("input ?")
    question = kernel.recv("stdin")
    frames = kernel.frames("input_reply", parent=question.header)
    frames[3] = b'{"value": 1e999}'
    kernel.send_frames("stdin", frames)
    assert kernel.reply("shell", msg_id).content["ename"] == "EOFError"
    assert "the content of this 'input_reply' cannot be read as JSON: " in text_of(
        kernel.until_idle(msg_id), "stderr")


@pytest.mark.parametrize("header", [{}, {"msg_id": "1"}, {"msg_type": "kernel_info_request"}, [], 1, None,
                                    {"msg_id": 1, "msg_type": 2}])
def test_w13_headers_without_type_or_id(kernel, header):
    frames = kernel.frames("kernel_info_request")
    frames[0] = json.dumps(header).encode()
    kernel.send_frames("shell", frames)
    assert untouched(kernel, "shell")


@pytest.mark.parametrize("code, printed", [
    (b'"print a\\ud800b"', "a\ufffdb\n"), (b'"print \\udc00\\ud83d\\ude00"', "\ufffd\U0001f600\n"),
    (b'"print \\\\ud800"', "\\ud800\n"), (b'"print \\ud800\\u0041"', "\ufffdA\n"), (b'"print x\\ud8"', None)])
def test_w13_lone_surrogates_get_an_answer(kernel, code, printed):
    frames = kernel.frames("execute_request")
    frames[3] = b'{"code": ' + code + b"}"
    kernel.send_frames("shell", frames)
    reply = kernel.recv("shell").content
    if printed is None:  # half an escape is not JSON
        assert reply["ename"] == "InvalidMessage"
        return
    assert reply["status"] == "ok"
    texts = [m.content.get("text") for m in kernel.until_idle(json.loads(frames[0])["msg_id"])]
    assert printed in texts


def test_w13_nul_in_code_gets_an_answer(kernel):
    reply, _ = kernel.execute("print a\0b")
    assert reply.content["status"] == "ok"


@pytest.mark.parametrize("kind, needs", [
    ("execute_request", "code"), ("complete_request", "code"), ("inspect_request", "code"),
    ("is_complete_request", "code")])
@pytest.mark.parametrize("content", [{}, {"code": None}, {"code": 1}, {"code": []}, [], None, "text"])
def test_w15_missing_content_gets_an_error_reply(kernel, kind, needs, content):
    frames = kernel.frames(kind)
    frames[3] = json.dumps(content).encode()
    kernel.send_frames("shell", frames)
    reply = kernel.recv("shell")
    assert reply.content["status"] == "error" and reply.content["ename"] == "InvalidMessage"
    assert f"requires the field '{needs}'" in reply.content["evalue"] and reply.content["traceback"]


@pytest.mark.parametrize("kind", TYPES)
def test_w16_content_of_the_wrong_types_does_no_harm(kernel, kind):
    """Every field that any message has, with values that none expects."""
    fields = ["code", "cursor_pos", "detail_level", "silent", "store_history", "user_expressions", "allow_stdin",
              "stop_on_error", "comm_id", "target_name", "data", "hist_access_type", "n", "start", "stop", "session",
              "pattern", "output", "unique", "seq", "command", "restart"]
    for value in (None, [], {}, -1, 2 ** 63 - 1, -2 ** 63, 1e308, "", "*" * 500, True):
        for channel in ("shell", "control"):
            kernel.send(channel, kind, {field: value for field in fields})
    assert kernel.ask("kernel_info_request", channel="control")[0].content["status"] == "ok"
    assert kernel.ask("kernel_info_request")[0].content["status"] == "ok"
    assert kernel.alive()


def test_cursor_positions_out_of_range_do_no_harm(kernel):
    for kind in ("complete_request", "inspect_request"):
        for position in (-1, 0, 3, 4, 10 ** 12):
            reply, _ = kernel.ask(kind, {"code": "p\u00e9\U0001f600", "cursor_pos": position})
            assert reply.content["status"] == "ok"


def test_a_64_mib_cell_is_answered(kernel):
    code = "print x\n" + "#" * (64 << 20)
    reply, _ = kernel.execute(code, timeout=60)
    assert reply.content["ename"] == "NameError"
    assert kernel.alive()


def test_mutated_messages_never_end_the_kernel(kernel):
    """A short run of a fuzzer with a fixed seed: signed and unsigned mutations of real messages."""
    chance = random.Random(20261121)
    for _ in range(3000):
        kind = chance.choice(TYPES)
        frames = kernel.frames(kind, {"code": "print x", "cursor_pos": 3, "comm_id": "1", "restart": False})
        for _ in range(chance.randrange(3)):
            which = chance.randrange(4)
            bytes_ = bytearray(frames[which])
            at = chance.randrange(len(bytes_))
            change = chance.randrange(4)
            if change == 0:
                bytes_[at] = chance.randrange(256)
            elif change == 1:
                del bytes_[at:at + chance.randrange(1, 8)]
            elif change == 2:
                bytes_[at:at] = chance.choice([b"\\ud800", b"\0", b"[[[[", b'"', b"1e999", b"\xf0\x9f"])
            else:
                bytes_ = bytes_[:at]
            frames[which] = bytes(bytes_) or b"{}"
        if b'"shutdown' in frames[0]:
            continue
        parts = [DELIMITER, kernel.sign(frames) if chance.random() < 0.9 else b"x" * 64, *frames]
        if chance.random() < 0.05:
            del parts[chance.randrange(len(parts))]
        kernel.sockets[chance.choice(["shell", "shell", "control", "stdin"])].send_multipart(parts)
    reply, _ = kernel.ask("kernel_info_request", timeout=30)
    assert reply.content["status"] == "ok"
    assert kernel.process.poll() is None and kernel.alive()
