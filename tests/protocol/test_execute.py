# SPDX-License-Identifier: Apache-2.0
"""The life of a request: O-1 to O-9, E-1 to E-14, and the shell messages S-1 to S-11."""

import pytest

from client import text_of, types_of
from waiting import LIMIT


def states(messages):
    return [m.content["execution_state"] for m in messages if m.type == "status"]


@pytest.mark.parametrize("kind, content", [
    ("kernel_info_request", {}), ("complete_request", {"code": "pr", "cursor_pos": 2}),
    ("inspect_request", {"code": "print", "cursor_pos": 5, "detail_level": 0}),
    ("is_complete_request", {"code": "x"}), ("history_request", {"hist_access_type": "tail", "n": 1}),
    ("comm_info_request", {}), ("execute_request", {"code": ""}), ("connect_request", {})])
def test_o1_every_request_is_between_busy_and_idle(kernel, kind, content):
    msg_id = kernel.send("shell", kind, content)
    reply, outputs = kernel.reply("shell", msg_id), kernel.until_idle(msg_id)
    assert reply.type == kind.replace("request", "reply") and reply.content["status"] in ("ok", "complete")
    assert states(outputs) == ["busy", "idle"] and types_of(outputs)[0] == "status"
    assert all(m.parent == reply.parent for m in outputs)


def test_o2_output_comes_before_idle(kernel):
    reply, outputs = kernel.execute("print a\nresult 2\ndisplay png")
    assert types_of(outputs) == ["status", "execute_input", "stream", "execute_result", "display_data", "status"]


def test_o3_reply_and_idle_do_not_wait_for_the_next_cell(kernel, gate):
    first, second = kernel.send_execute("print a"), kernel.send_execute(gate.code)
    assert kernel.reply("shell", first).content["status"] == "ok"
    assert text_of(kernel.until_idle(first)) == "a\n"
    gate.open()
    assert kernel.reply("shell", second).content["status"] == "ok"


def test_o7_shell_requests_are_handled_in_order(kernel, gate):
    ids = [kernel.send_execute(gate.code), kernel.send("shell", "kernel_info_request"), kernel.send_execute("print x")]
    kernel.settle()
    gate.open()
    assert [kernel.recv("shell").parent["msg_id"] for _ in ids] == ids


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_o8_s1_kernel_info(kernel, channel):
    reply, outputs = kernel.ask("kernel_info_request", channel=channel)
    content = reply.content
    assert content["status"] == "ok" and content["protocol_version"] == "5.5"
    assert content["implementation"] == "warpcell" and content["implementation_version"] and content["banner"]
    assert content["language_info"] == {
        "name": "cuda", "version": "17", "mimetype": "text/x-c++src",
        "file_extension": ".cu", "pygments_lexer": "cuda", "codemirror_mode": "text/x-c++src"}
    assert content["supported_features"] == ["kernel subshells", "debugger"] and content["debugger"] is True
    assert all(set(link) == {"text", "url"} for link in content["help_links"])


def test_o9_kernel_info_while_starting_and_many_times(start):
    k = start()
    k.process = None
    with k:
        ids = {k.send(channel, "kernel_info_request") for _ in range(50) for channel in ("shell", "control")}
        answered = {k.recv(channel).parent["msg_id"] for _ in range(50) for channel in ("shell", "control")}
        assert answered == ids


def test_s3_completion_counts_code_points(kernel):
    reply, _ = kernel.ask("complete_request", {"code": "\U0001f600\u00e9 pri \u00e9", "cursor_pos": 6})
    content = reply.content
    assert content["matches"] == ["print"] and (content["cursor_start"], content["cursor_end"]) == (3, 6)
    assert content["metadata"]["_jupyter_types_experimental"] == [
        {"start": 3, "end": 6, "text": "print", "type": "function", "signature": "void (const char *)"}]
    reply, _ = kernel.ask("complete_request", {"code": "\u00e9\u00e9 ", "cursor_pos": 2})
    assert (reply.content["matches"], reply.content["cursor_start"], reply.content["cursor_end"]) == ([], 2, 2)


def test_s4_inspection(kernel):
    reply, _ = kernel.ask("inspect_request", {"code": "print", "cursor_pos": 2, "detail_level": 1})
    assert reply.content["found"] is True and reply.content["data"] == {"text/plain": "prints a line"}
    reply, _ = kernel.ask("inspect_request", {"code": "zzz", "cursor_pos": 1})
    assert reply.content == {"status": "ok", "found": False, "data": {}, "metadata": {}}


def test_s5_is_complete(kernel):
    for code, expected in (("x", {"status": "complete"}), ("{", {"status": "incomplete", "indent": "    "}),
                           ("]", {"status": "invalid"})):
        assert kernel.ask("is_complete_request", {"code": code})[0].content == expected


def test_s6_history(kernel):
    for n in range(1, 6):
        kernel.execute(f"result {n % 3}")
    kernel.execute("result 9", store_history=False)

    def ask(**content):
        return kernel.ask("history_request", content)[0].content["history"]

    cells = [[1, n, f"result {n % 3}"] for n in range(1, 6)]
    assert ask(hist_access_type="tail", n=2) == cells[3:]
    assert ask(hist_access_type="tail", n=100) == cells
    assert ask(hist_access_type="tail", n=1, output=True) == [[1, 5, ["result 2", "2"]]]
    assert ask(hist_access_type="range", session=0, start=2, stop=4) == cells[1:3]
    assert ask(hist_access_type="range", session=1, start=4) == cells[3:]
    assert ask(hist_access_type="range", session=7, start=0, stop=9) == []
    assert ask(hist_access_type="search", pattern="*1") == [cells[0], cells[3]]
    assert ask(hist_access_type="search", pattern="result ?", n=3) == cells[2:]
    assert ask(hist_access_type="search", pattern="result ?", unique=True) == cells[2:]


def test_s7_there_are_no_comms(kernel):
    for content in ({}, {"target_name": "jupyter.widget"}):
        assert kernel.ask("comm_info_request", content)[0].content == {"status": "ok", "comms": {}}


def test_s8_a_comm_to_an_unknown_target_is_closed_at_once(kernel):
    msg_id = kernel.send("shell", "comm_open", {"comm_id": "c1", "target_name": "nobody", "data": {}})
    outputs = kernel.until_idle(msg_id)
    assert types_of(outputs) == ["status", "comm_close", "status"]
    assert outputs[1].content == {"comm_id": "c1", "data": {}}
    for kind in ("comm_msg", "comm_close"):
        msg_id = kernel.send("shell", kind, {"comm_id": "c2", "data": {}})
        assert types_of(kernel.until_idle(msg_id)) == ["status", "status"]
    assert kernel.nothing_on("shell")


def test_s9_connect_tells_the_ports(kernel):
    content = kernel.ask("connect_request")[0].content
    assert content == {"status": "ok", **{f"{c}_port": kernel.info[f"{c}_port"]
                                          for c in ("shell", "iopub", "stdin", "control", "hb")}}


# ---- execute_request ----


def test_e1_defaults(kernel):
    """Only the code is given: not silent, history is kept, no stdin, errors stop what is queued."""
    reply, outputs = kernel.ask("execute_request", {"code": "input ?"})
    assert reply.content["ename"] == "EOFError" and reply.content["execution_count"] == 1


def test_e2_execute_input_repeats_the_code(kernel):
    _, outputs = kernel.execute("print \u00e9")
    assert outputs[1].type == "execute_input"
    assert outputs[1].content == {"code": "print \u00e9", "execution_count": 1}


def test_e3_the_count_goes_up_with_history_only(kernel):
    for code, flags, expected in (("result 1", {}, 1), ("result 1", {}, 2), ("print x", {"store_history": False}, 2),
                                  ("print x", {"silent": True}, 2), ("fail x", {}, 3), ("", {}, 4)):
        reply, outputs = kernel.execute(code, **flags)
        counts = {m.content["execution_count"] for m in outputs if "execution_count" in m.content}
        assert reply.content["execution_count"] == expected and counts <= {expected}


def test_e4_silence(kernel):
    reply, outputs = kernel.execute("print x\nerr y\ndisplay png\nresult 2\nclear", silent=True,
                                    user_expressions={"a": "1"})
    assert reply.content["status"] == "ok" and types_of(outputs) == ["status", "status"]
    assert reply.content["user_expressions"]["a"]["data"] == {"text/plain": "1"}
    first, second = kernel.send_execute("fail x", silent=True), kernel.send_execute("print y")
    assert kernel.reply("shell", first).content["status"] == "error"
    assert kernel.reply("shell", second).content["status"] == "ok"
    assert types_of(kernel.until_idle(first)) == ["status", "status"]
    assert kernel.ask("history_request", {"hist_access_type": "tail"})[0].content["history"] == [[1, 1, "print y"]]


def test_e5_an_error_is_one_message_and_the_reply_repeats_it(kernel):
    reply, outputs = kernel.execute("fail it broke")
    assert types_of(outputs) == ["status", "execute_input", "error", "status"]
    error = outputs[2].content
    assert error == {"ename": "RuntimeError", "evalue": "it broke",
                     "traceback": ["RuntimeError: it broke", " --> In[1]:1:1"]}
    assert {**reply.content, **error} == reply.content and reply.content["status"] == "error"


def test_e7_e8_an_error_aborts_the_cells_that_are_queued(kernel):
    ids = [kernel.send_execute("print a"), kernel.send_execute("fail x"), kernel.send_execute("print b"),
           kernel.send("shell", "kernel_info_request"), kernel.send_execute("print c")]
    replies = [kernel.reply("shell", i) for i in ids]
    assert [r.content["status"] for r in replies] == ["ok", "error", "aborted", "ok", "aborted"]
    assert replies[2].content == {"status": "aborted", "execution_count": 2}
    for aborted in (ids[2], ids[4]):
        assert types_of(kernel.until_idle(aborted)) == ["status", "status"]
    reply, outputs = kernel.execute("print d")
    assert reply.content["execution_count"] == 3 and text_of(outputs) == "d\n"


def test_e7_what_is_sent_after_the_error_reply_runs(kernel):
    for _ in range(20):
        msg_id = kernel.send_execute("fail x")
        kernel.reply("shell", msg_id)
        assert kernel.reply("shell", kernel.send_execute("print x")).content["status"] == "ok"


def test_e7_without_stop_on_error_the_rest_runs(kernel):
    ids = [kernel.send_execute("fail x", stop_on_error=False), kernel.send_execute("print b")]
    assert [kernel.reply("shell", i).content["status"] for i in ids] == ["error", "ok"]


def test_e10_user_expressions_succeed_and_fail_one_by_one(kernel):
    reply, outputs = kernel.execute("print x", user_expressions={"good": "1 + 1", "wrong": "bad", "odd": 3})
    values = reply.content["user_expressions"]
    assert reply.content["status"] == "ok" and "error" not in types_of(outputs)
    assert values["good"] == {"status": "ok", "data": {"text/plain": "1 + 1"}, "metadata": {}}
    assert values["wrong"]["status"] == "error" and values["wrong"]["ename"] == "NameError"
    assert values["odd"]["status"] == "error"
    assert kernel.execute("fail x", user_expressions={"a": "1"})[0].content["user_expressions"] == {}


def test_e11_text_for_the_next_cell(kernel):
    reply, outputs = kernel.execute("next int x;\u00e9")
    assert reply.content["payload"] == [{"source": "set_next_input", "text": "int x;\u00e9", "replace": False}]
    assert types_of(outputs) == ["status", "execute_input", "status"]


def test_e11_help_is_a_page(kernel):
    reply, outputs = kernel.execute("page some help")
    assert reply.content["payload"] == [{"source": "page", "data": {"text/plain": "some help"}, "start": 0}]
    assert types_of(outputs) == ["status", "execute_input", "status"]
    assert kernel.execute("print x")[0].content["payload"] == []


def test_e12_the_reply_says_when_it_started(kernel):
    reply, _ = kernel.execute("print x")
    assert reply.metadata["started"].endswith("Z")


def test_e14_empty_cells(kernel):
    for code in ("", "\n", "\n\n\n"):
        reply, outputs = kernel.execute(code)
        assert reply.content["status"] == "ok" and types_of(outputs) == ["status", "execute_input", "status"]


def test_two_clients_get_their_own_replies_and_see_each_other(kernel):
    other = kernel.socket("shell")
    frames = kernel.frames("execute_request", {"code": "print theirs"})
    other.send_multipart([b"<IDS|MSG>", kernel.sign(frames), *frames])
    reply, outputs = kernel.execute("print mine")
    assert other.poll(LIMIT * 1000) and text_of(outputs) == "mine\n"
    assert kernel.nothing_on("shell")
    other.close(0)
