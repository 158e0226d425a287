# SPDX-License-Identifier: Apache-2.0
"""Arrow files: those that pyarrow and Polars have written (samples/), our own, and damaged ones. Parquet: with pyarrow where it is installed, and by a
stand-in for Python."""
import os
import pathlib
import subprocess

import pytest

SAMPLES = pathlib.Path(__file__).resolve().parent / "samples"
ROWS = """\
i,u,f,s,d,day,t,b,n,h,v
1,1,0.5,x,p,2024-02-29,2024-01-01T10:30:00.25,true,,1.5,x
,2,,,q,,,,,2.0,
-3,200,-2.25,more than twelve bytes,p,1960-01-01,1960-01-01T00:00:00,false,,,more than twelve bytes
"""


def execute(program, folder, code, **env):
    return subprocess.run([program, "-q", "-e", code], cwd=folder, capture_output=True, text=True, timeout=120, env=dict(os.environ, **env))


def as_text(program, folder, path):
    done = execute(program, folder, f'table t = load("{path}"); t.save("t.csv");')
    assert done.stderr == ""
    return (folder / "t.csv").read_text()


@pytest.mark.parametrize("name", ["pyarrow-uncompressed.feather", "pyarrow-lz4.feather", "pyarrow-zstd.feather"])
def test_files_of_pyarrow(program, tmp_path, name):
    assert as_text(program, tmp_path, SAMPLES / name) == ROWS


def test_a_stream_of_two_batches(program, tmp_path):
    head, rows = ROWS.split("\n", 1)
    assert as_text(program, tmp_path, SAMPLES / "pyarrow-stream.arrows") == head + "\n" + rows + rows


def test_a_file_of_polars(program, tmp_path):
    assert as_text(program, tmp_path, SAMPLES / "polars.arrow") == "i,s,day\n1,x,2024-02-29\n,more than twelve bytes,\n"


def test_our_own_files(program, tmp_path):
    execute(program, tmp_path, f'table t = load("{SAMPLES}/pyarrow-zstd.feather"); t.save("a.arrow"); t.head(0).save("b.arrow"); table u; u.save("c.arrow");')
    assert as_text(program, tmp_path, "a.arrow") == ROWS
    assert as_text(program, tmp_path, "b.arrow") == ROWS.split("\n")[0] + "\n"
    assert as_text(program, tmp_path, "c.arrow") == ""
    rows = 100_000
    (tmp_path / "x.csv").write_text("a,b\n" + "".join(f"{i},w{i % 1000}\n" if i % 7 else ",\n" for i in range(rows)))
    execute(program, tmp_path, 'table t = load("x.csv"); t.save("x.arrow");')
    assert as_text(program, tmp_path, "x.arrow") == (tmp_path / "x.csv").read_text()


def test_pyarrow_reads_ours(program, tmp_path):
    feather = pytest.importorskip("pyarrow.feather")
    assert as_text(program, tmp_path, SAMPLES / "pyarrow-zstd.feather")
    execute(program, tmp_path, f'table t = load("{SAMPLES}/pyarrow-zstd.feather"); t.save("a.arrow"); t.save("a.parquet");')
    assert feather.read_table(tmp_path / "a.arrow").column("s").to_pylist() == ["x", None, "more than twelve bytes"]
    assert as_text(program, tmp_path, "a.parquet") == ROWS


def message(program, folder, code, **env):
    done = execute(program, folder, code, **env)
    assert done.returncode == 1 and done.stdout == ""
    return done.stderr.splitlines()[0].split(": ", 1)[1]


def test_damaged_files(program, tmp_path):
    whole = (SAMPLES / "pyarrow-uncompressed.feather").read_bytes()
    for name, data, text in [("short", whole[:-1], "'short.arrow' is not a whole Arrow file: its end is missing"),
                             ("stream", whole[8:200], "'stream.arrow' is not a whole Arrow file: a message is longer than the file"),
                             ("footer", whole[:-10] + b"\xff\xff\xff\x7f" + whole[-6:], "'footer.arrow' is not a whole Arrow file: its footer is longer than the file"),
                             ("words", b"a,b\n1,2\n3,4\n", "'words.arrow' is not a whole Arrow file: a message is longer than the file"),
                             ("empty", b"", "'empty.arrow' is empty")]:
        (tmp_path / f"{name}.arrow").write_bytes(data)
        assert message(program, tmp_path, f'table t = load("{name}.arrow");') == text
    assert message(program, tmp_path, f'table t = load("{SAMPLES}/nested.feather");') == \
        f"column 'l' of '{SAMPLES}/nested.feather' is of Arrow's type List, which tables do not have"


def test_parquet_without_pyarrow(program, tmp_path):
    """A Python that lacks pyarrow, then one that fails, then none."""
    (tmp_path / "x.parquet").write_bytes(b"x")
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin/python3"
    env = dict(VIRTUAL_ENV=str(tmp_path), CONDA_PREFIX=str(tmp_path), PATH=f"{tmp_path}/bin:/nowhere")
    for script, text in [("exit 77", "'x.parquet' cannot be read: no Python with pyarrow was found"), ("echo it is damaged >&2; exit 1", "'x.parquet' cannot be read: it is damaged")]:
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
        assert message(program, tmp_path, 'table t = load("x.parquet");', **env) == text
    assert message(program, tmp_path, 'table t = load("none.parquet");', **env) == "'none.parquet' cannot be read: No such file or directory"
    python.write_text("#!/bin/sh\necho disk full >&2; exit 1\n")
    assert message(program, tmp_path, f'table t = load("{SAMPLES}/polars.arrow"); t.save("y.parquet");', **env) == "'y.parquet' cannot be written: disk full"
