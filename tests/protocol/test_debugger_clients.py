# SPDX-License-Identifier: Apache-2.0
"""The debug messages of real clients, replayed with their exact replies, and every request with wrong arguments."""

import pytest
from test_debugger import CODE, PREFIX, SUFFIX, Client, children, ends, path_of

PATH = path_of(CODE)
SOURCE = {"name": "In[1]", "path": PATH}
LAB = {"clientID": "jupyterlab", "clientName": "JupyterLab", "adapterID": "warpcell", "pathFormat": "path", "linesStartAt1": True,
       "columnsStartAt1": True, "supportsVariableType": True, "supportsVariablePaging": True,
       "supportsRunInTerminalRequest": True, "locale": "en"}
VSCODE = {**LAB, "clientID": "vscode", "clientName": "Visual Studio Code", "supportsProgressReporting": True,
          "supportsInvalidatedEvent": True}


@pytest.fixture
def client(cuda):
    return Client(cuda)


def info(**changes):
    return {"isStarted": False, "hashMethod": "Murmur2", "hashSeed": 0, "tmpFilePrefix": PREFIX, "tmpFileSuffix": SUFFIX,
            "breakpoints": [], "stoppedThreads": [], "richRendering": True, "exceptionPaths": [], "copyToGlobals": False,
            **changes}


def set_in_gutter(client, *lines, path=PATH, code=CODE):
    """A click in JupyterLab's gutter."""
    assert client.body("dumpCell", code=code) == {"sourcePath": path}
    client.body("debugInfo")
    reply = client.body("setBreakpoints", source={"path": path}, breakpoints=[{"line": line} for line in lines],
                        sourceModified=False)
    assert [(b["verified"], b["line"], b["source"]) for b in reply["breakpoints"]] == [
        (True, line, {"path": path}) for line in lines]


def switch_on(client):
    """The bug button of JupyterLab. Notebook 7 is made of the same code."""
    assert client.body("debugInfo") == client.body("debugInfo")
    assert client.body("initialize", **LAB)["exceptionBreakpointFilters"] == []
    assert client.body("attach") == {}
    assert client.event("initialized") == {}
    client.body("setExceptionBreakpoints", filters=[])
    assert client.body("inspectVariables") == {"variables": []}
    assert client.body("modules") == {"modules": [], "totalModules": 0}


def test_jupyterlab_from_the_bug_button_to_the_end(client):
    switch_on(client)
    set_in_gutter(client, 5)
    cell = client.kernel.send_execute(CODE)
    assert client.event("stopped") == {"reason": "breakpoint", "threadId": 1, "allThreadsStopped": True}
    top, host, *groups = client.body("stackTrace", threadId=1)["stackFrames"]
    assert top == {"id": 4096, "name": "fill", "line": 5, "column": 1, "source": SOURCE}
    assert host == {"id": 4097, "name": "In[1]", "line": 8, "column": 1, "source": SOURCE}
    assert groups == [{"id": 4160, "name": "warp 0, lanes 0-7", "line": 5, "column": 1, "source": SOURCE},
                          {"id": 5184, "name": "warp 0, lanes 8-31", "line": 6, "column": 1, "source": SOURCE}]
    assert client.body("scopes", frameId=4096) == {"scopes": [
        {"name": name, "variablesReference": number, "expensive": False}
        for number, name in enumerate(("Locals", "Shared", "Thread"), 1)]}
    assert client.body("variables", variablesReference=1) == {"variables": [
        {"name": "i", "value": "0", "type": "int", "variablesReference": 4, "evaluateName": "i"},
        {"name": "x", "value": "(int *) x", "variablesReference": 5, "evaluateName": "x", "indexedVariables": 32,
         "namedVariables": 1},
        {"name": "n", "value": "8", "type": "int", "variablesReference": 6, "evaluateName": "n"}]}
    assert client.body("variables", variablesReference=2) == {"variables": []}
    assert children(client, {"variablesReference": 3})[:2] == [("threadIdx", "{x = 0, y = 0, z = 0}"),
                                                               ("blockIdx", "{x = 0, y = 0, z = 0}")]
    assert client.body("source", source={"path": PATH}, sourceReference=0) == {"content": CODE}
    shown = client.body("richInspectVariables", variableName="n", frameId=4096)
    assert (shown["data"]["text/plain"], shown["metadata"]) == ("8", {})
    assert client.body("evaluate", expression="i + n", context="repl", frameId=4096)["result"] == "8"
    again = client.body("stackTrace", threadId=1)["stackFrames"][0]["id"]  # JupyterLab reads the variables of a new frame only
    assert again == 4096 + 33 * 32 * 128
    assert client.body("evaluate", expression="i", context="repl", frameId=again)["result"] == "0"
    assert client.body("next", threadId=1) == {"allThreadsContinued": True}
    assert client.event("continued") == {"threadId": 1, "allThreadsContinued": True}
    assert client.event("stopped") == {"reason": "step", "threadId": 1, "allThreadsStopped": True}
    assert client.body("stackTrace", threadId=1)["stackFrames"][0]["line"] == 6
    assert client.body("continue", threadId=1) == {"allThreadsContinued": True}
    ends(client, cell)
    assert client.body("inspectVariables") == {"variables": []}
    assert client.body("modules") == {"modules": [], "totalModules": 0}


def test_a_page_of_jupyterlab_that_is_loaded_again_at_a_stop(client):
    switch_on(client)
    set_in_gutter(client, 5)
    cell = client.run()
    breakpoints = [{"source": PATH, "breakpoints": [{"line": 5}]}]
    assert client.body("debugInfo") == info(isStarted=True, breakpoints=breakpoints, stoppedThreads=[1])
    client.body("initialize", **LAB)
    client.body("attach")
    set_in_gutter(client, 5)
    assert client.body("stackTrace", threadId=1)["stackFrames"][0]["line"] == 5
    client.body("continue", threadId=1)
    ends(client, cell)


def test_the_stop_button_of_jupyterlab(client):
    """Disconnect, and attach again with the breakpoints: the launch runs on, and later ones stop."""
    switch_on(client)
    set_in_gutter(client, 5)
    cell = client.run()
    assert client.body("disconnect", restart=False, terminateDebuggee=False) == {}
    ends(client, cell)
    assert client.body("debugInfo") == info()
    switch_on(client)
    set_in_gutter(client, 5)
    again = client.run()
    assert client.body("terminate", restart=False) == {}
    ends(client, again)


def test_restart_and_debug_of_jupyterlab(client):
    switch_on(client)
    set_in_gutter(client, 5)
    client.body("disconnect", restart=False, terminateDebuggee=False)
    client.body("initialize", **LAB)
    client.body("attach")
    set_in_gutter(client, 3)
    assert client.body("configurationDone") == {}
    assert client.body("debugInfo")["breakpoints"] == [{"source": PATH, "breakpoints": [{"line": 3}]}]
    cell = client.run()
    client.body("disconnect")
    ends(client, cell)


def test_visual_studio_code(client):
    """It asks for calls one by one, pages arrays, watches and hovers."""
    assert client.body("initialize", **VSCODE)["supportsConfigurationDoneRequest"] is True
    client.body("attach", type="warpcell", request="attach", justMyCode=True)
    assert client.event("initialized") == {}
    client.body("dumpCell", code=CODE)
    client.body("setBreakpoints", source={"name": "cell", "path": PATH}, lines=[5], breakpoints=[{"line": 5, "condition": "i == 3"}],
                sourceModified=False)
    client.body("setExceptionBreakpoints", filters=[])
    client.body("configurationDone")
    assert client.body("threads") == {"threads": [{"id": 1, "name": "kernel"}]}
    cell = client.run()
    assert client.body("threads") == {"threads": [{"id": 1, "name": "block (0, 0, 0) warp 0 +++*++++------------------------"},
                                                  {"id": 100, "name": "host"}]}
    assert client.body("stackTrace", threadId=1, startFrame=0, levels=1) == {"totalFrames": 2, "stackFrames": [
        {"id": 4480, "name": "fill", "line": 5, "column": 1, "source": SOURCE}]}
    assert client.body("stackTrace", threadId=1, startFrame=1, levels=19) == {"totalFrames": 2, "stackFrames": [
        {"id": 4481, "name": "In[1]", "line": 8, "column": 1, "source": SOURCE}]}
    assert client.body("stackTrace", threadId=100)["stackFrames"][0]["id"] == 4481
    scope = client.body("scopes", frameId=4480)["scopes"][0]
    x = client.body("variables", variablesReference=scope["variablesReference"])["variables"][1]
    assert x["type"] == "int *"
    assert children(client, x, filter="named") == [("lanes", "(int *) x in lanes 0-31")]
    assert children(client, x, filter="indexed", start=3, count=2) == [("[3]", "0"), ("[4]", "0")]
    assert client.body("evaluate", expression="i", context="hover", frameId=4480)["result"] == (
        "0, 1, 2, 3, 4, 5, 6, 7, ... (32 lanes)")
    assert client.body("evaluate", expression="x[i] + i", context="watch", frameId=4480)["result"] == "3"
    client.body("stepIn", threadId=1)
    assert client.event("stopped")["reason"] == "step"
    client.body("stepOut", threadId=1)
    assert client.event("stopped")["reason"] == "step"
    assert client.body("threads") == {"threads": [{"id": 1, "name": "host"}]}
    assert client.body("stackTrace", threadId=1)["stackFrames"][0]["line"] == 9
    client.body("continue", threadId=1)
    ends(client, cell)
    client.body("disconnect", restart=False, terminateDebuggee=True)


def test_pause_without_a_launch_stops_the_next_one(client):
    client.start()
    assert client.body("pause", threadId=1) == {}
    cell = client.kernel.send_execute(CODE)
    assert client.event("stopped") == {"reason": "pause", "threadId": 1, "allThreadsStopped": True}
    client.body("continue", threadId=1)
    ends(client, cell)


@pytest.mark.parametrize("restart", [False, True])
def test_a_restart_or_shutdown_ends_a_stopped_launch(client, restart):
    client.start(5)
    client.run()
    msg_id = client.kernel.send("control", "shutdown_request", {"restart": restart})
    assert client.kernel.reply("control", msg_id).content == {"status": "ok", "restart": restart}
    assert client.kernel.ended() == 0


def test_cells_run_after_each_way_to_end_a_stop(client):
    for end in ("interrupt", "disconnect", "terminate", "console"):
        client.start(5)
        cell = client.run()
        if end == "interrupt":
            client.kernel.interrupt()
        elif end == "console":
            client.body("evaluate", expression="quit", context="repl")
        else:
            client.body(end)
        assert client.kernel.reply("shell", cell).content["status"] == ("error" if end in ("interrupt", "console") else "ok")
        client.body("disconnect")
        assert client.body("debugInfo") == info()
        reply, _ = client.kernel.execute("1 + 1")
        assert reply.content["status"] == "ok"


WRONG = [
    ("initialize", {"clientID": 3}, "initialize: clientID is no string"),
    ("disconnect", {"restart": "no"}, "disconnect: restart is no boolean"),
    ("dumpCell", {}, "dumpCell needs code"),
    ("dumpCell", {"code": ["int x;"]}, "dumpCell: code is no string"),
    ("setBreakpoints", {"breakpoints": []}, "setBreakpoints needs source"),
    ("setBreakpoints", {"source": {}, "breakpoints": []}, "setBreakpoints needs source.path"),
    ("setBreakpoints", {"source": {"path": PATH}, "breakpoints": 5}, "setBreakpoints: breakpoints is no array"),
    ("setExceptionBreakpoints", {"filters": "all"}, "setExceptionBreakpoints: filters is no array"),
    ("source", {}, "source needs source"),
    ("source", {"source": {"path": "/nowhere"}}, "there is no source of this path"),
    ("stackTrace", {"threadId": "1"}, "stackTrace: threadId is no integer"),
    ("scopes", {}, "scopes needs frameId"),
    ("scopes", {"frameId": 1.5}, "scopes: frameId is no integer"),
    ("variables", {}, "variables needs variablesReference"),
    ("variables", {"variablesReference": None}, "variables needs variablesReference"),
    ("variables", {"variablesReference": -1}, "there is no such variablesReference"),
    ("variables", {"variablesReference": 1, "count": "all"}, "variables: count is no integer"),
    ("evaluate", {"context": "repl"}, "evaluate needs expression"),
    ("evaluate", {"expression": "i +"}, "the expression ends too early"),
    ("evaluate", {"expression": "i", "context": 1}, "evaluate: context is no string"),
    ("richInspectVariables", {}, "richInspectVariables needs variableName"),
    ("richInspectVariables", {"variableName": "nothing"}, "there is no variable 'nothing' here"),
    ("setVariable", {"variablesReference": 1, "name": "i"}, "setVariable needs value"),
    ("setVariable", {"variablesReference": 77, "name": "i", "value": "1"}, "there is no such variablesReference"),
    ("setFunctionBreakpoints", {"breakpoints": "main"}, "setFunctionBreakpoints: breakpoints is no array"),
    ("copyToGlobals", {"srcVariableName": "i"}, "variables of kernels cannot be copied to the session"),
    ("pause", {"threadId": []}, "pause: threadId is no integer"),
    ("continue", {"threadId": "1"}, "continue: threadId is no integer"),
    ("next", {"threadId": {}}, "next: threadId is no integer"),
    ("stepIn", {"threadId": "1"}, "stepIn: threadId is no integer"),
    ("stepOut", {"threadId": "1"}, "stepOut: threadId is no integer"),
    ("stepBack", {"threadId": "1"}, "stepBack: threadId is no integer"),
    ("reverseContinue", {"threadId": "1"}, "reverseContinue: threadId is no integer"),
    ("restartFrame", {"frameId": 4096}, "the debugger does not know this command"),
]


def test_wrong_arguments_are_refused_and_the_stop_stays(client):
    client.start(5)
    cell = client.run()
    assert [(command, arguments, client.refusal(command, **arguments)) for command, arguments, _ in WRONG] == WRONG
    assert client.body("debugInfo")["stoppedThreads"] == [1]
    client.body("continue", threadId=1)
    ends(client, cell)


def test_messages_that_are_no_requests(client):
    for content, message in [({}, "a request needs a command"), ({"command": 7}, "a request needs a command"),
                             ({"command": "evaluate", "arguments": []}, None),
                             ({"command": "dumpCell", "arguments": 3}, "the arguments of dumpCell are no object")]:
        reply, _ = client.kernel.ask("debug_request", content, channel="control")
        assert (reply.content["type"], reply.content["success"]) == ("response", False)
        assert reply.content["message"] == (message or "nothing is stopped")
