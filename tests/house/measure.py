# SPDX-License-Identifier: Apache-2.0
"""measure.py [BUILD]: the structure of the code in figures, as a table (docs/structure.md keeps two of them).

BUILD (default build/normal) gives the object files for the call cycles. Functions and their complexity are lizard's.
"""

import collections
import pathlib
import re
import statistics
import subprocess
import sys

import lizard

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from objects import Objects, cycles, folder_graph  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ("runtime", "kernel", "repl")
COMPLEX = 20  # a function above this cyclomatic complexity is counted


def files(*suffixes):
    return [path for top in SOURCES for path in sorted((ROOT / top).rglob("*"))
            if path.suffix in suffixes and "include" not in path.relative_to(ROOT).parts]


def files_per_folder():
    """{folder: number of files}, texts of the language that the runtime embeds included."""
    found = collections.Counter()
    for top in SOURCES:
        for path in (ROOT / top).rglob("*"):
            if path.suffix in (".c", ".h", ".def", ".cu"):
                found[str(path.parent.relative_to(ROOT))] += 1
    return found


def functions():
    return [function for path in files(".c", ".h") for function in lizard.analyze_file(str(path)).function_list]


def single_words(objects):
    """Functions and variables with a name for the whole program that is one word."""
    return sorted(symbol for symbol, name in objects.defined.items() if re.fullmatch(r"[a-z]+\d*", symbol) and symbol != "main")


def comment_share():
    """Per cent of the lines of .c and .h files that are comments, without the licence line."""
    comments = lines = 0
    for path in files(".c", ".h"):
        inside = False
        for line in path.read_text().splitlines()[1:]:
            text = line.strip()
            lines += 1
            if inside or text.startswith(("//", "/*")):
                comments += 1
                inside = (inside or text.startswith("/*")) and "*/" not in text
    return 100 * comments / lines


def core_operations():
    """The operations of the device interface: function pointers of struct device_ops."""
    text = (ROOT / "runtime/device/backend.h").read_text()
    body = re.search(r"^struct device_ops\s*\{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return len(re.findall(r"\(\*\w+\)\s*\(", body[1])) if body else 0


def namesakes():
    names = collections.defaultdict(set)
    for path in files(".c", ".h"):
        names[path.stem].add(str(path.parent))
    return sorted(stem for stem, places in names.items() if len(places) > 1)


def duplicate_share():
    """Per cent of the tokens that stand in a block which the sources have twice, as lizard counts them: mostly lists of enumerators."""
    report = subprocess.run([sys.executable, "-m", "lizard", "-Eduplicate", "-l", "cpp", "-x", "*/lang/include/*", *SOURCES], cwd=ROOT,
                            capture_output=True, text=True).stdout
    return re.search(r"Total duplicate rate: ([\d.]+)", report)[1]


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/normal")
    objects = Objects(build, ROOT, SOURCES)
    references = objects.references()
    per_folder = files_per_folder()
    every = functions()
    lengths = sorted(function.nloc for function in every)
    loops = cycles(references)
    headers = files(".h")
    said = [path for path in headers if re.search(r"thread", path.read_text(), re.IGNORECASE)]
    rows = [
        ("files, lines", f"{sum(per_folder.values())}, {sum(len(p.read_text().splitlines()) for p in files('.c', '.h', '.def'))}"),
        ("folders with more than 30 files", ", ".join(f"{f} {n}" for f, n in per_folder.most_common() if n > 30) or "none"),
        ("largest folder", "{} {}".format(*per_folder.most_common(1)[0])),
        ("functions", len(lengths)),
        ("lines of a function: median, p99, max",
         f"{statistics.median(lengths):.0f}, {lengths[int(len(lengths) * 0.99)]}, {lengths[-1]}"),
        (f"functions with a cyclomatic complexity over {COMPLEX}",
         sum(function.cyclomatic_complexity > COMPLEX for function in every)),
        ("call cycles between files: sizes", ", ".join(str(len(loop)) for loop in loops) or "none"),
        ("cycles between folders", "; ".join(" ".join(loop) for loop in cycles(folder_graph(references))) or "none"),
        ("operations of struct device_ops", core_operations()),
        ("external names of a single word", len(single_words(objects))),
        ("file names used twice", len(namesakes())),
        ("headers that say how threads may use them", f"{len(said)} of {len(headers)}"),
        ("duplicates, %", duplicate_share()),
        ("comment lines, %", f"{comment_share():.0f}"),
    ]
    for name, value in rows:
        print(f"| {name} | {value} |")
    if "--loops" in sys.argv:
        for loop in loops:
            print(len(loop), *loop)
    if "--names" in sys.argv:
        print(*single_words(objects), "\n", *namesakes())


if __name__ == "__main__":
    main()
