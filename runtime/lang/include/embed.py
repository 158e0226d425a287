# SPDX-License-Identifier: Apache-2.0
"""Writes the headers of this folder as a C table (struct header_text of lang.h): embed.py OUT HEADER..."""

import pathlib
import sys

ALIASES = {"exception": "stdexcept", "queue": "stack", "list": "deque", "unordered_set": "unordered_map"}


def quoted(text):
    lines = (line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines())
    return "\n".join(f'    "{line}\\n"' for line in lines)


def names(text):
    return next(line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("// names:"))


out, files = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
rows = [f'    {{"{f.stem}",\n{quoted(f.read_text())},\n     "{names(f.read_text())}"}},' for f in files]
rows += [f'    {{"{alias}", "#include <{of}>\\n", ""}},' for alias, of in ALIASES.items()]
out.write_text('#include "lang/lang.h"\n\nconst struct header_text lang_headers[] = {\n' + "\n".join(rows) + "\n    {0},\n};\n")
