# SPDX-License-Identifier: Apache-2.0
"""CUDA C in notebook cells. The programs are native; this package starts them, and `%load_ext warpcell` gives Python
notebooks a `%%warpcell` cell (magics.py). `warpcell.empty` makes NumPy arrays that such cells work on without a copy."""


def __getattr__(name):
    if name != "empty":
        raise AttributeError(f"module 'warpcell' has no attribute '{name}'")
    from .host_memory import empty  # NumPy is not needed by the programs

    return empty


def load_ipython_extension(ipython):
    from .magics import Magics

    ipython.register_magics(Magics)


def unload_ipython_extension(ipython):
    from .session import close_session

    close_session()
