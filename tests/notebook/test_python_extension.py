# SPDX-License-Identifier: Apache-2.0
"""%load_ext warpcell in a Python notebook: one session, NumPy arrays in and out, output and errors passed on."""

import pytest
from jupyter_client.manager import start_new_kernel
from notebooks import execute, notebook_of

LOAD = "%load_ext warpcell\nimport numpy as np"


def run(*cells, allow_errors=False):
    """The outputs of each cell of a Python notebook."""
    notebook = execute(notebook_of(LOAD, *cells, spec=None), kernel="python3", allow_errors=allow_errors)
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


DEVICE_ARRAY = """import ctypes
driver = ctypes.CDLL("libcuda.so.1")
context, address = ctypes.c_void_p(), ctypes.c_uint64()
driver.cuInit(0), driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0), driver.cuCtxSetCurrent(context)
driver.cuMemAlloc_v2(ctypes.byref(address), 64)
host = np.arange(16, dtype=np.float32)
driver.cuMemcpyHtoD_v2(address, host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(64))
class Columns: # every second column of a 4 x 4 matrix, as Numba hands one out
    __cuda_array_interface__ = {"shape": (4, 2), "typestr": "<f4", "data": (address.value, False), "strides": (16, 8), "version": 3}
columns = Columns()
def written():
    driver.cuMemcpyDtoH_v2(host.ctypes.data_as(ctypes.c_void_p), address, ctypes.c_size_t(64))
    return host.tolist()
"""


def test_arrays_of_other_packages_stay_where_they_are(driver_folder, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", driver_folder)
    outputs = run(DEVICE_ARRAY, "%%warpcell -i columns -o columns\ncolumns = 10 * columns;", "print(type(columns).__name__, written())")
    assert text(outputs[2]) == ("Columns [0.0, 1.0, 20.0, 3.0, 40.0, 5.0, 60.0, 7.0, 80.0, 9.0, 100.0, 11.0, 120.0, 13.0, 140.0, 15.0]\n")


def test_a_dense_device_array_is_the_same_memory(driver_folder, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", driver_folder)
    outputs = run(DEVICE_ARRAY + "class Dense:\n    __cuda_array_interface__ = {'shape': (2, 8), 'typestr': '<f4', 'data': (address.value, False),"
                  " 'strides': None, 'version': 3}\ndense = Dense()",
                  "%%warpcell -i dense\ndense = 10 * dense;", "print(written())\nhost[3] = -1\n"
                  "driver.cuMemcpyHtoD_v2(address, host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(64))",
                  "%%warpcell\ndense[0][3]", "%%warpcell -i dense -o dense\nint dense = 5;", "print(dense)")
    assert text(outputs[2]) == f"{[10.0 * i for i in range(16)]}\n"
    assert outputs[3][0].data["text/plain"] == "-1"
    assert text(outputs[5]) == "5\n"


def test_a_device_array_of_the_session_is_mapped_by_this_process(driver_folder, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", driver_folder)
    outputs = run(DEVICE_ARRAY, "%%warpcell -d y,z\ndevice float y[2][3] = {1, 2, 3, 4, 5, 6};\ndevice float z[4] = 7;",
                  "print(np.asarray(y).tolist(), z.__cuda_array_interface__['shape'])\ny.assign(2 * y.to_numpy())",
                  "%%warpcell\ny = y + 1;\ndevice float y[5] = -1;",
                  "print(y.to_numpy().tolist(), z.to_numpy().tolist())", "%%warpcell -i y\ny[1][2] += 100;",
                  "print(y.to_numpy().tolist())\ndel y", "%%warpcell\ny[0][0]")
    assert text(outputs[2]) == "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] (4,)\n"
    assert text(outputs[4]) == "[[3.0, 5.0, 7.0], [9.0, 11.0, 13.0]] [7.0, 7.0, 7.0, 7.0]\n"
    assert text(outputs[6]) == "[[3.0, 5.0, 7.0], [9.0, 11.0, 113.0]]\n"
    assert outputs[7][0].data["text/plain"] == "3"


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
                                        ("-i c", "'c' is an array of object, which device arrays cannot hold"),
                                        ("-i e", "'e' has 5 axes; a device array has 1 to 4"), ("-i d", "'d' is an empty dictionary, and a struct of CUDA C has at least one member"),
                                        ("-i g", "a value of type set has no counterpart in CUDA C"),
                                        ("-i f", "the field 'a b' of type float32")])
def test_what_cannot_be_passed_is_explained(line, says):
    outputs = run("c = np.zeros(3, dtype=object)\ne = np.zeros((1,) * 5)\nd = {}\ng = {1, 2}\nf = np.zeros(2, dtype=[('a b', 'f4')])", f"%%warpcell {line}\nint x;", allow_errors=True)
    assert says in outputs[1][-1].evalue


@pytest.mark.parametrize("value, shape", [
    ("np.array([1 + 2j, 3 - 4j], dtype=np.complex64)", "float2 [2]"),
    ("np.array([[1 + 2j], [3 - 4j]])", "double2 [2, 1]"),
    ("np.arange(6, dtype='>i4').reshape(2, 3)", "int [2, 3]"),
    ("np.zeros(0, dtype=np.float32)", "float [0]"),
    ("np.zeros((0, 3))", "double [0, 3]"),
    ("np.array([(1, [2, 3], 4.5), (6, [7, 8], 9.5)], dtype=[('id', '>i2'), ('pos', 'f4', 2), ('w', 'f8')])", "x_t [2]"),
    ("np.float16([1.5, 2.5])", "half [2]"),
])
def test_every_kind_of_array_goes_in_and_comes_out(value, shape):
    outputs = run(f"x = {value}\ny = x", "%%warpcell -i x -o x\nx", "print(x.shape == y.shape, str(x.tolist()) == str(y.tolist()))")
    shown = next(o["data"]["text/plain"] for o in outputs[1] if "data" in o)
    assert shown.startswith(f"x: {shape} on ")
    assert text(outputs[2]) == "True True\n"


def test_a_struct_of_the_session_comes_out_as_a_structured_array():
    outputs = run("%%warpcell -o p\nstruct particle { float at[2]; char kind; double mass; };\n"
                  "particle p[2] = {{{1, 2}, 'a', 3}, {{4, 5}, 'b', 6}};",
                  "print(p.dtype.names, *(p[field].tolist() for field in p.dtype.names))")
    assert text(outputs[1]) == "('at', 'kind', 'mass') [[1.0, 2.0], [4.0, 5.0]] [97, 98] [3.0, 6.0]\n"


def test_load_puts_a_file_into_the_next_cell(tmp_path):
    (tmp_path / "answer.cu").write_text("int n = 42;\n")
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        for code in LOAD, f"%%warpcell\n%load {tmp_path}/answer.cu":
            reply = client.execute_interactive(code, timeout=60)["content"]
        assert reply["payload"] == [{"source": "set_next_input", "text": "%%warpcell\nint n = 42;\n", "replace": False}]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


# ---- questions and widgets ----


class PythonKernel:
    """A Python kernel with the extension, and a front end's side of it."""

    def __init__(self):
        self.manager, self.client = start_new_kernel(kernel_name="python3")
        self.run(LOAD)

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def until_idle(self, msg_id):
        seen = []
        while not (seen and seen[-1]["content"].get("execution_state") == "idle"):
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") == msg_id:
                seen.append(message)
        return seen

    def run(self, code):
        return self.until_idle(self.client.execute(code, allow_stdin=True))

    def printed(self, messages):
        return "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream")


@pytest.fixture
def python():
    kernel = PythonKernel()
    yield kernel
    kernel.close()


def test_a_question_is_forwarded_and_can_be_interrupted(python):
    cell = "%%warpcell\nint a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", a + b);"
    msg_id = python.client.execute(cell, allow_stdin=True)
    assert python.client.get_stdin_msg(timeout=60)["msg_type"] == "input_request"
    python.client.input("20 22")
    assert python.printed(python.until_idle(msg_id)) == "42\n"
    msg_id = python.client.execute(cell, allow_stdin=True)
    assert python.client.get_stdin_msg(timeout=60)["msg_type"] == "input_request"
    python.manager.interrupt_kernel()
    errors = [m["content"]["ename"] for m in python.until_idle(msg_id) if m["msg_type"] == "error"]
    assert errors == ["KeyboardInterrupt"]
    assert python.printed(python.run("%warpcell printf(\"next\\n\");")) == "next\n"


def test_without_a_front_end_that_answers_input_ends(python):
    messages = python.until_idle(python.client.execute("%warpcell printf(\"%d\\n\", getchar());", allow_stdin=False))
    assert "-1\n" in python.printed(messages)


def states(messages):
    """The widget models that messages open: {model name: (comm_id, state)}"""
    return {m["content"]["data"]["state"]["_model_name"]: (m["content"]["comm_id"], m["content"]["data"]["state"])
            for m in messages if m["msg_type"] == "comm_open"}


def test_a_progress_bar_is_a_widget_of_the_python_kernel(python):
    messages = python.run("%%warpcell\nfor (int i = 0; i <= 1000; i++) progress_bar(\"work\", i / 1000.0);")
    comm_id, state = states(messages)["FloatProgressModel"]
    assert state["description"] == "work" and state["value"] == 0
    values = [m["content"]["data"]["state"]["value"] for m in messages
              if m["msg_type"] == "comm_msg" and m["content"]["comm_id"] == comm_id]
    assert values[-1] == 1
    assert any(m["content"].get("data", {}).get("application/vnd.jupyter.widget-view+json", {}).get("model_id") == comm_id
               for m in messages)


def test_a_moved_slider_runs_its_cell_again(python):
    messages = python.run("%%warpcell\n%%interact\nprintf(\"%d\\n\", slider(\"n\", 1, 9));")
    slider = states(messages)["IntSliderModel"][0]
    say = python.client.session.msg("comm_msg", {"comm_id": slider, "data": {"method": "update", "state": {"value": 7},
                                                                             "buffer_paths": []}})
    python.client.shell_channel.send(say)
    messages = python.until_idle(say["header"]["msg_id"])
    assert [m["content"]["data"]["text/plain"] for m in messages if m["msg_type"] == "update_display_data"] == ["7\n", "n = 7"]
