# SPDX-License-Identifier: Apache-2.0
"""Headers that kernels include again and again are precompiled (runtime/compile/precompiled.c)."""
import os
import pathlib
import signal
import subprocess
import time

REPL = os.environ["WARPCELL_REPL"]


def kernel(k, body=None):
    body = body or f"typename B::TempStorage &t = s; float r = B(t).Sum(x[threadIdx.x] + {k}); if (threadIdx.x == 0) *y = r;"
    return (f"__global__ void k{k}(const float *x, float *y) {{ using B = cub::BlockReduce<float, 64>; "
            f"__shared__ typename B::TempStorage s; {body} }}\n\n")


class Session:
    def __init__(self, tmp_path):
        self.folder = tmp_path / "tmp"
        self.folder.mkdir()
        env = dict(os.environ, TMPDIR=str(self.folder), WARPCELL_CACHE_DIR=str(tmp_path / "cache"))
        self.process = subprocess.Popen([REPL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)

    def run(self, text):
        """What it prints until then."""
        self.process.stdin.write(text + 'printf("done\\n");\n')
        self.process.stdin.flush()
        lines = []
        while not lines or lines[-1] != "done\n":
            lines.append(self.process.stdout.readline())
            assert lines[-1], lines
        return "".join(lines[:-1])

    def launch(self, k):
        """Its result."""
        return self.run(kernel(k) + f"k{k}<<<1, 64>>>(x, y);\ny[0]\n").strip()

    def children(self):
        """Of the session, those that have not ended."""
        ids = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in ids if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"]

    def wait_for_files(self):
        while self.children():
            time.sleep(0.05)  # time is the subject: a child writes meanwhile
        return self.files()

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.pch"))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def test_headers_are_precompiled_behind_the_first_kernel(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0" and len(session.children()) == 1
    assert session.launch(1) == "64"  # does not wait for them
    assert len(session.wait_for_files()) == 1
    assert session.launch(2) == "128" and session.launch(3) == "192"
    assert len(session.files()) == 1  # one that is of no use goes
    wrong, _ = session.process.communicate(kernel(4, "*y = nowhere;"))  # an error ends it
    assert 'identifier "nowhere" is undefined' in wrong and "^^^^^^^" in wrong and "pch" not in wrong
    assert list(session.folder.iterdir()) == []


def test_each_cell_may_include_them_again(tmp_path):
    session = Session(tmp_path)
    session.run("device float x[64], y[1];\n")
    for k in range(3):
        assert session.run("#include <cub/cub.cuh>\n" + kernel(k) + f"k{k}<<<1, 64>>>(x, y);\ny[0]\n").strip() == str(64 * k)
        assert len(session.wait_for_files()) == 1
    session.end()


def test_a_lost_file_does_no_harm(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0"
    for name in session.wait_for_files():
        (session.folder / name).unlink()
    assert session.launch(1) == "64" and session.launch(2) == "128"
    session.end()


def test_a_file_that_was_damaged_goes(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0"
    for name in session.wait_for_files():
        (session.folder / name).write_bytes(b"warpcell" * 100)
    assert session.launch(1) == "64" and session.files() == []
    session.end()


def test_what_writes_them_may_be_killed(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0"
    for child in session.children():
        os.kill(child, signal.SIGKILL)
    session.wait_for_files()
    assert session.launch(1) == "64" and session.files() == []
    session.end()


def test_a_session_that_ends_takes_what_writes_them_along(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    session.launch(0)
    writer = session.children()
    session.end()
    assert len(writer) == 1 and not pathlib.Path(f"/proc/{writer[0]}").exists()
    assert list(session.folder.iterdir()) == []


def test_what_a_killed_session_left_goes(tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    session = Session(tmp_path)
    left = pathlib.Path(session.folder) / f"warpcell-headers-{ended.pid}-abcdef"
    left.mkdir()
    (left / "0.pch").write_text("old")
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    session.launch(0)
    assert not left.exists() and len(session.wait_for_files()) == 1
    session.end()


def test_cub_includes_what_it_uses_of_ptx_and_the_rest_if_asked():
    cells = ["#include <cub/cub.cuh>\ndevice int y[1];",
             "__global__ void k(int *y) { using B = cub::BlockReduce<int, 64>; __shared__ typename B::TempStorage s;\n"
             "__shared__ unsigned long long bar; int r = B(s).Sum(1); if (threadIdx.x) return;\n"
             "cuda::ptx::mbarrier_init(&bar, 1); *y = r + (bar != 0); }", "k<<<1, 64>>>(y);\ny[0]"]
    command = [REPL, "-q", "--as", "sm_80"] + [word for cell in cells for word in ("-e", cell)]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "65\n"
