# SPDX-License-Identifier: Apache-2.0
"""Programs of several ranks, under Open MPI's mpirun. What NAME.out expects of NAME.c was printed by the program as mpicc compiled it;
device.out is computed by hand. The tests of single processes need no MPI library."""
import os
import pathlib
import shutil
import signal
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = sorted([*HERE.glob("*.c"), *HERE.glob("*.cu")])
MPIRUN = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
needs_mpirun = pytest.mark.skipif(not MPIRUN, reason="mpirun is not installed")
VARIABLES = ("OMPI_", "PMIX_", "PMI_", "SLURM_")


def environment(**more):
    plain = {name: value for name, value in os.environ.items() if not name.startswith(VARIABLES)}
    return dict(plain, NO_COLOR="1", **more)


def command(ranks, *of):
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), *map(str, of)]


def run(folder, *of, **more):
    """On a loaded machine Open MPI's mpirun sometimes never starts or never ends a job, of any program: then it is tried again."""
    shutil.copy(HERE / "say.h", folder)
    for last in (False, False, True):
        try:
            return subprocess.run([str(word) for word in of], cwd=folder, capture_output=True, text=True, timeout=60,
                                  stdin=subprocess.DEVNULL, env=environment(**more))
        except subprocess.TimeoutExpired:
            if last:
                raise


def ranks(folder, program, count, text, **more):
    (folder / "program.c").write_text("#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <signal.h>\n"
                                      "#include <unistd.h>\n" + text)
    return run(folder, *command(count, program, "program.c"), **more)


MAIN = "int main(int argc, char **argv) { int rank, size, x[4] = {0}; MPI_Init(&argc, &argv);\n" \
       "MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);\n%s\nMPI_Finalize(); return 0; }\n"


@needs_mpirun
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_program(program, tmp_path, path):
    result = run(tmp_path, *command(4, program, path))
    assert result.stderr == ""
    assert result.stdout == path.with_suffix(".out").read_text()
    assert result.returncode == 0


@needs_mpirun
@pytest.mark.parametrize("count", [2, 3])
def test_arrays_across_other_counts(program, tmp_path, count):
    result = run(tmp_path, *command(count, program, HERE / "across.cu"))
    assert (result.stdout, result.stderr, result.returncode) == ((HERE / "across.out").read_text(), "", 0)


def test_arrays_across_a_process_alone(program, tmp_path):
    result = run(tmp_path, program, HERE / "across.cu", WARPCELL_MPI="")
    assert (result.stdout, result.stderr, result.returncode) == ((HERE / "across.out").read_text(), "", 0)


@needs_mpirun
def test_a_rank_that_fails_ends_those_that_wait_for_its_rows(program, tmp_path):
    (tmp_path / "program.cu").write_text("device float x[9] across ranks = 1;\nif (offset(x) == 3)\n    exit(*(int *) nullptr);\nfloat all = sum(x);\n")
    result = run(tmp_path, *command(3, program, "program.cu"))
    assert "rank 1: memory error: cannot read through a null pointer\n --> program.cu:3:10" in result.stderr
    assert result.returncode == 1


@needs_mpirun
@pytest.mark.parametrize("count", [2, 3])
def test_other_counts(program, tmp_path, count):
    result = ranks(tmp_path, program, count, MAIN % "int sum; MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                   'if (!rank) printf("%d of %d\\n", sum, size);')
    assert (result.stdout, result.stderr, result.returncode) == ("%d of %d\n" % (count * (count - 1) // 2, count), "", 0)


@needs_mpirun
def test_truncated_message(program, tmp_path):
    result = ranks(tmp_path, program, 2, MAIN % "if (!rank) MPI_Send(x, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);\n"
                   "else MPI_Recv(x, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\nMPI_Barrier(MPI_COMM_WORLD);")
    assert result.returncode != 0
    call = "MPI_Recv(x, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)"
    assert f"""\
rank 1: runtime error: MPI_Recv: the message is longer than the receive buffer (MPI_ERR_TRUNCATE)
 --> program.c:9:6
  |
9 | else {call};
  |      {"^" * len(call)}
  = help: receive with a count that is at least the sender's; MPI_Probe and MPI_Get_count tell it
""" in result.stderr


@needs_mpirun
def test_buffer_out_of_bounds(program, tmp_path):
    result = ranks(tmp_path, program, 2, MAIN % "if (rank) MPI_Bcast(x + 1, 4, MPI_INT, 0, MPI_COMM_WORLD);\n"
                   "else MPI_Bcast(x, 4, MPI_INT, 0, MPI_COMM_WORLD);\nMPI_Barrier(MPI_COMM_WORLD);")
    assert result.returncode != 0
    assert "rank 1: memory error: cannot write 16 bytes at offset 4 of 'x', which ends at 16\n" in result.stderr
    assert "= help: MPI_Bcast accesses 4 elements of 4 bytes each\n" in result.stderr


@needs_mpirun
@pytest.mark.parametrize("text, expected", [
    ("if (rank == 1) exit(3); else MPI_Barrier(MPI_COMM_WORLD);",
     "rank 1: the program ends with status 3 before MPI_Finalize, and all ranks with it\n"),
    ("if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 3); else MPI_Barrier(MPI_COMM_WORLD);",
     "rank 1: MPI_Abort ends all ranks with status 3\n"),
    ("if (rank == 1) x[rank + 3] = 1; else MPI_Barrier(MPI_COMM_WORLD);", "rank 1: memory error: cannot write element 4 of 'x', "),
], ids=["exits", "aborts", "fails"])
def test_rank_ends(program, tmp_path, text, expected):
    """The others, which wait for it, end with it."""
    result = ranks(tmp_path, program, 3, MAIN % text)
    assert result.returncode != 0
    assert expected in result.stderr


def pids(folder, count):
    """The processes of the ranks, which write their numbers into files when they are about to wait."""
    while len(list(folder.glob("pid.*"))) < count:
        os.sched_yield()
    return [int(path.suffix[1:]) for path in folder.glob("pid.*")]


WAITS = MAIN % ('char name[40]; sprintf(name, "pid.%d", getpid()); MPI_Barrier(MPI_COMM_WORLD); fclose(fopen(name, "w"));\n'
                "MPI_Recv(x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")


@needs_mpirun
@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGINT])
def test_rank_killed_or_interrupted(program, tmp_path, which):
    (tmp_path / "program.c").write_text("#include <mpi.h>\n#include <stdio.h>\n#include <unistd.h>\n" + WAITS)
    job = subprocess.Popen(command(3, program, "program.c"), cwd=tmp_path, env=environment(), stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.kill(pids(tmp_path, 3)[0], which)
    out, err = job.communicate(timeout=60)
    assert job.returncode != 0
    assert ("signal 9" if which == signal.SIGKILL else "interrupted: stopped by the user") in err


@needs_mpirun
def test_job_interrupted(program, tmp_path):
    (tmp_path / "program.c").write_text("#include <mpi.h>\n#include <stdio.h>\n#include <unistd.h>\n" + WAITS)
    job = subprocess.Popen(command(2, program, "program.c"), cwd=tmp_path, env=environment(), stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waiting = pids(tmp_path, 2)
    job.send_signal(signal.SIGINT)
    job.communicate(timeout=60)
    assert job.returncode != 0
    for pid in waiting: # mpirun does not wait for what it kills
        while pathlib.Path(f"/proc/{pid}/exe").exists():
            os.sched_yield()


@needs_mpirun
@pytest.mark.parametrize("text, message", [
    ("MPI_Comm_size(MPI_COMM_WORLD, &size);", "runtime error: MPI_Comm_size is called before MPI_Init"),
    ("MPI_Init(0, 0); MPI_Init(0, 0);", "runtime error: MPI_Init is called a second time"),
    ("MPI_Init(0, 0); MPI_Comm_size((MPI_Comm) 12345678, &size);", "memory error: MPI_Comm_size: this is not a communicator"),
    ("MPI_Init(0, 0); MPI_Datatype t, u; MPI_Type_contiguous(2, MPI_INT, &t); u = t; MPI_Type_free(&t); MPI_Type_size(u, &size);",
     "memory error: MPI_Type_size: this datatype has been freed"),
    ("MPI_Init(0, 0); MPI_Send(&size, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);",
     "runtime error: MPI_Send: the communicator has no such rank (MPI_ERR_RANK)"),
    ("MPI_Init(0, 0); MPI_Request r; int *p = (int *) malloc(4); MPI_Irecv(p, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &r); free(p);\n"
     "MPI_Send(&size, 1, MPI_INT, 0, 0, MPI_COMM_SELF); MPI_Wait(&r, MPI_STATUS_IGNORE);",
     "memory error: the buffer of MPI_Irecv was freed before its request was complete"),
], ids=["before", "twice", "handle", "freed", "rank", "buffer"])
def test_mistakes(program, tmp_path, text, message):
    result = ranks(tmp_path, program, 1, "int main() { int size = 0; %s\nMPI_Finalize(); return 0; }\n" % text)
    assert result.stderr.splitlines()[0] == message
    assert result.returncode != 0


@needs_mpirun
def test_library_missing(program, tmp_path):
    result = ranks(tmp_path, program, 2, MAIN % "", WARPCELL_MPI="")
    first = [line for line in result.stderr.splitlines() if line.startswith("rank ")]
    assert sorted(first)[0] == "rank 0: error: 2 ranks were started, and there is no MPI library through which they could speak"
    assert "= help: install the library that belongs to the mpirun you used (Debian: libopenmpi3), or set WARPCELL_MPI to its path\n" \
        in result.stderr
    assert result.returncode != 0


def test_library_of_another_kind(program, tmp_path):
    (tmp_path / "program.c").write_text("#include <mpi.h>\n" + MAIN % "")
    result = run(tmp_path, program, "program.c", WARPCELL_MPI="libz.so.1")
    assert result.stderr == """\
error: cannot load the MPI library 'libz.so.1', which is set by WARPCELL_MPI
 --> program.c:2:63
  |
2 | int main(int argc, char **argv) { int rank, size, x[4] = {0}; MPI_Init(&argc, &argv);
  |                                                               ^^^^^^^^^^^^^^^^^^^^^^
  = note: libz.so.1 is neither Open MPI nor MPICH, and does not have the standard ABI
  = help: unset it to search for the library
"""
    assert result.returncode == 1


@needs_mpirun
def test_launcher_of_another_library(program, tmp_path):
    """As if Hydra had started a program that finds Open MPI."""
    (tmp_path / "program.c").write_text("#include <mpi.h>\n" + MAIN % "")
    result = run(tmp_path, program, "program.c", PMI_RANK="1", PMI_SIZE="4", WARPCELL_MPI="libmpi.so.40")
    assert result.stderr.startswith("rank 1: error: the launcher started 4 ranks, but the MPI library sees 1: "
                                    "they do not belong together\n")
    assert result.returncode != 0


ALONE = MAIN % r"""double y[2] = {1, 2}, z[2] = {0}; int flag; MPI_Status s; MPI_Comm copy;
MPI_Barrier(MPI_COMM_WORLD);
MPI_Allreduce(y, z, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
x[0] = 5; MPI_Bcast(x, 1, MPI_INT, 0, MPI_COMM_WORLD);
MPI_Gather(x, 1, MPI_INT, x + 1, 1, MPI_INT, 0, MPI_COMM_WORLD);
MPI_Sendrecv(x, 1, MPI_INT, 0, 0, x + 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &s);
MPI_Send(x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &copy);
MPI_Comm_size(copy, x + 3);
MPI_Initialized(&flag);
printf("%d of %d: %g %g, %d %d %d, %d\n", rank, size, z[0], z[1], x[1], x[2], x[3], flag);"""


@pytest.mark.parametrize("library", [pytest.param(None, marks=needs_mpirun), ""], ids=["library", "none"])
def test_one_process(program, tmp_path, library):
    (tmp_path / "program.c").write_text("#include <mpi.h>\n#include <stdio.h>\n" + ALONE)
    more = {} if library is None else {"WARPCELL_MPI": library}
    result = run(tmp_path, program, "program.c", **more)
    assert (result.stdout, result.stderr, result.returncode) == ("0 of 1: 1 2, 5 5 1, 1\n", "", 0)


@pytest.mark.parametrize("library", [pytest.param(None, marks=needs_mpirun), ""], ids=["library", "none"])
def test_cells(program, tmp_path, library):
    """A program that a session runs again, and after %reset."""
    (tmp_path / "cells.c").write_text("".join("// %%%%\n%s#include <mpi.h>\n#include <stdio.h>\n%s" % (first, ALONE)
                                              for first in ("", "", "%reset\n// %%\n")))
    more = {} if library is None else {"WARPCELL_MPI": library}
    result = run(tmp_path, program, "cells.c", **more)
    assert (result.stdout, result.stderr, result.returncode) == ("0 of 1: 1 2, 5 5 1, 1\n" * 3, "", 0)


def test_needs_library(program, tmp_path):
    (tmp_path / "program.c").write_text("#include <mpi.h>\n" + MAIN % "MPI_Datatype t;\nMPI_Type_contiguous(2, MPI_INT, &t);")
    result = run(tmp_path, program, "program.c", WARPCELL_MPI="")
    assert result.stderr == """\
error: MPI_Type_contiguous needs an MPI library
 --> program.c:5:1
  |
5 | MPI_Type_contiguous(2, MPI_INT, &t);
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: install one (Debian: libopenmpi3), or set WARPCELL_MPI to its path
"""
    assert result.returncode == 1


@needs_mpirun
def test_share_of_the_processors(program, tmp_path):
    """As many ranks as there are processors, or more, have one each."""
    (tmp_path / "program.cu").write_text("#include <cuda_runtime.h>\n" "#include \"say.h\"\n" + MAIN %
                                         'cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); say("%d", p.multiProcessorCount);')
    count = os.cpu_count()
    result = run(tmp_path, *command(count, program, "--device", "cpu", "program.cu"))
    assert (result.stdout, result.stderr) == ("".join("%d: 1\n" % rank for rank in range(count)), "")
