# SPDX-License-Identifier: Apache-2.0
"""warpcell without a person: a file, -e, and a program on standard input."""

import base64
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import termios

from waiting import LIMIT, wait_until

ILLEGAL = ["__global__ void k(int *p) { p[threadIdx.x + 1000] = 1; }", "device int x[8];", "k<<<1, 32>>>(x);"]


def write(tmp_path, text, name="program.cu"):
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def test_an_expression(run):
    ended = run("-e", "6 * 7")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "42\n", "")


def test_several_pieces_of_code_run_one_after_the_other(run):
    ended = run("-e", "int n = 20;", "-e", "n += 1;", "-e", "2 * n")
    assert (ended.stdout, ended.returncode) == ("42\n", 0)
    ended = run("-e", "int n = 1;", "-e", "nothing", "-e", "n")
    assert (ended.stdout, ended.returncode) == ("", 1)
    ended = run("-e", 'exit(0);', "-e", "1")
    assert (ended.stdout, ended.returncode) == ("", 0)


def test_an_error_is_on_stderr(run):
    ended = run("-e", "6 * nothing")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "name error: unknown name 'nothing'\n --> -e:1:5\n  |\n1 | 6 * nothing\n  |     ^^^^^^^\n"


def test_version_and_help(run):
    assert re.fullmatch(r"warpcell \d+\.\d+\.\d+\n", run("--version").stdout)
    help_text = run("--help").stdout
    assert all(word in help_text for word in ("-e", "--device", "--nvrtc", "--timing", "--version", "FILE.cu"))


def test_bad_arguments(run, program):
    ended = run("--nonsense")
    assert (ended.returncode, ended.stderr) == (2, f"{program}: unrecognized option '--nonsense'\ntry 'warpcell --help'\n")
    ended = run("no-such-file.cu")
    assert (ended.returncode, ended.stderr) == (
        1, "warpcell: 'no-such-file.cu' cannot be read: No such file or directory\n")
    ended = run("--device", "nonsense", "-e", "device int x[1]; x[0] = 1;")
    assert (ended.returncode, ended.stderr) == (1, """error: there is no device 'nonsense'
 --> -e:1:12
  |
1 | device int x[1]; x[0] = 1;
  |            ^^^^
  = help: devices are 'cpu' and the numbers of GPUs: %devices lists them
""")


def test_a_file_is_a_program(run, tmp_path):
    path = write(tmp_path, """#!/usr/bin/env warpcell
#include <stdio.h>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
int main(int argc, char **argv)
{
    device int x[4] = 21;
    twice<<<1, 4>>>(x);
    printf("%d %s %d\\n", argc, argv[2], x[3]);
    return 3;
}
""")
    ended = run(path, "a", "-b")
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "3 -b 42\n", "")


def test_exit_ends_a_file(run, tmp_path):
    ended = run(write(tmp_path, 'printf("one\\n");\nexit(5);\nprintf("two\\n");\n'))
    assert (ended.returncode, ended.stdout) == (5, "one\n")


CELLS = """#!/usr/bin/env warpcell
#define N 3
// %% [markdown]
// # Title
// it's no code
// %% first
int x = N;
x + 1
//%%

%%writefile note.txt
from a magic
// %%
!cat note.txt
x * 2.5
"""


def test_a_file_of_cells(run, tmp_path):
    ended = run(write(tmp_path, CELLS), "argument")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "4\nWriting note.txt\nfrom a magic\n7.5\n", "")


def test_a_file_of_cells_ends_with_the_first_error(run, tmp_path):
    ended = run(write(tmp_path, "// %%\n1\n// %%\n\n6 * nothing\n// %%\n2\n"))
    assert (ended.returncode, ended.stdout) == (1, "1\n")
    assert ended.stderr.replace(str(tmp_path) + "/", "") == """name error: unknown name 'nothing'
 --> program.cu#2:5:5
  |
5 | 6 * nothing
  |     ^^^^^^^
"""


def test_exit_ends_a_file_of_cells(run, tmp_path):
    for status in (0, 5):
        ended = run(write(tmp_path, f"// %%\n1\n// %%\nexit({status});\n// %%\n2\n"))
        assert (ended.returncode, ended.stdout) == (status, "1\n")


def test_exit_ends_a_program_on_standard_input(run):
    for status in (0, 5):
        ended = run(text=f"1\nexit({status});\n2\n")
        assert (ended.returncode, ended.stdout) == (status, "1\n")


def test_main_of_a_cell_gets_the_arguments(run, tmp_path):
    ended = run(write(tmp_path, '// %%\nint main(int argc, char **argv) { printf("%d %s\\n", argc, argv[1]); }\n'), "one")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2 one\n", "")


def test_an_error_in_a_file_names_its_place(run, tmp_path):
    ended = run(write(tmp_path, "int x = 1;\nint y = x +* 2;\n"))
    assert ended.returncode == 1 and ended.stderr.replace(str(tmp_path) + "/", "") == """type error: '*' needs a pointer, not 'int'
 --> program.cu:2:12
  |
2 | int y = x +* 2;
  |            ^^^
"""


def test_the_launch_table_is_for_those_who_ask(run):
    code = "__global__ void k() {} k<<<1, 32>>>();"
    assert run("-e", code).stdout == ""
    table = run("--timing", "-e", code).stdout
    assert "kernel" in table and "measured on the cpu device" in table


def test_illegal_access_from_a_pipe(run):
    ended = run(text="\n".join(ILLEGAL) + "\n")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == """device error: illegal address in 'k': thread (0, 0, 0) of block (0, 0, 0) writes x[1000], but x holds 8 elements of 4 bytes
 --> In[1]:1:29
  |
1 | __global__ void k(int *p) { p[threadIdx.x + 1000] = 1; }
  |                             ^^^^^^^^^^^^^^^^^^^^^^^^^
  = note: launched here
 --> In[3]:1:1
  |
1 | k<<<1, 32>>>(x);
  | ^^^^^^^^^^^^^^^
  = note: 31 more threads of this launch failed
  = help: compare the index with the size before the access: if (i < n)
"""


def test_a_pipe_is_cells_up_to_the_first_error(run):
    ended = run(text='int a = 2;\na * 3\n\nif (a == 2) {\n    printf("two\\n");\n}\nelse {\n    printf("other\\n");\n}\n'
                     'a + missing\nprintf("never\\n");\n')
    assert ended.returncode == 1 and ended.stdout == "6\ntwo\n"
    assert ended.stderr == "name error: unknown name 'missing'\n --> In[4]:1:5\n  |\n1 | a + missing\n  |     ^^^^^^^\n"


def test_a_function_with_its_brace_on_the_next_line(run):
    ended = run(text="int square(int n)\n{\n    return n * n;\n}\nsquare(12)\n")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "144\n", "")


def test_exit_ends_a_pipe(run):
    ended = run(text='exit(7);\nprintf("never\\n");\n')
    assert (ended.returncode, ended.stdout) == (7, "")


def test_an_empty_pipe(run):
    assert run(text="").returncode == 0
    assert run(text="\n\n  \n").returncode == 0


def test_an_interrupt_ends_a_program(program, environment):
    child = subprocess.Popen([program, "-e", 'printf("go\\n"); while (1);'], env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "go\n"
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert (child.returncode, errors.splitlines()[0]) == (130, "interrupted: stopped by the user")


def unread(pipe):
    """How many bytes wait in a pipe."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def test_an_interrupt_while_waiting_for_the_program(program, environment):
    reader, writer = os.pipe()
    child = subprocess.Popen([program], env=environment, stdin=reader)
    os.write(writer, b"int x;\n")
    assert wait_until(lambda: unread(reader) == 0)
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=LIMIT) == 130
    os.close(reader)
    os.close(writer)


def test_a_fault_is_placed_in_a_file_named_from_its_own_folder(run, tmp_path):
    file = tmp_path / "fault.cu"
    file.write_text("__global__ void k(int *p)\n{\n    p[threadIdx.x] = 1;\n}\n"
                    "int main()\n{\n    int *d;\n    cudaMalloc(&d, 16);\n    k<<<1, 32>>>(d);\n    return 0;\n}\n")
    for name in (str(file), "fault.cu"):
        assert f"{name}:3:5" in run(name).stderr


def test_a_pipe_runs_as_it_comes(program, environment):
    child = subprocess.Popen([program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line, answer in ("6 * 7", "42"), ("int a = 8;\na", "8"), ("for (int i = 0; i < 2; i++) {\n    a++;\n}\na", "10"):
        child.stdin.write(line + "\n")
        child.stdin.flush()
        assert child.stdout.readline() == answer + "\n"
    child.stdin.write("if (a == 0)\n    a = 1;\n\nelse\n    a = 2;\na\n")
    child.stdin.close()
    assert child.stdout.read() == "2\n" and child.wait(timeout=60) == 0


def test_run_takes_a_file_of_cells(run, tmp_path):
    (tmp_path / "cells.cu").write_text("// %% [markdown]\n// Some text\n\n// %%\nint n = 6;\n\n// %%\n%env ANSWER=42\nn * 7\n")
    (tmp_path / "wrong.cu").write_text("// %%\nint m = 1;\n\n// %%\nint k = m + ;\n")
    ended = run(text='%run cells.cu\nprintf("%d %s\\n", n, getenv("ANSWER"));\n')
    assert ended.stdout == "42\n6 42\n" and ended.returncode == 0
    ended = run("-e", "%run wrong.cu")
    assert "wrong.cu#2:5:13" in ended.stderr and ended.returncode == 1


def lines_of_json(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_output_as_json(run):
    code = 'printf("a\\n"); fprintf(stderr, "b\\n"); 6 * 7'
    stream, errors, result, end = lines_of_json(run("--json", "-e", code))
    assert stream == {"type": "stream", "name": "stdout", "text": "a\n"}
    assert errors == {"type": "stream", "name": "stderr", "text": "b\n"}
    assert result == {"type": "result", "data": {"text/plain": "42"}}
    assert end == {"type": "end", "status": 0}
    error, end = lines_of_json(run("--json", "-e", "int x = y;"))
    assert (error["type"], error["name"], error["text"]) == ("error", "NameError", "unknown name 'y'")
    assert error["report"].startswith("name error: unknown name 'y'\n --> -e:1:9\n") and end["status"] == 1
    picture = lines_of_json(run("--json", "-e", "device float x[2][2] = 1; show(x);"))[0]
    assert picture["type"] == "display"
    assert base64.b64decode(picture["data"]["image/png"]).startswith(b"\x89PNG")
    assert lines_of_json(run("--json", text="int main() { return 5; }\nmain()\n"))[-1]["type"] == "end"


def test_cells_after_a_program(run, tmp_path):
    (tmp_path / "p.cu").write_text("int twice(int x) { return 2 * x; }\nint main() { return 3; }\n")
    result = run("-i", "p.cu", text="twice(4)\n")
    assert (result.stdout, result.returncode) == ("8\n", 0)
    assert run("-i", "-e", "int a = 5;", text="a\n").stdout == "5\n"


def test_lines_reach_a_pipe_whole(program):
    """Several processes share a pipe under mpirun. In a pipe of packets each write stays apart."""
    code = 'std::cout << "a " << 1 << " b\\n" << "c " << 2; fprintf(stderr, "!"); printf("d\\ne\\nf");'
    reader, writer = os.pipe2(os.O_DIRECT)
    subprocess.run([program, "-e", code], stdout=writer, stderr=writer, stdin=subprocess.DEVNULL, timeout=60)
    os.close(writer)
    assert list(iter(lambda: os.read(reader, 4096), b"")) == [b"a 1 b\n", b"c 2", b"!", b"d\ne\n", b"f"]
    os.close(reader)


ARCH = '''__global__ void k(int *p) { *p = __CUDA_ARCH__; }
int arch() { int *p, major, minor; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize();
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  printf("%d %d.%d\\n", *p, major, minor); return 0; }'''


def test_the_compute_capability_of_the_cpu_device_is_a_choice(run):
    assert run("-d", "cpu", "-e", ARCH, "-e", "arch();").stdout == "750 7.5\n"
    assert run("--as", "sm_90", "-e", ARCH, "-e", "arch();").stdout == "900 9.0\n"
    ended = run("-d", "cpu", "-e", ARCH, "-e", "arch();", "-e", "%device cpu --as 8.6", "-e", "arch();", "-e", "%device --as sm_90a", "-e", "arch();")
    assert re.fullmatch(r"750 7\.5\ncpu device: .*, as sm_86\n860 8\.6\ncpu device: .*, as sm_90a\n900 9\.0\n", ended.stdout)
    feature = ARCH.replace("__CUDA_ARCH__;", "\n#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n1\n#else\n0\n#endif\n;")
    assert run("--as", "sm_90", "-e", feature, "-e", "arch();").stdout == "0 9.0\n"
    assert run("--as", "sm_90a", "-e", feature, "-e", "arch();").stdout == "1 9.0\n"


def test_a_wrong_compute_capability(run):
    ended = run("--as", "hopper", "-e", "1")
    assert (ended.returncode, ended.stderr) == (
        2, "warpcell: --as takes a compute capability such as sm_80, not 'hopper'\ntry 'warpcell --help'\n")
    ended = run("-d", "cpu", "-e", "%device cpu --as sm_99")
    assert re.search(r"device error: NVRTC \S+ cannot compile for compute capability 9\.9\n", ended.stderr)
    ended = run("-d", "cpu", "-e", "%device cpu --as hopper")
    assert "device error: 'hopper' is no compute capability\n" in ended.stderr
    ended = run("-d", "cpu", "-e", "%device 0 --as sm_90")
    assert "device error: a GPU has the compute capability that it has\n" in ended.stderr
