# SPDX-License-Identifier: Apache-2.0
"""Host code in the debugger by the debug messages of Jupyter: stops, calls, variables, and nothing left stopped."""

import random

import pytest
from test_debugger import Client, ends, path_of

HOST = """#include <string>
#include <vector>
// A comment.
int square(int v)
{
    int result = v * v;

    return result;
}
std::vector<int> all;
std::string name = "squares";
for (int i = 0; i < 3; i++)
    all.push_back(square(i));
square(3)"""


@pytest.fixture
def client(cuda):
    return Client(cuda)


def top(client):
    frame = client.body("stackTrace", threadId=1)["stackFrames"][0]
    return frame["name"], frame["line"]


def values(client, frame=0):
    frames = client.body("stackTrace", threadId=1)["stackFrames"]
    scopes = client.body("scopes", frameId=frames[frame]["id"])["scopes"]
    assert [s["name"] for s in scopes] == ["Locals"]
    return client.body("variables", variablesReference=scopes[0]["variablesReference"])["variables"]


def go(client, command):
    client.body(command, threadId=1)
    return client.event("stopped")["reason"], *top(client)


def test_breakpoints_say_where_they_are(client):
    path = path_of(HOST)
    at = {"path": path}
    assert client.start(3, 5, 6, 7, code=HOST) == {"breakpoints": [
        {"id": k + 1, "verified": True, "line": line, "source": at} for k, line in enumerate([4, 6, 6, 8])]}
    assert client.body("setBreakpoints", source=at, breakpoints=[{"line": 14}, {"line": 15}]) == {"breakpoints": [
        {"id": 1, "verified": True, "line": 14, "source": at},
        {"verified": False, "line": 15, "source": at, "message": "no code is on this line or below it"}]}
    assert client.body("setFunctionBreakpoints", breakpoints=[{"name": "square"}, {}]) == {"breakpoints": [
        {"id": 2, "verified": True}, {"verified": False, "message": "a function breakpoint needs a name"}]}


def test_a_stop_in_host_code(client):
    client.start(6, code=HOST)
    cell = client.kernel.send_execute(HOST)
    assert client.event("stopped") == {"reason": "breakpoint", "threadId": 1, "allThreadsStopped": True}
    assert client.body("debugInfo")["stoppedThreads"] == [1]
    assert client.body("threads") == {"threads": [{"id": 1, "name": "host"}]}
    frames = client.body("stackTrace", threadId=1)
    number, source = frames["stackFrames"][0]["id"], {"name": "In[1]", "path": path_of(HOST)}
    assert frames == {"totalFrames": 2, "stackFrames": [
        {"id": number, "name": "square", "line": 6, "column": 1, "source": source},
        {"id": number + 1, "name": "In[1]", "line": 13, "column": 1, "source": source}]}
    assert [(v["name"], v["value"]) for v in values(client)] == [("v", "0")]
    name = client.body("evaluate", expression="name", frameId=number)
    assert name == {"result": '"squares"', "type": "std::string", "variablesReference": name["variablesReference"],
                    "indexedVariables": 7, "namedVariables": 0}
    letters = client.body("variables", variablesReference=name["variablesReference"], filter="indexed", start=1, count=1)
    assert letters == {"variables": [{"name": "[1]", "value": "113 'q'", "type": "char", "evaluateName": "name[1]",
                                      "variablesReference": 0}]}
    client.body("disconnect")
    ends(client, cell, "9")


def test_steps_and_values(client):
    client.start(6, code=HOST)
    cell = client.run(HOST)
    assert go(client, "next") == ("step", "square", 8)
    result = values(client)[0]
    assert (result["name"], result["value"], result["type"]) == ("result", "0", "int")
    scope = client.body("scopes", frameId=client.body("stackTrace")["stackFrames"][0]["id"])["scopes"][0]
    changed = client.body("setVariable", variablesReference=scope["variablesReference"], name="result", value="40 + 2")
    assert changed == {"value": "42", "type": "int", "variablesReference": 0}
    assert go(client, "stepOut") == ("step", "In[1]", 13)
    assert go(client, "next") == ("step", "In[1]", 12)
    assert client.body("richInspectVariables", variableName="all") == {
        "data": {"text/plain": "{42}"}, "metadata": {}}
    assert client.refusal("stepBack") == "host code runs forwards only; a kernel can go back"
    assert client.refusal("evaluate", expression="all.front()") == (
        "the debugger calls no functions, but size() of a container")
    assert go(client, "continue") == ("breakpoint", "square", 6)
    client.body("disconnect")
    ends(client, cell, "9")


def test_a_condition_and_a_log_point(client):
    client.start(8, code=HOST, condition="result == 4")
    cell = client.run(HOST)
    assert [(v["name"], v["value"]) for v in values(client)] == [("result", "4"), ("v", "2")]
    client.body("setBreakpoints", source={"path": path_of(HOST)},
                breakpoints=[{"line": 8, "logMessage": "{v} gives {result}"}])
    client.body("continue", threadId=1)
    assert client.event("output") == {"category": "console", "output": "3 gives 9\n"}
    ends(client, cell, "9")


def test_a_step_goes_into_the_kernel_and_back(client):
    client.start(8)
    cell = client.run()
    assert top(client) == ("In[1]", 8)
    assert go(client, "stepIn") == ("entry", "fill", 4)
    assert go(client, "stepOut") == ("step", "In[1]", 9)
    client.body("continue", threadId=1)
    ends(client, cell)


def test_next_goes_over_a_launch(client):
    client.start(8)
    cell = client.run()
    assert go(client, "next") == ("step", "In[1]", 9)
    client.body("continue", threadId=1)
    ends(client, cell)


def test_an_error_stops_before_it_is_shown(client):
    code = HOST.replace("v * v", "v / (v - 1)")
    client.start(1, code=code)
    cell = client.kernel.send_execute(code)
    assert client.event("stopped")["reason"] == "breakpoint"
    client.body("setBreakpoints", source={"path": path_of(code)}, breakpoints=[])
    client.body("continue", threadId=1)
    assert client.event("stopped") == {"reason": "exception", "threadId": 1, "allThreadsStopped": True,
                                       "text": "runtime error: division by zero"}
    assert top(client) == ("square", 6)
    assert [(v["name"], v["value"]) for v in values(client)] == [("v", "1")]
    client.body("continue", threadId=1)
    assert client.kernel.reply("shell", cell).content["evalue"].startswith("division by zero")


def test_an_interrupt_ends_the_stop(client):
    client.start(6, code=HOST)
    cell = client.run(HOST)
    client.kernel.interrupt()
    assert client.kernel.reply("shell", cell).content["ename"] == "KeyboardInterrupt"
    assert client.body("debugInfo")["stoppedThreads"] == []
    client.body("disconnect")
    ends(client, client.kernel.send_execute("1 + 1"), "2")


def test_a_pause_stops_a_loop(client):
    code = "long n = 0;\nwhile (n >= 0)\n    n++;"
    client.start(code=code)
    client.body("pause", threadId=1)
    cell = client.run(code)
    assert top(client)[0] == "In[1]"
    client.body("continue", threadId=1)
    client.body("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    client.kernel.interrupt()
    assert client.kernel.reply("shell", cell).content["ename"] == "KeyboardInterrupt"


def test_later_cells_and_functions_of_earlier_ones(client):
    """A function that was compiled before the debugger came stops, and runs at full speed when it is gone."""
    ends(client, client.kernel.send_execute(HOST), "9")
    client.start(6, code=HOST)
    cell = client.run("square(5)")
    assert top(client) == ("square", 6)
    client.body("disconnect")
    ends(client, cell, "25")
    ends(client, client.kernel.send_execute("square(6)"), "36")


def test_random_requests_are_answered_at_a_stop(client):
    """Requests of any shape get a reply while host code is stopped."""
    chance = random.Random(11)
    commands = ["debugInfo", "setBreakpoints", "setFunctionBreakpoints", "source", "stackTrace", "scopes", "variables",
                "setVariable", "evaluate", "inspectVariables", "richInspectVariables", "threads", "stepBack"]
    values = [None, True, -1, 0, 1, 2, 3, 100, 2 ** 62, 1.5, "", "i", "v", "result", "all", "all[1]", "name.size()",
              "all[", "((((", "*&v", "é" * 40, [], {}, {"path": "/"}, [{"line": -5}, {"name": 3}, 7]]
    names = ["source", "breakpoints", "frameId", "threadId", "variablesReference", "expression", "name", "value",
             "variableName", "start", "count", "filter", "context"]
    client.start(8, code=HOST)
    cell = client.run(HOST)
    for _ in range(400):
        reply, _ = client.kernel.ask("debug_request", {
            "type": "request", "seq": 1, "command": chance.choice(commands),
            "arguments": {name: chance.choice(values) for name in chance.sample(names, chance.randrange(8))}},
            channel="control")
        assert reply.content["type"] == "response" and isinstance(reply.content["success"], bool)
    client.body("disconnect")
    assert client.kernel.reply("shell", cell).content["status"] == "ok"


def test_a_restart_at_a_stop(client):
    client.start(6, code=HOST)
    client.run(HOST)
    reply, _ = client.kernel.ask("shutdown_request", {"restart": True}, channel="control")
    assert reply.content == {"status": "ok", "restart": True}


def test_names_of_kernels_and_host_are_apart(client):
    client.start(5)
    cell = client.run()
    frames = client.body("stackTrace", threadId=1)["stackFrames"]
    assert [f["name"] for f in frames] == ["fill", "In[1]"]
    scopes = client.body("scopes", frameId=frames[1]["id"])["scopes"]
    assert [s["name"] for s in scopes] == ["Locals"]
    assert client.body("evaluate", expression="x[1]", frameId=frames[1]["id"])["result"] == "0"
    assert client.refusal("evaluate", expression="i", frameId=frames[1]["id"]) == "there is no variable 'i' here"
    client.body("disconnect")
    ends(client, cell)


