# SPDX-License-Identifier: Apache-2.0
"""Cells run as a session and as the program that %export makes of them: what both print, and what is not exported."""
import dataclasses
import json
import pathlib
import re
import subprocess

ARRAY_SUMMARY = re.compile(r"^(?:(\w+): )?[\w ]+ \[[\d, ]*\] on ")
ARRAY_VALUES = re.compile(r"^(?:\w+: )?\[(\d+(?:, \d+)*)\]$")
TIMES = re.compile(r"wall .* processor .*|.*\bin \d+ launch(es)?$")


@dataclasses.dataclass
class Exported:
    printed: str  # by the session, without summaries of arrays
    text: str     # the program
    notes: list   # "cell 2:1: not exported: ..."


def run(warpcell, *arguments, cwd):
    return subprocess.run([warpcell, *arguments], cwd=cwd, capture_output=True, text=True, timeout=600)


def export(warpcell, cells, folder, name="program"):
    """Runs the cells as a file of cells, exports them, and returns what happened."""
    script = folder / f"{name}_cells.cu"
    program = folder / f"{name}.cu"
    script.write_text("".join(f"// %%\n{cell}\n" for cell in [*cells, f"%export {program}"]))
    done = run(warpcell, "--json", str(script), cwd=folder)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    errors = [line for line in lines if line["type"] == "error"]
    assert not errors, errors[0]
    printed, notes = "", []
    for line in lines:
        if line["type"] == "stream" and line["name"] == "stdout":
            printed += line["text"]
        elif line["type"] == "result":
            text = line["data"].get("text/plain", "")
            if not ARRAY_SUMMARY.match(text):
                printed += text if text.endswith("\n") else text + "\n"
    printed, said = re.split(f"(?:Writing|Overwriting) {re.escape(str(program))}\n", printed)
    return Exported(printed, program.read_text(), said.splitlines())


def without_arrays(text):
    """What a program prints, without the values of arrays, which a session summarises."""
    kept, lines = [], iter(text.split("\n"))
    for line in lines:
        shape = ARRAY_VALUES.match(line)
        if not shape:
            kept.append(line)
            continue
        extents = [int(n) for n in shape[1].split(", ")]
        count = extents[0] if len(extents) == 2 else -(-min(extents[0], 64) // 16)
        more = len(extents) == 2 and extents[0] > 10 or len(extents) == 1 and extents[0] > 64
        for _ in range(min(count, 10) + more):
            next(lines)
    return "\n".join(kept)


def without_times(text):
    return "\n".join(line for line in text.split("\n") if not TIMES.fullmatch(line))


def compile_with(nvcc, program, output):
    return subprocess.run([nvcc, "-std=c++17", *flags_of(program.read_text()), "-o", str(output), str(program)],
                          cwd=program.parent, capture_output=True, text=True, timeout=600)


def flags_of(text):
    """The flags of the line that the program's first comment gives."""
    return re.search(r"nvcc -std=c\+\+17 (.*)-o ", text)[1].split()


def notebook_cells(path):
    """The code of a notebook, less the cells that are meant to fail."""
    for cell in json.loads(pathlib.Path(path).read_text())["cells"]:
        fails = "raises-exception" in cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and not fails:
            yield "".join(cell["source"])


def cells_of(path):
    """The cells of a test of tests/cells, less those that fail and those that use kept results."""
    for cell in pathlib.Path(path).read_text().split("//---\n"):
        other = re.search(r"^// *(gpu )?(error|incomplete|report)|^[^/\n]*\b_\d*\b", cell, re.M)
        if not other and not cell.lstrip().startswith("%%"):
            yield "\n".join(line for line in cell.split("\n") if not line.startswith("// expect"))
