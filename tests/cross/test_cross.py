# SPDX-License-Identifier: Apache-2.0
"""Random C programs: Warpcell must print what gcc's executable prints, line by line.

    pytest tests/cross                              a few fixed seeds, once as files and once as cells
    python tests/cross/test_cross.py --seeds 1000   many, from a seed (--from N)
    python tests/cross/programs.py SEED             the program of a seed
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import cells  # noqa: E402
import programs  # noqa: E402
from paths import built  # noqa: E402

WARPCELL = built("WARPCELL_REPL", "repl/warpcell")
CELLS = os.environ.get("WARPCELL_CELLS", str(pathlib.Path(WARPCELL).parent.parent / "tests/cells/run_cells"))
GCC = ["gcc", "-std=gnu11", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]
FIXED = range(1, 41)


def reference(text, folder):
    """What gcc's executable of `text` prints."""
    source, binary = folder / "reference.c", folder / "reference"
    source.write_text(text)
    subprocess.run([*GCC, str(source), "-o", str(binary), "-lm"], check=True)
    done = subprocess.run([str(binary)], stdout=subprocess.PIPE, timeout=60)
    assert done.returncode == 0, f"the executable ended with {done.returncode}"
    return done.stdout.decode(errors="replace")


def difference(wanted, given):
    """The first line that differs, or None."""
    for n, (w, g) in enumerate(itertools.zip_longest(wanted.splitlines(), given.splitlines()), 1):
        if w != g:
            return f"line {n}\n  gcc:      {w}\n  warpcell: {g}"
    return None


def file_difference(seed, folder):
    text = programs.text_of(programs.program(seed))
    wanted = reference(text, folder)
    (folder / "file.c").write_text(text)
    done = subprocess.run([WARPCELL, str(folder / "file.c")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return difference(wanted, done.stdout.decode(errors="replace"))


def cells_difference(seed, folder):
    text, parts = cells.session(seed)
    wanted = reference(text, folder)
    (folder / "session.cell").write_text(cells.with_expectations(parts, wanted))
    done = subprocess.run([CELLS, str(folder / "session.cell")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return None if done.returncode == 0 else done.stdout.decode(errors="replace")


HOW = {"file": file_difference, "cells": cells_difference}


def check(how, seed):
    with tempfile.TemporaryDirectory() as folder:
        return HOW[how](seed, pathlib.Path(folder))


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc to compare with")
@pytest.mark.parametrize("seed", FIXED)
@pytest.mark.parametrize("how", HOW)
def test_same_as_gcc(how, seed):
    found = check(how, seed)
    assert not found, f"{how}, seed {seed}: {found}"


def main():
    p = argparse.ArgumentParser(description="Compares random programs with gcc.")
    p.add_argument("--seeds", type=int, default=100, help="how many")
    p.add_argument("--from", type=int, default=1, dest="first", help="the first seed")
    p.add_argument("--how", choices=HOW, help="only as file or only as cells")
    p.add_argument("--jobs", type=int, default=1)
    args = p.parse_args()
    work = [(how, seed) for seed in range(args.first, args.first + args.seeds) for how in HOW if args.how in (None, how)]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for (how, seed), found in zip(work, pool.map(lambda w: safely(*w), work)):
            if found:
                bad += 1
                print(f"{how}, seed {seed}: {found}", flush=True)
    print(f"{len(work)} programs, {bad} differ")
    return bad > 0


def safely(how, seed):
    try:
        return check(how, seed)
    except (subprocess.SubprocessError, AssertionError) as e:
        return str(e)


if __name__ == "__main__":
    sys.exit(main())
