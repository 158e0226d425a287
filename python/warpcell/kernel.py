# SPDX-License-Identifier: Apache-2.0
"""python -m warpcell.kernel -f CONNECTION_FILE: becomes the program warpcell-kernel of the same environment.

execv() keeps the process: its id, its parent and its signals are what the client that started it expects.
"""

import os
import sys


def find_program(name="warpcell-kernel"):
    """The program beside this interpreter, or where pip puts programs, or on PATH; None if it is nowhere."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    if os.access(beside, os.X_OK):
        return beside
    import shutil  # only needed here, and start time counts
    import sysconfig

    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")):
        path = os.path.join(sysconfig.get_path("scripts", scheme), name)
        if os.access(path, os.X_OK):
            return path
    return shutil.which(name)


def main():
    program = find_program()
    if program is None:
        sys.exit("warpcell: the program warpcell-kernel is not installed; reinstall the package warpcell")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
