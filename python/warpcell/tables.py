# SPDX-License-Identifier: Apache-2.0
"""Tables between Python and a session, by Arrow files in memory. What gives an Arrow stream goes in (pandas, Polars, pyarrow, DuckDB; the
Arrow PyCapsule interface); what comes out is a pyarrow.Table, which they all read."""

import os


def arrow():
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError as error:
        raise ImportError("tables between Python and a session need pyarrow: pip install pyarrow") from error
    return pyarrow


def is_table(value):
    return hasattr(value, "__arrow_c_stream__") and (hasattr(value, "columns") or hasattr(value, "column_names"))


def is_table_of(session, name):
    return session.inspect(name)[:1] == [f"table {name}"]


def put(session, name, value):
    """A table of Python becomes the table `name`."""
    pyarrow = arrow()
    table = pyarrow.table(value)
    path = os.path.join(session.folder.name, f"{name}.arrow")
    try:
        with pyarrow.ipc.new_file(path, table.schema) as file:
            file.write_table(table)
        session.quietly(f'table {name} = load("{path}");')
    finally:
        if os.path.exists(path):
            os.unlink(path)


def get(session, name):
    """The table `name` as a pyarrow.Table, whose columns are in the mapped file."""
    pyarrow = arrow()
    path = os.path.join(session.folder.name, f"{name}.arrow")
    try:
        session.quietly(f'{name}.save("{path}");')
        return pyarrow.ipc.open_file(pyarrow.memory_map(path)).read_all()
    finally:
        if os.path.exists(path):
            os.unlink(path)
