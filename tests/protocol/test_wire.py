# SPDX-License-Identifier: Apache-2.0
"""Sockets, frames, signatures: W-1 to W-31. The numbers are those of the protocol checklist in tests/protocol/README.md."""

import json
import os
import socket
import stat
import subprocess

import pytest
import zmq

from client import CHANNELS, DELIMITER, Message, text_of
from waiting import LIMIT, wait_until


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.mark.parametrize("kind", [int, str])
def test_w1_ports_are_numbers_or_strings_and_unknown_keys_are_ignored(start, kind):
    ports = {f"{c}_port": kind(free_port()) for c in CHANNELS}
    with start(info={**ports, "jupyter_session": "x.ipynb", "some_future_key": [1]}) as k:
        assert k.alive()
        assert {c: k.info[c] for c in ports} == ports


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_w3_transports(start, transport):
    with start(transport=transport) as k:
        assert k.alive()
        if transport == "ipc":
            assert os.path.exists(f"{k.info['ip']}-{k.info['shell_port']}")


def test_w4_ipv6(start):
    try:
        socket.socket(socket.AF_INET6).bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    with start(info={"ip": "::1"}) as k:
        assert k.alive()


def test_w4_the_address_is_not_widened(kernel):
    with open(f"/proc/{kernel.process.pid}/net/tcp") as file:
        port = f":{int(kernel.info['shell_port']):04X}"
        bound = [line.split()[1] for line in file if line.split()[1].endswith(port)]
    assert bound and all(address.startswith("0100007F:") for address in bound)


def test_w5_chosen_ports_are_written_back_privately(kernel):
    assert stat.S_IMODE(os.stat(kernel.path).st_mode) == 0o600
    assert kernel.info["kernel_name"] == "fake" and kernel.info["key"] == kernel.key
    assert len({kernel.info[f"{c}_port"] for c in CHANNELS}) == 5


def test_w6_a_taken_port_is_named_and_ends_the_process(fake_kernel, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        file = tmp_path / "c.json"
        file.write_text(json.dumps({**{f"{c}_port": 0 for c in CHANNELS}, "shell_port": port, "key": "k"}))
        ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert ended.returncode == 1
    assert ended.stderr == f"warpcell-kernel: cannot listen on 'tcp://127.0.0.1:{port}' (shell): Address already in use\n"


def test_w3_an_ipc_path_that_is_too_long_is_explained(fake_kernel, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps({**{f"{c}_port": 0 for c in CHANNELS}, "key": "k", "transport": "ipc",
                                "ip": str(tmp_path / ("x" * 120))}))
    ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert (ended.returncode, ended.stderr) == (
        1, f"warpcell-kernel: cannot listen on 'ipc://{tmp_path}/{'x' * 120}-1': the path is longer than the 107 bytes that a local "
           "socket allows; set JUPYTER_RUNTIME_DIR to a shorter directory\n")


@pytest.mark.parametrize("text, says", [
    ("{", "cannot read connection file '{}': string or '}' expected near end of file"),
    ("[]", "cannot read connection file '{}': not a JSON object"), ("{}", "connection file '{}' has no usable 'shell_port'"),
    ('{"shell_port": "12x"}', "connection file '{}' has no usable 'shell_port'"),
    ('{"transport": "udp"}', "transport 'udp' is neither 'tcp' nor 'ipc'")])
def test_w1_bad_connection_files_are_explained(fake_kernel, tmp_path, text, says):
    file = tmp_path / "c.json"
    file.write_text(text)
    ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert (ended.returncode, ended.stderr) == (1, "warpcell-kernel: " + says.replace("{}", str(file)) + "\n")


def test_w7_idents_are_echoed_and_iopub_has_one_topic(kernel):
    other = kernel.context.socket(zmq.DEALER)
    other.connect(kernel.endpoint("shell"))
    frames = kernel.frames("kernel_info_request")
    other.send_multipart([b"first", b"", b"second", DELIMITER, kernel.sign(frames), *frames])
    assert other.poll(5000)
    reply = Message(other.recv_multipart())
    assert reply.idents == [b"first", b"", b"second"]
    other.close(0)
    message = kernel.recv("iopub")
    assert len(message.idents) == 1 and message.idents[0].startswith(b"kernel.")


def test_w7_buffers_are_not_signed_and_do_no_harm(kernel):
    frames = kernel.frames("kernel_info_request")
    kernel.send_frames("shell", frames, buffers=[b"\0\1\2", b"x" * 100000])
    assert kernel.recv("shell").type == "kernel_info_reply"


@pytest.mark.parametrize("scheme", ["hmac-sha256", "hmac-sha512", "hmac-md5"])
def test_w9_signature_schemes(start, scheme):
    with start(scheme=scheme) as k:
        assert k.alive()


def test_w9_an_unknown_scheme_is_refused(fake_kernel, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps({**{f"{c}_port": 0 for c in CHANNELS}, "key": "k", "signature_scheme": "rot13"}))
    ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert (ended.returncode, ended.stderr) == (1, "warpcell-kernel: signature scheme 'rot13' is unknown\n")


def test_w10_without_a_key_signatures_are_empty_and_not_checked(start):
    with start(key="") as k:
        frames = k.send_frames("shell", k.frames("kernel_info_request"), signature=b"anything")
        reply = k.recv("shell")
        assert reply.signature == b"" and reply.parent == json.loads(frames[0])
        assert k.alive() and "messages are not signed" in k.log()


def test_g1_other_addresses_need_a_key(fake_kernel, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps({**{f"{c}_port": 0 for c in CHANNELS}, "key": "", "ip": "0.0.0.0"}))
    ended = subprocess.run([fake_kernel, "-f", file], capture_output=True, timeout=10, text=True)
    assert (ended.returncode, ended.stderr) == (
        1, "warpcell-kernel: the connection file has no key, and '0.0.0.0' is reachable from other machines: anyone could run cells; "
           "add a key or pass --insecure\n")
    running = subprocess.Popen([fake_kernel, "-f", file, "--insecure"], stderr=subprocess.DEVNULL)
    assert wait_until(lambda: json.loads(file.read_text())["hb_port"])
    running.terminate()
    assert running.wait(LIMIT) == 0


def test_w12_a_replayed_message_is_not_run_twice(kernel):
    frames = kernel.frames("execute_request", {"code": "print once"})
    kernel.send_frames("shell", frames)
    assert kernel.recv("shell").content["execution_count"] == 1
    kernel.send_frames("shell", frames)
    assert kernel.nothing_on("shell")
    assert kernel.execute("print two")[0].content["execution_count"] == 2


def test_w12_every_message_has_its_own_id(kernel):
    ids = [m.header["msg_id"] for _ in range(20) for m in kernel.execute("print x")[1]]
    assert len(set(ids)) == len(ids)


def test_w14_an_unknown_type_gets_busy_and_idle_and_no_reply(kernel):
    for channel in ("shell", "control"):
        msg_id = kernel.send(channel, "nonsense_request")
        states = [m.content["execution_state"] for m in kernel.until_idle(msg_id)]
        assert states == ["busy", "idle"] and kernel.nothing_on(channel)


def test_w16_extra_fields_are_ignored(kernel):
    header = kernel.header("execute_request", subshell_id=None, extra={"deep": [1, 2, {"x": 3}]})
    msg_id = kernel.send("shell", "execute_request", {"code": "print x", "new_flag": 1}, header=header,
                         metadata={"cellId": "1", "tags": [], "huge": 10 ** 30}, parent={"msg_id": "other"})
    reply = kernel.reply("shell", msg_id)
    assert reply.content["status"] == "ok" and reply.parent == header


def test_w17_headers_are_complete(kernel):
    reply, outputs = kernel.execute("print x")
    for message in [reply, *outputs]:
        assert set(message.header) == {"msg_id", "session", "username", "date", "msg_type", "version"}
        assert all(isinstance(value, str) and value for value in message.header.values())
        assert message.header["date"].endswith("Z") and message.header["version"].startswith("5.")


def test_w18_one_session_on_every_channel_and_another_after_a_restart(start):
    sessions = set()
    with start() as k:
        for channel in ("shell", "control"):
            reply, outputs = k.ask("kernel_info_request", channel=channel)
            sessions |= {m.header["session"] for m in [k.welcome, reply, *outputs]}
        k.send_execute("input ?")
        sessions.add(k.recv("stdin").header["session"])
    assert len(sessions) == 1
    with start() as k:
        assert k.welcome.header["session"] not in sessions


def test_w20_the_heart_beats_while_a_cell_hangs(kernel):
    kernel.begin("print on\nhang")
    for beat in (b"ping", b"\0\xff" * 5000):
        kernel.sockets["hb"].send(beat)
        assert kernel.sockets["hb"].poll(LIMIT * 1000) and kernel.sockets["hb"].recv() == beat


def test_w21_control_answers_while_a_cell_runs(kernel):
    kernel.begin("print on\nforever")
    reply, outputs = kernel.ask("kernel_info_request", channel="control")
    assert reply.content["status"] == "ok"
    assert [m.content["execution_state"] for m in outputs] == ["busy", "idle"]


def test_w22_a_client_may_take_over_its_old_identity(kernel):
    for _ in range(3):
        again = kernel.socket("shell", identity=b"the same")
        frames = kernel.frames("kernel_info_request")
        again.send_multipart([DELIMITER, kernel.sign(frames), *frames])
        assert again.poll(5000) and Message(again.recv_multipart()).type == "kernel_info_reply"
        # left open on purpose: the next one has to displace it


def test_w25_every_subscriber_is_welcomed_with_its_topic(kernel):
    for topic in (b"", b"stream.stdout", b""):
        other = kernel.context.socket(zmq.SUB)
        other.connect(kernel.endpoint("iopub"))
        other.subscribe(topic)
        assert other.poll(5000)
        first = Message(other.recv_multipart())
        assert first.type == "iopub_welcome" and first.parent == {} and first.idents == [topic]
        assert first.content == {"subscription": topic.decode()}
        other.close(0)


def test_w25_a_topic_that_is_not_text_gets_no_welcome(kernel):
    other = kernel.context.socket(zmq.SUB)
    other.connect(kernel.endpoint("iopub"))
    other.subscribe(b"\xff\xfe")
    other.subscribe(b"stream.")
    assert Message(other.recv_multipart()).content == {"subscription": "stream."} and kernel.alive()
    other.close(0)


def test_w27_starting_is_said_once_to_the_first_who_can_hear_it(start):
    with start(subscribe=False) as k:
        k.sockets["hb"].send(b"x")
        k.sockets["hb"].recv()  # it runs, and has published nothing
        k.sockets["iopub"] = k.socket("iopub")
        first, second = k.recv("iopub"), k.recv("iopub")
        assert first.type == "iopub_welcome"
        assert second.content == {"execution_state": "starting"} and second.parent == {}
        reply, outputs = k.execute("print x")
        assert "starting" not in [m.content.get("execution_state") for m in outputs]


def test_w27_the_first_request_waits_for_the_first_who_can_hear_its_status(start):
    with start(subscribe=False) as k:
        msg_id = k.send("shell", "kernel_info_request")
        k.sockets["shell"].poll(50)
        k.sockets["iopub"] = k.socket("iopub")
        assert k.recv("iopub").type == "iopub_welcome"
        assert k.recv("iopub").content == {"execution_state": "starting"}
        busy, idle = k.recv("iopub"), k.recv("iopub")
        assert [m.content["execution_state"] for m in (busy, idle)] == ["busy", "idle"]
        assert busy.parent["msg_id"] == idle.parent["msg_id"] == msg_id


def test_w27_a_client_that_listens_to_nothing_is_answered(start):
    with start(subscribe=False) as k:
        assert k.reply("shell", k.send("shell", "kernel_info_request")).content["status"] == "ok"


def test_w29_unknown_arguments_are_no_reason_to_fail(fake_kernel, start):
    with start() as k:
        k.process.kill()
        k.process.wait()
        ports = dict(k.info)
        k.argv += ["--colors=Linux", "--debug", "extra"]
        k.start()
        assert k.recv("iopub").type == "iopub_welcome"  # the client's sockets have found the new process
        assert k.alive() and k.info == ports
        assert "ignored unknown argument '--debug'" in k.log()


def test_w30_with_curve_keys_only_a_client_with_the_key_gets_in(start):
    public, secret = (key.decode() for key in zmq.curve_keypair())
    k = start(info={"curve_publickey": public, "curve_secretkey": secret})
    k.start()
    try:
        k.connect(curve=public.encode())
        assert k.alive()
        k.sockets["hb"].send(b"x")
        assert k.sockets["hb"].poll(LIMIT * 1000)
        assert k.turns_away("shell")
    finally:
        k.__exit__()


def test_version_and_help(fake_kernel):
    for argument, says in (("--version", "warpcell-kernel "), ("--help", "usage: warpcell-kernel")):
        ended = subprocess.run([fake_kernel, argument], capture_output=True, text=True, timeout=10)
        assert ended.returncode == 0 and ended.stdout.startswith(says)
    ended = subprocess.run([fake_kernel], capture_output=True, text=True, timeout=10)
    assert ended.returncode == 2 and ended.stderr.splitlines()[0] == "warpcell-kernel: no connection file given"


def test_w8_the_parent_header_is_spliced_byte_for_byte(kernel):
    """O-5: spaces, escapes and key order of the client's header come back as they were."""
    frames = kernel.frames("kernel_info_request")
    frames[0] = b'{ "msg_type" : "kernel_info_request", "z": 1.50, "msg_id":"\\u00e9", "a": "\\/" }'
    kernel.send_frames("shell", frames)
    assert kernel.recv("shell").frames[1] == frames[0]
    assert kernel.recv("iopub").frames[1] == frames[0]


def test_text_survives(kernel):
    reply, outputs = kernel.execute("print h\u00e9 \u4e16 \U0001f600 \"quoted\" \\ \x7f")
    assert text_of(outputs) == "h\u00e9 \u4e16 \U0001f600 \"quoted\" \\ \x7f\n"
