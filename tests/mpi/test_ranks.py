# SPDX-License-Identifier: Apache-2.0
"""%ranks, %%ranks and %%rank: a session whose cells run in the processes of an MPI launcher."""
import json
import os
import re
import signal
import socket
import subprocess

import pytest
from test_mpi import environment, needs_mpirun, run
from waiting import wait_until

START = "%%ranks\n#include <mpi.h>\nint rank, size;\nMPI_Init(NULL, NULL);\nMPI_Comm_rank(MPI_COMM_WORLD, &rank);\n" \
        "MPI_Comm_size(MPI_COMM_WORLD, &size);"


def cells(folder, program, *texts, options=(), **more):
    """Runs cells one after the other, up to the first that fails."""
    (folder / "cells.cu").write_text("".join(f"// %%\n{text}\n" for text in texts))
    return run(folder, program, *options, "cells.cu", **more)


@needs_mpirun
def test_output_is_labelled_and_folded(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 3", START, '%%ranks\nprintf("one of %d\\n", size);', '%%ranks\nprintf("rank %d\\n", rank);',
                   "%%ranks\nsize", "%%ranks\nrank * rank", '%%rank 0,2\nfprintf(stderr, "no newline");', "%ranks")
    assert result.stdout == ("[0-2] one of 3\n[0] rank 0\n[1] rank 1\n[2] rank 2\nranks 0-2: 3\nrank 0: 0\nrank 1: 1\nrank 2: 4\n"
                             "3 ranks; %%ranks runs a cell in all of them, %%rank 0 in one\n")
    assert result.stderr == "[0,2] no newline\n"
    assert result.returncode == 0


@needs_mpirun
def test_ranks_have_sessions_of_their_own_and_speak(program, tmp_path):
    result = cells(tmp_path, program, "int rank = 77;", "%ranks 4", START, "%%ranks\n__global__ void fill(float *x, int v) { x[threadIdx.x] = v; }\n"
                   "device float x[32], all[32];\nfill<<<1, 32>>>(x, rank);\nMPI_Allreduce((float *) x, (float *) all, 32, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);\n"
                   'printf("%g\\n", all[31]);', "%%rank 3\nint mine = 5;", "%%ranks\n#ifdef nothing\n#endif\nrank", 'printf("%d\\n", rank);')
    assert result.stdout == "[0-3] 6\nrank 0: 0\nrank 1: 1\nrank 2: 2\nrank 3: 3\n77\n"
    assert result.returncode == 0


@needs_mpirun
def test_launches_are_one_table(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 2", "%%ranks\n__global__ void k(int *p) { *p = 1; }\ndevice int x[1];\nk<<<3, 1>>>(x);\nk<<<3, 1>>>(x);", options=["-t"])
    lines = result.stdout.split("\n")
    assert lines[0].split() == ["kernel", "grid", "block", "ranks", "calls", "fastest", "slowest", "total"]
    assert lines[2].split()[:5] == ["k", "3", "1", "2", "4"]


@needs_mpirun
def test_a_failing_rank_does_not_hang_the_others(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 3", START, "%%ranks\nif (rank == 2) { int *p = NULL; *p = 1; }\nMPI_Barrier(MPI_COMM_WORLD);")
    assert result.stderr.startswith("rank 2: memory error: cannot write through a null pointer\n")
    assert result.stderr.endswith("runtime error: the cell failed on rank 2\n = note: ranks 0-1 went on without an end, and were interrupted\n")
    assert result.returncode == 1


@needs_mpirun
def test_equal_errors_are_told_once(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 3", "%%ranks\nint x = nothing;")
    assert result.stderr.count("unknown name 'nothing'") == 1
    assert result.stderr.startswith("ranks 0-2: name error:") and result.stderr.endswith("runtime error: the cell failed on ranks 0-2\n")


ACROSS = "%%ranks\ndevice float x[10] across ranks = iota(10);"


@needs_mpirun
def test_an_array_across_ranks_is_one(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 4", ACROSS, "%%ranks\nx", "%%ranks\nsum(x)", "%%ranks\nx[2:5]", '%%ranks\nprintf("%ld rows from %ld\\n", len(local(x)), offset(x));',
                   '%%ranks\nsave(x, "x.npy");\ndevice float y[] across ranks = load("x.npy");\nprintf("%d %ld\\n", all(x == y), len(local(y)) - len(local(x)));',
                   "%%rank 2\nlocal(x)")
    assert result.stderr == ""
    assert result.stdout == ("ranks 0-3:\nx across 4 ranks: float [10] on cpu device, 40 B\nmin 0, max 9, mean 4.5\n0  1  2  3  4  5  6  7  8  9\nranks 0-3: 45\n"
                             "ranks 0-3:\nfloat [3] on cpu device, 12 B\nmin 2, max 4, mean 3\n2  3  4\n"
                             "[0] 3 rows from 0\n[1] 3 rows from 3\n[2] 2 rows from 6\n[3] 2 rows from 8\n[0-3] 1 0\n"
                             "rank 2:\nfloat [2] on cpu device, 8 B\nmin 6, max 7, mean 6.5\n6  7\n")


@needs_mpirun
def test_arrays_are_scattered_and_gathered(program, tmp_path):
    result = cells(tmp_path, program, "struct pair { int a; float b; };\ndevice float a[10] = iota(10);\nint h[3][2] = {{1, 2}, {3, 4}, {5, 6}};\n"
                   "device struct pair p[2] = pair{3, 4};", "%ranks 4", "%%ranks\nstruct pair { int a; float b; };", "%ranks scatter a, h p",
                   "%%ranks\na = a * 2;\nauto b = a[9:1:-2];\ndevice int mine[2] = offset(a);\n"
                   'printf("%ld: %ld %ld %ld\\n", offset(a), len(local(a)), len(local(h)), len(local(p)));', "%ranks gather a b mine h p",
                   'printf("%g %g %ld | %g %g | %ld: %d %d %d | %d %d | %g\\n", a[3], a[9], len(a), b[0], b[3], len(mine), mine[1], mine[2], mine[7], h[0][1], h[2][0], b[1]);\np')
    assert result.stderr == ""
    assert result.stdout == ("[0] 0: 3 1 1\n[1] 3: 3 1 1\n[2] 6: 2 1 0\n[3] 8: 2 0 0\n6 18 10 | 18 6 | 8: 0 3 8 | 2 5 | 14\n"
                             "p: pair [2] on cpu device, 16 B\n[0]  {.a = 3, .b = 4}\n[1]  {.a = 3, .b = 4}\n")


@needs_mpirun
@pytest.mark.parametrize("text, error", [
    ("%ranks scatter none", "name error: 'none' is no array of numbers of this session\n"), ("%ranks gather none", "ranks 0-1: name error: unknown name 'none'\n"),
    ("%%rank 1\ndevice int x[2];\n// %%\n%ranks gather x", "rank 0: name error: unknown name 'x'\n"),
    ("%%rank 1\ndevice int x[2];\n// %%\n%%rank 0\ndevice float x[2];\n// %%\n%ranks gather x", "type error: the arrays 'x' of the ranks differ in more than their rows\n"),
    ("%ranks scatter", "type error: '%ranks scatter' needs the names of arrays\n")])
def test_arrays_that_cannot_be_moved(program, tmp_path, text, error):
    assert error in cells(tmp_path, program, "%ranks 2", text).stderr


@needs_mpirun
def test_what_needs_all_ranks_does_not_wait_in_some(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 3", ACROSS, "%%rank 0,2\nsum(x)")
    assert result.stderr.startswith("ranks 0,2: runtime error: this needs all ranks, but the cell runs in some of them\n")


@needs_mpirun
def test_arrays_across_ranks_outlive_a_failure(program, tmp_path):
    (tmp_path / "cells.cu").write_text(f"// %%\n%ranks 3\n// %%\n{ACROSS}\n// %%\n%%ranks\nif (!offset(x))\n    *(int *) 0 = 1;\nsum(x)\n")
    process = subprocess.Popen([program, "-i", "cells.cu"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=environment())
    out, err = process.communicate("%%ranks\nsum(x)\n\n", timeout=120)
    assert out == "ranks 0-2: 45\n" and err.endswith("note: ranks 1-2 went on without an end, and were interrupted\n")


AGENT = """#!/bin/sh
# stands for ssh: HOST COMMAND..., which gets nothing of the environment. Daemons of one machine would share a folder.
echo "$@" >> agent.log
mkdir -p "$1"
folder=$PWD/$1
shift
exec env -i PATH="$PATH" HOME="$HOME" TMPDIR="$folder" sh -c "$*"
"""


@pytest.fixture
def elsewhere(tmp_path):
    """Variables with which Open MPI starts ranks on machines that do not exist. Two of these share a machine, which its shared memory does not expect."""
    agent = tmp_path / "agent.sh"
    agent.write_text(AGENT)
    agent.chmod(0o755)
    return {"OMPI_MCA_plm_rsh_agent": str(agent), "OMPI_MCA_btl": "self,tcp"}


@needs_mpirun
@pytest.mark.parametrize("options", ["--host machine1:2,machine2:1", "--hostfile hosts"])
def test_ranks_on_other_machines(program, tmp_path, elsewhere, options):
    (tmp_path / "hosts").write_text("machine1 slots=2\n# another\nmachine2 slots=1\n")
    result = cells(tmp_path, program, f"%ranks 3 {options}", ACROSS + "\nsum(x)", '%%ranks\ngetenv("WARPCELL_RANKS_SECRET") == NULL', **elsewhere)
    assert (result.stdout, result.stderr) == ("ranks 0-2: 45\nranks 0-2: true\n", "")
    log = (tmp_path / "agent.log").read_text()
    assert "machine1" in log and "machine2" in log
    assert not re.search("[0-9a-f]{64}", log)


@needs_mpirun
def test_the_session_of_a_rank_must_know_the_secret(program, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        rank = subprocess.Popen([program, "--rank", f"tcp:{server.getsockname()[1]}:127.0.0.1"], stderr=subprocess.PIPE, text=True,
                                env=environment(WARPCELL_RANKS_SECRET="5" * 64))
        with server.accept()[0] as session, session.makefile("r") as lines:
            hello = json.loads(lines.readline())
            assert (hello["rank"], hello["size"], len(hello["nonce"])) == (0, 1, 64)
            session.sendall((json.dumps({"proof": hello["nonce"], "nonce": "1" * 64}) + '\n{"run": {"name": "In[1]", "code": "exit(7);"}}\n').encode())
        assert "is not the session of this rank" in rank.communicate(timeout=60)[1]
        assert rank.returncode == 1


@needs_mpirun
def test_a_killed_rank_ends_the_job_and_nothing_else(program, tmp_path):
    result = cells(tmp_path, program, "int kept = 6;", "%ranks 3", "%%rank 1\n!kill -9 $PPID")
    assert result.stderr.startswith("error: rank 1 ended, and the job with it\n")
    assert result.stderr.endswith("= help: %ranks 3 starts it again; this session has lost nothing\n")


@needs_mpirun
def test_the_session_goes_on_after_its_ranks(program, tmp_path):
    (tmp_path / "cells.cu").write_text("// %%\nint kept = 6;\n// %%\n%ranks 2\n// %%\n%%rank 1\n!kill -9 $PPID\n")
    process = subprocess.Popen([program, "-i", "cells.cu"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=environment())
    out, err = process.communicate('printf("%d\\n", kept);\n%ranks\n', timeout=120)
    assert out == "6\nno ranks; %ranks 4 starts four\n" and err.startswith("error: rank 1 ended")


@needs_mpirun
def test_an_interrupt_reaches_all_ranks(program, tmp_path):
    (tmp_path / "cells.cu").write_text("// %%\n%ranks 2\n// %%\n%%ranks\nprintf(\"begun\\n\");\nfor (;;) ;\n")
    process = subprocess.Popen([program, "cells.cu"], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=environment())
    assert process.stdout.readline() == "[0-1] begun\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=120)[1] == "interrupted: stopped by the user on all ranks\n"


@needs_mpirun
def test_nothing_is_left_behind(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 2", '%%ranks\nprintf("%d\\n", getpid());', TMPDIR=str(tmp_path))
    ids = [int(line.split()[-1]) for line in result.stdout.split("\n") if line]
    assert len(ids) == 2
    assert wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in ids))


@pytest.mark.parametrize("launcher, text", [
    ("/bin/false", "error: /bin/false did not start 2 ranks\n"), ("/nonexistent", "error: cannot start /nonexistent: No such file or directory\n")])
def test_a_launcher_that_does_not_work(program, tmp_path, launcher, text):
    result = cells(tmp_path, program, "%ranks 2", WARPCELL_LAUNCHER=launcher)
    assert result.stderr.startswith(text)


def test_no_launcher(program, tmp_path):
    result = cells(tmp_path, program, "%ranks 2", PATH="/nonexistent")
    assert result.stderr.startswith("error: there is no mpirun, mpiexec or srun that could start ranks\n")


@pytest.mark.parametrize("text, error", [("%ranks 0", "%ranks takes a number from 1 to 256"), ("%ranks x", "%ranks takes a number from 1 to 256"), ("%ranks 2 --host", "%ranks takes a number from 1 to 256"), ("%ranks 2 --on a", "%ranks takes a number from 1 to 256"),
                                        
                                         ("%%ranks 2\n1", "%%ranks takes no arguments"), ("%%ranks\n1", "no ranks are running"),
                                         ("%%rank 0\n1", "no ranks are running"), ("%ranks gather x", "no ranks are running")])
def test_mistakes(program, tmp_path, text, error):
    assert error in cells(tmp_path, program, text).stderr


@needs_mpirun
@pytest.mark.parametrize("which", ["2", "-1", "0-2", "1-0", "0,", "x", ""])
def test_ranks_that_do_not_exist(program, tmp_path, which):
    assert f"'{which}' names no ranks from 0 to 1" in cells(tmp_path, program, "%ranks 2", f"%%rank {which}\n1").stderr
