#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py TESTS OUT: the inputs that fuzzing begins with, one file each, from the tests.

OUT/cells: every cell of tests/cells with the ones it may lean on, the cases of tests/lang, the programs.
OUT/ptx: the files of tests/ptx, and each of their kernels alone.
OUT/debug: messages to the debugger: those of fuzz/debug.txt, and the sessions of tests/debug as lines of a debug console.
OUT/tables: Arrow files and text in rows.
OUT/arrays: .npy files of every type and order, and archives of them.
OUT/images: fatbins with one of these files, as it is and in an LZ4 block, and an ELF file with PTX behind it.
"""
import io
import json
import pathlib
import re
import shutil
import struct
import sys
import zipfile

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
    for path in sorted((tests / "programs").glob("*.c")):
        yield f"program-{path.stem}", "%std c11\n//---\n" + path.read_text()


def ptx_of(tests):
    for path in sorted((tests / "ptx").glob("*.ptx")):
        text = re.sub(r"^//.*\n", "", path.read_text(), flags=re.M)
        head, *functions = re.split(r"(?=^\.visible \.entry|^\s*// \.globl)", text, flags=re.M)
        yield path.stem, text
        for number, function in enumerate(functions):
            yield f"{path.stem}-{number}", head + function


def lz4_literals(text):
    """An LZ4 block that repeats nothing."""
    length = b"\xf0" + b"\xff" * ((len(text) - 15) // 255) + bytes([(len(text) - 15) % 255])
    return length + text


def fatbin(payload, flags, unpacked):
    entry = struct.pack("<HHIQIIHHIIIQQQ", 1, 0x101, 64, len(payload), len(payload), 0, 0, 9, 75, 0, 0, flags, 0, unpacked)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entry) + len(payload)) + entry + payload


def tables_of(tests):
    yield from ((path.name, path.read_bytes()) for path in sorted((tests / "tables/samples").iterdir()))
    yield "words", b'city,price,n,day,ok\nOslo,1.5,1,2024-01-01,true\n"a ""b""\nc",,NA,,\nBergen,2,3,2024-02-29T10:30:05.25Z,false\n'
    yield "quoted", '"id"\t"n""te"\n1\t"tab\there"\n2\t"Tromsø ""å"""\n-3\t\n'.encode()
    yield "times", b"at;day;x\n2024-02-29 10:30:00;1969-12-31;-1e-300\n;NA;inf\n0001-01-01T00:00:00.000001Z;9999-12-31;nan\n"
    rows = struct.pack("<i?fqq2sI", 1, True, 1.5, 19782, 10**15, b"ab", 0xe5) + struct.pack("<i?fqq2sI", -2, False, float("nan"), -2**63, -2**63, b"", 0)
    fields = [("n", "<i4"), ("ok", "|b1"), ("it's", "<f4"), ("day", "<M8[D]"), ("at", "<M8[us]"), ("s", "|S2"), ("u", "<U1")]
    yield "records.npy", npy(fields, (2,), False, rows)
    yield "aligned.npy", npy([("a", "|i1"), ("", "|V3"), ("b", "<f2"), ("", "|V2"), ("c", "<u8")], (1,), False, bytes(16), 3)
    yield "matrix.npy", npy("<f8", (2, 3), True, bytes(48), 2)
    yield "numbers", b"1;2\r\n3;4\r\n\r\n5;6"


def npy(descr, shape, order, elements, version=1):
    header = repr({"descr": descr, "fortran_order": order, "shape": shape}).encode() + b" "
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(header) + 1) + header + b"\n" + elements


def arrays_of():
    """Elements are the bytes from 0 on."""
    arrays = {"float": npy("<f4", (2, 3), False, bytes(range(24))), "complex": npy("<c8", (2,), False, bytes(range(16))),
              "complex128": npy("<c16", (1, 2), True, bytes(range(32))), "bytes": npy("|u1", (2, 2, 2, 2), True, bytes(range(16)), 2),
              "half": npy("<f2", (), False, b"12", 3), "bfloat": npy("<V2", (2,), False, b"1234"), "bool": npy("|b1", (0, 3), False, b""), "big": npy(">i8", (1,), False, bytes(8)),
              "struct": npy([("a", "<f4"), ("b", "<i4")], (1,), False, bytes(8))}
    yield from arrays.items()
    for name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", method) as archive:
            for member in ("complex", "float"):
                archive.writestr(zipfile.ZipInfo(("a" if member == "complex" and name == "stored" else "b") + ".npy"), arrays[member], method)
                if name == "deflated":
                    break
        yield name, file.getvalue()


def images_of(tests):
    for path in sorted((tests / "ptx").glob("*.ptx"))[:8]:
        text = path.read_bytes()
        yield f"{path.stem}-plain", fatbin(text, 1, 0)
        yield f"{path.stem}-lz4", fatbin(lz4_literals(text), 0x2001, len(text))
        yield f"{path.stem}-two", fatbin(text, 1, 0)[:16] + fatbin(text, 1, 0)[16:] * 2
        yield f"{path.stem}-elf", b"\x7fELF\x02\x01\x01" + bytes(57) + b"WCPTX\0\0\1" + text
        yield path.stem, text


def debug_of(tests):
    begin, *cases = (tests / "fuzz/debug.txt").read_text().split("//---\n")
    for number, case in enumerate(cases):
        yield f"case-{number}", begin + case
    for path in sorted((tests / "debug/sessions").glob("*.txt")):
        commands = re.findall(r"^\(debug\) (.+)$", path.read_text(), flags=re.M)
        lines = (f"evaluate {json.dumps({'expression': command, 'context': 'repl'})}\n" for command in commands)
        yield f"session-{path.stem}", begin + "".join(lines)


def write(folder, seeds):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in seeds:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


tests, out = map(pathlib.Path, sys.argv[1:])
write(out / "cells", cells_of(tests))
write(out / "ptx", ptx_of(tests))
write(out / "images", images_of(tests))
write(out / "tables", tables_of(tests))
write(out / "arrays", arrays_of())
write(out / "debug", debug_of(tests))
