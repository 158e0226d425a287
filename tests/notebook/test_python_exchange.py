# SPDX-License-Identifier: Apache-2.0
"""Arrays and tables that a Python notebook and its session share: DLPack, memory in files, Arrow."""

import importlib.util

import pytest
from test_python_extension import run, text

PACKAGES = {name: pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed")
            for name in ("pyarrow", "pandas", "polars", "torch")}


def test_an_array_of_the_session_is_the_same_memory():
    outputs = run("%%warpcell -d y\ndevice float y[2][3] = {1, 2, 3, 4, 5, 6};",
                  "seen = np.from_dlpack(y)\nprint(y.__dlpack_device__(), seen.tolist(), np.shares_memory(seen, np.asarray(y)), len(y))\nseen[0] = -1",
                  "%%warpcell\ny[1][2] = 60;\ny[0][1]", "print(seen.tolist(), y)", "%%warpcell\ndevice int y[2] = 7;",
                  "print(seen[1].tolist(), np.array(y, dtype='f8').sum())\nseen = None", "%%warpcell -i y\ny[0][0]")
    assert text(outputs[1]) == "(1, 0) [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] True 2\n"
    assert outputs[2][0].data["text/plain"] == "-1"
    assert text(outputs[3]) == "[[-1.0, -1.0, -1.0], [4.0, 5.0, 60.0]] DeviceArray(array([[-1., -1., -1.],\n       [ 4.,  5., 60.]], dtype=float32))\n"
    assert text(outputs[5]) == "[4.0, 5.0, 60.0] 66.0\n"
    assert outputs[6][0].data["text/plain"] == "-1"


@pytest.mark.parametrize("dtype", ["float16", "complex64", "bool", "uint64", "int8"])
def test_types_are_shared(dtype):
    outputs = run(f"import warpcell\nx = warpcell.empty((3, 2), '{dtype}')\nx[...] = np.arange(6).reshape(3, 2)", "%%warpcell -i x -d y\nauto y = x[1:3];\ny[1] = x[0];",
                  "print(x.tolist() == np.array([[0, 1], [2, 3], [0, 1]]).astype(x.dtype).tolist(), np.asarray(y).dtype, np.asarray(y).shape)\n")
    assert text(outputs[2]) == f"True {dtype} (2, 2)\n"


def test_memory_in_a_file_is_not_copied():
    outputs = run("import warpcell, mmap, os\nfrom multiprocessing import shared_memory\nx = warpcell.empty(5000, 'f4')\nx[:] = 1\n"
                  "shm = shared_memory.SharedMemory(create=True, size=5000 * 8 + 4096)\nm = np.frombuffer(shm.buf, 'i8', 100, 4096 + 16)\nm[:] = 5\n"
                  "part = x[1000:1010]\nbefore = (id(x), id(m))",
                  "%%warpcell -i x,m,part -o x\nx = x + 1;\nm = 2 * m;\npart = part * 10;\nlen(m)",
                  "print(x[:2], x[1000:1012].tolist(), m[[0, 99]].tolist(), (id(x), id(m)) == before)\nx[0] = 9", "%%warpcell\nx[0]",
                  "del m, part\nshm.unlink()\nx = None", "%%warpcell\nsum(x)")
    assert outputs[1][0].data["text/plain"] == "100"
    assert text(outputs[2]) == "[2. 2.] [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 2.0, 2.0] [10, 10] True\n"
    assert outputs[3][0].data["text/plain"] == "9"
    assert outputs[5][0].data["text/plain"] == "10187"


def test_what_cannot_be_shared_is_copied():
    outputs = run("import warpcell\nx = warpcell.empty((4, 4))\nx[...] = 1\ncolumns = x[:, ::2]\nfixed = x[:2]\nfixed.flags.writeable = False\nown = np.ones(100000)",
                  "%%warpcell -i columns,fixed,own\ncolumns = 5; fixed = 6; own = 7;", "print(x.sum(), own.sum())")
    assert text(outputs[2]) == "16.0 100000.0\n"


TENSOR = """class Tensor: # a package's array, of which only DLPack is known
    def __init__(self, n):
        self.array = np.arange(n, dtype=np.float32)
    def __dlpack_device__(self):
        return 1, 0
    def __dlpack__(self, **options):
        if 'max_version' in options and VERSIONS == 0:
            raise TypeError
        return self.array.__dlpack__(**options)
t = Tensor(4)"""


@pytest.mark.parametrize("versions", [0, 1])
def test_a_tensor_is_copied_in_and_assigned_to(versions):
    outputs = run(f"VERSIONS = {versions}\n" + TENSOR, "%%warpcell -i t -o t\nt = t * t;", "print(type(t).__name__, t.array)\nt.array.flags.writeable = False",
                  "%%warpcell -i t -o t\nt = -t;" if versions else "%%warpcell\n;", "print(t)" if versions else "print()")
    assert text(outputs[2]) == "Tensor [0. 1. 4. 9.]\n"
    assert not versions or text(outputs[4]) == "[-0. -1. -4. -9.]\n"


@pytest.mark.parametrize("code, device, says", [("class T:\n    def __dlpack_device__(self): return 10, 0\nt = T()", "-i t", "DLPack's device type 10 cannot be passed"),
                                                ("t = 1", "-d n", "'n' is not a device array with elements"),
                                                ("t = 1", "-d v", "'v' cannot be shared with this process: it has gaps")])
def test_what_cannot_be_exchanged_is_explained(code, device, says):
    outputs = run(code, f"%%warpcell {device}\nint n; device float A[4][4]; auto v = A[:, 1];", allow_errors=True)
    assert says in outputs[1][-1].evalue


@PACKAGES["torch"]
def test_tensors_of_pytorch():
    outputs = run("import torch\nt = torch.arange(6, dtype=torch.float32).reshape(2, 3)\ns = torch.ones(4, dtype=torch.int64).share_memory_()\nb = torch.ones(2, dtype=torch.bfloat16)",
                  "%%warpcell -i t,s -o t -d y\nt = t + 0.5f; s = 3 * s;\nauto y = sqrtf(t);", "back = torch.from_dlpack(y)\nprint(t, s, back.shape)\nback[0, 0] = 7",
                  "%%warpcell\ny[0][0]", "%%warpcell -i b\n;", allow_errors=True)
    assert text(outputs[2]) == "tensor([[0.5000, 1.5000, 2.5000],\n        [3.5000, 4.5000, 5.5000]]) tensor([3, 3, 3, 3]) torch.Size([2, 3])\n"
    assert outputs[3][0].data["text/plain"] == "7"
    assert "DLPack's type code 4 with 16 bits" in outputs[4][-1].evalue


TABLE = "%%warpcell -i t -o t,u\ntable u = t.sort(\"-price\").with(\"twice\", t.sort(\"-price\")[\"price\"] * 2);\nt"
DATA = "{'city': ['Oslo', None, 'Tromsø'], 'price': [1.5, None, 4.0], 'n': [1, 2, 3]}"
TWICE = "[{'city': 'Tromsø', 'price': 4.0, 'n': 3, 'twice': 8.0}, {'city': 'Oslo', 'price': 1.5, 'n': 1, 'twice': 3.0}, {'city': None, 'price': None, 'n': 2, 'twice': None}]\n"


@PACKAGES["pyarrow"]
@pytest.mark.parametrize("package, call", [("pyarrow", "table"), pytest.param("pandas", "DataFrame", marks=PACKAGES["pandas"]),
                                           pytest.param("polars", "DataFrame", marks=PACKAGES["polars"])])
def test_tables_go_in_and_come_out(package, call):
    outputs = run(f"import {package}\nt = {package}.{call}({DATA})", TABLE, "print(type(u).__module__, u.to_pylist(), end='\\n')")
    shown = next(o["data"]["text/plain"] for o in outputs[1] if "data" in o)
    assert shown.startswith("t: 3 rows × 3 columns\n")
    assert text(outputs[2]) == "pyarrow.lib " + TWICE


@PACKAGES["pyarrow"]
def test_a_table_is_read_by_the_arrow_stream_it_gives():
    outputs = run("import pyarrow\nclass Stream:\n    columns = ['a']\n    def __arrow_c_stream__(self, requested_schema=None):\n"
                  "        return pyarrow.table({'a': [[1], [2]]} if bad else {'a': [1, 2]}).__arrow_c_stream__(requested_schema)\n"
                  "t = Stream()\nbad = False", "%%warpcell -i t\nt[\"a\"].sum()", "bad = True", "%%warpcell -i t\n;", allow_errors=True)
    assert outputs[1][0].data["text/plain"] == "3"
    assert "'a'" in "\n".join(outputs[3][0].traceback)


def test_tables_without_pyarrow_say_what_is_missing():
    outputs = run("import sys\nsys.modules['pyarrow'] = None\nclass Stream:\n    columns = ['a']\n    __arrow_c_stream__ = None\nt = Stream()", "%%warpcell -i t\n;",
                  "%%warpcell -o u\ntable u;", allow_errors=True)
    assert [o[-1].evalue for o in outputs[1:]] == ["tables between Python and a session need pyarrow: pip install pyarrow"] * 2
