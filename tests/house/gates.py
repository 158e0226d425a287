# SPDX-License-Identifier: Apache-2.0
"""The rules of the house, each as a function from a tree (or a build of it) to the list of what breaks the rule.

test_gates.py applies them to the project; test_violations.py shows each of them a violation. ARCHITECTURE.md has the
diagram that ROOMS writes down.
"""

import pathlib
import re
import subprocess

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
NESTING = 3
SUBJECT = 60


def room_of(path, rooms):
    """The room that a file of runtime/ is in: the longest folder that ROOMS lists. None: the file is in no room."""
    parts = pathlib.PurePath(path).parts[:-1]
    for length in range(len(parts), -1, -1):
        room = "/".join(parts[:length]) or "."
        if room in rooms:
            return room
    return None


def resolve(root, path, header):
    """The path below runtime/ of an included header; None: not a header of runtime/."""
    for base in (path.parent, root / "runtime"):
        found = (base / header).resolve()
        if found.is_file() and found.is_relative_to((root / "runtime").resolve()):
            return found.relative_to((root / "runtime").resolve())
    return None


def include_violations(root, rooms, sources):
    """(file, header) for every include, in quotes or in angle brackets, of a room that the including room may not see."""
    root = pathlib.Path(root)
    found = []
    for path in sources:
        here = room_of(path.relative_to(root / "runtime"), rooms)
        if here is None:
            found.append((str(path.relative_to(root)), "is in no room"))
            continue
        for header in INCLUDE.findall(path.read_text()):
            target = resolve(root, path, header)
            there = room_of(target, rooms) if target else here
            if there != here and there not in rooms[here]:
                found.append((str(path.relative_to(root)), header))
    return found


def reference_violations(references, rooms, doors=()):
    """(file, file, symbols) for every use of another room's symbol, seen in the object files, that the diagram does not allow.

    An include can be replaced by an `extern` declaration; this sees the call all the same. `doors` are functions that an
    interface declares and rooms above it define: a room that may see the interface may call them.
    """
    found = []
    for name, others in references.items():
        here = room_of(pathlib.PurePath(name).relative_to("runtime"), rooms) if name.startswith("runtime/") else None
        for other, used in others.items():
            symbols = used - set(doors)
            if not symbols:
                continue
            there = room_of(pathlib.PurePath(other).relative_to("runtime"), rooms) if other.startswith("runtime/") else None
            if here and there and there != here and there not in rooms[here]:
                found.append((name, other, sorted(symbols)))
            if here and other.split("/")[0] in ("kernel", "repl"):
                found.append((name, other, sorted(symbols)))
    return found


def mutable_violations(objects, allowed):
    """(file, variable) in .data or .bss that is not in `allowed`: static locals and thread-local variables too."""
    return sorted(objects.mutable() - set(allowed))


def nesting_violations(path):
    """(line, depth) of statements nested deeper than NESTING. Our format indents by four, so the indent is the depth."""
    found, inside = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        inside = line == "{" or (inside and line != "}")
        match = re.match(r"^( +)(?:if|for|while|switch|do)\b", line)
        if inside and match and len(match[1]) // 4 > NESTING:
            found.append((number, len(match[1]) // 4))
    return found


def header_violation(root, header, flags=()):
    """What the compiler says of a file that includes nothing but this header; empty when the header stands alone."""
    folders = [f"-I{folder}" for folder in (root, root / "runtime", root / "kernel", root / "repl", header.parent)]
    run = subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-fsyntax-only", "-x", "c", *folders, *flags, "-"],
                         input=f'#include "{header}"\n', capture_output=True, text=True)
    return "" if run.returncode == 0 else run.stderr


def format_violations(paths):
    """The files that clang-format would change. If it crashes, it skips the remaining files, so its status is a violation."""
    run = subprocess.run(["clang-format", "--dry-run", "--ferror-limit=1", *map(str, paths)], capture_output=True, text=True)
    if run.returncode:
        return [f"clang-format: status {run.returncode}"]
    return sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": warning: " in line or ": error: " in line})


def subject_violations(subjects):
    """Subjects of commits that are too long or lack their area."""
    return [subject for subject in subjects
            if len(subject) > SUBJECT or not re.match(r"^[\w/.*-]+(?:, [\w/.*-]+)*: \S", subject)]


# A test waits for a condition, with a limit that only ends a failed run; it neither sleeps for a guessed time nor asserts
# how long something took.
SLEEP = re.compile(r"\b(?:time\.sleep|usleep|nanosleep|sleep|wait_for_timeout)\(")
CLOCK = re.compile(r"\bassert(?:_\w+\(|\b).*(?:\b(?:time|perf_counter|monotonic|clock_gettime|clock_[mnu]s)\(|\b(?:took|elapsed)\b)")


def waiting_violations(path):
    """Line numbers of sleeps and of assertions about the clock, in Python and in C.

    A line that ends in a comment `time is the subject: why` is exempt.
    """
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if (SLEEP.search(line) or CLOCK.search(line)) and not re.search(r"(?:#|//) time is the subject: \w.*", line):
            found.append(number)
    return found


def namesake_violations(paths):
    """File names (without suffix) of two folders: {stem: paths}. A pair x.c, x.h in one folder is one name."""
    places = {}
    for path in paths:
        places.setdefault(path.stem, set()).add(path.parent)
    return {stem: sorted(map(str, found)) for stem, found in places.items() if len(found) > 1}


TAG = re.compile(r"^(?:struct|union|enum) (\w+)\s*\{", re.MULTILINE)


def tag_violations(paths):
    """Tags of structs, unions and enums that two files define: {tag: paths}."""
    places = {}
    for path in paths:
        for tag in set(TAG.findall(path.read_text())):
            places.setdefault(tag, []).append(str(path))
    return {tag: found for tag, found in places.items() if len(found) > 1}


def symbol_violations(objects):
    """{symbol: files} of functions and variables that two files of runtime/ define. In libraries the linker silently takes one."""
    runtime = {symbol: {name for name in files if name.startswith("runtime/")} for symbol, files in objects.definers.items()}
    return {symbol: sorted(files) for symbol, files in runtime.items() if len(files) > 1}


def single_word_violations(objects, allowed=()):
    """(file, name) of external names of one word that are not in `allowed`: a library that we load may have them too."""
    return sorted((name, symbol) for symbol, name in objects.defined.items()
                  if re.fullmatch(r"[a-z]+\d*", symbol) and symbol not in {"main", *allowed})


def crowded_folders(paths, most=30):
    """{folder: number of files} over `most`."""
    count = {}
    for path in paths:
        count[str(path.parent)] = count.get(str(path.parent), 0) + 1
    return {folder: number for folder, number in count.items() if number > most}
