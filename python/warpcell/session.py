# SPDX-License-Identifier: Apache-2.0
"""A Warpcell kernel that is this process's child, and our client of it. Whatever it publishes appears under the running cell of
the Python notebook: streams, displays, questions, and widgets, whose comms are opened again as ours, under the same ids."""

import atexit
import collections
import os
import sys
import tempfile
import threading
import time

import zmq
from comm import create_comm
from IPython import get_ipython
from IPython.display import clear_output, publish_display_data
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec

from .program import find_program

POLL_MS = 100
HELPERS = """
static void __wc_load(void *to, const char *path, size_t n)
{ FILE *f = fopen(path, "rb"); char *p = (char *) malloc(n + 1); assert(f && fread(p, 1, n, f) == n);
  fclose(f); cudaMemcpy(to, p, n, cudaMemcpyHostToDevice); free(p); }
static void __wc_save(const void *from, const char *path, size_t n)
{ FILE *f = fopen(path, "wb"); char *p = (char *) malloc(n + 1); cudaMemcpy(p, from, n, cudaMemcpyDeviceToHost);
  assert(f && fwrite(p, 1, n, f) == n); fclose(f); free(p); }
static void __wc_save_host(const void *from, const char *path, size_t n)
{ FILE *f = fopen(path, "wb"); assert(f && fwrite(from, 1, n, f) == n); fclose(f); }
static char __wc_handle[256];
"""


class WarpcellError(Exception):
    """A cell failed. Shown as Warpcell reports it, with the place in the cell, and not with Python's own frames."""

    def __init__(self, name, text, traceback):
        super().__init__(f"{name}: {text}")
        self.traceback = list(traceback)

    def _render_traceback_(self, *_):
        return self.traceback


def parent_request():
    """The message that this process's own kernel is handling; {} in a plain IPython terminal."""
    kernel = getattr(get_ipython(), "kernel", None)
    return (kernel.get_parent("shell") or {}) if kernel else {}


def may_ask():
    return parent_request().get("content", {}).get("allow_stdin", True)


class Comms:
    """The child's comms as comms of this process's kernel."""

    def __init__(self, forward):
        self.forward = forward  # (comm_id, data, buffers): to the child
        self.open = {}

    def relay(self, message):
        kind, content = message["header"]["msg_type"], message["content"]
        comm_id, data = content["comm_id"], content["data"]
        if kind == "comm_open":
            comm = create_comm(target_name=content["target_name"], comm_id=comm_id, data=data, metadata=message["metadata"],
                               buffers=message["buffers"])
            comm.on_msg(lambda m: self.forward(comm_id, m["content"]["data"], m.get("buffers")))
            self.open[comm_id] = comm
        elif comm_id in self.open and kind == "comm_msg":
            self.open[comm_id].send(data, metadata=message["metadata"], buffers=message["buffers"])
        elif comm_id in self.open:
            self.open.pop(comm_id).close(data)

    def close(self):
        while self.open:
            self.open.popitem()[1].close()


class Session:
    """The child kernel. One thread at a time talks to it; messages of other threads are queued for that one."""

    def __init__(self):
        program = find_program()
        if program is None:
            raise RuntimeError("the program warpcell-kernel is not installed; reinstall the package warpcell")
        self.folder = tempfile.TemporaryDirectory(prefix="warpcell-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.lock = threading.Lock()
        self.queue = collections.deque()
        self.comms = Comms(self.forward)
        self.shared = []  # memory of this process that the session has mapped: (its address there, the memory)
        self.kept, self.unkept = 0, []  # names in the session that keep what this process has mapped: how many, and those to be dropped
        self.structs = {}  # NumPy's structured types that have a struct in the session, by its name
        self.manager = KernelManager()
        self.manager._kernel_spec = KernelSpec(argv=[program, "-f", "{connection_file}"], display_name="Warpcell",
                                               language="cuda", interrupt_mode="message")
        self.manager.start_kernel(env={k: v for k, v in os.environ.items() if k != "JPY_SESSION_NAME"})
        self.client = self.manager.client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=60)
            self.subshell = self._control("create_subshell_request")["subshell_id"]
            self.quietly(HELPERS)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.comms.close()
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self.folder.cleanup()

    def alive(self):
        return self.manager.is_alive()

    # ---- requests ----

    def run(self, code):
        """Runs a cell with its output in ours."""
        reply = self._execute(code, self._show, allow_stdin=may_ask())
        for payload in reply.get("payload", []):
            if payload.get("source") == "page":
                print(payload["data"]["text/plain"])
            elif payload.get("source") == "set_next_input":
                get_ipython().set_next_input("%%warpcell\n" + payload["text"])

    def quietly(self, code, expressions=None):
        """Runs our own code; returns the texts of the expressions."""
        reply = self._execute(code, lambda message: None, silent=True, store_history=False, allow_stdin=False,
                              user_expressions=expressions or {})
        values = reply.get("user_expressions", {})
        for value in values.values():
            if value["status"] != "ok":
                raise WarpcellError(value["ename"], value["evalue"], value["traceback"])
        return {name: value["data"]["text/plain"] for name, value in values.items()}

    def inspect(self, name):
        """What the session says about a name: its lines, [] for none."""
        content = self.client.inspect(name, len(name), reply=True, timeout=60)["content"]
        return content["data"].get("text/plain", "").split("\n") if content["found"] else []

    def _control(self, kind):
        message = self.client.session.msg(kind, {})
        self.client.control_channel.send(message)
        while True:
            reply = self.client.get_control_msg(timeout=60)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return reply["content"]

    def _execute(self, code, show, **more):
        with self.lock:
            msg_id = self.client.execute(code, **more)
            self._pump(msg_id, show)
            reply = self._reply(msg_id)
        if reply["status"] == "error":
            raise WarpcellError(reply["ename"], reply["evalue"], reply["traceback"])
        return reply

    def _reply(self, msg_id):
        while True:
            reply = self.client.get_shell_msg(timeout=60)
            if reply["parent_header"].get("msg_id") == msg_id:
                return reply["content"]

    def forward(self, comm_id, data, buffers):
        """A front end's message for a widget. While a cell runs it goes to a subshell, so that the cell sees it."""
        self.queue.append((comm_id, data, buffers))
        if self.lock.acquire(blocking=False):
            try:
                self._pump(None, self._show)
            finally:
                self.lock.release()

    def _send_queued(self):
        while self.queue:
            comm_id, data, buffers = self.queue.popleft()
            message = self.client.session.msg("comm_msg", {"comm_id": comm_id, "data": data})
            message["header"]["subshell_id"] = self.subshell
            message["buffers"] = buffers or []
            self.client.session.send(self.client.shell_channel.socket, message, buffers=message["buffers"])
            yield message["header"]["msg_id"]

    # ---- what comes back ----

    def _pump(self, msg_id, show):
        """Relays what the child publishes until this request and all queued ones are done. An interrupt is passed on."""
        waits = {msg_id} if msg_id else set()
        interrupted = None
        while True:
            try:
                waits.update(self._send_queued())
                if not waits:
                    break
                self._pump_once(waits, show)
            except KeyboardInterrupt as interrupt:
                if interrupted:
                    raise
                interrupted = interrupt
                self.manager.interrupt_kernel()
        if interrupted:
            if msg_id:
                self._reply(msg_id)
            raise interrupted

    def _pump_once(self, waits, show):
        poller = zmq.Poller()
        poller.register(self.client.iopub_channel.socket, zmq.POLLIN)
        poller.register(self.client.stdin_channel.socket, zmq.POLLIN)
        events = dict(poller.poll(POLL_MS))
        if not events and not self.alive():
            raise RuntimeError("the Warpcell session has ended; the next cell starts another")
        if self.client.stdin_channel.socket in events:
            self._ask(self.client.get_stdin_msg(timeout=0)["content"])
        if self.client.iopub_channel.socket in events:
            message = self.client.get_iopub_msg(timeout=0)
            parent = message["parent_header"].get("msg_id")
            if parent not in waits:
                return
            show(message)
            if message["content"].get("execution_state") == "idle":
                waits.remove(parent)

    def _ask(self, question):
        if question["password"]:
            from getpass import getpass
            self.client.input(getpass(question["prompt"]))
        else:
            try:
                self.client.input(input(question["prompt"]))
            except EOFError:
                self.client.input("\x04")

    def _show(self, message):
        content, kind = message["content"], message["header"]["msg_type"]
        if kind == "stream":
            (sys.stdout if content["name"] == "stdout" else sys.stderr).write(content["text"])
        elif kind in ("display_data", "execute_result", "update_display_data"):
            publish_display_data(content["data"], content["metadata"], transient=content.get("transient") or {},
                                 update=kind == "update_display_data")
        elif kind == "clear_output":
            clear_output(wait=content["wait"])
        elif kind.startswith("comm_"):
            sys.stdout.flush()
            sys.stderr.flush()
            self.comms.relay(message)


_session = None


def open_session():
    global _session
    if _session is not None and not _session.alive():
        close_session()
    if _session is None:
        _session = Session()
    return _session


def close_session():
    global _session
    if _session is not None:
        session, _session = _session, None
        session.close()


atexit.register(close_session)
