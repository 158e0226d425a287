# SPDX-License-Identifier: Apache-2.0
"""Where the program warpcell-kernel is."""

import os
import shutil
import sys
import sysconfig


def find_program(name="warpcell-kernel"):
    """The program beside this interpreter, or where pip puts programs, or on PATH; None if it is not found."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    if os.access(beside, os.X_OK):
        return beside
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.access(path, os.X_OK):
            return path
    return shutil.which(name)
