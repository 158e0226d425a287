# SPDX-License-Identifier: Apache-2.0
"""The kernel with its language, as a front end meets it: questions, floods of updates, errors. The kernel is the one that
was just built; test_kernel_installed.py has the installed one."""

import pytest

from test_lifecycle import ways
from test_stdin import answer, asked


@ways
@pytest.mark.parametrize("code", ['int a, b; scanf("%d", &a); scanf("%d", &b);', "int c, d; std::cin >> c >> d;",
                                  "char line[80]; while (fgets(line, 80, stdin)) ;", "int e = getchar(), f = getchar();"])
def test_no_question_after_an_interrupt(cuda, interrupt, code):
    msg_id, _ = asked(cuda, code)
    interrupt(cuda)
    assert cuda.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
    cuda.until_idle(msg_id)
    msg_id, request = asked(cuda, 'int g; scanf("%d", &g); g')
    answer(cuda, "7", parent=request.header)
    assert [m.content["data"]["text/plain"] for m in cuda.until_idle(msg_id) if m.type == "execute_result"] == ["7"]


def test_the_device_of_the_dashboard_is_not_busy_while_the_host_works(cuda):
    cuda.execute("device int x[8];\n%dash 60", timeout=60)
    _, outputs = cuda.execute("long sum = 0; for (int i = 0; i < 3000000; i++) sum += i;", timeout=60)
    drawn = [m.content["data"]["text/plain"] for m in outputs if m.type == "update_display_data"]
    assert "busy        0 %" in drawn[-1]
    _, outputs = cuda.execute("__global__ void k(volatile int *p) { for (int i = 0; i < 3000000; i++) p[0] = i; }\n"
                              "k<<<1, 1>>>(x);", timeout=60)
    drawn = [m.content["data"]["text/plain"] for m in outputs if m.type == "update_display_data"]
    assert "busy        0 %" not in drawn[-1]


def test_help_is_a_page_with_headings(cuda):
    reply, outputs = cuda.execute("%help")
    pages = [p["data"] for p in reply.content["payload"]] + [m.content["data"] for m in outputs if m.type == "display_data"]
    html = pages[0]["text/html"]
    assert "<b>In a cell</b>" in html and "<b>Magics</b>" in html
    assert "declarations, statements and expressions, in any order. The last expression without <code>;</code> is shown." in html
    assert "`" not in html
    assert ">device float x[n];</td>" in html and ">%timing off|short|full</td>" in html
    assert html.count("<table") == html.count("</table>") == 2 and html.count("<tr>") == html.count("</tr>") > 40
    assert "\n  %timing off|short|full\n                         chooses" in pages[0]["text/plain"], "it needs a line"


WARNING = '''warning: data race in 'smooth': thread (0, 0, 0) of block (1, 0, 0) reads v[249], which thread (249,
  0, 0) of block (0, 0, 0) writes
'''


def test_long_messages_break_between_words(cuda):
    """JupyterLab itself breaks the lines of errors and of stderr anywhere."""
    cuda.execute("__global__ void smooth(float *x, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                 "    float m = i ? (x[i - 1] + x[i]) / 2 : 0;\n    __syncthreads();\n    x[i] = m;\n}\ndevice float v[1000];")
    _, outputs = cuda.execute("%check smooth<<<4, 250>>>(v, 1000);")
    warnings = "".join(m.content["text"] for m in outputs if m.type == "stream" and m.content["name"] == "stderr")
    assert warnings.startswith(WARNING), warnings
    reply, _ = cuda.execute("smooth<<<5, 250>>>(v, 1000);")
    lines = "\n".join(reply.content["traceback"]).split("\n")
    assert lines[1].startswith("  ") and lines[2].startswith(" --> "), lines
    assert "\n" not in reply.content["evalue"]


@pytest.mark.memory
@pytest.mark.parametrize("defines", ["", "int f(int a) { return 2 * a; }\n"], ids=["statements", "and a function"])
def test_a_long_cell_keeps_its_definitions_and_no_more(cuda, defines):
    """The trees of 200,000 statements take some 300 MB while the cell runs."""
    cuda.execute("int x = 0;")
    before = cuda.resident()
    reply, _ = cuda.execute(defines + "x = x + 1;\n" * 200_000, timeout=60)
    assert reply.content["status"] == "ok"
    cuda.execute("x = 0;")
    assert cuda.resident() - before < 48 << 20
