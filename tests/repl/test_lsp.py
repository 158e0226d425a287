# SPDX-License-Identifier: Apache-2.0
"""`warpcell --lsp`: sessions of an editor over pipes, with exact replies (Language Server Protocol 3.17)."""
import json
import random

import pytest
from editor import LIMIT_S, EditorProcess

KERNEL = """/* Doubles n numbers. */
__global__ void twice(float *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        x[i] *= 2;
}
struct body { float x, mass; };
#define N 32
int main()
{
    float *x;
    cudaMalloc(&x, N * sizeof(float));
    twice<<<1, N>>>(x, N);
    struct body b;
    b.mass = 1;
    return 0;
}
"""


class Editor(EditorProcess):
    """A client: requests with numbers, replies, and the notifications that came meanwhile."""

    def __init__(self, program, cwd, *options):
        super().__init__(program, "--lsp", cwd, *options)
        self.id, self.notifications = 0, []

    def read(self):
        message = self.read_message()
        assert message.pop("jsonrpc") == "2.0"
        return message

    def notify(self, method, **params):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def ask(self, method, **params):
        """The reply without its id."""
        self.id += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}))
        while "id" not in (message := self.read()):
            self.notifications.append(message)
        assert message.pop("id") == self.id
        return message

    def result(self, method, **params):
        return self.ask(method, **params)["result"]

    def diagnostics(self):
        """Those of the next notification of them."""
        message = self.notifications.pop(0) if self.notifications else self.read()
        assert message["method"] == "textDocument/publishDiagnostics"
        return message["params"]

    def open(self, text, uri="file:///a.cu", version=1):
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "cuda-cpp", "version": version,
                                                          "text": text})
        return self.diagnostics()["diagnostics"]

    def change(self, text, uri="file:///a.cu", version=2):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=[{"text": text}])
        return self.diagnostics()["diagnostics"]

    def at(self, method, line, character, uri="file:///a.cu"):
        return self.result("textDocument/" + method, textDocument={"uri": uri},
                           position={"line": line, "character": character})

    def close(self):
        assert self.result("shutdown") is None
        self.notify("exit")
        status = self.process.wait(LIMIT_S)
        self.limit.cancel()
        return status


@pytest.fixture
def editor(program, tmp_path):
    made = Editor(program, tmp_path)
    yield made
    made.process.kill()
    made.process.wait()
    made.limit.cancel()


@pytest.fixture
def started(editor):
    capabilities = editor.result("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
    assert capabilities["textDocumentSync"] == 1 and capabilities["hoverProvider"]
    editor.notify("initialized")
    return editor


def at(line, start, end):
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def finding(place, message, code, severity=1):
    return {"range": place, "severity": severity, "source": "warpcell", "code": code, "message": message}


def test_errors_of_host_code_and_kernels(started):
    assert started.open(KERNEL) == []
    assert started.change(KERNEL.replace("return 0;", "return nothing;")) == [
        finding(at(16, 11, 18), "unknown name 'nothing'", "name error")]
    assert started.change(KERNEL.replace("threadIdx.x", "threadidx.x")) == [
        finding(at(3, 12, 21), "identifier \"threadidx\" is undefined\nhelp: did you mean 'threadIdx'?", "compile error")]
    assert started.change(KERNEL) == []
    assert started.close() == 0


def test_places_count_utf16(started):
    assert started.open('const char *é = "𝄞" + z;\n') == [finding(at(0, 23, 24), "unknown name 'z'", "name error")]


def test_a_warning(started):
    found = started.open("int main()\n{\n    float x = 3;\n    float y = 1 / 2 * x;\n    return (int) y;\n}\n")
    assert [(f["severity"], f["range"]["start"]["line"]) for f in found] == [(2, 3)]


def test_completion_hover_signature_definition(started):
    started.open(KERNEL)
    started.change(KERNEL.replace("b.mass = 1;", "b.m"))  # what is known is of the last version without errors
    items = started.at("completion", 15, 7)["items"]
    assert [(i["label"], i["kind"], i["textEdit"]) for i in items] == [
        ("mass", 5, {"range": at(15, 6, 7), "newText": "mass"})]
    assert "twice" in [i["label"] for i in started.at("completion", 13, 6)["items"]]
    assert started.at("hover", 13, 6)["contents"]["value"].startswith(
        "__global__ void twice(float *x, int n)\n\nDoubles n numbers.")
    help_ = started.at("signatureHelp", 13, 23)
    assert help_["signatures"] == [{"label": "__global__ void twice(float *x, int n)",
                                    "parameters": [{"label": "float *x"}, {"label": "int n"}]}]
    assert help_["activeParameter"] == 1
    assert started.at("definition", 13, 6) == {"uri": "file:///a.cu", "range": at(1, 16, 16)}
    assert started.at("definition", 12, 6) is None  # cudaMalloc is the library's
    assert started.at("hover", 0, 0) is None


def test_what_is_deleted_is_forgotten(started):
    started.open("int old() { return 1; }\nint main() { return 0; }\n")
    assert started.change("int main() { return 0; }\n") == []
    assert started.change("int main() { return old(); }\n") == [
        finding(at(0, 20, 23), "unknown function 'old'", "name error")]


def test_an_included_file_is_found(program, tmp_path):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "own.h").write_text("inline int three() { return 3; }\n")
    editor = Editor(program, tmp_path, "-I", "inc", "-DFOUR=4")
    editor.result("initialize")
    uri = (tmp_path / "main file.cu").as_uri()
    assert "%20" in uri
    assert editor.open('#include "own.h"\nint main() { return three() + FOUR; }\n', uri) == []
    assert editor.at("definition", 1, 22, uri) == {"uri": (tmp_path / "inc" / "own.h").as_uri(), "range": at(0, 11, 11)}
    assert editor.close() == 0


def test_a_file_of_cells(started):
    text = "// %%\nint twice(int x) { return 2 * x; }\n// %%\n%%time\ntwice(4)\n// %% [markdown]\n// prose\n// %%\ntwice(y)\n"
    assert started.open(text) == [finding(at(8, 6, 7), "unknown name 'y'", "name error")]


def test_a_change_interrupts_the_check_before(started):
    slow = "template <int N> struct t { static const int v = t<N - 1>::v + t<N - 2>::v; };\nint a = t<4000>::v;\n"
    started.notify("textDocument/didOpen", textDocument={"uri": "file:///b.cu", "version": 1, "text": slow})
    started.notify("textDocument/didChange", textDocument={"uri": "file:///b.cu", "version": 2},
                   contentChanges=[{"text": "int a = 1;\n"}])
    while (found := started.diagnostics())["version"] != 2:
        pass
    assert found["diagnostics"] == []


def test_a_closed_text_has_no_errors(started):
    started.open("int a = b;\n")
    started.notify("textDocument/didClose", textDocument={"uri": "file:///a.cu"})
    assert started.diagnostics()["diagnostics"] == []
    assert started.at("hover", 0, 5) is None


def test_wrong_messages(editor):
    def error(reply):
        return reply["error"]["code"], reply["error"]["message"]

    assert error(editor.ask("textDocument/hover")) == (-32002, "the first request is initialize")
    editor.write("{")
    assert error(editor.read()) == (-32700, "the message is no JSON")
    editor.write("[1]")
    assert error(editor.read()) == (-32600, "a message is a JSON object")
    editor.result("initialize")
    assert error(editor.ask("workspace/nothing")) == (-32601, "there is no such request")
    editor.write('{"id": 9, "method": "textDocument/hover", "params": 3}')
    assert error(editor.read()) == (-32602, "params is an object")
    editor.write('{"jsonrpc": "2.0"}')
    assert error(editor.read()) == (-32600, "the message has no method")
    assert editor.result("textDocument/hover") is None
    assert editor.close() == 0


def test_the_status_says_whether_the_client_has_shut_down(editor):
    editor.result("initialize")
    editor.notify("exit")
    assert editor.process.wait(LIMIT_S) == 1


@pytest.mark.parametrize("text", ["nonsense\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: 40\r\n\r\n{}"])
def test_a_broken_stream_ends_it(editor, text):
    editor.process.stdin.write(text.encode())
    editor.process.stdin.close()
    assert editor.process.wait(LIMIT_S) == 1
    assert editor.process.stderr.read().startswith(b"warpcell: --lsp: ")


def test_random_messages_are_survived(started):
    """Requests of any shape get a reply; notifications of any shape none."""
    chance = random.Random(11)
    methods = ["completion", "hover", "definition", "signatureHelp"]
    values = [None, True, -1, 0, 7, 2 ** 62, 1.5, "", "x", [], {}, {"uri": "file:///a.cu"}, {"uri": 3}, {"line": -1, "character": 5},
              {"line": 13, "character": 9}, {"line": 2 ** 40, "character": "x"}]
    started.open(KERNEL)
    for _ in range(400):
        params = {name: chance.choice(values) for name in ("textDocument", "position", "context") if chance.random() < 0.8}
        if chance.random() < 0.1:
            started.notify(chance.choice(["textDocument/didSave", "textDocument/didClose", "$/nothing", ""]), **params)
        else:
            assert {"result", "error"} & started.ask("textDocument/" + chance.choice(methods), **params).keys()
    assert started.close() == 0
