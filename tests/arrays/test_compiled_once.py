# SPDX-License-Identifier: Apache-2.0
"""The first use of an expression costs one compile; later ones, also of another array and in another session, cost none."""
import os
import re
import subprocess

SET_UP = "device float x[1000] = 1.0f, y[1000] = 2.0f, z[500]; float a = 3;\n"


def table(program, cache, code):
    """The table of launches as rows {title: text}; an empty cell at a row's end is left out."""
    ran = subprocess.run([program, "-t", "-e", SET_UP + code], capture_output=True, text=True, timeout=120,
                         env=dict(os.environ, NO_COLOR="1", WARPCELL_CACHE_DIR=str(cache)))
    assert ran.returncode == 0, ran.stderr
    lines = [re.split(r"\s{2,}", line.strip()) for line in ran.stdout.splitlines() if "  " in line and "─" not in line]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def test_one_compile(program, tmp_path):
    [row] = table(program, tmp_path, "for (int i = 0; i < 5; i++) y = a * x + y;")
    assert row["kernel"] == "y = a * x + y" and row["calls"] == "5" and row["compiled in"]


def test_the_same_structure_is_the_same_kernel(program, tmp_path):
    first, last = table(program, tmp_path, "y = a * x + y;\nx = a * y + x;")
    assert first["compiled in"] and "compiled in" not in last


def test_the_next_session_compiles_nothing(program, tmp_path):
    assert "compiled in" in table(program, tmp_path, "y = a * x + y;")[0]
    assert "compiled in" not in table(program, tmp_path, "y = a * x + y;")[0]
    assert "compiled in" not in table(program, tmp_path, "x = a * y + x;")[0]
