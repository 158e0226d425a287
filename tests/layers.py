# SPDX-License-Identifier: Apache-2.0
"""The shape of the code, as tests (pytest tests/layers.py): which folder may include which, and the limits on length.

The diagram is in ARCHITECTURE.md. The compiler cannot check it: every folder of runtime/ is on the include path of all.
"""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]

# Each folder, and the folders of runtime/ whose headers it may include besides its own.
DIAG = {"diag", "base"}
SYNTAX = DIAG | {"lang/tree", "lang/text", "lang/parse"}
BELOW = {
    "base": set(),
    "x86": {"base"},
    "diag": {"base"},
    # The front end: tree (types, the typed tree, device definitions: what others see), text (lexer, preprocessor), parse, check
    # in six rooms (core, then complex, device and template, then class, then the root), and the root, where a cell goes through them all.
    "lang/tree": DIAG,
    "lang/text": DIAG | {"lang/tree"},
    "lang/parse": DIAG | {"lang/tree", "lang/text"},
    "lang/check/core": SYNTAX,
    "lang/check/device": SYNTAX | {"lang/check/core"},
    "lang/check/template": SYNTAX | {"lang/check/core"},
    "lang/check/complex": SYNTAX | {"lang/check/core"},
    "lang/check/class": SYNTAX | {"lang/check/core", "lang/check/complex", "lang/check/device", "lang/check/template"},
    "lang/check": SYNTAX | {"lang/check/core", "lang/check/complex", "lang/check/device", "lang/check/template", "lang/check/class"},
    "lang": SYNTAX | {"lang/check/core", "lang/check/device", "lang/check/template", "lang/check"},
    "ptx": DIAG,
    "compile": DIAG | {"lang", "lang/tree", "ptx"},
    "device": DIAG | {"ptx"},
    # The cpu device: code (what is executed), decode (PTX to code), exec (how it is executed), jit and native (in machine code), watch (observers),
    # and the root on top of them.
    "device/cpu/code": DIAG | {"device", "ptx"},
    "device/cpu/decode": DIAG | {"device", "ptx", "device/cpu/code"},
    "device/cpu/exec": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/watch"},
    "device/cpu/jit": DIAG | {"x86", "ptx", "device", "device/cpu/code", "device/cpu/exec"},
    "device/cpu/native": DIAG | {"x86", "ptx", "device", "device/cpu/code", "device/cpu/exec", "device/cpu/jit"},
    # What a numerical library does instead of a kernel of ours.
    "device/cpu/loops": DIAG,
    "device/cpu/library": DIAG | {"device", "device/cpu/exec", "device/cpu/loops"},
    "device/cpu/watch": DIAG | {"device", "ptx", "device/cpu/code"},
    "device/cpu/check/memory": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/watch"},
    "device/cpu/check": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/watch", "device/cpu", "device/cpu/check/memory"},
    "device/cpu/xray": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/watch", "device/cpu"},
    "device/cpu": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/decode", "device/cpu/exec", "device/cpu/jit", "device/cpu/library", "device/cpu/loops", "device/cpu/native", "device/cpu/watch"},
    "device/cuda/library": DIAG | {"device"},
    "device/cuda": DIAG | {"device", "ptx", "device/cuda/library"},
    # A CUDA driver library over the cpu device, for other tools' programs; wrap: the libraries in front of NVRTC and nvJitLink.
    # core: state, waiting, work, reports; the root: the entry points.
    "driver/core": DIAG | {"ptx", "device", "device/cuda", "device/cpu", "device/cpu/check"},
    "driver/wrap": DIAG | {"ptx", "driver/core"},
    "driver": DIAG | {"ptx", "device", "device/cuda", "device/cpu", "device/cpu/check", "driver/core"},
    # Tables of typed columns in host memory, and text in rows.
    "table": DIAG,
    "table/file": DIAG | {"table"},
    "array": DIAG | {"device"},
    # The debugger of kernels: an observer of the cpu device, and what front ends ask it.
    "debug": DIAG | {"device", "ptx", "device/cpu/code", "device/cpu/watch", "device/cpu"},
    "launch": DIAG | {"lang", "lang/tree", "compile", "array", "debug", "device", "ptx", "device/cpu/check", "device/cpu/xray"},
    "compute": DIAG | {"lang", "lang/tree", "launch", "compile", "array", "device"},
    "compute/learning": DIAG | {"launch", "compute", "array", "device"},
    "compute/across": DIAG | {"launch", "compute", "array", "device"},
    "display": DIAG | {"array", "table", "device", "."},  # "." is warpcell.h: an output is made in the form it leaves in
    # Host code: vm (bytecode, the interpreter, the program's memory), library, arrays and cuda (what programs call), gen (tree to bytecode),
    # jit (bytecode to machine code).
    "eval/vm": DIAG | {"lang", "lang/tree", "launch", "compute", "compute/across", "array", "device", "display", "."},
    "eval/library": DIAG | {"lang", "lang/tree", "launch", "compute", "compute/across", "array", "table", "device", "display", ".", "eval/vm"},
    "eval/arrays": DIAG | {"lang", "lang/tree", "launch", "compute", "compute/across", "compute/learning", "array", "device", "eval/vm", "eval/library"},
    "eval/table": DIAG | {"lang", "lang/tree", "launch", "table", "table/file", "array", "device", "display", "eval/vm", "eval/library"},
    "eval/cuda": DIAG | {"lang", "lang/tree", "compile", "launch", "compute", "array", "device", "eval/vm", "eval/library"},
    "eval/mpi": DIAG | {"lang", "lang/tree", "launch", "compute", "array", "device", "eval/vm", "eval/library", "eval/cuda"},
    "eval/gen": DIAG | {"lang", "lang/tree", "compute", "array", "eval/vm"},
    "eval/jit": DIAG | {"x86", "lang", "lang/tree", "eval/vm"},
    # What the debugger asks of host code, and the calls through which it stops.
    "eval/debug": DIAG | {"lang", "lang/tree", "debug", "array", "eval/vm"},
    "eval": DIAG | {"lang", "lang/tree", "launch", "device", "eval/vm", "eval/library", "eval/arrays", "eval/cuda", "eval/table", "eval/mpi", "eval/gen", "eval/jit", "eval/debug"},
    "exercise": DIAG,
    # Cells as a program of CUDA C++.
    "export": SYNTAX | {"lang", "compute"},
    # A session: cell (its state, the passes of a cell, its output), magics on top of that, and the root on top of both.
    "session/cell": DIAG | {"lang", "lang/tree", "compile", "launch", "device", "display", "eval", "eval/vm", "."},
    "magic": DIAG | {"lang", "lang/tree", "compile", "debug", "launch", "array", "device", "ptx", "display", "eval", "eval/vm", "exercise", "export", "session/cell", "."},
    "session": DIAG | {"lang", "lang/tree", "compile", "debug", "launch", "array", "device", "display", "eval", "eval/vm", "eval/library", "session/cell", "magic", "."},
}
# The kernel: wire (sockets, frames), iopub (what is published), core (threads, dispatch), messages (handlers), and the root.
KERNEL = {
    "wire": set(),
    "iopub": {"wire"},
    "core": {"wire", "iopub"},
    "messages": {"wire", "iopub", "core"},
    ".": {"wire", "iopub", "core", "messages"},
}
FOR_HANDLERS = {"core/handler.h", "core/history.h"}  # what the handlers of messages see of core
FILE_LINES, FUNCTION_LINES = 800, 100
# The loop of an interpreter is one function with a short case for each operation; cutting it up would hide that.
LOOPS = {("runtime/eval/vm/vm.c", "run")}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def sources(*folders):
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*"))]
    # runtime/lang/include is text of the language that the runtime runs, not a part of the runtime
    return [path for path in found if path.suffix in (".c", ".h", ".def") and "lang/include" not in str(path)]


def name(path):
    return str(path.relative_to(ROOT))


def included(path):
    return INCLUDE.findall(path.read_text())


def folder_of_header(path, header):
    """The folder of runtime/ that an included header is in; None: beside the file that includes it."""
    if (ROOT / "runtime" / header).exists():
        return str(pathlib.PurePath(header).parent)
    return None if (path.parent / header).exists() else "nowhere"


def room_of(folder):
    """The room that a folder is in: itself, or the nearest one above it that BELOW lists. "." is only itself."""
    while folder not in BELOW and "/" in folder:
        folder = folder.rsplit("/", 1)[0]
    return folder if folder in BELOW or folder == "." else None


def functions(path):
    """(name, lines) of every function body: in our format it opens and closes in the first column."""
    start, title = None, ""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        if line == "{" and start is None:
            start = number
            head = next((text for text in reversed(lines[:number]) if re.match(r"\w", text)), "")
            title = (re.findall(r"(\w+)\(", head) or ["?"])[0]
        elif line == "}" and start is not None:
            yield title, number - start - 1
            start = None


def below_the_session():
    """All of runtime/ but warpcell.h, which may include everything."""
    return [path for path in sources("runtime") if path.parent != ROOT / "runtime"]


@pytest.mark.parametrize("path", below_the_session(), ids=name)
def test_a_folder_includes_only_what_stands_below_it(path):
    room = room_of(str(path.parent.relative_to(ROOT / "runtime")))
    assert room, f"{path} is not in the diagram"
    wrong = {header: at for header in included(path) if (at := folder_of_header(path, header)) is not None
             and room_of(at) != room and room_of(at) not in BELOW[room]}
    assert not wrong


@pytest.mark.parametrize("path", sources("kernel", "repl"), ids=name)
def test_the_faces_see_only_the_session(path):
    wrong = [header for header in included(path)
             if (ROOT / "runtime" / header).exists() and header != "warpcell.h" and not (path.parent / header).exists()]
    assert not wrong
    assert not [header for header in included(path) if "../" in header]


def kernel_violations(room, headers):
    """The headers of kernel/ among these that a file of that room may not include."""
    ours = {header: str(pathlib.PurePath(header).parent) for header in headers if (ROOT / "kernel" / header).exists()}
    return [header for header, at in ours.items()
            if at not in KERNEL[room] | {room} or (room == "messages" and at == "core" and header not in FOR_HANDLERS)]


@pytest.mark.parametrize("path", sources("kernel"), ids=name)
def test_a_room_of_the_kernel_includes_only_what_is_below_it(path):
    assert not kernel_violations(str(path.parent.relative_to(ROOT / "kernel")), included(path))


def test_an_include_upwards_in_the_kernel_is_found():
    assert kernel_violations("core", ["wire/wire.h", "messages/messages.h"]) == ["messages/messages.h"]
    assert kernel_violations("messages", ["core/handler.h", "core/kernel.h"]) == ["core/kernel.h"]


@pytest.mark.parametrize("path", sources("runtime", "kernel", "repl"), ids=name)
def test_files_and_functions_are_short(path):
    lines = len(path.read_text().splitlines())
    assert lines <= FILE_LINES
    long = {title: length for title, length in functions(path)
            if length > FUNCTION_LINES and (name(path), title) not in LOOPS}
    assert not long


@pytest.mark.parametrize("path", sources("runtime", "kernel", "repl", "tests"), ids=name)
def test_the_first_line_is_the_licence(path):
    assert path.read_text().startswith("/* SPDX-License-Identifier: Apache-2.0 */\n")


OPCODE_RANGE = re.compile(r"[<>]=?\s*OP_[a-z]|OP_[a-z]\w*\s*[<>]=?[^<>]")


def opcode_ranges(text):
    return OPCODE_RANGE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("path", sources("runtime/device/cpu"), ids=name)
def test_what_an_opcode_does_is_read_from_its_row(path):
    """A test of a range of opcodes is a second place for a fact of code/opcodes.def."""
    assert not opcode_ranges(path.read_text())


def test_a_range_of_opcodes_is_found():
    assert opcode_ranges("if (op->code >= OP_bra && op->code <= OP_ret)")
    assert opcode_ranges("return OP_ld_global_u8 <= code;")
    assert not opcode_ranges("op->code == OP_join || k < OP_CODES")
