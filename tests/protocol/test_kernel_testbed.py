# SPDX-License-Identifier: Apache-2.0
"""The questions of runtimed/kernel-testbed to the installed kernel, as our own code: each of its 27 tests is named by `covers`. What they
run is our entry for that suite, kernelspec/testbed/snippets.json. They are stricter than the suite, which gives half points."""

import json
import pathlib
import tempfile

import pytest
from paths import ROOT

from client import Kernel, text_of, types_of

SNIPPETS = json.loads((ROOT / "kernelspec/testbed/snippets.json").read_text())["languages"]["cuda"]
FIELDS = {"print_hello", "print_stderr", "simple_expr", "simple_expr_result", "incomplete_code", "complete_code", "syntax_error",
          "input_prompt", "sleep_code", "completion_var", "completion_setup", "completion_prefix", "display_data_code",
          "update_display_data_code", "rich_execute_result_code"}
SUITE = """
    heartbeat_responds iopub_welcome kernel_info_reply_valid kernel_info_has_language_info kernel_info_has_protocol_version
    execute_stdout execute_stderr execute_reply_ok status_busy_idle_lifecycle execute_input_broadcast shutdown_reply
    complete_request inspect_request is_complete_complete is_complete_incomplete history_request comm_info_request error_handling
    display_data update_display_data execute_result rich_execute_result
    stdin_input_request comms_lifecycle interrupt_request execution_count_increments parent_header_correlation""".split()
covered = []


def covers(*names):
    """The tests of the suite that the decorated test stands for."""
    covered.extend(names)
    return lambda test: test


@pytest.fixture(scope="module")
def kernel(installed_kernel):
    """One kernel for all questions, as the suite has it."""
    with tempfile.TemporaryDirectory(prefix="wck") as folder, Kernel([installed_kernel], pathlib.Path(folder)) as k:
        yield k


def run(kernel, snippet):
    reply, outputs = kernel.execute(SNIPPETS[snippet], timeout=60)
    return reply.content, outputs


def test_every_test_of_the_suite_has_one_here():
    assert sorted(covered) == sorted(SUITE) and len(SUITE) == 27


def test_the_entry_has_the_fields_of_the_suite():
    assert set(SNIPPETS) == FIELDS and all(type(value) is str and value for value in SNIPPETS.values())


# ---- tier 1: the protocol ----


@covers("heartbeat_responds")
def test_a_ping_comes_back(kernel):
    kernel.sockets["hb"].send(b"ping")
    assert kernel.sockets["hb"].poll(5000) and kernel.sockets["hb"].recv() == b"ping"


@covers("iopub_welcome")
def test_a_subscriber_is_welcomed(kernel):
    assert (kernel.welcome.type, kernel.welcome.content) == ("iopub_welcome", {"subscription": ""})


@covers("kernel_info_reply_valid", "kernel_info_has_language_info", "kernel_info_has_protocol_version")
def test_the_kernel_introduces_itself(kernel):
    content = kernel.ask("kernel_info_request")[0].content
    assert content["status"] == "ok" and content["language_info"]["name"] == "cuda"
    assert content["protocol_version"].split(".")[0] == "5"


@covers("execute_stdout", "parent_header_correlation")
def test_printed_text_arrives_and_belongs_to_its_request(kernel):
    msg_id = kernel.send_execute(SNIPPETS["print_hello"])
    reply, outputs = kernel.reply("shell", msg_id), kernel.until_idle(msg_id)
    assert text_of(outputs) == "hello\n"
    assert {m.parent["msg_id"] for m in [reply, *outputs]} == {msg_id}


@covers("execute_stderr")
def test_text_on_stderr_arrives_there(kernel):
    assert text_of(run(kernel, "print_stderr")[1], "stderr") == "error\n"


@covers("execute_reply_ok", "status_busy_idle_lifecycle", "execute_input_broadcast")
def test_a_statement_runs_between_busy_and_idle(kernel):
    content, outputs = run(kernel, "complete_code")
    assert content["status"] == "ok" and types_of(outputs) == ["status", "execute_input", "status"]
    assert [m.content["execution_state"] for m in (outputs[0], outputs[-1])] == ["busy", "idle"]
    assert outputs[1].content["code"] == SNIPPETS["complete_code"]


@covers("shutdown_reply")
def test_it_shuts_down_when_asked(installed_kernel, tmp_path):
    with Kernel([installed_kernel], tmp_path) as k:
        reply = k.reply("control", k.send("control", "shutdown_request", {"restart": False}))
        assert reply.content == {"status": "ok", "restart": False} and k.ended() == 0


# ---- tier 2: what a person uses ----


@covers("complete_request")
def test_a_name_is_completed(kernel):
    run(kernel, "completion_setup")
    prefix = SNIPPETS["completion_prefix"]
    content = kernel.ask("complete_request", {"code": prefix, "cursor_pos": len(prefix)})[0].content
    assert (content["status"], content["matches"]) == ("ok", [SNIPPETS["completion_var"]])


@covers("inspect_request")
def test_a_name_is_explained(kernel):
    run(kernel, "completion_setup")
    name = SNIPPETS["completion_var"]
    content = kernel.ask("inspect_request", {"code": name, "cursor_pos": len(name), "detail_level": 0})[0].content
    assert content["status"] == "ok" and content["found"] and "= 42" in content["data"]["text/plain"]


@covers("is_complete_complete", "is_complete_incomplete")
@pytest.mark.parametrize("snippet, status", [("complete_code", "complete"), ("incomplete_code", "incomplete")])
def test_it_knows_whether_a_cell_is_whole(kernel, snippet, status):
    assert kernel.ask("is_complete_request", {"code": SNIPPETS[snippet]})[0].content["status"] == status


@covers("history_request")
def test_the_last_cell_is_in_the_history(kernel):
    run(kernel, "complete_code")
    content = kernel.ask("history_request", {"hist_access_type": "tail", "n": 10, "output": False, "raw": True})[0].content
    assert content["status"] == "ok" and content["history"][-1][2] == SNIPPETS["complete_code"]


@covers("comm_info_request")
def test_comms_are_listed(kernel):
    assert kernel.ask("comm_info_request", {})[0].content == {"status": "ok", "comms": {}}


@covers("error_handling")
def test_a_mistake_is_an_error_in_reply_and_output(kernel):
    content, outputs = run(kernel, "syntax_error")
    assert content["status"] == "error" and content["ename"] == "SyntaxError"
    assert types_of(outputs) == ["status", "execute_input", "error", "status"]


# ---- tier 3: rich output ----


@covers("display_data")
def test_a_picture_is_displayed(kernel):
    shown = [m for m in run(kernel, "display_data_code")[1] if m.type == "display_data"]
    assert len(shown) == 1 and {"image/png", "text/plain"} <= set(shown[0].content["data"])


@covers("update_display_data")
def test_a_display_is_updated(kernel):
    shown = [m for m in run(kernel, "update_display_data_code")[1] if "display_data" in m.type]
    assert [m.type for m in shown] == ["display_data", "update_display_data"]
    assert len({m.content["transient"]["display_id"] for m in shown}) == 1
    kernel.execute("%dash off")


@covers("execute_result")
def test_a_value_is_a_result(kernel):
    results = [m for m in run(kernel, "simple_expr")[1] if m.type == "execute_result"]
    assert [m.content["data"]["text/plain"] for m in results] == [SNIPPETS["simple_expr_result"]]


@covers("rich_execute_result")
def test_an_array_is_a_rich_result(kernel):
    results = [m for m in run(kernel, "rich_execute_result_code")[1] if m.type == "execute_result"]
    assert len(results) == 1 and {"text/html", "text/plain"} <= set(results[0].content["data"])


# ---- tier 4 ----


@covers("stdin_input_request")
def test_a_program_asks_and_is_answered(kernel):
    msg_id = kernel.send_execute(SNIPPETS["input_prompt"])
    assert kernel.recv("stdin").content == {"prompt": "", "password": False}, "what the program printed is output"
    kernel.send("stdin", "input_reply", {"value": '"test_input_42"'})
    assert kernel.reply("shell", msg_id).content["status"] == "ok"
    kernel.until_idle(msg_id)


@covers("comms_lifecycle")
def test_a_comm_that_nobody_serves_is_closed(kernel):
    msg_id = kernel.send("shell", "comm_open", {"comm_id": "c1", "target_name": "jupyter.kernel_testbed.test", "data": {}})
    assert types_of(kernel.until_idle(msg_id)) == ["status", "comm_close", "status"]


@covers("interrupt_request")
def test_an_interrupt_ends_a_pause(kernel):
    """The suite interrupts an idle kernel; ours also one in its pause of two seconds."""
    assert kernel.ask("interrupt_request", channel="control")[0].content == {"status": "ok"}
    msg_id = kernel.begin('puts("on"); ' + SNIPPETS["sleep_code"])
    kernel.ask("interrupt_request", channel="control")
    assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
    kernel.until_idle(msg_id)


@covers("execution_count_increments")
def test_each_cell_has_the_next_number(kernel):
    first, second = (run(kernel, "complete_code")[0]["execution_count"] for _ in range(2))
    assert second == first + 1
