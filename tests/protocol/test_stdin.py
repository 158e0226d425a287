# SPDX-License-Identifier: Apache-2.0
"""Input for a running cell: I-1 to I-5."""

import pytest

from client import text_of
from test_lifecycle import ways


def asked(kernel, code="input name? ", **flags):
    """(msg_id of the cell, its input_request)"""
    msg_id = kernel.send_execute(code, **flags)
    request = kernel.recv("stdin")
    assert request.type == "input_request" and request.parent["msg_id"] == msg_id
    return msg_id, request


def answer(kernel, value, **more):
    kernel.send("stdin", "input_reply", {"value": value, "status": "ok"}, **more)


@pytest.mark.parametrize("with_parent", [True, False])
def test_i2_a_question_is_answered(kernel, with_parent):
    msg_id, request = asked(kernel)
    assert request.content == {"prompt": "name? ", "password": False}
    answer(kernel, "h\u00e9llo", parent=request.header if with_parent else None)
    assert kernel.reply("shell", msg_id).content["status"] == "ok"
    assert text_of(kernel.until_idle(msg_id)) == "h\u00e9llo\n"


def test_i2_what_was_printed_comes_before_the_question(kernel):
    msg_id, request = asked(kernel, "print before\ninput ?")
    seen = [kernel.recv("iopub") for _ in range(3)]
    assert seen[-1].type == "stream" and seen[-1].content["text"] == "before\n"


def test_i2_a_password_is_asked_for_as_such(kernel):
    _, request = asked(kernel, "input password: ")
    assert request.content["password"] is True


def test_i1_i5_without_allow_stdin_it_fails_at_once(kernel):
    reply, _ = kernel.execute("input ?", allow_stdin=False)
    assert reply.content["ename"] == "EOFError"
    _, request = asked(kernel)  # the first that comes on stdin
    assert request.content["prompt"] == "name? "


def test_i4_control_d_is_the_end_of_file(kernel):
    msg_id, request = asked(kernel)
    answer(kernel, "\x04")
    assert kernel.reply("shell", msg_id).content["ename"] == "EOFError"


@ways
def test_i3_an_interrupt_ends_the_wait(kernel, interrupt):
    for _ in range(3):
        msg_id, _ = asked(kernel)
        interrupt(kernel)
        assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
    msg_id, request = asked(kernel)  # and the next question waits again
    kernel.settle()
    answer(kernel, "x")
    assert kernel.reply("shell", msg_id).content["status"] == "ok"


def test_i4_stale_and_foreign_answers_are_skipped(kernel):
    answer(kernel, "too early")
    kernel.settle()
    msg_id, request = asked(kernel)
    answer(kernel, "for another question", parent={"msg_id": "somebody else's"})
    kernel.send("stdin", "nonsense", {"value": "of another type"})
    stranger = kernel.socket("stdin", identity=b"a stranger")
    frames = kernel.frames("input_reply", {"value": "from another client"})
    stranger.send_multipart([b"<IDS|MSG>", kernel.sign(frames), *frames])
    kernel.send_frames("stdin", kernel.frames("input_reply", {"value": "forged"}), signature=b"0" * 64)
    kernel.settle()
    answer(kernel, "right", parent=request.header)
    assert text_of(kernel.until_idle(msg_id)) == "right\n"
    stranger.close(0)


def test_two_questions_in_one_cell(kernel):
    msg_id, request = asked(kernel, "input a\ninput b")
    answer(kernel, "1", parent=request.header)
    second = kernel.recv("stdin")
    assert second.content["prompt"] == "b" and second.header["msg_id"] != request.header["msg_id"]
    answer(kernel, "2", parent=second.header)
    assert text_of(kernel.until_idle(msg_id)) == "1\n2\n"


def test_a_value_that_is_no_text_is_an_empty_line(kernel):
    msg_id, request = asked(kernel)
    kernel.send("stdin", "input_reply", {"value": 5}, parent=request.header)
    assert text_of(kernel.until_idle(msg_id)) == "\n"


def test_i5_a_program_that_asks_in_vain_is_told_so_once(kernel):
    reply, outputs = kernel.execute("input ?", allow_stdin=False)
    assert text_of(outputs, "stderr") == "the program asks for input, but this front end has none: it reads the end of a file\n"
