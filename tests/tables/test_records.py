# SPDX-License-Identifier: Apache-2.0
""".npy files as tables: structured arrays of every type, aligned ones, plain arrays; what NumPy reads of ours; the texts of errors."""
import os
import subprocess

import numpy as np
import pytest

KINDS = [("n", "i4"), ("it's", "f2"), ("u", "u2"), ("s", "U6"), ("b", "S4"), ("d", "M8[D]"), ("t", "M8[ns]"), ("ok", "?"), ("å\n", "f8")]
ROWS = [(1, .5, 1, "Oslo", b"x", "2024-02-29", "2024-02-29T10:30:05.25", True, 1), (-2, np.nan, 2, "", b"", "NaT", "NaT", False, 2),
        (3, 2, 65535, "Tromsø", b"abcd", "1960-01-01", "1960-01-01", True, np.nan)]
TEXT = """\
n,it's,u,s,b,d,t,ok,"å
"
1,0.5,1,Oslo,x,2024-02-29,2024-02-29T10:30:05.25,true,1.0
-2,,2,,,,,false,2.0
3,2.0,65535,Tromsø,abcd,1960-01-01,1960-01-01T00:00:00,true,
"""


def execute(program, folder, code):
    return subprocess.run([program, "-q", "-e", code], cwd=folder, capture_output=True, text=True, timeout=120)


def through(program, folder, array):
    """The array as a table: its text, and what NumPy reads of the file that the table is saved to."""
    np.save(folder / "a.npy", array)
    done = execute(program, folder, 'table t = load("a.npy"); t.save("a.csv"); t.save("b.npy");')
    assert done.stderr == ""
    return (folder / "a.csv").read_text(), np.load(folder / "b.npy")


def test_structured_arrays(program, tmp_path):
    text, back = through(program, tmp_path, np.array(ROWS, KINDS))
    assert text == TEXT
    assert back.dtype == [("n", "i8"), ("it's", "f8"), ("u", "i8"), ("s", "U6"), ("b", "U4"), ("d", "M8[D]"), ("t", "M8[us]"), ("ok", "?"), ("å\n", "f8")]
    assert back["s"].tolist() == ["Oslo", "", "Tromsø"] and back["n"].tolist() == [1, -2, 3] and np.isnat(back["t"]).tolist() == [False, True, False]
    again, same = through(program, tmp_path, back)
    assert again == TEXT and same.tobytes() == back.tobytes()
    text, _ = through(program, tmp_path, np.zeros(2, np.dtype([("a", "i1"), ("b", "f8"), ("c", "i2")], align=True)))
    assert text == "a,b,c\n0,0.0,0\n0,0.0,0\n"
    assert through(program, tmp_path, np.array(ROWS, KINDS)[:0])[0] == TEXT.split("\n1,")[0] + "\n"


@pytest.mark.parametrize("kind", ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"])
def test_plain_arrays(program, tmp_path, kind):
    numbers = np.arange(6).astype(kind).reshape(2, 3)
    for array in numbers, np.asfortranarray(numbers), numbers[:1], numbers[:, :1], numbers[:0]:
        text, back = through(program, tmp_path, array)
        assert np.array_equal(np.stack([back[name] for name in back.dtype.names], 1), array), text
    assert through(program, tmp_path, numbers[0])[0].split() == ["column_0", *(str(n).lower() for n in numbers[0])]
    assert through(program, tmp_path, numbers[:, :0])[0] == "" and through(program, tmp_path, numbers[0, 1].reshape(()))[0].startswith("column_0\n")


def test_times(program, tmp_path):
    for unit, text in {"h": "1969-12-31T23:00:00", "m": "1969-12-31T23:59:00", "s": "1969-12-31T23:59:59", "ms": "1969-12-31T23:59:59.999", "us": "1969-12-31T23:59:59.999999",
                       "ns": "1969-12-31T23:59:59.999999", "D": "1969-12-31"}.items():
        assert through(program, tmp_path, np.array([-1], f"M8[{unit}]"))[0] == f"column_0\n{text}\n"


def test_missing_ints_and_bools_become_floats(program, tmp_path):
    (tmp_path / "x.csv").write_text("i,b,w\n1,true,\n,,\n9007199254740993,false,\n")
    assert execute(program, tmp_path, 'table t = load("x.csv"); t.save("x.npy"); t.slice(0, 1).save("y.npy");').stderr == ""
    x, y = np.load(tmp_path / "x.npy"), np.load(tmp_path / "y.npy")
    assert x.dtype["i"] == "f8" and x.dtype["b"] == "f8" and np.isnan(x["i"][1]) and x["b"].tolist()[::2] == [1, 0]
    assert y.dtype["i"] == "i8" and y.dtype["b"] == "?"


def test_many_rows(program, tmp_path):
    r = np.random.default_rng(0)
    rows = np.zeros(100_000, [("a", "i8"), ("x", "f8"), ("s", "U5")])
    rows["a"], rows["x"], rows["s"] = r.integers(-2**62, 2**62, len(rows)), r.random(len(rows)), [f"w{i % 1000}" for i in range(len(rows))]
    assert np.array_equal(through(program, tmp_path, rows)[1].astype(rows.dtype), rows)


REFUSED = [
    (np.zeros(2, "c8"), "column 'column_0' of 'a.npy' has the type '<c8', which tables do not have"),
    (np.zeros(2, ">i4"), "column 'column_0' of 'a.npy' has the type '>i4', which tables do not have"),
    (np.zeros(2, [("a", "i4"), ("b", "m8[s]")]), "column 'b' of 'a.npy' has the type '<m8[s]', which tables do not have"),
    (np.zeros(2, "M8[Y]"), "column 'column_0' of 'a.npy' has the type '<M8[Y]', which tables do not have"),
    (np.zeros(2, [("a", "i4", (3,))]), "column 'a' of 'a.npy' has the type 'an array in each row', which tables do not have"),
    (np.zeros(2, [("a", [("b", "i4")])]), "column 'a' of 'a.npy' has the type 'a structure', which tables do not have"),
    (np.zeros((2, 2, 2)), "'a.npy' cannot be read: it has more than two axes, and a table has rows and columns"),
    (np.zeros((2, 2), [("a", "i4")]), "'a.npy' cannot be read: its records have two axes, and the rows of a table have one"),
    (np.array([2**63], "u8"), "column 'column_0' of 'a.npy' has a number above 2^63 - 1"),
    (np.array([0xd800, 0x61], "u4").view("U2"), "'a.npy' cannot be read: column 'column_0' has a string that is not Unicode"),
]


@pytest.mark.parametrize("array, text", REFUSED)
def test_refused(program, tmp_path, array, text):
    np.save(tmp_path / "a.npy", array)
    assert execute(program, tmp_path, 'table t = load("a.npy");').stderr.splitlines()[0].split(": ", 1)[1] == text


DAMAGED = [
    (lambda b: b[:5], "not a .npy file"), (lambda b: b"x" + b[1:], "not a .npy file"), (lambda b: b[:6] + b"\4" + b[7:], "its format version is newer than 3.0"),
    (lambda b: b[:40], "the file is truncated"), (lambda b: b[:-1], "it has fewer elements than its shape requires"),
    (lambda b: b.replace(b"'descr'", b"'other'"), "its header is damaged"), (lambda b: b.replace(b"'b', ", b"'b'; "), "its header is damaged"),
    (lambda b: b.replace(b"(2,)", b"(-2)"), "its header is damaged"),
    (lambda b: b.replace(b"(2,), }" + b" " * 12, b"(9999999999999,), }"), "it has too many rows"), (lambda b: b"", "is empty"),
]


def test_names(program, tmp_path):
    """Those that a file has twice, and columns without one, are named as in text."""
    np.save(tmp_path / "a.npy", np.zeros(1, [("a", "i4"), ("b", "i4"), ("c", "i4")]))
    (tmp_path / "a.npy").write_bytes((tmp_path / "a.npy").read_bytes().replace(b"'b'", b"'a'").replace(b"('c', ", b"('' , "))
    assert execute(program, tmp_path, 'table t = load("a.npy"); t.save("a.csv");').stderr == ""
    assert (tmp_path / "a.csv").read_text() == "a,a_2,column_2\n0,0,0\n"


@pytest.mark.parametrize("damage, text", DAMAGED)
def test_damaged(program, tmp_path, damage, text):
    np.save(tmp_path / "a.npy", np.zeros(2, [("a", "i4"), ("b", "f8")]))
    (tmp_path / "a.npy").write_bytes(damage((tmp_path / "a.npy").read_bytes()))
    first = execute(program, tmp_path, 'table t = load("a.npy");').stderr.splitlines()[0]
    assert first in (f"error: 'a.npy' cannot be read: {text}", f"error: 'a.npy' {text}")
    assert execute(program, tmp_path, 'table t = load("none.npy");').stderr.startswith("error: 'none.npy' cannot be read: No such file or directory\n")
    assert execute(program, tmp_path, 'table t; t.save("none/x.npy");').stderr.startswith("error: 'none/x.npy' cannot be written: No such file or directory\n")
