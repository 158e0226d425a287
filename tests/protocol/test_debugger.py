# SPDX-License-Identifier: Apache-2.0
"""The debugger by the debug messages of Jupyter: each request with its exact reply, on the kernel with its language."""

import base64
import random

import pytest

from client import text_of
from waiting import wait_until

CODE = """__global__ void fill(int *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        x[i] = 2 * i;
}
device int x[32];
fill<<<1, 32>>>(x, 8);
x[7]"""
PREFIX, SUFFIX = "/tmp/ipykernel_warpcell/", ".cu"


def murmur2(text, seed=0):
    data, mask, m = text.encode(), 0xffffffff, 0x5bd1e995
    h = seed ^ len(data)
    while len(data) >= 4:
        k = int.from_bytes(data[:4], "little") * m & mask
        k = (k ^ k >> 24) * m & mask
        h, data = (h * m & mask) ^ k, data[4:]
    if data:
        h = (h ^ int.from_bytes(data, "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def path_of(code):
    return f"{PREFIX}{murmur2(code)}{SUFFIX}"


class Client:
    """What a front end does: requests with numbers, and the events that follow."""

    def __init__(self, kernel):
        self.kernel, self.seq, self.events, self.outputs = kernel, 0, [], []

    def request(self, command, **arguments):
        """The reply's content without its own number."""
        self.seq += 1
        msg_id = self.kernel.send("control", "debug_request", {"type": "request", "seq": self.seq, "command": command,
                                                               "arguments": arguments})
        while True:  # events may come before the request is idle
            message = self.kernel.recv("iopub")
            if message.type == "debug_event":
                self.events.append(message.content)
            elif message.parent.get("msg_id") != msg_id:
                self.outputs.append(message)  # of the cell, which runs on
            elif message.content.get("execution_state") == "idle":
                break
        content = self.kernel.reply("control", msg_id).content
        assert isinstance(content.pop("seq"), int)
        assert (content.pop("type"), content.pop("request_seq"), content.pop("command")) == (
            "response", self.seq, command)
        return content

    def body(self, command, **arguments):
        content = self.request(command, **arguments)
        assert content.pop("success"), content
        return content["body"]

    def refusal(self, command, **arguments):
        content = self.request(command, **arguments)
        assert content == {"success": False, "body": {}, "message": content["message"]}
        return content["message"]

    def event(self, name):
        """The next event of this name on iopub."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name:
                    return event["body"]
            message = self.kernel.recv("iopub")
            if message.type == "debug_event":
                self.events.append(message.content)
            else:
                self.outputs.append(message)

    def start(self, *lines, code=CODE, client="test", **more):
        """Attaches, with breakpoints in the cell."""
        self.body("initialize", clientID=client)
        self.body("attach")
        self.body("dumpCell", code=code)
        return self.body("setBreakpoints", source={"path": path_of(code)},
                         breakpoints=[{"line": line, **more} for line in lines])

    def run(self, code=CODE):
        """Runs the cell up to its first stop. Its message id."""
        cell = self.kernel.send_execute(code)
        assert self.event("stopped")["threadId"] == 1
        return cell

    def locals(self):
        frame = self.body("stackTrace", threadId=1)["stackFrames"][0]["id"]
        scope = self.body("scopes", frameId=frame)["scopes"][0]
        return self.body("variables", variablesReference=scope["variablesReference"])["variables"]


@pytest.fixture
def client(cuda):
    return Client(cuda)


def ends(client, cell, value="14"):
    """The cell has ended with this result."""
    reply = client.kernel.reply("shell", cell)
    assert reply.content["status"] == "ok"
    outputs = [m for m in client.outputs if m.parent.get("msg_id") == cell]
    if not any(m.content.get("execution_state") == "idle" for m in outputs):
        outputs += client.kernel.until_idle(cell)
    assert [m.content["data"]["text/plain"] for m in outputs if m.type == "execute_result"] == [value]


def test_the_hash_of_a_cell(client):
    for code, number in {"": 0, "a": 2456313694, "abc": 324500635, "__global__ void k(){}\n": 2209274300,
                         "é": 876201565}.items():
        assert murmur2(code) == number
        assert client.body("dumpCell", code=code) == {"sourcePath": f"{PREFIX}{number}{SUFFIX}"}


def test_debug_info_before_and_after_the_start(client):
    info = {"isStarted": False, "hashMethod": "Murmur2", "hashSeed": 0, "tmpFilePrefix": PREFIX,
            "tmpFileSuffix": SUFFIX, "breakpoints": [], "stoppedThreads": [], "richRendering": True,
            "exceptionPaths": [], "copyToGlobals": False}
    assert client.body("debugInfo") == info
    client.start(4, 5)
    assert client.body("debugInfo") == {**info, "isStarted": True, "breakpoints": [
        {"source": path_of(CODE), "breakpoints": [{"line": 4}, {"line": 5}]}]}
    client.body("disconnect", restart=False, terminateDebuggee=False)
    assert client.body("debugInfo") == info


def test_the_capabilities(client):
    assert client.body("initialize", clientID="jupyterlab", adapterID="warpcell") == {
        "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True,
        "supportsHitConditionalBreakpoints": True, "supportsFunctionBreakpoints": True, "supportsLogPoints": True,
        "supportsStepBack": True, "supportsEvaluateForHovers": True, "supportsSetVariable": True,
        "supportsTerminateRequest": True, "supportsModulesRequest": False, "exceptionBreakpointFilters": []}


def test_attach_is_followed_by_initialized(client):
    client.body("initialize")
    assert client.body("attach") == {}
    assert client.body("configurationDone") == {}


def test_breakpoints_are_echoed_with_their_lines(client):
    path = path_of(CODE)
    assert client.start(3, 5) == {"breakpoints": [
        {"id": 1, "verified": True, "line": 3, "source": {"path": path}},
        {"id": 2, "verified": True, "line": 5, "source": {"path": path}}]}
    assert client.body("setBreakpoints", source={"path": path}, breakpoints=[]) == {"breakpoints": []}
    assert client.refusal("setBreakpoints", source={}, breakpoints=[]) == "setBreakpoints needs source.path"
    assert client.body("setExceptionBreakpoints", filters=[]) == {}


def test_what_needs_a_stop_is_empty_without_one(client):
    assert client.body("modules") == {"modules": [], "totalModules": 0}
    assert client.body("inspectVariables") == {"variables": []}
    assert client.body("threads") == {"threads": [{"id": 1, "name": "kernel"}]}
    assert client.body("stackTrace", threadId=1) == {"stackFrames": [], "totalFrames": 0}
    for command in ("continue", "next", "stepIn", "stepOut", "stepBack", "evaluate", "scopes", "richInspectVariables"):
        assert client.refusal(command) == "nothing is stopped"


def test_refusals(client):
    assert client.refusal("copyToGlobals") == "variables of kernels cannot be copied to the session"
    assert client.refusal("fly") == "the debugger does not know this command"
    assert client.refusal("dumpCell") == "dumpCell needs code"
    assert client.refusal("source", source={"path": "/nowhere"}) == "there is no source of this path"


def test_a_cell_without_breakpoints_does_not_stop(client):
    client.start()
    ends(client, client.kernel.send_execute(CODE))


def test_a_stop(client):
    client.start(5)
    cell = client.kernel.send_execute(CODE)
    assert client.event("stopped") == {"reason": "breakpoint", "threadId": 1, "allThreadsStopped": True}
    assert client.body("debugInfo")["stoppedThreads"] == [1]
    assert client.body("threads") == {"threads": [{"id": 1, "name": "block (0, 0, 0) warp 0 *+++++++------------------------"},
                                                   {"id": 100, "name": "host"}]}
    frames = client.body("stackTrace", threadId=1)
    number = frames["stackFrames"][0]["id"]
    source = {"name": "In[1]", "path": path_of(CODE)}
    launch = {"id": number + 1, "name": "In[1]", "line": 8, "column": 1, "source": source}
    assert frames == {"totalFrames": 2, "stackFrames": [
        {"id": number, "name": "fill", "line": 5, "column": 1, "source": source}, launch]}
    assert client.body("stackTrace", threadId=100) == {"totalFrames": 1, "stackFrames": [launch]}
    assert client.body("source", source={"path": path_of(CODE)}) == {"content": CODE}
    assert client.body("continue", threadId=1) == {"allThreadsContinued": True}
    assert client.event("continued") == {"threadId": 1, "allThreadsContinued": True}
    ends(client, cell)


def children(client, variable, **more):
    found = client.body("variables", variablesReference=variable["variablesReference"], **more)["variables"]
    return [(v["name"], v["value"]) for v in found]


def test_variables_and_their_lanes(client):
    client.start(5)
    cell = client.run()
    shown = {v["name"]: (v["value"], v["type"]) for v in client.locals()}
    assert shown == {"x": ("(int *) x", "int *"), "n": ("8", "int"), "i": ("0", "int")}
    below = {v["name"]: children(client, v) for v in client.locals()}
    assert below["i"] == [(f"lane {k}", str(k)) for k in range(32)]
    assert below["n"] == [("lanes 0-31", "8")]
    assert below["x"] == [(f"[{k}]", "0") for k in range(32)] + [("lanes", "(int *) x in lanes 0-31")]
    frame = client.body("stackTrace", threadId=1)["stackFrames"][0]["id"]
    scopes = client.body("scopes", frameId=frame)["scopes"]
    assert [s["name"] for s in scopes] == ["Locals", "Shared", "Thread"]
    thread = client.body("variables", variablesReference=scopes[2]["variablesReference"])["variables"]
    assert [v["name"] for v in thread] == ["threadIdx", "blockIdx", "blockDim", "gridDim", "$lane", "$warp"]
    assert thread[2]["value"] == "{x = 32, y = 1, z = 1}"
    assert [v["name"] for v in client.body("inspectVariables")["variables"]] == ["i", "x", "n"]
    shown = client.body("richInspectVariables", variableName="i")
    assert (shown["data"]["text/plain"], shown["metadata"]) == ("0", {})
    assert client.refusal("variables", variablesReference=999) == "there is no such variablesReference"
    client.body("continue", threadId=1)
    ends(client, cell)


def test_evaluate(client):
    client.start(5)
    cell = client.run()
    answer = client.body("evaluate", expression="x[i] + n * 2", context="repl")
    assert answer == {"result": "16", "type": "int", "variablesReference": answer["variablesReference"]}
    assert client.refusal("evaluate", expression="nothing + 1") == "there is no variable 'nothing' here"
    client.body("disconnect")
    ends(client, cell)


ARRAYS = """struct point { int x, y; };
__global__ void tiles(float *v)
{
    __shared__ float tile[600];
    point p = {(int) threadIdx.x / 8, 7};
    int few[3] = {1, 2, 3}, t = threadIdx.x;
    unsigned u = t;
    tile[t] = v[t];
    if (t % 2)
        v[t] += tile[0] + p.x + few[t % 3] + u;
    else
        v[t] -= few[p.y % 3];
}
device float a[600] = iota(600);
tiles<<<1, 64>>>(a);
a[1]"""


def test_arrays_are_paged(client):
    client.start(9, code=ARRAYS)
    cell = client.run(ARRAYS)
    frame = client.body("stackTrace", threadId=1)["stackFrames"][0]["id"]
    local, shared, _ = [client.body("variables", variablesReference=s["variablesReference"])["variables"]
                        for s in client.body("scopes", frameId=frame)["scopes"]]
    tile, v = shared[0], next(x for x in local if x["name"] == "v")
    for array in (tile, v):
        assert array["indexedVariables"] == 600
        assert [name for name, _ in children(client, array)][:3] == ["[0-255]", "[256-511]", "[512-599]"]
        assert children(client, array, filter="indexed", start=30, count=2) == [("[30]", "30"), ("[31]", "31")]
        assert children(client, array, start=599, count=9) == [("[599]", "0" if array is tile else "599")]
        assert children(client, array, start=2 ** 62, count=2 ** 62) == []
    assert tile["namedVariables"] == 0 and children(client, tile, filter="named") == []
    assert v["namedVariables"] == 1
    assert children(client, v, filter="named") == [("lanes", "(float *) a in lanes 0-31")]
    page = client.body("variables", variablesReference=tile["variablesReference"])["variables"][1]
    assert children(client, page)[0] == ("[256]", "0") and len(children(client, page)) == 256
    client.body("disconnect")
    ends(client, cell, "4")


def test_structs_have_their_members_and_their_lanes(client):
    client.start(9, code=ARRAYS)
    cell = client.run(ARRAYS)
    p = next(v for v in client.locals() if v["name"] == "p")
    assert p["value"] == "{x = 0, y = 7}" and "indexedVariables" not in p
    x, y, lanes = client.body("variables", variablesReference=p["variablesReference"])["variables"]
    assert (x["name"], x["evaluateName"], y["value"]) == ("x", "p.x", "7")
    parts = [("lanes 0-7", 0), ("lanes 8-15", 1), ("lanes 16-23", 2), ("lanes 24-31", 3)]
    assert children(client, x) == [(name, str(k)) for name, k in parts]
    assert children(client, lanes) == [(name, f"{{x = {k}, y = 7}}") for name, k in parts]
    assert lanes["value"] == ", ".join(f"{{x = {k}, y = 7}} in {name}" for name, k in parts)
    client.body("disconnect")
    ends(client, cell, "4")


def test_hovering_shows_the_value_over_lanes(client):
    client.start(9, code=ARRAYS)
    cell = client.run(ARRAYS)
    for text, shown in {"t": "0, 1, 2, 3, 4, 5, 6, 7, ... (32 lanes)", "p.y": "7 in lanes 0-31",
                        "t % 2": "0 in lanes 0-30 by 2, 1 in lanes 1-31 by 2",
                        "t < 3 || t == 9": "true in lanes 0-2, 9, false in lanes 3-8, 10-31"}.items():
        assert client.body("evaluate", expression=text, context="hover")["result"] == shown
    assert client.refusal("evaluate", expression="t = 3", context="hover") == "an assignment is not possible here"
    client.body("stepBack")  # nothing was changed
    client.event("stopped")
    client.body("disconnect")
    ends(client, cell, "4")


def test_jupyterlab_sees_groups_of_lanes_below_the_calls(client):
    """It has no list of threads, and of most types it shows the name instead of the value."""
    client.start(9, code=ARRAYS, client="jupyterlab")
    cell = client.run(ARRAYS)
    shown = {v["name"]: v.get("type") for v in client.locals()}
    assert shown == {"p": None, "few": None, "t": "int", "u": None, "v": None}
    client.body("next", threadId=1)
    client.event("stopped")
    frames = client.body("stackTrace", threadId=1)["stackFrames"]
    assert [(f["name"], f["line"]) for f in frames] == [
        ("tiles", 10), ("In[1]", 15), ("warp 0, lanes 1-31 by 2", 10), ("warp 0, lanes 0-30 by 2", 12)]
    for frame, t in zip(frames[:1] + frames[2:], ("1", "1", "0")):
        assert client.body("evaluate", expression="t", frameId=frame["id"], context="watch")["result"] == t
    client.body("disconnect")
    ends(client, cell, "4")


def test_the_debug_console_takes_commands(client):
    client.start(4)
    cell = client.run()

    def say(text, context="repl"):
        return client.body("evaluate", expression=text, context=context)["result"]

    assert say("i * 2") == "0"
    assert say("print i * 2") == "i * 2 = 0\n"
    assert say("lane 3").startswith("fill at In[1]:4, block (0, 0, 0), thread (3, 0, 0)\n")
    assert client.body("stackTrace", threadId=1)["stackFrames"][0]["name"] == "fill" and say("i") == "3"
    assert say("display i") == "d1: i = 3\n"
    assert client.refusal("evaluate", expression="info lanes", context="watch") != ""
    assert client.refusal("evaluate", expression="nothing", context="repl") == "there is no variable 'nothing' here"
    assert say("step 2") == ""
    assert client.event("output") == {"category": "console", "output": "d1: i = 3\n"}
    client.body("disconnect")
    ends(client, cell)


def test_breakpoints_of_the_debug_console_stay(client):
    """A client sends the breakpoints of a source as a whole; those of the console are not among them."""
    client.start(3)
    cell = client.run()
    body = client.body("evaluate", expression="break 5 if i == 6", context="repl")
    assert body["result"].endswith(" at In[1]:5 if i == 6\n")
    client.body("setBreakpoints", source={"path": path_of(CODE)}, breakpoints=[{"line": 3}])
    client.body("continue", threadId=1)
    assert client.event("stopped")["reason"] == "breakpoint"
    assert client.body("evaluate", expression="i", context="repl")["result"] == "6"
    client.body("disconnect")
    ends(client, cell)


def test_steps_forward_and_back(client):
    client.start(3)
    cell = client.run()

    def line():
        return client.body("stackTrace", threadId=1)["stackFrames"][0]["line"]

    path = [line()]
    for command in ("next", "stepIn", "stepBack", "stepBack", "next"):
        client.body(command, threadId=1)
        assert client.event("stopped")["reason"] in ("step", "breakpoint")
        path.append(line())
    assert path == [4, 5, 6, 5, 4, 5]
    client.body("stepOut", threadId=1)  # of the kernel: the host's next statement
    assert client.event("stopped")["reason"] == "step"
    assert line() == 9
    client.body("continue", threadId=1)
    ends(client, cell)


def test_a_condition_and_a_hit_count(client):
    client.start(5, condition="i == 6")
    cell = client.run()
    assert {v["name"]: v["value"] for v in client.locals()}["i"] == "6"
    client.body("disconnect")
    ends(client, cell)


def test_a_log_point_does_not_stop(client):
    client.start(5, logMessage="i is {i}", condition="i > 5")
    cell = client.kernel.send_execute(CODE)
    assert client.event("output") == {"category": "console", "output": "i is 6\ni is 7\n"}
    ends(client, cell)


def test_a_fault_stops_with_its_reason(client):
    code = CODE.replace("x[i] =", "x[16 * i] =")
    client.start(1, code=code)
    cell = client.run(code)
    client.body("continue", threadId=1)
    assert client.event("stopped") == {"reason": "exception", "threadId": 1, "allThreadsStopped": True,
                                       "text": "illegal address"}
    client.body("continue", threadId=1)
    assert client.kernel.reply("shell", cell).content["status"] == "error"


def test_a_race_that_the_checker_finds_stops(client):
    code = """__global__ void shift(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    int next = tile[(threadIdx.x + 1) % 32];
    out[threadIdx.x] = next;
}
device int out[32];
shift<<<1, 32>>>(out);"""
    client.kernel.execute("%check on")
    client.start(1, code=code)
    cell = client.run(code)
    client.body("setBreakpoints", source={"path": path_of(code)}, breakpoints=[])
    client.body("continue", threadId=1)
    assert client.event("stopped") == {
        "reason": "exception", "threadId": 1, "allThreadsStopped": True,
        "text": "data race in 'shift': thread (0, 0, 0) of block (0, 0, 0) reads tile[1], which thread (1, 0, 0) writes"}
    assert client.refusal("stepBack") == "the launch is being checked"
    assert {v["name"]: v["value"] for v in client.locals()}["next"] == "1"
    client.body("disconnect")
    assert client.kernel.reply("shell", cell).content["status"] == "ok"


def test_an_interrupt_ends_the_stop(client):
    client.start(5)
    cell = client.run()
    client.kernel.interrupt()
    assert client.kernel.reply("shell", cell).content["ename"] == "KeyboardInterrupt"
    assert client.body("debugInfo")["stoppedThreads"] == []
    client.body("disconnect")
    reply, _ = client.kernel.execute("1 + 1")
    assert reply.content["status"] == "ok"


def test_a_disconnect_lets_the_launch_run(client):
    client.start(5)
    cell = client.run()
    assert client.body("disconnect", restart=False) == {}
    ends(client, cell)
    ends(client, client.kernel.send_execute("x[5]"), "10")


def test_the_kernel_answers_others_while_it_is_stopped(client):
    client.start(5)
    cell = client.run()
    reply, _ = client.kernel.ask("kernel_info_request", channel="control")
    assert reply.content["status"] == "ok"
    client.body("disconnect")
    ends(client, cell)


TILE = """__global__ void fill(int *x)
{
    int t = threadIdx.x + 4 * threadIdx.y;
    if (t != 5)
        x[t] = t;
}
device int x[8];
fill<<<1, dim3(4, 2)>>>(x);
x[7]"""
PICTURE = """t of block (0, 0, 0), 4 x 2 threads: 0 '.' to 7 '@'
       y 0 |.:-=|
       y 1 |*#%@|
"""


def test_a_value_over_the_block_is_a_picture(client):
    client.start(5, code=TILE)
    cell = client.run(TILE)
    assert client.body("evaluate", expression="picture t", context="repl")["result"] == PICTURE
    data = client.body("richInspectVariables", variableName="t")["data"]
    assert data["text/plain"] == "0"  # of the lane in focus
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    cells = data["application/vnd.vegalite.v5+json"]["data"]["values"]
    assert [(c["r"], c["c"], c["v"]) for c in cells] == [(t // 4, t % 4, t) for t in range(8)]
    assert client.body("richInspectVariables", variableName="x")["data"].keys() == {"text/plain"}
    client.body("disconnect")
    ends(client, cell, "7")


def test_the_debug_console_shows_the_devices(client):
    client.start(5, code=TILE)
    cell = client.run(TILE)
    text = client.body("evaluate", expression="smi", context="repl")["result"]
    assert "WARPCELL-SMI" in text and "stopped by the debugger: 'fill' at In[1]:5, block" in text
    client.body("disconnect")
    ends(client, cell, "7")


def executed_by_another(kernel, code):
    """Sends a cell as a client that has never asked the debugger anything. Its message id."""
    return kernel.send("shell", "execute_request", {"code": code, "allow_stdin": False},
                       header=kernel.header("execute_request", session="of a page without a debugger"))


def said(client, cell):
    """What the cell has printed, with its standard error, once it has ended."""
    outputs = [m for m in client.outputs if m.parent.get("msg_id") == cell] + client.kernel.until_idle(cell)
    return text_of(outputs) + text_of(outputs, "stderr")


def test_a_stop_does_not_keep_a_client_without_a_debugger_waiting(client):
    client.start(5)
    cell = client.run()
    other = executed_by_another(client.kernel, "x[7] + 1")
    assert client.kernel.reply("shell", cell).content["status"] == "ok"
    assert said(client, cell) == ("the debugger is switched off, and what it had stopped runs on: "
                                  "a client without a debugger runs a cell\n")
    assert client.kernel.reply("shell", other).content["status"] == "ok"
    assert client.kernel.wait_for(other, "execute_result").content["data"]["text/plain"] == "15"
    info = client.body("debugInfo")
    assert (info["isStarted"], info["breakpoints"], info["stoppedThreads"]) == (False, [], [])


def test_a_stop_waits_for_its_own_clients(client):
    """A page that is loaded again has another session; it asks the debugger before it runs a cell."""
    client.start(5)
    cell = client.run()
    client.kernel.session = "of the page that is loaded again"
    assert client.body("debugInfo")["stoppedThreads"] == [1]
    after = client.kernel.send_execute("x[7] + 1")
    client.kernel.settle()
    assert client.body("debugInfo")["stoppedThreads"] == [1]
    client.body("continue", threadId=1)
    assert client.kernel.reply("shell", cell).content["status"] == "ok"
    assert client.kernel.reply("shell", after).content["status"] == "ok"


def test_a_stop_ends_when_no_client_is_left(client, tmp_path):
    code = CODE + f''';\nFILE *f = fopen("{tmp_path / "ran"}", "w"); fclose(f);'''
    client.start(5, code=code)
    client.run(code)
    client.kernel.disconnect()
    assert wait_until((tmp_path / "ran").exists)


def test_a_prompt_of_the_debugger_does_not_keep_another_client_waiting(client):
    kernel = client.kernel
    cell = kernel.send_execute("%%debug\n" + CODE)
    assert kernel.recv("stdin").content["prompt"] == "(debug) "
    other = executed_by_another(kernel, "x[7] + 1")
    assert kernel.reply("shell", cell).content["status"] == "ok"
    assert said(client, cell).endswith("\nthe launch runs on: another client runs a cell\n")
    assert kernel.reply("shell", other).content["status"] == "ok"
    assert kernel.wait_for(other, "execute_result").content["data"]["text/plain"] == "15"


def test_frames_and_threads_that_do_not_exist(client):
    client.start(5)
    cell = client.run()
    for command, arguments in {"scopes": {}, "evaluate": {"expression": "i"},
                               "richInspectVariables": {"variableName": "i"}}.items():
        for frame in (1, 63, 12345678, -1, 2 ** 40):
            assert client.refusal(command, frameId=frame, **arguments) == f"there is no frame {frame}"
    for command in ("stackTrace", "next", "stepIn", "stepOut"):
        for thread in (0, -1, 3, 66, 99, 2 ** 40):
            assert client.refusal(command, threadId=thread) == f"there is no thread {thread}"
    client.body("disconnect")
    ends(client, cell)


WARPS = """__global__ void fill(int *x)
{
    int i = threadIdx.x;
    x[i] = 2 * i;
}
device int x[64];
fill<<<1, 64>>>(x);
x[7]"""


def test_a_step_of_another_thread_moves_its_warp(client):
    client.start(3, code=WARPS)
    cell = client.run(WARPS)
    assert [t["id"] for t in client.body("threads")["threads"]] == [1, 3, 100]
    client.body("next", threadId=3)  # it begins, with the breakpoint's line
    assert client.event("stopped")["reason"] == "breakpoint"
    frame = client.body("stackTrace", threadId=1)["stackFrames"][0]
    assert client.body("evaluate", expression="$warp", frameId=frame["id"])["result"] == "1"
    client.body("disconnect")
    ends(client, cell)


def test_random_requests_are_answered(client):
    """Requests of any shape get a reply, with a launch stopped and without."""
    chance = random.Random(7)
    commands = ["debugInfo", "initialize", "dumpCell", "setBreakpoints", "source", "stackTrace", "scopes", "variables",
                "evaluate", "inspectVariables", "richInspectVariables", "threads", "modules", "copyToGlobals", "", "x" * 500]
    values = [None, True, -1, 0, 1, 64, 2 ** 62, 1.5, "", "i", "x[", "((((", "é" * 40, [], [1], {}, {"path": 3},
              {"path": "/"}, [{"line": -5}, {"line": "x"}, 7]]
    names = ["source", "breakpoints", "frameId", "threadId", "variablesReference", "expression", "code", "variableName",
             "lines"]

    def fire(times):
        for _ in range(times):
            arguments = {name: chance.choice(values) for name in chance.sample(names, chance.randrange(5))}
            reply, _ = client.kernel.ask("debug_request", {
                "type": "request", "seq": chance.choice([1, -1, "a", None]), "command": chance.choice(commands),
                "arguments": chance.choice([arguments, arguments, None, 3, []])}, channel="control")
            assert reply.content["type"] == "response" and isinstance(reply.content["success"], bool)

    fire(100)
    client.body("disconnect")
    client.start(5)
    cell = client.run()
    fire(200)
    client.body("disconnect")
    ends(client, cell)
