#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py OUT FILE...: the headers of this folder as a C table, see include.c."""
import pathlib
import sys


def literal(line):
    return '        "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")


out, *files = map(pathlib.Path, sys.argv[1:])
rows = ['/* Made by embed.py. */', '#include "lang/preprocess_impl.h"', '', 'const struct header_text header_texts[] = {']
for path in files:
    rows.append('    {"%s",' % path.name)
    rows += [literal(line) for line in path.read_text().splitlines()]
    rows.append('    },')
rows += ['    {NULL, NULL},', '};', '']
out.write_text("\n".join(rows))
