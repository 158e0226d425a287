# SPDX-License-Identifier: Apache-2.0
"""What people run notebooks with: papermill with parameters, nbconvert to HTML, PDF and a script, jupyter console."""

import json
import os
import re
import subprocess

import nbformat
import pexpect
import paths
import pytest
from notebooks import notebook_of
from paths import BIN


def write(path, *cells, tags=()):
    nbformat.write(notebook_of(*cells, tags=tags), path)
    return path


def call(*command, **more):
    ended = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300,
                           stdin=subprocess.DEVNULL, **more)
    assert ended.returncode == 0, ended.stderr + ended.stdout
    return ended


# ---- papermill ----

PARAMETERS = 'int n = 1; // how many\ndouble scale = 1.5;\nconst char *name = "nobody";'
USE = 'printf("%d %g %s %d %g\\n", n, scale, name, flag, list[2]);'


def test_papermill_injects_parameters(tmp_path):
    source = write(tmp_path / "p.ipynb", PARAMETERS, USE, tags=["parameters"])
    parameters = {"n": 12, "scale": 0.25, "name": 'h\u00e9 "x"', "flag": True, "list": [1, 2, 3.5], "big": 10 ** 12, "none": None}
    (tmp_path / "p.yaml").write_text(json.dumps(parameters))
    call(BIN / "papermill", source, tmp_path / "out.ipynb", "-f", tmp_path / "p.yaml")
    notebook = nbformat.read(tmp_path / "out.ipynb", as_version=4)
    injected = next(c for c in notebook.cells if "injected-parameters" in c.metadata.get("tags", []))
    assert injected.source.splitlines() == [
        "// Parameters", "int n = 12;", "double scale = 0.25;", 'const char *name = "h\u00e9 \\"x\\"";', "bool flag = true;",
        "double list[] = {1, 2, 3.5};", "long long big = 1000000000000LL;", "void *none = nullptr;"]
    assert notebook.cells[-1].outputs[0].text == '12 0.25 h\u00e9 "x" 1 3.5\n'


def test_papermill_explains_a_notebooks_parameters(tmp_path):
    source = write(tmp_path / "p.ipynb", PARAMETERS, tags=["parameters"])
    said = call(BIN / "papermill", "--help-notebook", source).stdout
    assert "n: int (default 1)" in said and "how many" in said and "scale: double (default 1.5)" in said


@pytest.mark.parametrize("value, line", [
    (-2 ** 31, "int x = (-2147483647 - 1);"), (2 ** 63, "unsigned long long x = 9223372036854775808ULL;"),
    (float("nan"), "double x = NAN;"), (float("-inf"), "double x = -INFINITY;"), (["a", "b"], 'const char *x[] = {"a", "b"};'),
    ([[1, 2.5], [3, 4]], "double x[2][2] = {{1, 2.5}, {3, 4}};"),
    ({"lr": 0.1, "layers": [4, 8], "opt": {"name": "adam"}},
     'struct opt_t { const char *name; }; struct x_t { double lr; int layers[2]; opt_t opt; }; x_t x = {0.1, {4, 8}, {"adam"}};'),
    ([True, False], "bool x[] = {true, false};"), ("a\\b\n", 'const char *x = "a\\\\b\\n";')])
def test_declarations(value, line):
    from warpcell.declare import declaration

    assert declaration("x", value) == line


@pytest.mark.parametrize("value", [{}, [], ["a", 1], 2 ** 70, object(), [[1], [2, 3]], [{"a": 1}], {"a b": 1}, [[]]])
def test_values_without_a_counterpart_are_refused(value):
    from warpcell.declare import declaration

    with pytest.raises((TypeError, ValueError)):
        declaration("x", value)


# ---- nbconvert ----

CELLS = ["__global__ void k(int *p) { p[threadIdx.x] = 7; } // a comment", "device float A[16][16] = 0.5;\nshow(A);",
         'printf("printed\\n");\n6 * 7']


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    directory = tmp_path_factory.mktemp("convert")
    source = write(directory / "n.ipynb", *CELLS)
    call(BIN / "jupyter", "nbconvert", "--execute", "--inplace", "--to", "notebook", source)
    return source


def test_nbconvert_to_html(executed):
    call(BIN / "jupyter", "nbconvert", "--to", "html", executed)
    html = executed.with_suffix(".html").read_text()
    assert "data:image/png;base64," in html and "printed" in html and ">42<" in html.replace("\n", "")
    assert re.search(r'<span class="k[a-z]*">__global__</span>', html), "highlighted as CUDA"


def test_nbconvert_to_pdf_through_html(executed, tmp_path):
    chromium = paths.chromium()
    if not chromium:
        pytest.skip("there is no Chromium")
    # nbconvert's webpdf takes Playwright's own Chromium only, so the same steps with the one that is installed
    html = executed.with_suffix(".pdf.html")
    call(BIN / "jupyter", "nbconvert", "--to", "html", "--output", html.name, executed)
    call(chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={tmp_path / 'n.pdf'}", f"file://{html}")
    pdf = (tmp_path / "n.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-") and len(pdf) > 20000 and b"/Image" in pdf


def test_nbconvert_to_a_script(executed):
    call(BIN / "jupyter", "nbconvert", "--to", "script", executed)
    script = executed.with_suffix(".cu").read_text()
    assert script == "".join(f"// %%\n{cell}\n\n" for cell in CELLS)
    assert call(BIN / "warpcell", "-d", "cpu", executed.with_suffix(".cu")).stdout.endswith("printed\n42\n")


def test_a_script_has_the_prose_as_comments():
    from warpcell.export import ScriptExporter

    notebook = notebook_of("%%time\nint x = 3;", "x + 1")
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell("# Title\n\nSome text"))
    script, resources = ScriptExporter().from_notebook_node(notebook)
    assert script == "// %%\n%%time\nint x = 3;\n\n// %% [markdown]\n// # Title\n// \n// Some text\n\n// %%\nx + 1\n\n"
    assert resources["output_extension"] == ".cu"


# ---- jupyter run ----


def test_jupyter_run_fails_with_the_status_of_main(tmp_path):
    for status in 0, 3:
        file = tmp_path / "program.cu"
        file.write_text('int main() { puts("ran"); return %d; }' % status)
        ended = subprocess.run([BIN / "jupyter", "run", "--kernel", "warpcell", file], capture_output=True, text=True,
                               timeout=300, stdin=subprocess.DEVNULL)
        assert "ran" in ended.stdout and (ended.returncode == 0) == (status == 0), ended.stderr
    assert "the program ended with status 3" in ended.stdout + ended.stderr


# ---- jupyter console ----


def test_jupyter_console(tmp_path):
    env = {**os.environ, "TERM": "dumb", "PROMPT_TOOLKIT_NO_CPR": "1", "JUPYTER_CONFIG_DIR": str(tmp_path)}
    console = pexpect.spawn(str(BIN / "jupyter"), ["console", "--kernel", "warpcell", "--simple-prompt",
                                                   "--ZMQTerminalInteractiveShell.kernel_timeout=60"], env=env, encoding="utf-8",
                            timeout=60, dimensions=(40, 120))
    try:
        console.expect("CUDA C in a cell")
        console.expect(r"In \[1\]:")
        console.sendline("6 * 7")
        console.expect(r"Out\[1\]: ?\n?.*42")
        console.sendline('printf("pri" "nted\\n");')
        console.expect("printed")
        console.sendline("int y = undefined_name;")
        console.expect("undefined_name")
        console.expect(r"In \[4\]:")
        console.sendline('int n; scanf("%d", &n); n * 2')
        console.sendline("24")
        console.expect(r"Out\[4\]: ?\n?.*48")
        console.sendline('puts("run" "ning"); while (1) ;')
        console.expect_exact("running")
        console.sendintr()
        console.expect_exact("stopped by the user")
        console.expect(r"In \[6\]:")
        console.sendline("cudaMemcpy?")
        console.expect_exact("Copies n bytes")
        console.expect(r"In \[\d\]:")
        console.sendeof()
        console.expect(["Do you really want to exit", pexpect.EOF])
    finally:
        console.close(force=True)
