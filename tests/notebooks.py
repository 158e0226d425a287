# SPDX-License-Identifier: Apache-2.0
"""Notebooks for tests: made of cells, and executed by nbclient."""

import nbformat
from nbclient import NotebookClient

SPEC = {"name": "warpcell", "display_name": "CUDA C (Warpcell)", "language": "cuda"}


def notebook_of(*cells, tags=(), spec=SPEC):
    """A notebook of code cells; the tags are the first cell's."""
    made = [nbformat.v4.new_code_cell(cell) for cell in cells]
    made[0].metadata["tags"] = list(tags)
    return nbformat.v4.new_notebook(metadata={"kernelspec": spec} if spec else {}, cells=made)


def execute(notebook, folder=None, kernel="warpcell", **options):
    """Runs the cells in the folder, and returns the notebook with its outputs."""
    resources = {"metadata": {"path": str(folder)}} if folder else {}
    NotebookClient(notebook, kernel_name=kernel, timeout=300, resources=resources, **options).execute()
    return notebook


def outputs_of(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]
