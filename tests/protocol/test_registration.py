# SPDX-License-Identifier: Apache-2.0
"""The startup handshake in its three dialects (checklist section 0, JEP 66), with launchers of our own."""

import json
import pathlib
import stat
import subprocess
import threading

import pytest
import zmq

from client import CHANNELS, DELIMITER, Kernel, Message

DIALECTS = ["documentation", "xeus", "positron"]


class Launcher(threading.Thread):
    """Waits for one registration and answers it: well, wrongly, or not at all."""

    def __init__(self, dialect, context, key, answer, ip="127.0.0.1"):
        super().__init__(daemon=True)
        self.dialect, self.key, self.answer = dialect, key, answer
        self.socket = context.socket(zmq.REP if dialect == "positron" else zmq.ROUTER)
        self.socket.linger = 1000
        self.socket.ipv6 = ":" in ip
        self.port = self.socket.bind_to_random_port(f"tcp://[{ip}]" if ":" in ip else f"tcp://{ip}")
        self.ports = None

    def file(self, ip="127.0.0.1"):
        where = {"ip": ip} if self.dialect == "positron" else {"registration_ip": ip, "kernel_id": "abc-1"}
        port = str(self.port) if self.dialect == "xeus" else self.port
        return {"transport": "tcp", "signature_scheme": "hmac-sha256", "key": self.key, **where, "registration_port": port}

    def run(self):
        parts = self.socket.recv_multipart()
        signer = Kernel.__new__(Kernel)
        signer.key, signer.scheme, signer.session = (self.key if self.answer != "forged" else "another"), "hmac-sha256", "s"
        checker = Kernel.__new__(Kernel)
        checker.key, checker.scheme = self.key, "hmac-sha256"
        if self.dialect == "positron":
            message = Message(parts)
            assert message.type == "handshake_request" and message.signature == checker.sign(message.frames)
            self.ports = message.content
            frames = signer.frames("handshake_reply", {"status": "ok" if self.answer != "refused" else "error"})
            answer = [DELIMITER, signer.sign(frames), *frames]
        else:
            at = parts.index(DELIMITER)
            signature, content = parts[at + 1:]
            assert signature == checker.sign([content])
            self.ports = json.loads(content)
            content = b'{"status": "ok"}'
            answer = [*parts[:at], DELIMITER, signer.sign([content]), content]
        if self.answer != "none":
            self.socket.send_multipart(answer)


@pytest.fixture
def register(fake_kernel, tmp_path):
    """register(dialect): a Kernel that came up by a handshake, and its launcher."""
    context = zmq.Context()
    kernels = []

    def register_(dialect, key="secret", answer="well", ip="127.0.0.1"):
        launcher = Launcher(dialect, context, key, answer, ip)
        launcher.start()
        path = tmp_path / "registration.json"
        path.write_text(json.dumps(launcher.file(ip)))
        k = Kernel([fake_kernel], tmp_path, key=key)
        k.process = subprocess.Popen([fake_kernel, "-f", path], stderr=k.stderr)
        kernels.append((k, launcher))
        return k, launcher

    yield register_
    for k, launcher in kernels:
        k.__exit__()
        launcher.socket.close()
    context.destroy(linger=0)


@pytest.mark.parametrize("key", ["secret", ""])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_s0_the_kernel_registers_and_works(register, dialect, key, tmp_path):
    k, launcher = register(dialect, key)
    launcher.join(10)
    kind = int if dialect == "positron" else str
    assert all(isinstance(launcher.ports[f"{c}_port"], kind) for c in CHANNELS)
    assert dialect == "positron" or launcher.ports["kernel_id"] == "abc-1"
    k.info = {**launcher.file(), "ip": "127.0.0.1", **launcher.ports}
    k.connect()
    assert k.alive()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_s0_a_connection_file_is_left_for_other_clients(register, dialect, tmp_path):
    k, launcher = register(dialect)
    launcher.join(10)
    k.info = {**launcher.file(), "ip": "127.0.0.1", **launcher.ports}
    k.connect()
    assert k.alive()
    before = (tmp_path / "registration.json").read_text()
    own = [p for p in tmp_path.glob("kernel-*.json") if str(p) != k.path]
    assert len(own) == 1 and stat.S_IMODE(own[0].stat().st_mode) == 0o600
    info = json.loads(own[0].read_text())
    assert {c: str(info[f"{c}_port"]) for c in CHANNELS} == {c: str(launcher.ports[f"{c}_port"]) for c in CHANNELS}
    assert info["key"] == "secret" and info["transport"] == "tcp"
    k.process.terminate()
    assert k.ended(within=3) == 0 and not own[0].exists()
    assert (tmp_path / "registration.json").read_text() == before


@pytest.mark.parametrize("dialect", DIALECTS)
def test_s0_a_forged_answer_ends_it(register, dialect):
    k, _ = register(dialect, answer="forged")
    assert k.ended(within=10) == 1
    assert "the launcher did not accept the registration" in k.log()


def test_s0_a_refusal_ends_it(register):
    k, _ = register("positron", answer="refused")
    assert k.ended(within=10) == 1 and "not a 'handshake_reply'" in k.log()


@pytest.mark.parametrize("dialect", ["documentation", "positron"])
def test_s0_without_an_answer_it_ends_after_five_seconds(register, dialect):
    k, _ = register(dialect, answer="none")
    assert k.ended(within=4) is None and k.ended(within=4) == 1
    assert "no reply" in k.log()


def test_s0_ipv6(register):
    try:
        k, launcher = register("documentation", ip="::1")
    except zmq.ZMQError:
        pytest.skip("this machine has no IPv6")
    launcher.join(10)
    k.info = {**launcher.file("::1"), "ip": "::1", **launcher.ports}
    k.connect()
    assert k.alive()


@pytest.mark.parametrize("port", [0, "x", -1, None])
def test_s0_bad_registration_files_are_explained(fake_kernel, tmp_path, port):
    file = pathlib.Path(tmp_path, "r.json")
    file.write_text(json.dumps({"registration_ip": "127.0.0.1", "registration_port": port, "key": "k"}))
    ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert (ended.returncode, ended.stderr) == (1, f"warpcell-kernel: registration file '{file}' has no usable 'registration_port'\n")
