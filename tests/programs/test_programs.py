# SPDX-License-Identifier: Apache-2.0
"""Every NAME.cu here prints NAME.out: as a file, and as a cell. The expected output was made without Warpcell: by a C++
compiler with the kernels run as loops, or by hand."""
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = sorted(HERE.glob("*.cu"))


def run(folder, *command, text=""):
    for header in HERE.glob("*.h"):
        (folder / header.name).write_bytes(header.read_bytes())
    return subprocess.run(command, input=text, cwd=folder, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, NO_COLOR="1"))


def check(result, path):
    assert result.stderr == ""
    assert result.stdout == path.with_suffix(".out").read_text()
    assert result.returncode == 0


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_file(program, tmp_path, path):
    check(run(tmp_path, program, str(path)), path)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_cell(program, tmp_path, path):
    check(run(tmp_path, program, "-e", path.read_text()), path)


def test_arguments(program, tmp_path):
    result = run(tmp_path, program, str(HERE / "arguments.cu"), "-n", "4", "-v", "0x10")
    assert result.stdout == "0 16 32 48\n"
    assert result.returncode == 5
    result = run(tmp_path, program, str(HERE / "arguments.cu"), "-q")
    assert result.stderr.startswith("usage: ")
    assert result.returncode == 2


def test_input(program, tmp_path):
    (tmp_path / "sum.cu").write_text('#include <stdio.h>\n#include <iostream>\nint main() { int n, sum = 0; char word[20];\n'
                                     'printf("how many? "); scanf("%d", &n);\n'
                                     'for (int i = 0, x; i < n; i++) { std::cin >> x; sum += x; }\n'
                                     'printf("%d %d\\n", sum, scanf("%19s", word)); puts(word); }\n')
    result = run(tmp_path, program, "sum.cu", text="3\n10 20\n30\nend")
    assert result.stdout == "how many? 60 1\nend\n"
