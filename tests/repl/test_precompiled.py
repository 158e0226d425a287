# SPDX-License-Identifier: Apache-2.0
"""Headers that kernels include again and again are precompiled (runtime/compile/precompiled.c)."""
import os
import pathlib
import subprocess

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
        return self.run(kernel(k) + f"k{k}<<<1, 64>>>(x, y);\ny[0]\n").strip()

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.pch"))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def test_headers_are_precompiled_when_they_are_met_again(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0" and session.files() == []
    assert session.launch(1) == "64" and len(session.files()) == 1
    assert session.launch(2) == "128" and session.launch(3) == "192"
    assert len(session.files()) == 1
    wrong, _ = session.process.communicate(kernel(4, "*y = nowhere;"))  # an error ends it
    assert 'identifier "nowhere" is undefined' in wrong and "^^^^^^^" in wrong and "pch" not in wrong
    assert list(session.folder.iterdir()) == []


def test_each_cell_may_include_them_again(tmp_path):
    cells = ["device float x[64], y[1];"]
    for k in range(3):
        cells += ["#include <cub/cub.cuh>\n" + kernel(k) + f"k{k}<<<1, 64>>>(x, y);\ny[0]", f"!ls {tmp_path}/*/*.pch 2>/dev/null | wc -l"]
    command = [REPL, "-q"] + [word for cell in cells for word in ("-e", cell)]
    env = dict(os.environ, TMPDIR=str(tmp_path), WARPCELL_CACHE_DIR=str(tmp_path / "cache"))
    out = subprocess.run(command, capture_output=True, text=True, env=env).stdout
    assert out.split() == ["0", "0", "64", "1", "128", "1"]  # results, and files behind them


def test_a_lost_file_does_no_harm(tmp_path):
    session = Session(tmp_path)
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    assert session.launch(0) == "0" and session.launch(1) == "64"
    for name in session.files():
        (session.folder / name).unlink()
    assert session.launch(2) == "128" and session.launch(3) == "192"
    session.end()


def test_what_a_killed_session_left_goes(tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    session = Session(tmp_path)
    left = pathlib.Path(session.folder) / f"warpcell-headers-{ended.pid}-abcdef"
    left.mkdir()
    (left / "0.pch").write_text("old")
    session.run("#include <cub/cub.cuh>\ndevice float x[64], y[1];\n")
    session.launch(0), session.launch(1)
    assert not left.exists() and len(session.files()) == 1
    session.end()
