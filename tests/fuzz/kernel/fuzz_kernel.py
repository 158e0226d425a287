# SPDX-License-Identifier: Apache-2.0
"""fuzz_kernel.py [--messages N] [--seed S] KERNEL: sends mutated messages, signed and unsigned, to a kernel.

Real messages of every type are mutated (bytes changed, cut out, put in; frames dropped, doubled, swapped) and go to shell,
control and stdin. After each batch the kernel must answer an ordinary question on every channel; its memory must
stay where it was; at the end it must obey SIGTERM and leave no report of a sanitizer. Status 1 says what it did instead,
and the seed repeats it. KERNEL is warpcell-kernel-fake, best of a build with -Db_sanitize=address,undefined:
the server is what is tested; tests/fuzz/session does the session.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

import zmq

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "protocol"))
from client import DELIMITER, LIMIT, Kernel  # noqa: E402

BATCH = 500
CELLS = ["print x", "err y", "result 1", "display png", "display json", "fail x", "widget 1", "widget 4", "set 6 0.5",
         "interactive", "value 1", "progress", "handle h", "page help", "clear wait", "bad \U0001f600", ""]
SALT = [b"\\ud800", b"\0", b"[[[[", b'"', b"1e999", b"\xf0\x9f", b"\xff", b"{}", b"null", b"-1", b"99999999999999999999",
        b'{"a":' * 50, b"\\u0000", b",", b":", b"\xed\xa0\x80", DELIMITER]


def contents(chance, comms):
    """(type, content) of a real message."""
    code = chance.choice(CELLS)
    comm = chance.choice(comms)
    state = {"value": chance.choice([3, 0.5, True, "x", None]), "index": 1}
    return chance.choice([
        ("kernel_info_request", {}), ("connect_request", {}), ("comm_info_request", {"target_name": "jupyter.widget"}),
        ("execute_request", {"code": code, "silent": chance.random() < 0.2, "store_history": chance.random() < 0.8,
                             "user_expressions": {"a": "1", "b": "bad"}, "allow_stdin": False, "stop_on_error": False}),
        ("complete_request", {"code": code, "cursor_pos": chance.randrange(9)}),
        ("inspect_request", {"code": code, "cursor_pos": chance.randrange(9), "detail_level": 1}),
        ("is_complete_request", {"code": code + "{"}),
        ("history_request", {"hist_access_type": chance.choice(["tail", "range", "search"]), "n": 3, "pattern": "p*",
                             "output": True, "unique": True, "session": 0, "start": 1, "stop": 4}),
        ("comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {"state": state}}),
        ("comm_msg", {"comm_id": comm, "data": {"method": chance.choice(["update", "request_state", "request_states"]),
                                                "state": state, "buffer_paths": []}}),
        ("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {"event": "click"}}}),
        ("comm_close", {"comm_id": comm, "data": {}}), ("interrupt_request", {}), ("usage_request", {}),
        ("debug_request", {"type": "request", "seq": 1, "command": "debugInfo", "arguments": {}}),
        ("create_subshell_request", {}), ("list_subshell_request", {}), ("delete_subshell_request", {"subshell_id": comm}),
        ("input_reply", {"value": "x"})])


def mutate_bytes(chance, frame):
    frame = bytearray(frame)
    at = chance.randrange(len(frame) + 1)
    change = chance.randrange(5)
    if change == 0 and at < len(frame):
        frame[at] = chance.randrange(256)
    elif change == 1:
        del frame[at:at + chance.randrange(1, 9)]
    elif change == 2:
        frame[at:at] = chance.choice(SALT)
    elif change == 3:
        del frame[at:]
    else:
        piece = frame[at:at + chance.randrange(1, 30)]
        frame[at:at] = piece * chance.randrange(1, 4)
    return bytes(frame)


def mutate_parts(chance, parts):
    change, at = chance.randrange(4), chance.randrange(len(parts))
    if change == 0:
        del parts[at]
    elif change == 1:
        parts.insert(at, parts[chance.randrange(len(parts))])
    elif change == 2:
        other = chance.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    else:
        parts[at] = mutate_bytes(chance, parts[at])
    return parts or [b""]


def message(chance, kernel, comms):
    kind, content = contents(chance, comms)
    header = kernel.header(kind)
    if chance.random() < 0.2:
        header["subshell_id"] = chance.choice(comms)
    frames = kernel.frames(kind, content, header=header)
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
        which = chance.randrange(4)
        frames[which] = mutate_bytes(chance, frames[which])
    if b"shutdown" in frames[0] or b"hang" in frames[3]:
        return None
    signature = kernel.sign(frames)
    if chance.random() < 0.15:
        signature = mutate_bytes(chance, signature)
    parts = [DELIMITER, signature, *frames]
    if chance.random() < 0.1:
        parts = mutate_parts(chance, parts)
    if chance.random() < 0.05:
        parts += [chance.randbytes(chance.randrange(200)) for _ in range(chance.randrange(4))]
    return parts


class Log(threading.Thread):
    """Reads the kernel's stderr, and keeps its end and whatever a sanitizer says."""

    def __init__(self, fd):
        super().__init__(daemon=True)
        self.file = os.fdopen(fd, errors="replace")
        self.reports, self.last = [], []

    def run(self):
        for line in self.file:
            if "ERROR:" in line or "runtime error:" in line or self.reports:
                self.reports = [*self.reports, line][:200]
            self.last = [*self.last[-20:], line]


class Fuzz:
    def __init__(self, kernel, seed):
        self.kernel, self.chance, self.comms = kernel, random.Random(seed), ["c0", "nobody"]
        self.base = None

    def drain(self):
        """Reads what was published, and learns the ids of comms and subshells from it."""
        for channel in ("iopub", "shell", "control", "stdin"):
            socket = self.kernel.sockets[channel]
            while socket.poll(0):
                parts = socket.recv_multipart()
                content = parts[-1]
                for key in (b'"comm_id":"', b'"subshell_id":"'):
                    at = content.find(key)
                    if at >= 0 and len(content) < 4000 and self.chance.random() < 0.2:
                        id_ = content[at + len(key):].split(b'"')[0].decode(errors="replace")
                        self.comms = [*self.comms[-20:], id_]

    def check(self):
        """An ordinary question on each channel, and the memory."""
        for channel in ("shell", "control"):
            msg_id = self.kernel.send(channel, "kernel_info_request")
            end = time.monotonic() + LIMIT
            while True:
                if not self.kernel.sockets[channel].poll(500):
                    self.kernel.interrupt()  # a cell that waits for input may have begun after its interrupt
                    assert time.monotonic() < end, f"no answer on {channel}"  # time is the subject: the limit itself
                    continue
                if msg_id.encode() in self.kernel.sockets[channel].recv_multipart()[-3]:
                    break
                self.drain_iopub()
        self.drain()

    def drain_iopub(self):
        while self.kernel.sockets["iopub"].poll(0):
            self.kernel.sockets["iopub"].recv_multipart()

    def send(self, channel, parts):
        """stdin is only read while a cell asks for input, so it fills up."""
        try:
            self.kernel.sockets[channel].send_multipart(parts, zmq.NOBLOCK if channel == "stdin" else 0)
        except zmq.Again:
            self.drain()
            self.kernel.send_execute("input ?", allow_stdin=True)
            self.kernel.send("control", "interrupt_request")

    def run(self, count):
        sent, before = 0, time.monotonic()
        while sent < count:
            for _ in range(min(BATCH, count - sent)):
                parts = message(self.chance, self.kernel, self.comms)
                channel = self.chance.choice(["shell", "shell", "shell", "control", "stdin"])
                if parts:
                    self.send(channel, parts)
                sent += 1
            self.check()
            if sent >= count / 10 and not self.base:
                self.base = self.kernel.resident()
            if sent % (100 * BATCH) == 0:
                rate = sent / (time.monotonic() - before)
                print(f"{sent} messages, {rate:.0f} a second, {self.kernel.resident() >> 20} MiB", flush=True)
        assert self.kernel.process.poll() is None, f"the kernel ended with {self.kernel.process.returncode}"
        return sent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernel")
    parser.add_argument("--messages", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=20261121)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wck") as directory:
        read, write = os.pipe()
        kernel = Kernel([arguments.kernel], pathlib.Path(directory), env={"WARPCELL_IOPUB_RATE": "0"})
        kernel.stderr.close()
        kernel.stderr = os.fdopen(write, "wb")
        log = Log(read)
        log.start()
        kernel.log = lambda: "".join(log.last)
        try:
            with kernel:
                fuzz = Fuzz(kernel, arguments.seed)
                sent = fuzz.run(arguments.messages)
                resident = kernel.resident()
                kernel.process.terminate()
                status = kernel.ended(within=30)
        except AssertionError as error:
            print(f"seed {arguments.seed}: {error}\n{''.join(log.reports or log.last)}", file=sys.stderr)
            return 1
        log.join(5)
    if status or log.reports:
        print(f"seed {arguments.seed}: status {status}\n{''.join(log.reports)}", file=sys.stderr)
        return 1
    print(f"{sent} messages, seed {arguments.seed}: answered to the end; {fuzz.base >> 20} MiB resident after a tenth of them, "
          f"{resident >> 20} MiB at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
