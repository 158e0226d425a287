# SPDX-License-Identifier: Apache-2.0
"""Subshells (C-8, O-7, JEP 91): what is answered while a cell runs, and in which order."""

import pytest

from client import text_of, types_of

QUESTIONS = [("complete_request", {"code": "pri", "cursor_pos": 3}), ("inspect_request", {"code": "print", "cursor_pos": 2}),
             ("is_complete_request", {"code": "{"}), ("history_request", {"hist_access_type": "tail", "n": 1}),
             ("kernel_info_request", {}), ("comm_info_request", {}), ("connect_request", {})]


def test_c8_subshells_are_made_listed_and_deleted(kernel):
    def listed():
        return sorted(kernel.ask("list_subshell_request", channel="control")[0].content["subshell_id"])

    assert listed() == []
    ids = [kernel.subshell() for _ in range(3)]
    assert len(set(ids)) == 3 and listed() == sorted(ids)
    reply, outputs = kernel.ask("delete_subshell_request", {"subshell_id": ids[1]}, channel="control")
    assert reply.content == {"status": "ok"} and types_of(outputs) == ["status", "status"]
    assert listed() == sorted([ids[0], ids[2]])


def test_c8_an_unknown_subshell_is_an_error(kernel):
    reply, _ = kernel.ask("delete_subshell_request", {"subshell_id": "nobody"}, channel="control")
    assert reply.content["status"] == "error"
    gone = kernel.subshell()
    kernel.ask("delete_subshell_request", {"subshell_id": gone}, channel="control")
    for subshell in ("nobody", gone):
        reply = kernel.reply("shell", kernel.on(subshell, "execute_request", {"code": "print x"}))
        assert reply.content["status"] == "error" and reply.content["ename"] == "SubshellNotFound"
    assert kernel.alive()


@pytest.mark.parametrize("kind, content", QUESTIONS, ids=[kind for kind, _ in QUESTIONS])
def test_c8_questions_are_answered_while_a_cell_runs(kernel, gate, kind, content):
    """The gate stays shut: the cell does not end before its interrupt."""
    subshell = kernel.subshell()
    running = kernel.begin(f"print on\n{gate.code}")
    msg_id = kernel.on(subshell, kind, content)
    reply = kernel.reply("shell", msg_id)
    assert reply.content["status"] in ("ok", "incomplete")
    assert reply.parent["subshell_id"] == subshell
    assert types_of(kernel.until_idle(msg_id)) == ["status", "status"]
    kernel.interrupt()
    assert kernel.reply("shell", running).content["ename"] == "KeyboardInterrupt"


def test_c8_questions_are_answered_while_a_cell_waits_for_input(kernel):
    subshell = kernel.subshell()
    running = kernel.send_execute("input ?")
    kernel.recv("stdin")
    assert kernel.reply("shell", kernel.on(subshell, "kernel_info_request")).content["status"] == "ok"
    kernel.send("stdin", "input_reply", {"value": "x"})
    assert kernel.reply("shell", running).content["status"] == "ok"


@pytest.mark.parametrize("where", ["main", "subshell"])
def test_o7_the_running_cells_own_shell_waits(kernel, gate, where):
    """The other subshell's requests are answered at once."""
    question = {"code": "p", "cursor_pos": 1}
    own, other = kernel.subshell() if where == "subshell" else None, kernel.subshell()
    running = kernel.on(own, "execute_request", {"code": f"print on\n{gate.code}"})
    kernel.wait_for(running, "stream")
    waits = kernel.on(own, "complete_request", question)
    answered = kernel.on(other if where == "main" else None, "complete_request", question)
    assert kernel.recv("shell").parent["msg_id"] == answered
    gate.open()
    assert [kernel.recv("shell").parent["msg_id"] for _ in range(2)] == [running, waits]


def test_o7_a_subshell_keeps_its_own_order(kernel, gate):
    """Its cell waits for the main shell's, and what it sent after that cell waits too."""
    one, other = kernel.subshell(), kernel.subshell()
    running = kernel.begin(f"print on\n{gate.code}")
    cell = kernel.on(one, "execute_request", {"code": "print sub"})
    after = kernel.on(one, "kernel_info_request")
    elsewhere = kernel.on(other, "kernel_info_request")
    assert kernel.recv("shell").parent["msg_id"] == elsewhere
    gate.open()
    assert [kernel.recv("shell").parent["msg_id"] for _ in range(3)] == [running, cell, after]


def test_c8_counts_and_history_are_each_subshells_own(kernel):
    subshell = kernel.subshell()
    kernel.execute("result 1")
    kernel.execute("result 2")
    reply = kernel.reply("shell", kernel.on(subshell, "execute_request", {"code": "result 3"}))
    assert reply.content["execution_count"] == 1
    history = kernel.reply("shell", kernel.on(subshell, "history_request", {"hist_access_type": "tail"}))
    assert history.content["history"] == [[1, 1, "result 3"]]
    assert kernel.execute("result 4")[0].content["execution_count"] == 3


def test_e7_an_error_aborts_cells_of_its_own_subshell_only(kernel, gate):
    subshell = kernel.subshell()
    running = kernel.send_execute(f"{gate.code}\nfail x")
    queued = kernel.send_execute("print a")
    other = kernel.on(subshell, "execute_request", {"code": "print b"})
    kernel.settle()
    gate.open()
    replies = {m.parent["msg_id"]: m.content["status"] for m in (kernel.recv("shell") for _ in range(3))}
    assert replies == {running: "error", queued: "aborted", other: "ok"}


def test_c8_a_deleted_subshell_finishes_what_it_was_given(kernel, gate):
    subshell, other = kernel.subshell(), kernel.subshell()
    kernel.begin(f"print on\n{gate.code}")
    msg_id = kernel.on(subshell, "execute_request", {"code": "print last"})
    kernel.reply("shell", kernel.on(other, "kernel_info_request"))  # and so the cell has been received
    kernel.ask("delete_subshell_request", {"subshell_id": subshell}, channel="control")
    gate.open()
    assert text_of(kernel.until_idle(msg_id)) == "last\n"
    assert kernel.alive()


def test_a_thousand_subshells_come_and_go(kernel):
    for _ in range(1000):
        kernel.ask("delete_subshell_request", {"subshell_id": kernel.subshell()}, channel="control")
    assert kernel.alive()
