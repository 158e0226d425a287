# SPDX-License-Identifier: Apache-2.0
"""Texts of device code as C: embed.py NAME OUT FILE... makes the table NAME of {name, text}."""
import pathlib
import sys

with open(sys.argv[2], "w") as out:
    out.write(f"static const struct {{\n    const char *name, *text;\n}} {sys.argv[1]}[] = {{\n")
    for path in map(pathlib.Path, sys.argv[3:]):
        out.write(f'    {{"{path.stem}",\n')
        for line in path.read_text().splitlines():
            escaped = line.replace("\\", "\\\\").replace('"', '\\"')
            out.write(f'     "{escaped}\\n"\n')
        out.write("    },\n")
    out.write("};\n")
