# SPDX-License-Identifier: Apache-2.0
"""Where tests find programs: ours and those of the machine."""

import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BIN = pathlib.Path(sys.executable).parent  # of the environment that ./run sets up


def built(variable, path):
    """A file of a build: the one that the environment variable names, that of WARPCELL_BUILD, or the newest."""
    found = os.environ.get(variable)
    if not found and os.environ.get("WARPCELL_BUILD"):
        found = str(pathlib.Path(os.environ["WARPCELL_BUILD"]) / path)
    if not found:
        builds = sorted(ROOT.glob(f"build/**/{path}"), key=os.path.getmtime)
        assert builds, f"{path} is not built; ./test does that"
        found = str(builds[-1])
    return found


def installed_kernel():
    """warpcell-kernel as ./run installs it; WARPCELL_INSTALLED_KERNEL names another."""
    return os.environ.get("WARPCELL_INSTALLED_KERNEL", str(BIN / "warpcell-kernel"))


def chromium():
    """The path of Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
