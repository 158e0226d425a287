# SPDX-License-Identifier: Apache-2.0
"""A Jupyter client of our own, on bare ZeroMQ sockets, so that tests see and can forge every frame."""

import hashlib
import hmac
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import uuid

import zmq
from zmq.utils.monitor import recv_monitor_message

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1])]
from waiting import LIMIT, wait_until  # noqa: E402

DELIMITER = b"<IDS|MSG>"
CHANNELS = ("shell", "iopub", "stdin", "control", "hb")
# For the real kernel: a launch that only an interrupt ends.
SPIN = ("__global__ void spin(volatile int *p) { while (p[0] == 0); }\n"
        "device int flag[1];\nspin<<<1, 32>>>(flag);\ncudaDeviceSynchronize();")
KEY = "a0436f6c-1916-498b-8eb9-e81ab9368e84"


class Message:
    """One received message; `frames` are those after the signature, as received."""

    def __init__(self, parts):
        at = parts.index(DELIMITER)
        self.idents, self.signature, self.frames = parts[:at], parts[at + 1], parts[at + 2:at + 6]
        self.buffers = parts[at + 6:]
        self.header, self.parent, self.metadata, self.content = (json.loads(f) for f in self.frames)
        self.type = self.header["msg_type"]

    def __repr__(self):
        return f"<{self.type} {self.content}>"


class Kernel:
    """A kernel process and one client's sockets to it. Use as a context manager."""

    def __init__(self, argv, directory, transport="tcp", key=KEY, scheme="hmac-sha256", env=None, info=None,
                 subscribe=True):
        self.directory, self.key, self.scheme = directory, key, scheme
        self.path = str(directory / f"kernel-{uuid.uuid4().hex[:8]}.json")
        ip = "127.0.0.1" if transport == "tcp" else str(directory / f"ipc{uuid.uuid4().hex[:4]}")
        wanted = {"transport": transport, "ip": ip, "key": key, "signature_scheme": scheme,
                  "kernel_name": "fake", **{f"{c}_port": 0 for c in CHANNELS}, **(info or {})}
        with open(self.path, "w") as file:
            json.dump(wanted, file)
        self.argv = [*argv, "-f", self.path]
        self.env = {**{k: v for k, v in os.environ.items() if k not in ("JPY_SESSION_NAME", "JPY_PARENT_PID")},
                    **(env or {})}
        self.subscribe = subscribe
        self.context = zmq.Context()
        self.sockets = {}
        self.session = uuid.uuid4().hex
        self.stderr = open(self.path + ".stderr", "w+b")
        self.process = None

    def __enter__(self):
        self.start()
        self.connect()
        return self

    def __exit__(self, *_):
        self.disconnect()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.context.destroy(linger=0)
        self.stderr.close()

    # ---- the process ----

    def start(self):
        self.process = subprocess.Popen(self.argv, stdin=subprocess.DEVNULL, stderr=self.stderr, env=self.env)
        self.wait_for_ports()

    def wait_for_ports(self):
        assert wait_until(self.has_ports), "the kernel did not write its ports"

    def has_ports(self):
        with open(self.path) as file:
            self.info = json.load(file)
        assert self.process.poll() is None, f"the kernel ended with {self.process.returncode}: {self.log()}"
        return all(int(self.info[f"{c}_port"]) for c in CHANNELS)

    def log(self):
        self.stderr.flush()
        with open(self.stderr.name) as file:
            return file.read()

    def signal(self, number):
        os.kill(self.process.pid, number)

    def ended(self, within=LIMIT):
        """The exit status, or None if the process still runs after so many seconds."""
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            return None

    def resident(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    # ---- sockets ----

    def endpoint(self, channel):
        port = self.info[f"{channel}_port"]
        if self.info["transport"] == "ipc":
            return f"ipc://{self.info['ip']}-{port}"
        ip = self.info["ip"]
        return f"tcp://[{ip}]:{port}" if ":" in ip else f"tcp://{ip}:{port}"

    def socket(self, channel, identity=None, curve=None):
        kind = {"iopub": zmq.SUB, "hb": zmq.REQ}.get(channel, zmq.DEALER)
        socket = self.context.socket(kind)
        socket.linger = 0
        socket.rcvhwm = 0
        if ":" in self.info["ip"]:
            socket.ipv6 = True
        if identity:
            socket.identity = identity
        if curve:
            socket.curve_serverkey, (socket.curve_publickey, socket.curve_secretkey) = curve, zmq.curve_keypair()
        socket.connect(self.endpoint(channel))
        if channel == "iopub":
            socket.subscribe(b"")
        return socket

    def turns_away(self, channel):
        """Whether the kernel ends the connection of a client without a key before its message could pass."""
        socket = self.context.socket(zmq.DEALER)
        socket.linger = 0
        monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
                                            | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_DISCONNECTED)
        socket.connect(self.endpoint(channel))
        event = recv_monitor_message(monitor)["event"] if monitor.poll(LIMIT * 1000) else None
        socket.disable_monitor()
        socket.close()
        return event not in (None, zmq.EVENT_HANDSHAKE_SUCCEEDED)

    def connect(self, curve=None):
        identity = uuid.uuid4().hex.encode()
        for channel in CHANNELS:
            if channel != "iopub" or self.subscribe:
                self.sockets[channel] = self.socket(channel, identity if channel != "hb" else None, curve)
        if self.subscribe:
            self.welcome = self.recv("iopub")
            assert self.welcome.type == "iopub_welcome", self.welcome
            self.starting = self.recv("iopub")
            assert self.starting.content == {"execution_state": "starting"}, self.starting

    def disconnect(self):
        for socket in self.sockets.values():
            socket.close()
        self.sockets = {}

    # ---- messages ----

    def sign(self, frames):
        if not self.key:
            return b""
        digest = hmac.new(self.key.encode(), digestmod=getattr(hashlib, self.scheme.removeprefix("hmac-")))
        for frame in frames:
            digest.update(frame)
        return digest.hexdigest().encode()

    def header(self, kind, **more):
        return {"msg_id": uuid.uuid4().hex, "session": self.session, "username": "tester",
                "date": "2026-01-01T00:00:00.000000Z", "msg_type": kind, "version": "5.3", **more}

    def frames(self, kind, content=None, parent=None, metadata=None, header=None):
        return [json.dumps(part).encode() for part in
                (header or self.header(kind), parent or {}, metadata or {}, {} if content is None else content)]

    def send_frames(self, channel, frames, signature=None, buffers=()):
        signature = self.sign(frames) if signature is None else signature
        self.sockets[channel].send_multipart([DELIMITER, signature, *frames, *buffers])
        return frames

    def send(self, channel, kind, content=None, **more):
        """Sends a message and returns its msg_id."""
        header = more.pop("header", None) or self.header(kind)
        self.send_frames(channel, self.frames(kind, content, header=header, **more))
        return header["msg_id"]

    def recv(self, channel, timeout=LIMIT):
        socket = self.sockets[channel]
        if not socket.poll(int(timeout * 1000)):
            ended = self.process and self.process.poll()
            raise TimeoutError(f"nothing on {channel} within {timeout} s"
                               + ("" if ended is None else f"; the kernel has ended with status {ended}"))
        message = Message(socket.recv_multipart())
        assert message.signature == self.sign(message.frames), "the kernel's signature is wrong"
        return message

    def nothing_on(self, channel):
        """Whether the channel (shell or control) holds no message before the answer to a request that is sent now."""
        msg_id = self.send(channel, "kernel_info_request")
        return self.recv(channel).parent.get("msg_id") == msg_id

    def settle(self):
        """Returns when the kernel has received what was sent before on any socket. One thread on either side moves the
        bytes of all sockets, in order; by the second answer it has served all of them."""
        for _ in range(2):
            self.reply("control", self.send("control", "kernel_info_request"))

    def wait_for(self, msg_id, kind, timeout=LIMIT):
        """The first iopub message of this type that belongs to the request. Those before it are dropped."""
        end = time.monotonic() + timeout
        while True:
            message = self.recv("iopub", max(0.001, end - time.monotonic()))
            if message.parent.get("msg_id") == msg_id and message.type == kind:
                return message

    def wait_for_text(self, msg_id, text):
        """Returns when the request has printed or shown this text, as one piece or at the beginning of one."""
        while not shown_by(self.recv("iopub"), msg_id).startswith(text):
            pass

    def until_idle(self, msg_id, timeout=LIMIT):
        """Every iopub message of the request up to its idle status, which is the last."""
        seen = []
        end = time.monotonic() + timeout
        while True:
            message = self.recv("iopub", max(0.001, end - time.monotonic()))
            if message.parent.get("msg_id") != msg_id:
                continue
            seen.append(message)
            if message.type == "status" and message.content["execution_state"] == "idle":
                return seen

    def reply(self, channel, msg_id, timeout=LIMIT):
        end = time.monotonic() + timeout
        while True:
            message = self.recv(channel, max(0.001, end - time.monotonic()))
            if message.parent.get("msg_id") == msg_id:
                return message

    def ask(self, kind, content=None, channel="shell", timeout=LIMIT, **more):
        """(reply, iopub messages) of one request."""
        msg_id = self.send(channel, kind, content, **more)
        return self.reply(channel, msg_id, timeout), self.until_idle(msg_id, timeout)

    def send_execute(self, code, **content):
        return self.send("shell", "execute_request", {"code": code, "silent": False, "store_history": True,
                                                      "user_expressions": {}, "allow_stdin": True,
                                                      "stop_on_error": True, **content})

    def begin(self, code, **content):
        """Sends a cell that prints, and waits for the first of it: then the cell runs. Its msg_id."""
        msg_id = self.send_execute(code, **content)
        self.wait_for(msg_id, "stream")
        return msg_id

    def subshell(self):
        """The id of a new subshell."""
        return self.ask("create_subshell_request", channel="control")[0].content["subshell_id"]

    def on(self, subshell, kind, content=None):
        """Sends a shell message to a subshell (None: the main shell) and returns its msg_id."""
        return self.send("shell", kind, content, header=self.header(kind, subshell_id=subshell))

    def execute(self, code, timeout=LIMIT, **content):
        msg_id = self.send_execute(code, **content)
        return self.reply("shell", msg_id, timeout), self.until_idle(msg_id, timeout)

    def alive(self):
        """Whether an ordinary cell still works."""
        reply, outputs = self.execute("print still here")
        return reply.content["status"] == "ok" and text_of(outputs) == "still here\n"

    def interrupt(self):
        self.signal(signal.SIGINT)


def shown_by(message, msg_id):
    """The text of an iopub message, or "" if it has none or belongs to another request."""
    content = message.content if message.parent.get("msg_id") == msg_id else {}
    return content.get("text") or content.get("data", {}).get("text/plain", "")


def text_of(outputs, name="stdout"):
    return "".join(m.content["text"] for m in outputs if m.type == "stream" and m.content["name"] == name)


def types_of(outputs):
    return [m.type for m in outputs]
