#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cuda_header.py OUT TEMPLATE RESULTS: <cuda.h>. The line `@results` of the template becomes the codes of driver_results.def."""
import pathlib
import re
import sys

out, template, results = map(pathlib.Path, sys.argv[1:])
codes = ["    CUDA_%s = %s," % (name, code) for code, name in re.findall(r"^R\((\d+), (\w+)\)", results.read_text(), re.M)]
lines = template.read_text().splitlines()
out.write_text("\n".join(line for given in lines for line in (codes if given == "@results" else [given])) + "\n")
