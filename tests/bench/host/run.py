#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The host interpreter beside Lua and CPython on the same programs: python3 tests/bench/host/run.py [WARPCELL] [ROUNDS].

Rounds are interleaved, so that a busy moment of the machine meets all alike; medians of processor time of the whole
process, start included. All must print the same."""

import datetime
import os
import pathlib
import platform
import resource
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out


def processor_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def main():
    warpcell = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".venv/bin/warpcell")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    lua = shutil.which("lua5.4") or shutil.which("lua")
    peers = {"Warpcell": ([warpcell], ".c"), "Lua": ([lua] if lua else None, ".lua"), "CPython": ([sys.executable], ".py")}
    peers = {name: how for name, how in peers.items() if how[0]}
    print(f"host interpreter, {processor_name()}, {os.cpu_count()} cores, {datetime.date.today()}, "
          f"medians of {rounds}, processor ms; in brackets: times Warpcell's\n")
    print(f"{'':10}" + "".join(f"{name:>18}" for name in peers))
    for program in sorted(path.stem for path in HERE.glob("*.c")):
        times, outputs = {name: [] for name in peers}, set()
        for _ in range(rounds):
            for name, (command, ending) in peers.items():
                seconds, out = processor_seconds(command + [str(HERE / (program + ending))])
                times[name].append(1000 * seconds)
                outputs.add(out)
        assert len(outputs) == 1, outputs
        medians = {name: statistics.median(t) for name, t in times.items()}
        print(f"{program:10}" + "".join(f"{m:10.0f} ({m / medians['Warpcell']:4.1f})" for m in medians.values()))


main()
