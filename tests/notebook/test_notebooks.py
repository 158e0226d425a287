# SPDX-License-Identifier: Apache-2.0
"""Every notebook of ours runs from top to bottom through nbclient and the installed kernel."""

import base64
import shutil
import struct
import subprocess
import sys

import nbformat
import pytest
from notebooks import notebook_of, outputs_of
from paths import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def pictures(notebook):
    return [base64.b64decode(output.data["image/png"]) for output in outputs_of(notebook)
            if "image/png" in output.get("data", {})]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, executed):
    if "%ranks" in path.read_text() and not shutil.which("mpirun"):
        pytest.skip("mpirun is not installed")
    notebook = executed(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code and all(cell.execution_count for cell in code)
    for cell in code:
        errors = [output for output in cell.outputs if output.output_type == "error"]
        expected = "raises-exception" in cell.metadata.get("tags", [])
        assert bool(errors) == expected, cell.source
    for picture in pictures(notebook):
        assert picture.startswith(b"\x89PNG\r\n\x1a\n") and min(struct.unpack(">II", picture[16:24])) > 0
    nbformat.validate(notebook)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_for_this_kernel_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata.kernelspec.name == "warpcell" and notebook.metadata.kernelspec.language == "cuda"
    assert not outputs_of(notebook)
    assert not [c.source for c in notebook.cells if "/tmp/" in c.source], "two users have one temporary folder"


def run_script(tmp_path, *cells):
    path = tmp_path / "cells.ipynb"
    nbformat.write(notebook_of(*cells), path)
    ended = subprocess.run([sys.executable, ROOT / "scripts/execute.py", path, tmp_path / "out"],
                           capture_output=True, text=True, timeout=120)
    return ended, nbformat.read(tmp_path / "out/cells.ipynb", as_version=4)


def test_execute_writes_the_outputs(tmp_path):
    ended, notebook = run_script(tmp_path, 'printf("hello\\n");', "6 * 7")
    assert ended.returncode == 0, ended.stderr
    assert outputs_of(notebook)[0].text == "hello\n" and outputs_of(notebook)[1].data["text/plain"] == "42"


def test_execute_says_which_cell_failed_and_how(tmp_path):
    ended, notebook = run_script(tmp_path, 'printf("before\\n");', "int x = undefined_name;", 'printf("after\\n");')
    assert ended.returncode == 1
    assert "cell 2 failed" in ended.stderr and "undefined_name" in ended.stderr and "^" in ended.stderr
    assert [output.output_type for output in outputs_of(notebook)] == ["stream", "error"]
