# SPDX-License-Identifier: Apache-2.0
"""execute.py NOTEBOOK DIRECTORY: runs a notebook through its kernel and writes it, with outputs, to DIRECTORY.

The status is 1 if a cell failed; the cell and its error are on stderr and in the file written.
"""

import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def report(notebook, path):
    """Says which cell failed, and how."""
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                trace = "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
                print(f"\n{path}: cell {number} failed:\n\n{cell.source}\n", file=sys.stderr)
                print(trace if sys.stderr.isatty() else COLOUR.sub("", trace), file=sys.stderr)


def main():
    source, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    notebook = nbformat.read(source, as_version=4)
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "warpcell")
    client = NotebookClient(notebook, kernel_name=kernel, timeout=None,
                            resources={"metadata": {"path": str(source.resolve().parent)}})
    failed = None
    try:
        client.execute()
    except (CellExecutionError, DeadKernelError) as error:
        failed = error
    directory.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, directory / source.name)
    if isinstance(failed, DeadKernelError):
        print(f"{source}: the kernel died", file=sys.stderr)
    elif failed:
        report(notebook, source)
    print(f"wrote {directory / source.name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
