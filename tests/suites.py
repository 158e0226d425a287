#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a public suite of C and C++ programs through warpcell and reports what fails, by cause.

    tests/suites.py SUITE DIR [--program build/normal/repl/warpcell] [--limit SECONDS] [--match TEXT] [--save FILE] [--compare FILE]

It fetches nothing: DIR is a checkout of the suite. A program passes if its output and its exit status are what the suite expects. Suites
without expected output are compared with gcc and g++, whose results are kept in the folder named by --reference. Programs that the
reference compiler refuses, that run longer than --reference-limit there, or whose exit status changes from run to run are left out.

SUITES: c-testsuite, torture (GCC's, as LLVM's test-suite carries them), tests2 (TinyCC), lacc, cproc, chibicc, singlesource (LLVM),
algorithms-c, algorithms-cpp.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

INPUT = b"2\n" + b"1\n" * 300  # of each program
MAIN = re.compile(r"\bmain\s*\(")
TIMED = re.compile(r"\bCLOCKS_PER_SEC\b")  # it prints how long it took, which two runs may agree on
SEEDED = re.compile(r"\btime\s*\(|random_device|_clock::now")
WARNING = re.compile(r"^warning: .*\n(?:(?:\s.*|\d+ \|.*)\n)*", re.M)
ERROR = re.compile(r"^(?:\w+ )+error: (.*)$", re.M)


class Result:
    """What a program gave: its exit status (negative: a signal; None: out of time) and its output."""

    def __init__(self, status, output, errors=""):
        self.status, self.output, self.errors = status, output, errors


os.environ["ASAN_OPTIONS"] = "detect_leaks=0"


def execute(command, folder, limit, joined=False):
    """Runs a command with numbers as its input; joined: its standard error is part of the output."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(INPUT)
        given.seek(0)
        child = subprocess.Popen(command, cwd=folder, stdin=given, stdout=out,
                                 stderr=subprocess.STDOUT if joined else err, start_new_session=True)
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            status = None
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read(4 << 20).decode("utf-8", "replace"))
        return Result(status, *texts)


class Suite:
    """How a suite is laid out. A subclass lists its programs and says what each must give."""

    pattern, compiler, flags = "*.c", "gcc", ["-std=gnu11", "-w", "-O0"]
    where = ""        # the programs' folder in the checkout
    options = []      # of warpcell and of the compiler
    sanitizers = []   # what they report leaves a program out: its behaviour is undefined
    joined = False    # standard error is part of what is compared
    status = True     # the exit status is compared

    def __init__(self, args):
        self.args = args
        self.folder = (args.folder / self.where).resolve()

    def programs(self):
        return [p for p in sorted(self.folder.rglob(self.pattern)) if MAIN.search(p.read_text("utf-8", "replace"))]

    def arguments(self, path):
        return []

    def others(self, path):
        """Further sources of the program."""
        return []

    def expected(self, path):
        return self.reference(path)

    def reference(self, path):
        """The result of the reference compiler, or None: it refuses the program, or the program runs too long."""
        text = path.read_bytes() + " ".join([self.compiler, *self.flags, *self.sanitizers, *self.options]).encode() + INPUT
        kept = self.args.reference / hashlib.sha256(str(path).encode() + text).hexdigest()
        if not kept.exists():
            kept.write_text(json.dumps(self.compile(path)))
        known = json.loads(kept.read_text())
        return Result(*known) if known else None

    def compile(self, path):
        with tempfile.TemporaryDirectory() as folder:
            binary = os.path.join(folder, "program")
            sources = [path.name, *map(str, self.others(path))] # its name is part of what __FILE__ prints
            built = execute([self.compiler, *self.flags, *self.sanitizers, *self.options, *sources, "-o", binary, "-lm", "-pthread"], path.parent, 120)
            if built.status:
                return None
            ran = execute([binary, *self.arguments(path)], path.parent, self.args.reference_limit, self.joined)
            text = path.read_text("utf-8", "replace")
            if SEEDED.search(text):
                time.sleep(1.1)  # time is the subject: seeds change with the second
            again = execute([binary, *self.arguments(path)], path.parent, self.args.reference_limit, self.joined)
            if again.output != ran.output or TIMED.search(text): # times, addresses, random numbers
                ran.output = None
            if again.status != ran.status:
                return None
            undefined = self.sanitizers and re.search("Sanitizer|runtime error:", ran.errors)
            return None if ran.status is None or undefined else [ran.status, ran.output]

    def run(self, path):
        command = [self.args.program, *self.options, path.name, *self.arguments(path)]
        return execute(command, path.parent, self.args.limit, self.joined)

    def same(self, path, want, got):
        return same_output(want, got) and (not self.status or same_status(want.status, got.status))


def same_output(want, got):
    """abort() loses what the reference has written to a file and not flushed."""
    if want.status == -signal.SIGABRT and want.output is not None:
        return got.output.startswith(want.output)
    return want.output in (None, got.output)


def same_status(want, got):
    """A program that a signal ends has the shell's status here."""
    return got is not None and (want == got or (want < 0 and got == 128 - want))


class CTestsuite(Suite):
    where = "tests/single-exec"

    def expected(self, path):
        return Result(0, path.with_name(path.name + ".expected").read_text())


class Torture(Suite):
    """Each program checks itself. Files without main are accepted or refused."""
    where = "SingleSource/Regression/C/gcc-c-torture/execute"

    def programs(self):
        return sorted(self.folder.rglob("*.c"))

    def expected(self, path):
        return Result(0, "")

    def same(self, path, want, got):
        return got.status == 0


class Tests2(Suite):
    """As TinyCC's Makefile runs them: amounts of blanks do not count, and a file with sections `#if defined test_...` is a program
    for each. What is tested is the programs' output, so TinyCC's warnings are left out of the expected text, as ours are."""
    where = "tests/tests2"
    joined = True
    status = False
    sections = re.compile(r"^#\s*(?:el)?if defined (test_\w+)", re.M)
    warnings = re.compile(r"^[\w.]+:\d+: warning: .*\n", re.M)
    given = {"31_args.c": ["arg1", "arg2", "arg3", "arg4", "arg5"], "46_grep.c": [r"[^* ]*[:a:d: ]+\:\*-/: $", "46_grep.c"]}

    def programs(self):
        return [p for p in sorted(self.folder.glob("*.c")) if p.with_suffix(".expect").exists()]

    def arguments(self, path):
        return self.given.get(path.name, [])

    def expected(self, path):
        return Result(0, path.with_suffix(".expect").read_text())

    def run(self, path):
        names = self.sections.findall(path.read_text("utf-8", "replace"))
        if not names:
            return super().run(path)
        texts = []
        for name in names:
            got = execute([self.args.program, "-D", name, path.name], path.parent, self.args.limit, True)
            texts.append(f"[{name}]\n{self.text(got)}\n")
        return Result(0, "".join(texts))

    @staticmethod
    def text(got):
        """For a program of a file with sections TinyCC's runner adds a status that is not 0."""
        return WARNING.sub("", got.output) + (f"[returns {got.status}]\n" if got.status else "")

    def same(self, path, want, got):
        """diff -b: the expected texts of two tests end without their last newline."""
        def lines(text):
            return [" ".join(line.split()) for line in text.rstrip().split("\n")]
        return lines(self.warnings.sub("", want.output)) == lines(WARNING.sub("", got.output))


class Lacc(Suite):
    where = "test"


class Chibicc(Suite):
    """Each ASSERT that passes prints a line; the table counts those of the reference."""
    where = "test"
    options = ["-I", "."]

    def others(self, path):
        return [self.folder / "common.c"]


class SingleSource(Suite):
    where = "SingleSource"
    pattern = "*.c*"

    def programs(self):
        found = [p for p in super().programs() if p.suffix in (".c", ".cpp") and "gcc-c-torture" not in p.parts]
        return [p for p in found if p.with_suffix(".reference_output").exists()]

    def compile(self, path):
        self_of = Suite if path.suffix == ".c" else CppSource
        return self_of.compile(self if path.suffix == ".c" else CppSource(self.args), path)

    def expected(self, path):
        ran = self.reference(path)
        if not ran:
            return None
        if ran.output is None:
            return ran
        text = path.with_suffix(".reference_output").read_text("utf-8", "replace")
        exit_line = re.search(r"exit (\d+)\n?$", text)
        want = Result(int(exit_line[1]) if exit_line else 0, text[:exit_line.start()] if exit_line else text)
        return want if self.same(path, want, ran) else None # written for another compiler

    def same(self, path, want, got):
        return (want.output is None or want.output.split() == got.output.split()) and same_status(want.status, got.status)


class CppSource(Suite):
    pattern, compiler, flags = "*.cpp", "g++", ["-std=gnu++17", "-w", "-O0"]


class AlgorithmsC(Suite):
    """Many read numbers, and some write past their arrays when these are not what they expect."""
    sanitizers = ["-fsanitize=address,undefined"]


class AlgorithmsCpp(CppSource):
    sanitizers = ["-fsanitize=address,undefined"]


SUITES = {"c-testsuite": CTestsuite, "torture": Torture, "tests2": Tests2, "lacc": Lacc, "cproc": Lacc, "chibicc": Chibicc,
          "singlesource": SingleSource, "algorithms-c": AlgorithmsC, "algorithms-cpp": AlgorithmsCpp}


def cause(want, got, fits):
    """Why a program fails, in few words; empty: it passes."""
    if fits:
        return ""
    if got.status is None:
        return "out of time"
    if got.status < 0:
        return f"crash: {signal.Signals(-got.status).name}"
    error = ERROR.search(got.errors or got.output)
    if error:
        return error[0]
    return "wrong output" if not same_output(want, got) else f"exit status {got.status}, not {want.status}"


def judge(suite, path):
    """A row of the result: name and cause, or None for a program that the reference refuses."""
    want = suite.expected(path)
    if not want:
        return None
    got = suite.run(path)
    return str(path.relative_to(suite.folder)), cause(want, got, suite.same(path, want, got))


def report(rows, before):
    failed = {name: why for name, why in rows if why}
    for name, why in failed.items():
        print(f"{name:50} {why}")
    print(f"\n{len(rows) - len(failed)} of {len(rows)} programs pass")
    for why, count in collections.Counter(re.sub(r"'[^']*'", "'...'", w) for w in failed.values()).most_common():
        print(f"{count:5} {why}")
    for name, why in sorted(failed.items()):
        if name in before and not before[name]:
            print(f"passed before: {name}: {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/normal/repl/warpcell")
    parser.add_argument("--limit", type=float, default=20, help="seconds for a program")
    parser.add_argument("--reference-limit", type=float, default=0.4, help="seconds for a program that gcc or g++ compiled")
    parser.add_argument("--reference", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "suite-reference")
    parser.add_argument("--match", default="", help="only paths that this expression matches")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--save", type=pathlib.Path, help="write the rows as JSON")
    parser.add_argument("--compare", type=pathlib.Path, help="rows of an earlier run: name what has passed there")
    args = parser.parse_args()
    args.program = str(pathlib.Path(args.program).resolve())
    args.reference.mkdir(parents=True, exist_ok=True)
    suite = SUITES[args.suite](args)
    chosen = [p for p in suite.programs() if re.search(args.match, str(p))]
    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool:
        rows = [row for row in pool.map(lambda p: judge(suite, p), chosen) if row]
    report(rows, dict(json.loads(args.compare.read_text())) if args.compare else {})
    if args.save:
        args.save.write_text(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
