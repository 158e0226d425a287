#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Host code beside LuaJIT, gcc -O1, Lua and CPython: python3 tests/bench/host/run.py [WARPCELL] [ROUNDS].

Rounds are interleaved, so that a busy moment of the machine meets all alike. The figures are medians of processor time of the
whole process. An empty program is measured too; for the ratios its time is taken off, since what is compared is the work: Warpcell takes
milliseconds to start, and some of these programs no more. All must print the same."""

import datetime
import math
import os
import pathlib
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
EMPTY = {".c": "int main(void) { return 0; }\n", ".cpp": "int main() { return 0; }\n", ".lua": "", ".py": ""}
LEAST = 0.3  # ms: what is left of a program that takes as long as the empty one


def processor_ms(command, **variables):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ, **variables)).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), out


def processor_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


class Peer:
    def __init__(self, name, command, endings, **variables):
        self.name, self.command, self.endings, self.variables = name, command, endings, variables

    def source(self, folder, program):
        found = [folder / (program + ending) for ending in self.endings if (folder / (program + ending)).exists()]
        return found[0] if found else None

    def run(self, source, scratch):
        return processor_ms([*self.command, str(source)], **self.variables)


class Compiled(Peer):
    def run(self, source, scratch):
        program = scratch / source.stem
        if not program.exists():
            compiler = "g++" if source.suffix == ".cpp" else "gcc"
            subprocess.run([compiler, "-O1", "-o", program, source, "-lm"], check=True)
        return processor_ms([str(program)])


def peers(warpcell):
    lua, luajit = shutil.which("lua5.4") or shutil.which("lua"), shutil.which("luajit")
    found = [Peer("Warpcell", [warpcell], [".c", ".cpp"]), Peer("interpreted", [warpcell], [".c", ".cpp"], WARPCELL_HOST_JIT="off")]
    found += [Peer("LuaJIT", [luajit], [".lua"])] if luajit else []
    found += [Compiled("gcc -O1", [], [".c", ".cpp"])] if shutil.which("g++") else []
    found += [Peer("Lua", [lua], [".lua"])] if lua else []
    return found + [Peer("CPython", [sys.executable], [".py"])]


def measure(folder, program, all_peers, rounds, scratch):
    times, outputs = {}, set()
    for _ in range(rounds):
        for peer in all_peers:
            source = peer.source(folder, program)
            if source:
                ms, out = peer.run(source, scratch)
                times.setdefault(peer.name, []).append(ms)
                outputs.add(out)
    assert len(outputs) == 1, (program, outputs)
    return {name: statistics.median(t) for name, t in times.items()}


def main():
    warpcell = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".venv/bin/warpcell")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    everyone = peers(warpcell)
    print(f"host code, {processor_name()}, {os.cpu_count()} cores, {datetime.date.today()}, medians of {rounds}, processor ms of the process; "
          "in brackets: Warpcell's work in units of the peer's, the start of an empty program taken off\n")
    print(f"{'':14}" + "".join(f"{peer.name:>17}" for peer in everyone))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for ending, text in EMPTY.items():
            (scratch / f"empty{ending}").write_text(text)
        start = measure(scratch, "empty", everyone, rounds, scratch)
        print(f"{'(empty)':14}" + "".join(f"{start[peer.name]:9.1f}        " for peer in everyone).rstrip())
        ratios = {peer.name: [] for peer in everyone}
        for program in sorted({path.stem for path in HERE.glob("*.c*")}):
            medians = measure(HERE, program, everyone, rounds, scratch)
            work = {name: max(ms - start[name], LEAST) for name, ms in medians.items()}
            cells = []
            for peer in everyone:
                if peer.name not in medians:
                    cells.append(f"{'-':>9}        ")
                    continue
                ratio = work["Warpcell"] / work[peer.name]
                ratios[peer.name].append(ratio)
                cells.append(f"{medians[peer.name]:9.1f} ({ratio:5.2f})")
            print(f"{program:14}" + "".join(cells).rstrip())
        means = [f"{math.exp(statistics.fmean(map(math.log, r))):16.2f} " for r in ratios.values()]
        print(f"{'geometric mean':14}" + "".join(means).rstrip())


main()
