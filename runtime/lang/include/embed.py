#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py OUT FILE...: the headers of this folder as a C table (struct header_text in preprocess.h). One that has a line
`// names: ...` is of the C++ library: it is read once in a session, and lists what it defines in std (headers.c). The others
are text for whoever includes them (include.c)."""
import pathlib
import sys

ALIASES = {"cerrno": "errno.h", "csignal": "signal.h", "clocale": "locale.h", "cfenv": "fenv.h", "exception": "stdexcept", "queue": "stack", "unordered_set": "unordered_map",
           "mutex": "thread", "shared_mutex": "thread", "condition_variable": "thread", "future": "thread",
           "latch": "thread", "barrier": "thread", "semaphore": "thread", "stop_token": "thread",
           "mma": "cuda_fp16", "cuda/stream": "cuda_stream", "cuda/stream_ref": "cuda_stream", "cuda/devices": "cuda_stream",
           "cuda/buffer": "cuda_buffer", "cuda/algorithm": "cuda_buffer", "cuda/memory_pool": "cuda_buffer", "cuda/memory_resource": "cuda_buffer"}
TEXT_ALIASES = {"cuda_hierarchy.h": "cuda_launch.h", "cuda_iterator.h": "thrust/device_vector.h"}
RENAMED = {"complex_functions.h": "complex.h"}  # whose names other headers of ours have


def literal(line):
    return '        "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")


out, *files = map(pathlib.Path, sys.argv[1:])
rows = ['/* Made by embed.py. */', '#include "lang/text/preprocess.h"', '', 'const struct header_text header_texts[] = {']
for path in files:
    lines = path.read_text().splitlines()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("// names:")]
    rows.append('    {"%s", %s,' % (path.stem if names else RENAMED.get(path.name, path.name), '"%s"' % names[0] if names else "NULL"))
    rows += [literal(line) for line in lines]
    rows.append('    },')
rows += ['    {"%s", "", "#include <%s>\\n"},' % row for row in ALIASES.items()]
rows += ['    {"%s", NULL, "#include <%s>\\n"},' % row for row in TEXT_ALIASES.items()]
rows += ['    {NULL, NULL, NULL},', '};', '']
out.write_text("\n".join(rows))
