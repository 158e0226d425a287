# SPDX-License-Identifier: Apache-2.0
"""The acceptance tests of the checklist (A-1 to A-15) on the installed kernel. A-1 is test_kernel_conformance.py, A-13
(the debugger) is test_debugger.py, A-14's transcripts in full are test_comms.py."""

import json
import os
import signal
import subprocess

import pytest
import zmq

from client import CHANNELS, DELIMITER, SPIN, Kernel, text_of, types_of
from test_comms import opened, shown, update
from test_lifecycle import JUPYTER_WAITS, ends_with_its_parent
from waiting import LIMIT

KERNEL = "installed_kernel"


def prints(kernel, text="hello"):
    reply, outputs = kernel.execute(f'printf("{text}\\n");')
    return reply.content["status"] == "ok" and text_of(outputs) == text + "\n"


def spins(kernel):
    """Launches a kernel that never ends, and waits until its progress is shown: it runs."""
    msg_id = kernel.send_execute(SPIN)
    kernel.wait_for_text(msg_id, "running spin")


def test_a2_kernel_info_on_control_while_a_cell_runs(kernel):
    cell = kernel.begin('printf("on\\n"); while (1);')
    for _ in range(10):
        reply, outputs = kernel.ask("kernel_info_request", channel="control")
        assert [m.content["execution_state"] for m in outputs] == ["busy", "idle"]
    kernel.interrupt()
    assert kernel.reply("shell", cell).content["ename"] == "KeyboardInterrupt"


@pytest.mark.memory
def test_a3_200000_lines_in_order_with_bounded_memory(kernel):
    prints(kernel)
    before = kernel.resident()
    _, outputs = kernel.execute('for (int i = 0; i < 200000; i++) printf("line %d\\n", i);', timeout=60)
    assert text_of(outputs) == "".join(f"line {i}\n" for i in range(200000))
    assert outputs[-1].content == {"execution_state": "idle"} and kernel.resident() - before < 48 << 20


def test_a4_characters_cut_anywhere_and_bytes_that_are_none(kernel):
    text = "\U0001f600" * 5
    for step in range(1, 9):
        code = (f'const char *s = "{text}"; for (int i = 0; i < {4 * 5}; i += {step}) '
                f'{{ printf("%.*s", {4 * 5} - i < {step} ? {4 * 5} - i : {step}, s + i); }}')
        assert text_of(kernel.execute(code)[1]) == text
    _, outputs = kernel.execute('for (int i = 0; i < 3; i++) printf("a%c", 0xff);')
    assert text_of(outputs) == "a\ufffd" * 3


@pytest.mark.parametrize("code", [b'"printf(\\"x\\\\n\\"); // \\ud800"', b'"1 + \\u0000 1"', b'"\\udc00"'])
def test_a5_lone_surrogates_and_nul_get_a_reply(kernel, code):
    frames = kernel.frames("execute_request")
    frames[3] = b'{"code": ' + code + b"}"
    kernel.send_frames("shell", frames)
    assert kernel.recv("shell").content["status"] in ("ok", "error") and prints(kernel)


def test_a6_what_cannot_be_trusted_gets_no_answer(kernel):
    frames = kernel.frames("kernel_info_request")
    good = kernel.sign(frames)
    for bad in (b"", b"0" * 64, good[:10], good + b"0"):
        kernel.send_frames("shell", frames, signature=bad)
    for n in range(5):
        kernel.sockets["shell"].send_multipart([DELIMITER, good, *frames][:n + 1])
    kernel.sockets["shell"].send_multipart([good, *frames])
    broken = [b"{", *frames[1:]]
    kernel.send_frames("shell", broken)
    msg_id = kernel.send("shell", "kernel_info_request")
    assert kernel.recv("shell").parent["msg_id"] == msg_id
    assert {kernel.recv("iopub").parent["msg_id"] for _ in range(2)} == {msg_id} and prints(kernel)


def test_a7_without_a_key(start):
    with start(key="") as k:
        reply, _ = k.execute("6 * 7")
        assert reply.signature == b"" and reply.content["status"] == "ok"
        k.send_frames("shell", k.frames("kernel_info_request"), signature=b"anything")
        assert k.recv("shell").type == "kernel_info_reply"


def test_a8_an_error_aborts_what_is_queued(kernel):
    fails = "#include <unistd.h>\nusleep(500000);  // until the others have come\nthrow 1;"
    ids = [kernel.send_execute(fails), kernel.send_execute("int a = 1;"),
           kernel.send("shell", "kernel_info_request"), kernel.send_execute("int b = 2;")]
    replies = [kernel.reply("shell", i).content for i in ids]
    assert [r["status"] for r in replies] == ["error", "aborted", "ok", "aborted"]
    assert kernel.execute("a")[0].content["execution_count"] == 2


def test_a9_interrupts_idle_in_a_cell_and_in_an_input(kernel):
    def by_message():
        assert kernel.ask("interrupt_request", channel="control")[0].content == {"status": "ok"}

    for interrupt in (kernel.interrupt, by_message):
        for _ in range(100 if interrupt is kernel.interrupt else 20):
            interrupt()
        assert prints(kernel)
        msg_id = kernel.begin('printf("on\\n"); while (1);')
        interrupt()
        assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
        msg_id = kernel.send_execute('int n; scanf("%d", &n);')
        assert kernel.recv("stdin").parent["msg_id"] == msg_id
        interrupt()
        assert kernel.reply("shell", msg_id).content["ename"] == "KeyboardInterrupt"
        assert prints(kernel)


def test_interrupts_of_an_idle_kernel_miss_the_next_cell(kernel):
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(3 * os.cpu_count())]
    try:
        for _ in range(400):
            for _ in range(20):
                kernel.interrupt()
            assert prints(kernel)
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_a10_shutdown_while_a_kernel_spins(start):
    with start() as k:
        prints(k)
        info = dict(k.info)
        spins(k)
        msg_id = k.send("control", "shutdown_request", {"restart": True})
        assert k.reply("control", msg_id).content == {"status": "ok", "restart": True}
        assert k.ended(within=JUPYTER_WAITS) == 0
        k.disconnect()
        k.start()
        k.connect()
        assert k.info == info and prints(k)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a11_a_signal_ends_it_whatever_runs(start, number):
    with start() as k:
        spins(k)
        k.signal(number)
        assert k.ended() == 0


def test_a11_it_goes_when_its_parent_is_killed(start):
    with start() as k:
        def work():
            k.disconnect()
            k.connect()
            prints(k)

        assert ends_with_its_parent(k, work)


def test_a12_one_life_one_session(start):
    lives = set()
    with start() as k:
        for _ in range(2):
            sessions = {k.welcome.header["session"], k.starting.header["session"]}
            for channel in ("shell", "control"):
                reply, outputs = k.ask("kernel_info_request", channel=channel)
                sessions |= {m.header["session"] for m in [reply, *outputs]}
            assert len(sessions) == 1
            lives |= sessions
            k.send("control", "shutdown_request", {"restart": True})
            assert k.ended() == 0
            k.disconnect()
            k.start()
            k.connect()
    assert len(lives) == 2


def test_a14_widgets_by_their_messages(kernel):
    _, outputs = kernel.execute('slider("radius", 1, 15); progress_bar("done", 0.25);')
    comms = opened(outputs)
    assert comms["IntSliderModel"][1]["value"] == 8 and comms["FloatProgressModel"][1]["value"] == 0.25
    outputs = update(kernel, comms["IntSliderModel"][0], value=40)
    assert types_of(outputs) == ["status", "comm_msg", "status"]
    assert outputs[1].content["data"]["method"] == "echo_update"
    reply, outputs = kernel.execute('slider("radius", 1, 15)')
    assert [m.content["data"]["text/plain"] for m in outputs if m.type == "execute_result"] == ["15"], "its most"
    msg_id = kernel.send("shell", "comm_open", {"comm_id": "c", "target_name": "nobody", "data": {}})
    assert types_of(kernel.until_idle(msg_id)) == ["status", "comm_close", "status"]


def test_a14_a_slider_launches_a_kernel_again(kernel):
    """Also what redefinition, errors and other cells do to it."""
    cell = ('%%interact\nint n = slider("n", 1, 9);\n__global__ void k(int n, int *p) { p[0] = 10 * n; }\n'
            'device int p[1];\nk<<<1, 1>>>(n, p);\nint h[1]; h = p; printf("%d\\n", h[0]); assert(n != 9);')
    _, outputs = kernel.execute(cell, timeout=60)
    slider = opened(outputs)["IntSliderModel"][0]
    assert shown(outputs)[0][2] == "50\n" and shown(outputs)[-1][2] == "n = 5"
    for n in (6, 7):
        again = update(kernel, slider, value=n)
        assert shown(again)[0][2] == f"{10 * n}\n" and "comm_open" not in types_of(again)
    failed = shown(update(kernel, slider, value=9))
    assert any("assertion" in text for _, _, text in failed) and failed[-1][2] == "n = 9"
    assert shown(update(kernel, slider, value=2))[0][2] == "20\n"
    assert shown(update(kernel, slider, value=2)) == [], "the value is the same"


def test_a15_curve_on_all_five_sockets(start):
    public, secret = (key.decode() for key in zmq.curve_keypair())
    k = start(info={"curve_publickey": public, "curve_secretkey": secret})
    k.start()
    try:
        k.connect(curve=public.encode())
        assert prints(k) and k.ask("kernel_info_request", channel="control")[0].content["status"] == "ok"
        k.sockets["hb"].send(b"x")
        assert k.sockets["hb"].poll(LIMIT * 1000)
        msg_id = k.send_execute('int n; scanf("%d", &n); n')
        k.recv("stdin")
        k.send("stdin", "input_reply", {"value": "5"})
        assert k.reply("shell", msg_id).content["status"] == "ok"
        for channel in ("shell", "control", "stdin"):
            assert k.turns_away(channel), channel
    finally:
        k.__exit__()


def test_a15_a_registration_file(installed_kernel, tmp_path):
    """One dialect on the real program; test_registration.py has all three."""
    context = zmq.Context()
    launcher = context.socket(zmq.ROUTER)
    port = launcher.bind_to_random_port("tcp://127.0.0.1")
    (tmp_path / "r.json").write_text(json.dumps({"registration_ip": "127.0.0.1", "registration_port": port, "key": "",
                                                 "transport": "tcp", "signature_scheme": "hmac-sha256"}))
    process = subprocess.Popen([installed_kernel, "-f", str(tmp_path / "r.json")], stderr=subprocess.DEVNULL, env=dict(os.environ))
    try:
        assert launcher.poll(LIMIT * 1000)
        parts = launcher.recv_multipart()
        launcher.send_multipart([parts[0], DELIMITER, b"", b"{}"])
        ports = json.loads(parts[-1])
        shell = context.socket(zmq.DEALER)
        shell.connect(f"tcp://127.0.0.1:{ports['shell_port']}")
        frames = Kernel.frames(_unsigned(), "kernel_info_request")
        shell.send_multipart([DELIMITER, b"", *frames])
        assert shell.poll(LIMIT * 1000) and set(ports) == {"kernel_id", *(f"{c}_port" for c in CHANNELS)}
    finally:
        process.terminate()
        assert process.wait(LIMIT) == 0
        context.destroy(linger=0)


def _unsigned():
    k = Kernel.__new__(Kernel)
    k.session = "s"
    return k
