# SPDX-License-Identifier: Apache-2.0
"""Tables that another language has to repeat say the same."""

import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r'^DTYPE\(.*?"([^"]*)",\s*"[^"]*",\s*(?:"[^"]*"|NULL),\s*(?:"([^"]*)"|NULL)\)$', re.MULTILINE)


def dtypes():
    """{NumPy's name: the name in C} of runtime/array/dtype.def."""
    rows = ROW.findall((ROOT / "runtime/array/dtype.def").read_text())
    assert len(rows) == (ROOT / "runtime/array/dtype.def").read_text().count("\nDTYPE(")
    return {numpy: c for c, numpy in rows if numpy}


def python_types():
    """TYPES of the Python package, without complex numbers, which are structs in C."""
    tree = ast.parse((ROOT / "python/warpcell/arrays.py").read_text())
    table = next(ast.literal_eval(node.value) for node in tree.body
                 if isinstance(node, ast.Assign) and node.targets[0].id == "TYPES")
    return {numpy: names for numpy, names in table.items() if not numpy.startswith("complex")}


def test_python_knows_the_types_of_elements():
    assert {numpy: names[0] for numpy, names in python_types().items()} == dtypes()


def test_a_name_in_c_means_one_type():
    names = [name for each in python_types().values() for name in each]
    assert len(names) == len(set(names))
