# SPDX-License-Identifier: Apache-2.0
"""%load_ext warpcell in a Python notebook: one session, NumPy arrays in and out, output and errors passed on."""

import nbformat
import pytest
from nbclient import NotebookClient

LOAD = "%load_ext warpcell\nimport numpy as np"


def run(*cells, allow_errors=False):
    """The outputs of each cell of a Python notebook."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in (LOAD, *cells)])
    NotebookClient(notebook, kernel_name="python3", timeout=120, allow_errors=allow_errors).execute()
    return [cell.outputs for cell in notebook.cells[1:]]


def text(outputs, name="stdout"):
    return "".join(o.text for o in outputs if o.output_type == "stream" and o.name == name)


def test_arrays_go_in_and_come_out():
    outputs = run("a = np.arange(1000, dtype=np.float32)\nb = np.ones(1000, dtype=np.float32)",
                  "%%warpcell\n__global__ void add(int n, const float *a, const float *b, float *c)\n"
                  "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }",
                  "%%warpcell -i a,b -o c\ndevice float c[1000];\nadd<<<4, 256>>>(1000, a, b, c);",
                  "print(c.dtype, c.shape, np.array_equal(c, a + b))")
    assert text(outputs[3]) == "float32 (1000,) True\n"
    assert any("text/html" in o.get("data", {}) for o in outputs[2]), "the table of launches"


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_types_and_shapes_survive(dtype):
    outputs = run(f"x = (np.arange(24) * 3).reshape(2, 3, 4).astype('{dtype}')[:, ::-1]", "%%warpcell -i x -o x\n;",
                  "y = (np.arange(24) * 3).reshape(2, 3, 4).astype(x.dtype)[:, ::-1]\n"
                  "print(x.dtype, x.shape, np.array_equal(x, y))")
    assert text(outputs[2]) == f"{dtype} (2, 3, 4) True\n"


def test_numbers_strings_and_lists():
    outputs = run("n = 7\nbig = 5 * 10**12\nr = 2.5\nyes = True\nname = 'h\u00e9 \"x\"\\n'\nlist = [1, 2.5, 3]",
                  '%%warpcell -i n,big,r,yes,name,list -o twice,h,total\nint twice = 2 * n;\nint h[3] = {1, 2, 3};\n'
                  'double total = list[0] + list[1] + list[2];\nprintf("%d %ld %g %d %s", n, big, r, yes, name);',
                  "print(twice, h, total)")
    assert text(outputs[1]) == '7 5000000000000 2.5 1 h\u00e9 "x"\n'
    assert text(outputs[2]) == "14 [1 2 3] 6.5\n"


def test_the_session_persists_and_can_be_restarted():
    outputs = run("%%warpcell\nint kept = 5;", "%warpcell printf(\"%d\\n\", kept);", "%warpcell_restart", "%warpcell kept",
                  allow_errors=True)
    assert text(outputs[1]) == "5\n"
    assert outputs[3][0].ename == "WarpcellError" and "unknown name 'kept'" in "\n".join(outputs[3][0].traceback)


def test_results_and_pictures_are_shown():
    outputs = run("%%warpcell\ndevice float A[8][8] = 1;\nshow(A);\n6 * 7")[0]
    assert any("image/png" in o.get("data", {}) for o in outputs)
    assert any(o.get("data", {}).get("text/plain") == "42" for o in outputs)


def test_an_error_is_shown_with_its_caret_and_stops_the_cell():
    outputs = run("%%warpcell\nint y = undefined_name + 1;", "print('next')", allow_errors=True)
    error = "\n".join(outputs[0][0].traceback)
    assert "undefined_name" in error and "^" in error and "magics.py" not in error
    assert text(outputs[1]) == "next\n"


@pytest.mark.parametrize("line, says", [("-i nothing", "no Python variable 'nothing'"), ("-o nothing", "no variable 'nothing'"),
                                        ("-i c", "complex128"), ("-i e", "shape (0,)"), ("-i d", "has no counterpart")])
def test_what_cannot_be_passed_is_explained(line, says):
    outputs = run("c = np.zeros(3, dtype=complex)\ne = np.zeros(0)\nd = {}", f"%%warpcell {line}\nint x;", allow_errors=True)
    assert says in outputs[1][-1].evalue
