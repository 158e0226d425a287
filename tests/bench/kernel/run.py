#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernel beside ipykernel and xeus-python: .venv/bin/python tests/bench/kernel/run.py [--idle N] [KERNEL]

Start: from the process's start to its kernel_info_reply. Memory: proportional set size of the idle kernel after that reply.
Round trip: a trivial cell, from sending execute_request to having execute_reply, its frames signed beforehand; beside a bare
ping-pong of the same frames between the same two processes (the kernel's heartbeat). Stream: 200,000 printed lines until idle.
Rounds are interleaved, so that a busy moment of the machine meets all alike; medians. ipykernel and xeus-python are left
out where they are not installed (pip install ipykernel xeus-python). Idle: N of our kernels at once, 10 seconds.
"""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import zmq

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/protocol"))
from client import CHANNELS, DELIMITER, Kernel  # noqa: E402

LINES = 200000


def peers(warpcell):
    found = {"warpcell": ([warpcell], "1", f'for (int i = 0; i < {LINES}; i++) printf("line %d\\n", i);')}
    python = f'for i in range({LINES}): print("line", i)'
    if importlib.util.find_spec("ipykernel_launcher"):
        found["ipykernel"] = ([sys.executable, "-m", "ipykernel_launcher"], "1", python)
    if importlib.util.find_spec("xpython_launcher"):
        found["xeus-python"] = ([sys.executable, "-m", "xpython_launcher"], "1", python)
    return found


def free_ports():
    sockets = [socket.socket() for _ in CHANNELS]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = {f"{c}_port": s.getsockname()[1] for c, s in zip(CHANNELS, sockets)}
    for s in sockets:
        s.close()
    return ports


class Peer(Kernel):
    """Any kernel, with or without an iopub welcome."""

    def __init__(self, argv, directory):
        super().__init__(argv, directory, info=free_ports(), subscribe=False)
        self.context.reconnect_ivl = 1  # ms; with libzmq's 100 the start of all would be a multiple of that

    def __enter__(self):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(self.argv, stdin=subprocess.DEVNULL, stdout=self.stderr, stderr=self.stderr,
                                        env=self.env)
        with open(self.path) as file:
            self.info = json.load(file)
        self.connect()
        self.sockets["iopub"] = self.socket("iopub")
        self.ask_until_answered()
        self.started = time.perf_counter() - self.began
        return self

    def ask_until_answered(self):
        """A request sent before the port is bound waits in our socket."""
        self.send("shell", "kernel_info_request")
        self.recv("shell", 60)

    def memory(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024

    def drain(self):
        while self.sockets["iopub"].poll(100):
            self.sockets["iopub"].recv_multipart()


def median_us(work, count):
    times = []
    for i in range(count):
        before = time.perf_counter()
        work(i)
        times.append(time.perf_counter() - before)
    return 1e6 * statistics.median(times)


def round_trips(kernel, cell, count=1000):
    """(µs of a ping, µs of a cell)"""
    hb, shell = kernel.context.socket(zmq.DEALER), kernel.sockets["shell"]
    hb.linger = 0
    hb.connect(kernel.endpoint("hb"))
    content = {"code": cell, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
               "stop_on_error": True}
    made = []
    for _ in range(count + 50):
        frames = kernel.frames("execute_request", content)
        made.append([DELIMITER, kernel.sign(frames), *frames])

    def ping(i):
        hb.send_multipart(made[i])
        hb.recv_multipart()

    def execute(i):
        shell.send_multipart(made[i])
        shell.recv_multipart()

    for i in range(count, count + 50):
        execute(i)
    kernel.drain()
    ping_us, cell_us = [], []
    for block in range(10):  # both in turns, for the same reason as the rounds
        ping_us.append(median_us(ping, count // 10))
        cell_us.append(median_us(lambda i: execute(block * (count // 10) + i), count // 10))
        kernel.drain()
    hb.close()
    return statistics.median(ping_us), statistics.median(cell_us)


def stream_seconds(kernel, cell):
    kernel.drain()
    before, size = time.perf_counter(), 0
    msg_id = kernel.send("shell", "execute_request", {"code": cell, "silent": False, "store_history": False,
                                                      "user_expressions": {}, "allow_stdin": False, "stop_on_error": True})
    while True:
        message = kernel.recv("iopub", 120)
        if message.type == "stream":
            size += len(message.content["text"])
        if message.content.get("execution_state") == "idle" and message.parent.get("msg_id") == msg_id:
            break
    took = time.perf_counter() - before
    kernel.recv("shell", 10)
    return took, 100 * (1 - size / sum(len(f"line {i}\n") for i in range(LINES)))


def measure(found, rounds, directory):
    rows = {name: {"start ms": [], "memory MiB": [], "ping us": [], "cell us": [], "stream s": [], "lost %": []} for name in found}
    for _ in range(rounds):
        for name, (argv, cell, loop) in found.items():
            with Peer(argv, directory) as kernel:
                row = rows[name]
                row["start ms"].append(1000 * kernel.started)
                time.sleep(0.5)
                row["memory MiB"].append(kernel.memory())
                ping, trip = round_trips(kernel, cell)
                row["ping us"].append(ping)
                row["cell us"].append(trip)
                took, lost = stream_seconds(kernel, loop)
                row["stream s"].append(took)
                row["lost %"].append(lost)
    return {name: {what: statistics.median(values) for what, values in row.items()} for name, row in rows.items()}


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        return sum(int(n) for n in file.read().rpartition(")")[2].split()[11:13]) / os.sysconf("SC_CLK_TCK")


def idle(warpcell, count, directory, seconds=10):
    """(total MiB, percent of one core) of so many idle kernels, each of which has run a cell"""
    kernels = []
    try:
        for _ in range(count):
            k = Kernel([warpcell], directory)
            k.start()
            k.connect()
            k.execute("1 + 1")
            k.disconnect()
            kernels.append(k)
        time.sleep(2)
        before = sum(cpu_seconds(k.process.pid) for k in kernels)
        time.sleep(seconds)
        used = sum(cpu_seconds(k.process.pid) for k in kernels) - before
        return sum(Peer.memory(k) for k in kernels), 100 * used / seconds
    finally:
        for k in kernels:
            k.__exit__()


def processor_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernel", nargs="?", default=str(ROOT / ".venv/bin/warpcell-kernel"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--idle", type=int, default=200)
    arguments = parser.parse_args()
    found = peers(arguments.kernel)
    print(f"Jupyter kernels, {processor_name()}, {os.cpu_count()} cores, {datetime.date.today()}, medians of "
          f"{arguments.rounds}; libzmq {zmq.zmq_version()} in the client\n")
    with tempfile.TemporaryDirectory(prefix="wck") as directory:
        rows = measure(found, arguments.rounds, pathlib.Path(directory))
        print(f"{'':34}" + "".join(f"{name:>14}" for name in rows))
        for label, what, form in (("start to kernel_info_reply, ms", "start ms", "{:14.0f}"), ("memory idle, MiB", "memory MiB", "{:14.1f}"),
                                  ("bare ping-pong, us", "ping us", "{:14.0f}"), ("trivial cell, us", "cell us", "{:14.0f}"),
                                  (f"{LINES} printed lines, s", "stream s", "{:14.2f}"),
                                  ("of them lost, %", "lost %", "{:14.1f}")):
            print(f"{label:34}" + "".join(form.format(row[what]) for row in rows.values()))
        print(f"{'trivial cell / ping-pong':34}" + "".join(f"{row['cell us'] / row['ping us']:14.1f}" for row in rows.values()))
        if arguments.idle:
            memory, percent = idle(arguments.kernel, arguments.idle, pathlib.Path(directory))
            print(f"\n{arguments.idle} idle warpcell kernels, each after a cell: {memory:.0f} MiB together "
                  f"({memory / arguments.idle:.1f} each), {percent:.1f} % of one core")


main()
