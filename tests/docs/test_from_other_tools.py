# SPDX-License-Identifier: Apache-2.0
"""docs/from-other-tools.md: the Warpcell column runs, and the table counts the lines of the code below it."""

import os
import re
import subprocess

from paths import ROOT, built

PAGE = (ROOT / "docs/from-other-tools.md").read_text()
TOOLS = ["nvcc", "CuPy", "Numba", "CUDA.jl", "Warpcell"]
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tasks():
    """By task: {tool: code}."""
    parts = re.split(r"^## (?=\d\.)", PAGE, flags=re.MULTILINE)[1:]
    return [dict(BLOCK.findall(part)) for part in parts]


def lines(code):
    return len([line for line in code.splitlines() if line.strip()])


def table():
    """The rows of the table: [(lines, steps), ...] by tool."""
    rows = re.findall(r"^\| \d\. [^|]*\|(.*)\|$", PAGE, re.MULTILINE)
    return [[tuple(map(int, re.findall(r"\d+", cell))) for cell in row.split("|")] for row in rows]


def test_the_table_counts_the_lines():
    counted = [[lines(task.get(tool, "")) for tool in TOOLS] for task in tasks()]
    assert [[cell[0] for cell in row] for row in table()] == counted


def test_no_task_takes_more_lines_or_steps_than_elsewhere():
    for row in table():
        assert all(row[-1][0] <= cell[0] and row[-1][1] <= cell[1] for cell in row[:-1]), row


def test_the_column_of_warpcell_runs():
    code = "\n".join(task["Warpcell"] for task in tasks() if "Warpcell" in task)
    ended = subprocess.run([built("WARPCELL_REPL", "repl/warpcell"), "--device", "cpu"], input=code, capture_output=True,
                           text=True, timeout=200, env=dict(os.environ))
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("5\n5242880\n"), ended.stdout
    assert "no mistakes found" in ended.stdout
