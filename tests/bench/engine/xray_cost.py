#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What %xray costs on the kernels of run.py: python3 tests/bench/engine/xray_cost.py REPL [--write].

The problems are those of check_cost.py. Each kernel runs in a session of its own: a first launch, then RUNS that are timed on the host's clock; the least of TRIES sessions. Memory is the peak of the
process beyond that of the same session without %xray. With --write: tests/bench/results/xray.txt."""

import argparse
import datetime
import os
import pathlib
import re
import tempfile

import check_cost

HERE = pathlib.Path(__file__).resolve().parent


def run(repl, source):
    """Milliseconds a launch, and the peak of memory in bytes."""
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write(source)
        file.flush()
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(write, 1)
            os.execv(repl, [str(repl), "-d", "cpu", file.name])
        os.close(write)
        output = os.fdopen(read).read()
        _, status, usage = os.wait4(pid, 0)
        if status:
            raise RuntimeError(output)
        return float(re.search(r"^\d+\.\d+$", output, re.MULTILINE)[0]), usage.ru_maxrss * 1024


def row(repl, name):
    elements_a, elements_b, launch = check_cost.KERNELS[name]
    launch = launch.format(n=check_cost.N)
    kernels = (HERE / "kernels" / (name + ".cu")).read_text()
    runs = check_cost.RUNS
    main = check_cost.PROGRAM % (elements_a, elements_b, elements_a, elements_b, launch, runs, launch, runs)
    headers, body = main.split("int main()", 1)
    body = body.rstrip().removesuffix("}") + "return 0;\n}\n"
    session = f"{kernels}\n// %%\n{headers}int measure()\n{body}// %%\n"
    plain, base = map(min, zip(*[run(repl, session + "measure();\n") for _ in range(check_cost.TRIES)]))
    seen, peak = map(min, zip(*[run(repl, session + "%xray measure();\n") for _ in range(check_cost.TRIES)]))
    return "%-9s%10.2f%10.1f%9.0fx%9.1f" % (name, plain, seen, seen / plain, (peak - base) / 2**20)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("repl", type=pathlib.Path)
    options.add_argument("--write", action="store_true")
    o = options.parse_args()
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1].strip()
    lines = ["%%xray against no %%xray, %s, %d processors, %s; host milliseconds a launch, means of %d, the least of %d sessions." %
             (cpu, os.cpu_count(), datetime.date.today(), check_cost.RUNS, check_cost.TRIES),
             "Memory: MiB at the peak of the process beyond the same session without %xray.", "",
             "kernel        plain  observed  slow-down  memory"]
    for name in check_cost.KERNELS:
        lines.append(row(o.repl.resolve(), name))
        print(lines[-1], flush=True)
    if o.write:
        (HERE.parent / "results" / "xray.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
