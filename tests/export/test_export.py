# SPDX-License-Identifier: Apache-2.0
"""%export: the program's exact text, what it prints, what nvcc says, and what goes wrong."""
import os
import pathlib
import re
import shutil

import pytest
import round_trip

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

PLAIN = ["""// Doubles each element.
__global__ void twice(int n, int *x) // in place
{
    int i = threadIdx.x;
    if (i < n)
        x[i] *= 2;
}
""", """const int n = 4;
int h[n] = {1, 2, 3, 4}, *d; // on the host

// To the device and back.
cudaMalloc(&d, sizeof h);
cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
twice<<<{1, 1}, {n, 1}>>>(n, d);
cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
h[3]""", "%timing off", """int calls = 0;
void count() { calls++; }
for (int i = 0; i < 3; i++)
    count();
printf("%d\\n", calls);
cudaFree(d);
sqrt(2.0) * calls"""]

PLAIN_PROGRAM = """// Exported from a Warpcell session. Build it with:
//     nvcc -std=c++17 -o program program.cu

#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

SUPPORT
// cell 1
// Doubles each element.
__global__ void twice(int n, int *x) // in place
{
    int i = threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

// cell 2
const int n = 4;

// cell 4
int calls;
void count() { calls++; }

int main()
{
    // cell 2
    int h[n] = {1, 2, 3, 4}, *d; // on the host
    // To the device and back.
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<dim3(1, 1), dim3(n, 1)>>>(n, d);
    WARPCELL_CHECK(cudaGetLastError());
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\\n", (h[3]));
    WARPCELL_CHECK(cudaDeviceSynchronize());

    // cell 3
    // for the session: %timing off

    // cell 4
    calls = 0;
    for (int i = 0; i < 3; i++)
        count();
    printf("%d\\n", calls);
    cudaFree(d);
    printf("%s\\n", warpcell::shortest(sqrt(2.0) * calls).c_str());
    WARPCELL_CHECK(cudaDeviceSynchronize());
    return 0;
}
"""

ARRAYS = ["""int n = 10;
device float x[n] = iota(n), y[n] = 2;
device int v[] = {3, 1, 2};""", """y = 2.5f * x + y / 2; // one kernel
y += x[2];
y[1:] = y[:-1 + n];
x[x > 4] = 0;
auto z = sqrtf(x * x + y * y);
z[3] = 7;
printf("%g %g %ld %g\\n", z[2], sum(z * x), len(z), max(x));
x = z;
device float x[n * 2];
sort(v)[0]""", "y", "plot(z);\nauto f = fft(x);\nf"]

ARRAYS_MAIN = """int main()
{
    // cell 1
    int n = 10;
    warpcell::array<float> x({n});
    x.assign(warpcell::evaluate<float, 1>(expression_1, warpcell::index<1>({n})));
    warpcell::array<float> y({n});
    y.fill(2);
    warpcell::array<int> v({3});
    const int v_values[3] = {3, 1, 2};
    v.read(v_values);
    WARPCELL_CHECK(cudaDeviceSynchronize());

    // cell 2
    warpcell::store(y, expression_2, x, y); // one kernel
    warpcell::store(y, expression_3, y, x.get({2}));
    y.slice<1>({warpcell::part(1, warpcell::open)}).assign(y.slice<1>({warpcell::part(warpcell::open, -1 + n)}));
    warpcell::store(x, expression_4, x);
    auto z = warpcell::evaluate<float, 1>(expression_5, x, y);
    z.at({3}) = 7;
    printf("%g %g %ld %g\\n", z.get({2}), SUM, z.size(), MAX);
    x.assign(z);
    x = warpcell::array<float>({n * 2});
    printf("%d\\n", (warpcell::sorted(v).get({0})));
    WARPCELL_CHECK(cudaDeviceSynchronize());

    // cell 3
    warpcell::show("y", y);

    // cell 4
    // not exported: 'plot' displays something, which a program cannot
    //     plot(z);
    // not exported: 'fft' is a function of Warpcell
    //     auto f = fft(x);
    // not exported: it needs 'f', which is not exported
    //     f
    return 0;
}
"""


def test_complex_numbers_of_arrays(program, tmp_path):
    exported = round_trip.export(program, ["device float2 z[3];\nz = 2.0i;", "float2 s = sum(z);"], tmp_path)
    assert exported.notes == ["cell 1:2: not exported: an expression on arrays of complex numbers",
                              "cell 2:1: not exported: an expression on arrays of complex numbers"]


# Lessons of which only pictures are not exported.
LESSONS = ["01-hello-threads", "02-indexing-and-bounds", "06-reduction", "08-coalescing"]


def check_same(program, cells, folder, not_exported=None):
    exported = round_trip.export(program, ["%timing off", *cells], folder)
    done = round_trip.run(program, "program.cu", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert round_trip.without_arrays(done.stdout) == round_trip.without_times(exported.printed)
    if os.environ.get("WARPCELL_EXPORT_ALL") and shutil.which("nvcc"):
        check_compiles("nvcc", folder)
    if not_exported is not None:
        assert len(exported.notes) == not_exported, exported.notes
    return exported


def check_compiles(nvcc, folder):
    done = round_trip.compile_with(nvcc, folder / "program.cu", folder / "program")
    assert done.returncode == 0, done.stderr


def test_a_program_without_arrays(program, tmp_path):
    exported = round_trip.export(program, PLAIN, tmp_path)
    support = exported.text[exported.text.index("// Ends the program"):exported.text.index("// cell 1")]
    assert exported.text == PLAIN_PROGRAM.replace("SUPPORT\n", support)
    check_same(program, PLAIN, tmp_path, 0)


def test_arrays_become_objects_and_expressions_kernels(program, tmp_path):
    exported = check_same(program, ARRAYS[:3], tmp_path, 0)
    exported = round_trip.export(program, ARRAYS, tmp_path)
    main = exported.text[exported.text.index("int main()"):]
    main = re.sub(r"warpcell::reduced<warpcell::sum<[^;]*?\)\), z", "SUM, z", main)
    main = re.sub(r"warpcell::reduced<warpcell::max<.*?\(x\)\);", "MAX);", main)
    assert main == ARRAYS_MAIN
    kernel = """__global__ void expression_2(warpcell::view<float, 1> to, warpcell::view<float, 1> x, warpcell::view<float, 1> y)
{
    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to.size())
        to(i) = 2.5f * x(i) + y(i) / 2;
}
"""
    assert kernel in exported.text
    assert exported.notes == ["cell 4:1: not exported: 'plot' displays something, which a program cannot",
                              "cell 4:2: not exported: 'fft' is a function of Warpcell",
                              "1 more need what is not exported: comments in the program say what"]


DERIVED = ["""__device__ float square(float x) { return x * x; }
auto d = grad(square);
__global__ void slope(float *p) { p[0] = d(3); }
device float x[1];""", """x = jvp(square)(x, x);
slope<<<1, 1>>>(x);"""]


def test_derivatives_stay_here(program, tmp_path):
    exported = round_trip.export(program, DERIVED, tmp_path)
    assert exported.notes == ["cell 1:2: not exported: 'grad' is a function of Warpcell", "cell 2:1: not exported: 'jvp' is a function of Warpcell",
                              "2 more need what is not exported: comments in the program say what"]


def test_nvcc_compiles_both(program, nvcc, tmp_path):
    round_trip.export(program, PLAIN, tmp_path)
    check_compiles(nvcc, tmp_path)
    round_trip.export(program, ARRAYS, tmp_path)
    check_compiles(nvcc, tmp_path)


def test_a_redefinition_is_a_second_version(program, tmp_path):
    cells = ["#define N 4\n__global__ void k(int *p) { *p = N; }\n__device__ int f(int v) { return v + 1; }",
             "__global__ void g(int *p) { *p = f(N); }\ndevice int d[1];\nk<<<1, 1>>>(d);\nd[0]",
             "#define N 8\nk<<<1, 1>>>(d);\nd[0]",
             "__device__ int f(int v) { return v * 10; }\ng<<<1, 1>>>(d);\nd[0]",
             "__global__ void k(int *p) { *p = -N; }\nk<<<1, 1>>>(d);\nd[0] + N"]
    exported = check_same(program, cells, tmp_path, 0)
    assert exported.printed == "4\n8\n80\n0\n"
    assert "__global__ void g_2(int *p) { *p = f(N); }" in exported.text
    assert "__global__ void g_3(int *p) { *p = f_2(N); }" in exported.text


def test_a_variable_of_another_type_opens_a_block(program, tmp_path):
    cells = ["int a = 1; printf(\"%d\\n\", a);", "double a[2] = {2.5, 1};\nprintf(\"%g\\n\", a[0]);", "int b = 7; b"]
    exported = check_same(program, cells, tmp_path, 0)
    assert "    { // 'a' is declared again\n" in exported.text


def test_main_of_a_cell(program, tmp_path):
    only = round_trip.export(program, ["#include <stdio.h>\nint main(void)\n{\n    puts(\"alone\");\n    return 0;\n}"], tmp_path)
    assert only.text.count("main(") == 1 and "#include <stdio.h>\n#include" not in only.text
    check_same(program, ["int k = 2;", "int main(int argc, char **argv) { printf(\"%d\\n\", argc + k); return 0; }", "k"], tmp_path, 0)


@pytest.mark.parametrize("line, error", [
    ("%export", "syntax error: %export needs a file"),
    ("%export prog.txt", "syntax error: 'prog.txt' does not end in .cu"),
    ("%export prog.cu", "name error: there is nothing to export yet"),
    ("%export prog.cu 3-1", "syntax error: '3-1' is no cell and no range of cells"),
    ("%export prog.cu 7", "name error: there is no cell 7"),
])
def test_errors(program, tmp_path, line, error):
    done = round_trip.run(program, "-e", line, cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.splitlines()[0] == error
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written(program, tmp_path):
    script = tmp_path / "cells.cu"
    (tmp_path / "full.cu").symlink_to("/dev/full")
    script.write_text("// %%\nint a = 1;\n// %%\n%export full.cu\n")
    done = round_trip.run(program, "cells.cu", cwd=tmp_path)
    assert done.stderr.splitlines()[0] == "error: cannot write 'full.cu': No space left on device"
    script.write_text("// %%\nint a = 1;\n// %%\n%export missing/prog.cu\n")
    done = round_trip.run(program, "cells.cu", cwd=tmp_path)
    assert done.stderr.splitlines()[0] == "error: cannot write 'missing/prog.cu': No such file or directory"


def test_some_cells(program, tmp_path):
    script = tmp_path / "cells.cu"
    script.write_text("// %%\nint a = 1;\n// %%\na + 1\n// %%\na + 2\n// %%\n%export some.cu 1 3\n")
    assert round_trip.run(program, "cells.cu", cwd=tmp_path).stdout == "2\n3\nWriting some.cu\n"
    assert round_trip.run(program, "some.cu", cwd=tmp_path).stdout == "3\n"


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson(program, lesson, tmp_path):
    cells = round_trip.notebook_cells(ROOT / f"notebooks/{lesson}.ipynb")
    exported = check_same(program, cells, tmp_path)
    assert [note for note in exported.notes if not note.endswith("displays something, which a program cannot")] == []


@pytest.mark.parametrize("name", ["arrays", "macros"])
def test_cells_of_the_language(program, name, tmp_path):
    check_same(program, round_trip.cells_of(ROOT / f"tests/cells/{name}.cell"), tmp_path)


# 03: cells that are meant to fail define what later ones use, and a file of cells ends at a failure.
@pytest.mark.parametrize("lesson", sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb") if path.stem[:2] != "03"))
def test_every_lesson_compiles(program, nvcc, every_lesson, lesson, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "notebooks/data")
    round_trip.export(program, ["%timing off", *round_trip.notebook_cells(ROOT / f"notebooks/{lesson}.ipynb")], tmp_path)
    check_compiles(nvcc, tmp_path)


def test_options_of_the_session(program, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own/two.h").write_text("#define TWO 2\n")
    cells = ["%include_path own\n%define THREE=3", "#include \"two.h\"\n#include <cufft.h>\nTWO * THREE"]
    exported = round_trip.export(program, cells, tmp_path)
    assert exported.text.splitlines()[1] == "//     nvcc -std=c++17 -I own -lcufft -o program program.cu"
    assert round_trip.run(program, "-I", "own", "program.cu", cwd=tmp_path).stdout == exported.printed == "6\n"


def test_objects_that_functions_use(program, tmp_path):
    cells = ["#include <vector>\n#include <string>\nint n = 3;\nstd::vector<float> a(n, 1.5f), b(n);\nstd::string s = \"x\", t;",
             "double total() { double sum = 0; for (float v : a) sum += v; return sum + b.size() + s.size(); }\ntotal()",
             "std::vector<float> a(2 * n), c{1, 2};\nt = s;\ntotal() + a.size() + c[1] + t.size()",
             "device float x[2] = 2;\nsum(x)"]
    exported = check_same(program, cells, tmp_path, 0)
    assert exported.printed == "8.5\n13\n4\n"
    assert "std::vector<float> a;\nstd::vector<float> b;\n" in exported.text
    assert "    a = std::vector<float>(n, 1.5f);\n    b = std::vector<float>(n);\n" in exported.text


def test_constants_are_for_everybody(program, tmp_path):
    cells = ["const int rows = 2, columns = 3;\nconstexpr double half = 0.5;",
             "__global__ void k(int *p) { *p = rows * columns; }\ndouble f() { return half * rows; }\ndevice int d[1];\nk<<<1, 1>>>(d);\nd[0] + f()"]
    assert check_same(program, cells, tmp_path, 0).printed == "7\n"
