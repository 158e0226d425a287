# SPDX-License-Identifier: Apache-2.0
"""%load_ext warpcell: CUDA C cells in a Python notebook.

    %%warpcell -i a,b -o c
    device float c[1000];
    add<<<4, 256>>>(1000, a, b, c);

All such cells of a notebook share one session (session.py). Its output, questions and widgets appear under the cell. NumPy
arrays named with -i become device arrays of the same name, type and shape: complex numbers as float2 or double2, structured
arrays as an array of the struct NAME_t. Numbers, strings and lists become variables, and tables of pandas, Polars and others tables
(tables.py). -o takes variables back (arrays.py). Device arrays of Numba, CuPy and other packages, and NumPy arrays and tensors in shared
memory (warpcell.empty), are read and written where they are; -d gives an array of the session to Python in the same way (device_arrays.py).
"""

from IPython.core.magic import Magics as MagicsBase
from IPython.core.magic import line_cell_magic, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from . import arrays
from .session import close_session, open_session


def _names(text):
    return [name.strip() for name in (text or "").split(",") if name.strip()]


@magics_class
class Magics(MagicsBase):
    @magic_arguments()
    @argument("-i", "--input", help="names of Python values to pass in, separated by commas")
    @argument("-o", "--output", help="names of Warpcell's variables to take back")
    @argument("-d", "--device", help="names of Warpcell's device arrays to take back without a copy")
    @argument("code", nargs="*", help="as a line magic: the code")
    @line_cell_magic
    def warpcell(self, line, cell=None):
        """Runs CUDA C in the notebook's Warpcell session."""
        if cell is None:
            open_session().run(line)
            return
        arguments = parse_argstring(self.warpcell, line)
        session = open_session()
        arrays.tidy(session)
        for name in _names(arguments.input):
            if name not in self.shell.user_ns:
                raise NameError(f"there is no Python variable '{name}'")
            arrays.put_in(session, name, self.shell.user_ns[name])
        session.run(cell)
        for name in _names(arguments.output):
            arrays.take_back(session, name, self.shell.user_ns)
        for name in _names(arguments.device):
            self.shell.user_ns[name] = arrays.get_shared(session, name)

    @line_magic
    def warpcell_restart(self, line):
        """Ends the session; the next %%warpcell cell starts a fresh one."""
        close_session()
