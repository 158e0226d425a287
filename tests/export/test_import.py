# SPDX-License-Identifier: Apache-2.0
"""%import: a program as cells, which print what it prints, and which %export makes a program again."""
import json
import pathlib

import nbformat
import pytest
import round_trip

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """// Sums of rows.
#include <stdio.h>
#include <vector>
#define N 8   /* rows */

const int columns = 4;
typedef float real;
real total(const std::vector<real> &v);

// One thread for each row.
__global__ void rows(const real *a, real *out)
{
    int r = threadIdx.x;
    real s = 0;
    for (int c = 0; c < columns; c++)
        s += a[r * columns + c];
    out[r] = s;
}

#ifdef DEBUG
real total(const std::vector<real> &v) { return -1; }
#else
real total(const std::vector<real> &v)
{
    real s = 0;
    for (real x : v)
        s += x;
    return s;
}
#endif

int main()
{
    // The matrix.
    real *a, *out;
    cudaMalloc(&a, N * columns * sizeof(real)); // on the device
    cudaMalloc(&out, N * sizeof(real));
    std::vector<real> h(N * columns, 1.5f), sums(N);
    if (cudaMemcpy(a, h.data(), h.size() * sizeof(real), cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;

    // The sums.
    rows<<<1, N>>>(a, out);
    cudaMemcpy(sums.data(), out, N * sizeof(real), cudaMemcpyDeviceToHost);
    printf("%g\\n", total(sums));
    return 0;
}
"""

CELLS = """// %%
// Sums of rows.
#include <stdio.h>
#include <vector>
#define N 8   /* rows */

const int columns = 4;
typedef float real;
real total(const std::vector<real> &v);

// %%
// One thread for each row.
__global__ void rows(const real *a, real *out)
{
    int r = threadIdx.x;
    real s = 0;
    for (int c = 0; c < columns; c++)
        s += a[r * columns + c];
    out[r] = s;
}

// %%
#ifdef DEBUG
real total(const std::vector<real> &v) { return -1; }
#else
real total(const std::vector<real> &v)
{
    real s = 0;
    for (real x : v)
        s += x;
    return s;
}
#endif

// %%
// The matrix.
real *a, *out;
cudaMalloc(&a, N * columns * sizeof(real)); // on the device
cudaMalloc(&out, N * sizeof(real));
std::vector<real> h(N * columns, 1.5f), sums(N);
if (cudaMemcpy(a, h.data(), h.size() * sizeof(real), cudaMemcpyHostToDevice) != cudaSuccess)
    exit(1);

// %%
// The sums.
rows<<<1, N>>>(a, out);
cudaMemcpy(sums.data(), out, N * sizeof(real), cudaMemcpyDeviceToHost);
printf("%g\\n", total(sums));
"""


def test_a_program_as_cells(program, tmp_path):
    (tmp_path / "prog.cu").write_text(PROGRAM)
    done = round_trip.run(program, "-e", "%import prog.cu cells.cu", cwd=tmp_path)
    assert done.stdout == "Writing cells.cu: 5 cells\n"
    assert (tmp_path / "cells.cu").read_text() == CELLS
    assert round_trip.run(program, "cells.cu", cwd=tmp_path).stdout == "48\n"


def test_a_program_as_a_notebook(program, tmp_path):
    (tmp_path / "prog.cu").write_text(PROGRAM)
    done = round_trip.run(program, "-e", "%import prog.cu", cwd=tmp_path)
    assert done.stdout == "Writing prog.ipynb: 5 cells\n"
    notebook = nbformat.read(tmp_path / "prog.ipynb", 4)
    nbformat.validate(notebook)
    cells = [cell.source for cell in notebook.cells]
    assert "".join(f"// %%\n{cell}\n\n" for cell in cells)[:-1] == CELLS
    assert round_trip.export(program, cells, tmp_path, "again").printed == "48\n"
    assert round_trip.run(program, "again.cu", cwd=tmp_path).stdout == "48\n"


@pytest.mark.parametrize("main, why", [
    ("int main(int argc, char **argv) { return argc - 1; }", "it uses its arguments, which %args sets"),
    ("int main() {\n  int i = 0;\nagain:\n  if (i++ < 3) goto again;\n}", "it has labels"),
    ("int k = 1;\nint main() { int k = 2; return k - 2; }", "one of its variables has the name of a definition"),
    ("#define STOP return 0\nint main() { if (1) STOP; }", "a macro returns from it"),
    ("void f();\nint main() { f(); }\nvoid f() {}", "definitions follow it"),
    ("#if 1\nint main() { return 0; }\n#endif", "it stands inside #if"),
])
def test_a_main_that_stays_whole(program, tmp_path, main, why):
    (tmp_path / "prog.cu").write_text(main + "\n")
    done = round_trip.run(program, "-e", "%import prog.cu cells.cu", cwd=tmp_path)
    assert done.stdout.splitlines()[1] == f"main is one cell: {why}"
    assert "main(" in (tmp_path / "cells.cu").read_text()


@pytest.mark.parametrize("line, error", [
    ("%import", "syntax error: %import needs a program"),
    ("%import missing.cu", "error: cannot read 'missing.cu': No such file or directory"),
    ("%import prog.cu prog.txt", "syntax error: 'prog.txt' is no notebook and no file of cells"),
    ("%import wrong.cu", "syntax error: wrong.cu:2: expected an expression, found ';'"),
    ("%import empty.cu", "syntax error: 'empty.cu' is empty"),
    ("%import prog.cu prog.cu", "error: 'prog.cu' exists already"),
    ("%import prog.cu missing/prog.ipynb", "error: cannot write 'missing/prog.ipynb': No such file or directory"),
])
def test_errors(program, tmp_path, line, error):
    for name, text in ("prog.cu", "int a;\n"), ("wrong.cu", "int a;\nint b = ;\n"), ("empty.cu", "\n"):
        (tmp_path / name).write_text(text)
    done = round_trip.run(program, "-e", line, cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.splitlines()[0] == error
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("name", ["bitonic_sort", "histogram", "local_header", "convolution"])
def test_programs_print_the_same_as_cells(program, name, tmp_path):
    path = ROOT / f"tests/programs/{name}.cu"
    for header in path.parent.glob("*.h"):
        (tmp_path / header.name).write_text(header.read_text())
    (tmp_path / "prog.cu").write_text(path.read_text())
    assert round_trip.run(program, "-e", "%import prog.cu cells.cu", cwd=tmp_path).returncode == 0
    assert round_trip.run(program, "cells.cu", cwd=tmp_path).stdout == path.with_suffix(".out").read_text()


def test_a_main_that_does_not_use_its_arguments(program, tmp_path):
    (tmp_path / "prog.cu").write_text("#include <stdio.h>\n\nint main(int argc, char **argv)\n{\n    puts(\"cut\");\n    return 0;\n}\n")
    done = round_trip.run(program, "-e", "%import prog.cu cells.cu", cwd=tmp_path)
    assert done.stdout == "Writing cells.cu: 2 cells\n"
    assert (tmp_path / "cells.cu").read_text() == "// %%\n#include <stdio.h>\n\n// %%\nputs(\"cut\");\n"


def test_a_program_of_another_folder(program, tmp_path):
    """The notebook is where the front end looks, and finds the headers."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/two.h").write_text("#define TWO 2\n")
    (tmp_path / "src/prog.cu").write_text('#include <stdio.h>\n#include "two.h"\n\nint main()\n{\n    printf("%d\\n", TWO);\n}\n')
    done = round_trip.run(program, "-e", "%import src/prog.cu", cwd=tmp_path)
    assert done.stdout == "Writing prog.ipynb: 3 cells\n"
    cells = [cell.source for cell in nbformat.read(tmp_path / "prog.ipynb", 4).cells]
    assert cells[0] == "%include_path src"
    assert round_trip.export(program, cells, tmp_path, "again").printed == "2\n"
