# SPDX-License-Identifier: Apache-2.0
"""`warpcell --dap`: sessions of an editor over pipes, with exact replies."""
import json
import pathlib
import subprocess

import pytest
from editor import EditorProcess

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
INCLUDED, HOST = PROGRAMS / "included.cu", PROGRAMS / "host.cu"


class Editor(EditorProcess):
    """A client: requests with numbers, replies, and the events that came meanwhile."""

    def __init__(self, program, *options):
        super().__init__(program, "--dap", PROGRAMS, *options)
        self.seq, self.events, self.numbers = 0, [], []

    def read(self):
        message = self.read_message()
        self.numbers.append(message.pop("seq"))
        return message

    def request(self, command, **arguments):
        self.seq += 1
        self.write(json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}))
        while (message := self.read())["type"] != "response":
            self.events.append(message)
        assert (message.pop("type"), message.pop("request_seq"), message.pop("command")) == (
            "response", self.seq, command)
        return message

    def body(self, command, **arguments):
        reply = self.request(command, **arguments)
        assert reply.pop("success"), reply
        return reply.pop("body", {})

    def refusal(self, command, **arguments):
        reply = self.request(command, **arguments)
        assert not reply["success"]
        return reply["message"]

    def event(self, name):
        """The next event of this name; others stay."""
        for k, event in enumerate(self.events):
            if event["event"] == name:
                return self.events.pop(k).get("body", {})
        while (message := self.read())["event"] != name:
            self.events.append(message)
        return message.get("body", {})

    def launch(self, program, lines=(), **more):
        self.body("initialize", clientID="test", adapterID="warpcell")
        self.body("launch", program=str(program), **more)
        self.event("initialized")
        found = self.body("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": n} for n in lines])
        self.body("setExceptionBreakpoints", filters=[])
        self.body("configurationDone")
        return found["breakpoints"]

    def top(self):
        frame = self.body("stackTrace", threadId=1, startFrame=0, levels=1)["stackFrames"][0]
        return frame["name"], pathlib.Path(frame["source"]["path"]).name, frame["line"]

    def go(self, command):
        self.body(command, threadId=1)
        return self.event("stopped")["reason"], *self.top()

    def locals(self, frame=0):
        number = self.body("stackTrace", threadId=1)["stackFrames"][frame]["id"]
        scope = self.body("scopes", frameId=number)["scopes"][0]
        return scope["variablesReference"], {v["name"]: v["value"] for v in self.body(
            "variables", variablesReference=scope["variablesReference"])["variables"]}

    def ends(self, output, code=0):
        assert self.event("exited") == {"exitCode": code}
        assert self.event("terminated") == {}
        text = "".join(e["body"]["output"] for e in self.events if e["event"] == "output")
        assert text == output
        return self.leaves()

    def leaves(self):
        self.body("disconnect", restart=False)
        assert self.process.wait(20) == 0
        assert self.numbers == list(range(1, len(self.numbers) + 1))
        assert self.process.stderr.read() == b""


@pytest.fixture
def editor(program):
    editor = Editor(program)
    yield editor
    editor.process.kill()
    editor.process.wait()


def test_a_program_runs(editor):
    assert editor.launch(HOST) == []
    editor.ends("14 120 4\n")


def test_the_handshake(editor):
    assert editor.body("initialize", clientID="vscode", adapterID="warpcell") == {
        "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True,
        "supportsHitConditionalBreakpoints": True, "supportsFunctionBreakpoints": True, "supportsLogPoints": True,
        "supportsStepBack": True, "supportsEvaluateForHovers": True, "supportsSetVariable": True,
        "supportsTerminateRequest": True, "supportsModulesRequest": False, "exceptionBreakpointFilters": []}
    assert editor.refusal("launch") == "launch needs a program"
    assert editor.refusal("launch", program="none.cu") == "'none.cu' cannot be read: No such file or directory"
    assert editor.body("launch", program=str(HOST)) == {}
    assert editor.refusal("launch", program=str(HOST)) == "a program has been launched already"
    assert editor.refusal("fly") == "the debugger does not know this command"
    editor.leaves()


def test_stop_on_entry_and_steps(editor):
    editor.launch(HOST, stopOnEntry=True)
    assert editor.event("stopped") == {"reason": "entry", "threadId": 1, "allThreadsStopped": True}
    assert editor.top() == ("main", "host.cu", 18)
    assert editor.body("threads") == {"threads": [{"id": 1, "name": "host"}]}
    assert [editor.go("next") for _ in range(3)][-1] == ("step", "main", "host.cu", 21)
    assert editor.go("stepIn") == ("step", "square", "host.cu", 6)
    editor.body("stepOut", threadId=1)
    assert editor.event("stopped") == {"reason": "step", "threadId": 1, "allThreadsStopped": True,
                                       "text": "square returned 0"}
    assert editor.top() == ("main", "host.cu", 21)
    assert editor.refusal("stepBack") == "host code runs forwards only; a kernel can go back"
    assert editor.body("source", source={"path": str(HOST)}) == {"content": HOST.read_text()}
    assert editor.body("continue", threadId=1) == {"allThreadsContinued": True}
    editor.ends("14 120 4\n")


def test_breakpoints_variables_and_calls(editor):
    at = {"path": str(HOST)}
    assert editor.launch(HOST, [5, 13, 22, 99]) == [
        {"id": 1, "verified": True, "line": 6, "source": at}, {"id": 2, "verified": True, "line": 13, "source": at},
        {"id": 3, "verified": True, "line": 22, "source": at},
        {"verified": False, "line": 99, "source": at, "message": "no code is on this line or below it"}]
    assert editor.event("stopped")["reason"] == "breakpoint"
    assert editor.top() == ("square", "host.cu", 6)
    frames = editor.body("stackTrace", threadId=1)
    assert [(f["name"], f["line"]) for f in frames["stackFrames"]] == [("square", 6), ("main", 21)]
    assert editor.locals() == (1, {"v": "0"})
    assert editor.locals(1)[1] == {"i": "0", "total": "0", "v": "{}"}
    assert editor.go("continue") == ("breakpoint", "main", "host.cu", 22)
    scope, shown = editor.locals()
    assert shown == {"i": "0", "total": "0", "v": "{0}"}
    assert editor.body("setVariable", variablesReference=scope, name="total", value="100") == {
        "value": "100", "type": "int", "variablesReference": 0}
    assert editor.body("evaluate", expression="total + v.size()", context="watch") == {
        "result": "101", "type": "unsigned long", "variablesReference": 0}
    assert editor.refusal("evaluate", expression="total +") == "the expression ends too early"
    editor.body("setBreakpoints", source=at, breakpoints=[])
    editor.body("continue", threadId=1)
    editor.ends("114 120 4\n")


def test_a_function_breakpoint_and_a_log_point(editor):
    editor.body("initialize")
    editor.body("launch", program=str(HOST))
    assert editor.body("setFunctionBreakpoints", breakpoints=[{"name": "factorial", "condition": "n == 2"}]) == {
        "breakpoints": [{"id": 1, "verified": True}]}
    editor.body("setBreakpoints", source={"path": str(HOST)}, breakpoints=[{"line": 8, "logMessage": "{result}"}])
    editor.body("configurationDone")
    assert editor.event("stopped")["reason"] == "breakpoint"
    assert editor.top() == ("factorial", "host.cu", 12)
    logged = [e["body"] for e in editor.events if e["event"] == "output"]
    assert logged == [{"category": "console", "output": f"{n * n}\n"} for n in range(4)]
    editor.events.clear()
    editor.body("continue", threadId=1)
    editor.ends("14 120 4\n")


def test_into_a_kernel_back_in_time_and_out(editor):
    editor.launch(INCLUDED, [11])
    assert editor.event("stopped")["reason"] == "breakpoint"
    assert editor.go("stepIn") == ("entry", "add", "included.cu", 6)
    names = [(f["name"], f["line"]) for f in editor.body("stackTrace", threadId=1)["stackFrames"]]
    assert names == [("add", 6), ("run", 11), ("main", 19)]
    assert [t["name"] for t in editor.body("threads")["threads"]] == [
        "block (0, 0, 0) warp 0 *+++++++++++++++++++++++++++++++", "host"]
    assert [f["name"] for f in editor.body("stackTrace", threadId=100)["stackFrames"]] == ["run", "main"]
    assert editor.go("next") == ("step", "add", "included.cu", 7)
    assert editor.go("stepBack") == ("step", "add", "included.cu", 6)
    assert editor.go("stepOut") == ("step", "run", "included.cu", 12)
    assert editor.go("next") == ("step", "run", "included.cu", 13)
    editor.body("continue", threadId=1)
    editor.ends("8 9 9 8\n")


def test_a_breakpoint_in_an_included_file(editor):
    header = PROGRAMS / "shared_code.h"
    editor.body("initialize")
    editor.body("launch", program=str(INCLUDED))
    assert editor.body("setBreakpoints", source={"path": str(header)},
                       breakpoints=[{"line": 6, "condition": "value == 9", "hitCondition": "2"}]) == {
        "breakpoints": [{"id": 1, "verified": True, "line": 7, "source": {"path": str(header)}}]}
    editor.body("configurationDone")
    assert editor.event("stopped")["reason"] == "breakpoint"
    assert editor.top() == ("clamp_to", "shared_code.h", 7)
    assert editor.locals()[1] == {"value": "9", "most": "9"}
    editor.body("continue", threadId=1)
    editor.ends("8 9 9 8\n")


def test_an_error_and_the_status(editor):
    editor.launch(PROGRAMS / "errors.cu", args=["one"])
    assert editor.event("stopped") == {"reason": "exception", "threadId": 1, "allThreadsStopped": True,
                                       "text": "runtime error: division by zero"}
    assert editor.top() == ("divide", "errors.cu", 5)
    assert editor.locals()[1] == {"a": "1", "b": "0"}
    editor.body("continue", threadId=1)
    assert editor.event("exited") == {"exitCode": 1}
    errors = [e["body"]["output"] for e in editor.events if e.get("body", {}).get("category") == "stderr"]
    assert errors[0].startswith("runtime error: division by zero\n")
    editor.leaves()


def test_pause_and_terminate(editor, tmp_path):
    program = tmp_path / "loop.cu"
    program.write_text("int main()\n{\n    long n = 0;\n    while (n >= 0)\n        n++;\n}\n")
    editor.launch(program, stopOnEntry=True)
    editor.event("stopped")
    editor.body("continue", threadId=1)
    editor.body("pause", threadId=1)
    assert editor.event("stopped")["reason"] == "pause"
    assert editor.top()[2] in (4, 5)
    editor.body("continue", threadId=1)
    editor.body("terminate")
    editor.ends("", 1)


def test_a_breakpoint_while_the_program_runs(editor, tmp_path):
    program = tmp_path / "loop.cu"
    program.write_text("int main()\n{\n    long n = 0;\n    while (n >= 0)\n        n++;\n}\n")
    editor.launch(program, stopOnEntry=True)
    editor.event("stopped")
    editor.body("continue", threadId=1)
    editor.body("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": 5}])
    assert editor.event("stopped")["reason"] == "breakpoint"
    assert editor.top() == ("main", "loop.cu", 5)
    editor.body("setBreakpoints", source={"path": str(program)}, breakpoints=[])
    editor.body("evaluate", expression="n = -2")
    editor.body("continue", threadId=1)
    editor.ends("")


def test_a_disconnect_at_a_stop_ends_the_program(editor):
    editor.launch(HOST, [6])
    editor.event("stopped")
    editor.leaves()


def test_a_disconnect_can_let_the_program_run(editor):
    editor.launch(HOST, [6])
    editor.event("stopped")
    editor.body("disconnect", terminateDebuggee=False)
    assert editor.event("exited") == {"exitCode": 0}
    assert editor.process.wait(20) == 0


def test_the_end_of_the_input_ends_the_program(editor):
    editor.launch(HOST, [6])
    editor.event("stopped")
    editor.process.stdin.close()
    assert editor.process.wait(20) == 0


def test_the_program_of_the_command_line(program):
    editor = Editor(program, "errors.cu", "one")
    editor.body("initialize")
    editor.body("launch")
    editor.body("configurationDone")
    assert editor.event("stopped")["text"] == "runtime error: division by zero"
    editor.leaves()


def test_what_is_no_request_is_answered(editor):
    for text, why in (("{", "the message is no JSON"), ("[]", "the request has no command"),
                      ('{"seq": 7}', "the request has no command"), ('{"command": 3}', "the request has no command")):
        editor.write(text)
        message = editor.read()
        assert message == {"type": "response", "request_seq": 7 if "seq" in text else 0, "success": False,
                           "command": "", "message": why}
    editor.leaves()


@pytest.mark.parametrize("bytes_in, why", [
    (b"hello\r\n\r\n", "a message begins with 'Content-Length: N', and an empty line"),
    (b"Content-Type: json\r\n\r\n{}", "a message begins with 'Content-Length: N', and an empty line"),
    (b"Content-Length: -1\r\n\r\n", "Content-Length is no number of bytes up to 64 MiB"),
    (b"Content-Length: 99999999999\r\n\r\n", "Content-Length is no number of bytes up to 64 MiB"),
    (b"Content-Length: ten\r\n\r\n", "Content-Length is no number of bytes up to 64 MiB"),
    (b"Content-Length: 10\r\n\r\n{}", "the input ends inside of a message"),
    (b"x" * 5000, "a message begins with 'Content-Length: N', and an empty line")])
def test_bad_framing_ends_it_with_a_reason(program, bytes_in, why):
    done = subprocess.run([program, "--dap"], input=bytes_in, capture_output=True, timeout=20)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"warpcell: --dap: {why}\n"


def test_headers_of_other_clients(editor):
    text = b'{"seq":1,"type":"request","command":"modules"}'
    editor.process.stdin.write(b"content-length: %d\r\nContent-Type: application/json\r\n\r\n%s" % (len(text), text))
    editor.process.stdin.flush()
    assert editor.read()["body"] == {"modules": [], "totalModules": 0}
    editor.seq = 1
    editor.leaves()
