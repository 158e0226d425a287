# SPDX-License-Identifier: Apache-2.0
"""The kernels' texts as C: embed.py OUT FILE..."""
import pathlib
import sys

with open(sys.argv[1], "w") as out:
    out.write("struct library_file {\n    const char *name, *text;\n};\n\n")
    out.write("static const struct library_file library_files[] = {\n")
    for path in map(pathlib.Path, sys.argv[2:]):
        out.write(f'    {{"{path.stem}",\n')
        for line in path.read_text().splitlines():
            escaped = line.replace("\\", "\\\\").replace('"', '\\"')
            out.write(f'     "{escaped}\\n"\n')
        out.write("    },\n")
    out.write("};\n")
