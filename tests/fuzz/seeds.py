#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py TESTS OUT: the inputs that fuzzing begins with, one file each, from the tests.

OUT/cells: every cell of tests/cells with the ones it may lean on, the cases of tests/lang, the programs.
OUT/ptx: the files of tests/ptx, and each of their kernels alone.
"""
import pathlib
import re
import shutil
import sys

CELLS_TOGETHER = 4


def cells_of(tests):
    for path in sorted((tests / "cells").glob("*.cell")):
        cells = [re.sub(r"^// (expect|error|report).*\n", "", cell, flags=re.M) for cell in path.read_text().split("//---\n")]
        for at in range(0, len(cells), CELLS_TOGETHER):
            yield f"{path.stem}-{at}", "//---\n".join(cells[at:at + CELLS_TOGETHER])
    for path in sorted((tests / "lang").glob("*.cell")):
        for number, case in enumerate(re.split(r"^====.*\n", path.read_text(), flags=re.M)[1:]):
            yield f"lang-{path.stem}-{number}", re.split(r"^>>>>.*\n", case, flags=re.M)[0]
    for path in sorted((tests / "programs").glob("*.cu")):
        yield f"program-{path.stem}", path.read_text()


def ptx_of(tests):
    for path in sorted((tests / "ptx").glob("*.ptx")):
        text = re.sub(r"^//.*\n", "", path.read_text(), flags=re.M)
        head, *functions = re.split(r"(?=^\.visible \.entry|^\s*// \.globl)", text, flags=re.M)
        yield path.stem, text
        for number, function in enumerate(functions):
            yield f"{path.stem}-{number}", head + function


def write(folder, seeds):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in seeds:
        (folder / name).write_text(text)


tests, out = map(pathlib.Path, sys.argv[1:])
write(out / "cells", cells_of(tests))
write(out / "ptx", ptx_of(tests))
