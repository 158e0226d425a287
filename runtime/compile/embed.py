# SPDX-License-Identifier: Apache-2.0
"""Texts of device code as C: embed.py NAME OUT FILE... makes the table NAME of {name, text}.

A line #include "PATH", relative to the file, is replaced by the header, less its comments and its own includes: a header that
the host reads too (lang/include) stands where kernels read it.
"""
import pathlib
import re
import sys


def lines_of(path):
    for line in path.read_text().splitlines():
        include = re.fullmatch(r'#include "(.*)"', line)
        if include:
            header = (path.parent / include[1]).read_text().splitlines()
            yield from (each for each in header if not each.startswith(("//", "#include")))
        else:
            yield line


with open(sys.argv[2], "w") as out:
    out.write(f"static const struct {{\n    const char *name, *text;\n}} {sys.argv[1]}[] = {{\n")
    for path in map(pathlib.Path, sys.argv[3:]):
        out.write(f'    {{"{path.stem}",\n')
        for line in lines_of(path):
            escaped = line.replace("\\", "\\\\").replace('"', '\\"')
            out.write(f'     "{escaped}\\n"\n')
        out.write("    },\n")
    out.write("};\n")
