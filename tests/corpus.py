#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every .cu file under a folder through warpcell and reports what the language lacks.

    tests/corpus.py DIR [--program build/repl/warpcell] [--limit SECONDS] [--match TEXT]

Each file runs in its own folder, with an empty input, and without arguments unless FILE.cu.args holds some. Files without a `main` are parts of others
and left out. The table sorts them by outcome; below it are the missing features, sorted by the number of programs that need
each.
"""
import argparse
import collections
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

# How programs say that their own check went well.
PASSED = re.compile(r"\b(pass(ed)?|success(ful(ly)?)?|correct(ly)?|results? match|arrays match|test ok|no errors?|completed)\b", re.I)
KINDS = {
    "syntax error": "language gap", "type error": "language gap", "name error": "name gap", "compile error": "compile gap",
    "launch error": "launch refused", "kernel error": "kernel fault", "device error": "kernel fault", "memory error": "memory fault",
    "runtime error": "runtime error", "system error": "system error", "internal error": "crash",
}
ORDER = ["passed its check", "ran", "exit status", "language gap", "name gap", "API gap", "compile gap", "engine gap",
         "launch refused", "kernel fault", "memory fault", "runtime error", "system error", "time", "crash"]


def classify(status, output):
    """The outcome and, of a gap, what is missing."""
    errors = re.findall(r"^((?:%s) error): (.*)$" % "|".join(k.split()[0] for k in KINDS), output, re.M)
    if status is None:
        return "time", ""
    if status < 0:
        return "crash", signal.Signals(-status).name
    if errors:
        kind, text = errors[0]
        outcome = KINDS.get(kind, kind)
        if outcome == "name gap" and re.search(r"'(cuda|cu|curand|cufft|cusparse)[A-Z]\w*'", text):
            outcome = "API gap"
        if outcome == "compile gap" and "PTX line" in text:
            outcome = "engine gap"
        return outcome, text
    if status:
        return "exit status", str(status)
    return ("passed its check" if PASSED.search(output) else "ran"), ""


def run(program, path, limit):
    with tempfile.TemporaryFile() as out:
        given = path.with_name(path.name + ".args")
        arguments = given.read_text().split() if given.exists() else []
        command = [program] if isinstance(program, str) else program
        child = subprocess.Popen([*command, path.name, *arguments], cwd=path.parent, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            status = None
        out.seek(0)
        return status, out.read(1 << 20).decode("utf-8", "replace")


def is_program(path):
    return re.search(r"\bmain\s*\(", path.read_text("utf-8", "replace")) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/repl/warpcell")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a program")
    parser.add_argument("--match", default="", help="only paths with this text")
    args = parser.parse_args()
    program = str(pathlib.Path(args.program).resolve())
    rows = []
    for path in sorted(args.folder.rglob("*.cu")):
        if args.match in str(path) and is_program(path):
            rows.append((path.relative_to(args.folder), *classify(*run(program, path, args.limit))))
    width = max((len(str(r[0])) for r in rows), default=0)
    for path, outcome, text in rows:
        print(f"{outcome:16} {str(path):{min(width, 80)}} {text}".rstrip())
    counts = collections.Counter(r[1] for r in rows)
    print(f"\n{len(rows)} programs")
    for outcome in ORDER + sorted(set(counts) - set(ORDER)):
        if counts[outcome]:
            print(f"{counts[outcome]:5} {outcome}")
    missing = collections.Counter(r[2] for r in rows if r[1].endswith("gap"))
    if missing:
        print("\nmissing, by the first thing that stops a program")
    for text, n in missing.most_common():
        print(f"{n:5} {text}")
    return 1 if counts["crash"] else 0


if __name__ == "__main__":
    sys.exit(main())
