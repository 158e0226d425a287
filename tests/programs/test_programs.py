# SPDX-License-Identifier: Apache-2.0
"""Every NAME.cu and NAME.c here prints NAME.out: as a file, and as a cell. The expected output was made without Warpcell: by a C
or C++ compiler with the kernels run as loops, or by hand."""
import os
import pathlib
import re
import resource
import signal
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = sorted([*HERE.glob("*.cu"), *HERE.glob("*.c")])


def run(folder, *command, text=""):
    for header in HERE.glob("*.h"):
        (folder / header.name).write_bytes(header.read_bytes())
    return subprocess.run(command, input=text, cwd=folder, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, NO_COLOR="1"))


def options_of(path):
    """Of a program that begins with `// warpcell OPTIONS`."""
    first = path.read_text().split("\n", 1)[0]
    return first.split()[2:] if first.startswith("// warpcell ") else []


def check(result, path):
    assert result.stderr == ""
    assert result.stdout == path.with_suffix(".out").read_text()
    assert result.returncode == 0


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_file(program, tmp_path, path):
    check(run(tmp_path, program, *options_of(path), str(path)), path)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_cell(program, tmp_path, path):
    language = ["-x", "c"] if path.suffix == ".c" else []
    check(run(tmp_path, program, *options_of(path), *language, "-e", path.read_text()), path)


OWN_PROTOTYPES = {
    "other_types.c": """extern int write(int fd, void *buffer, int size);
extern int close();
int printf(const char *format, ...);
int main(void) { write(1, "written\\n", 8); printf("%d\\n", close(99)); }
""",
    "same_types.cpp": """#include <cstdio>
extern "C" long write(int, const void *, size_t);
extern "C" int close(int);
int main() { write(1, "written\\n", 8); printf("%d\\n", close(99)); }
""",
}


@pytest.mark.parametrize("name", OWN_PROTOTYPES)
def test_own_prototypes(program, tmp_path, name):
    """Functions of the system that a program declares itself. A cell may still define them."""
    (tmp_path / name).write_text(OWN_PROTOTYPES[name])
    result = run(tmp_path, program, name)
    assert (result.stdout, result.stderr, result.returncode) == ("written\n-1\n", "", 0)


def test_arguments(program, tmp_path):
    result = run(tmp_path, program, str(HERE / "arguments.cu"), "-n", "4", "-v", "0x10")
    assert result.stdout == "0 16 32 48\n"
    assert result.returncode == 5
    result = run(tmp_path, program, str(HERE / "arguments.cu"), "-q")
    assert result.stderr.startswith("usage: ")
    assert result.returncode == 2


def test_input(program, tmp_path):
    (tmp_path / "sum.cu").write_text('#include <stdio.h>\n#include <iostream>\nint main() { int n, sum = 0; char word[20];\n'
                                     'printf("how many? "); scanf("%d", &n);\n'
                                     'for (int i = 0, x; i < n; i++) { std::cin >> x; sum += x; }\n'
                                     'printf("%d %d\\n", sum, scanf("%19s", word)); puts(word); }\n')
    result = run(tmp_path, program, "sum.cu", text="3\n10 20\n30\nend")
    assert result.stdout == "how many? 60 1\nend\n"


def test_abort(program, tmp_path):
    """As a shell sees it, and without the destructors of what is static."""
    (tmp_path / "ends.cu").write_text('#include <cstdio>\n#include <cstdlib>\nstruct A { ~A() { puts("destroyed"); } } a;\n'
                                      'int main(int n, char **v) { static A b; if (n > 1) throw 1; abort(); }\n')
    result = run(tmp_path, program, "ends.cu")
    assert (result.stdout, result.returncode) == ("", 134)
    result = run(tmp_path, program, "ends.cu", "throw")
    assert (result.stdout, result.returncode) == ("", 134)
    (tmp_path / "asserts.c").write_text("#include <assert.h>\nint main(void) { assert(1 > 2); }\n")
    assert run(tmp_path, program, "asserts.c").returncode == 134
    result = run(tmp_path, program, "-e", "abort();")
    assert (result.stderr.splitlines()[0], result.returncode) == ("runtime error: the program called abort()", 134)
    assert run(tmp_path, program, text="1\nabort();\n2\n").returncode == 134


def test_full_disk(program, tmp_path):
    """Lost output is a failure; a file that cannot be written whole leaves the old one as it was."""
    (tmp_path / "prints.cu").write_text('#include <cstdio>\nint main() { puts("text"); }\n')
    with open("/dev/full", "w") as full:
        result = subprocess.run([program, tmp_path / "prints.cu"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (result.stderr, result.returncode) == ("warpcell: output was lost: No space left on device\n", 1)

    def limited(code):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        return subprocess.run([program, "-e", code], cwd=tmp_path, capture_output=True, text=True, preexec_fn=limit)

    for name in ("x.npy", "x.csv", "x.npz"):
        (tmp_path / name).write_text("old")
        result = limited(f'device float x[1000] = 1.0f;\nsave(x, "{name}");')
        assert "File too large" in result.stderr and result.returncode == 1
        assert (tmp_path / name).read_text() == "old"
    (tmp_path / "text.h").write_text("old")
    result = limited("%%writefile text.h\n" + 2000 * "a")
    assert "cannot write 'text.h': File too large" in result.stderr
    assert (tmp_path / "text.h").read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["prints.cu", "text.h", "x.csv", "x.npy", "x.npz"]


def test_several_files(program, tmp_path):
    """What the program declares and does not define is found in the sources around, which have no main of their own."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "meter.h").write_text("#pragma once\nclass Meter {\n    int n_;\npublic:\n    Meter(int n);\n    int read() const;\n};\n")
    (tmp_path / "inc" / "meter.cpp").write_text('#include "meter.h"\nMeter::Meter(int n) : n_(n) {}\n'
                                                "int Meter::read() const { return n_ * 2; }\n")
    (tmp_path / "scale.h").write_text("#ifndef SCALE_H\n#define SCALE_H\nvoid scale(int *d, int n);\n#endif\n")
    (tmp_path / "scale_gpu.cu").write_text('#include "scale.h"\n__global__ void by(int *d, int k) { d[threadIdx.x] *= k; }\n'
                                           "static int helper(void);\nvoid scale(int *d, int n) { by<<<1, n>>>(d, helper()); }\n"
                                           "static int helper(void) { return 10; }\n")
    (tmp_path / "other.cu").write_text("void scale(int *d, int n) {}\nint main() { return 3; }\n")
    (tmp_path / "main.cu").write_text('#include <stdio.h>\n#include "inc/meter.h"\n#include "scale.h"\nint main() {\n'
                                      "    int *d; cudaMallocManaged(&d, 8); d[0] = 1; d[1] = 2;\n"
                                      '    scale(d, 2); cudaDeviceSynchronize(); printf("%d %d\\n", d[1], Meter(4).read());\n}\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("20 8\n", "", 0)
    (tmp_path / "scale_gpu.cu").write_text("void scale(int *d, int n) { this is none; }\n") # what does not fit is left out
    (tmp_path / "main.cu").write_text((tmp_path / "main.cu").read_text().replace("    scale", '    printf("%d\\n", Meter(1).read()); scale'))
    result = run(tmp_path, program, "main.cu")
    assert result.stdout.startswith("2\n")
    assert "'scale' has been declared but not defined" in result.stderr + result.stdout
    assert result.stderr.startswith("warning: expected ';' after the expression, found 'is'\n --> scale_gpu.cu:1:34\n")
    assert "= note: 'scale_gpu.cu' is left out of the program: it does not compile\n" in result.stderr


def test_files_are_compiled_by_themselves(program, tmp_path):
    """A file has its own macros and static names; what headers define is shared, extern variables and declared templates are looked for."""
    files = {
        "table.h": "#ifndef TABLE_H\n#define TABLE_H\n#include \"row.h\"\nextern const struct row table[];\nextern int single;\n"
                   "template <class T> T twice(T x);\nint from_second(int x);\n#endif\n",
        "row.h": "struct row { int a, b[2]; };\n#define ROW_SIZE 3\n#define ROWS (ROW_SIZE * 2)\n",
        "main.cu": '#include <stdio.h>\n#define LIMIT 4\n#define TILE 8\n#include "table.h"\nconst int sizes[2] = {1, 2};\nstatic int state = 5;\n'
                   'static int help(int x) { return x + 1; }\nextern "C" bool check(int x);\n'
                   '__global__ void tiles(int *out) { *out = TILE; }\nint other_tiles();\n'
                   'int main() { int *t; cudaMallocManaged(&t, 4); tiles<<<1, 1>>>(t); cudaDeviceSynchronize();\n'
                   '    printf("%d %d %d %d %d %d %d %d ", table[1].b[0], single, twice(4), check(3), help(1), state, LIMIT, sizes[1]);\n'
                   '    printf("%d %d %d %d\\n", *t, other_tiles(), from_second(1), TILE); }\n',
        "second.cpp": '#include "table.h"\nconst struct row table[] = {{1, {2, 3}}, {4, {5, 6}}};\nint single = 77;\n'
                      "float LIMIT = 1.5f;\nconst int sizes[3] = {7, 8, 9};\nstatic int state = ROWS, *place = &state;\nnamespace { int hidden = 2; }\n"
                      "struct other { int state; };\nstatic int help(int x) { other o = {x}; return o.state + *place + hidden; }\n"
                      "template <class T> T twice(T x) { return 2 * x; }\ntemplate int twice<int>(int);\n"
                      'extern "C" int check(int x) { return help(x) == 11; }\n'
                      "inline int rounded(float x) { return (int) (x + 0.5f); }\nint from_second(int x) { return sizes[x] + rounded(LIMIT * 2); }\n",
        "third.cu": "#define TILE 16\nstatic int *state;\nnamespace { int hidden = 3; }\n__global__ void third(int *out) { *out = TILE; }\n"
                    "inline int rounded(float x) { return (int) (x + 0.5f); }\n"
                    "int other_tiles() { cudaMallocManaged(&state, rounded(3.7f)); third<<<1, 1>>>(state); cudaDeviceSynchronize(); return *state * hidden; }\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr) == ("5 77 8 1 2 5 4 2 8 48 11 8\n", "")


def test_sources_in_src(program, tmp_path):
    for folder in ("include", "src", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "include" / "parser.h").write_text("#pragma once\nstruct Parser { int n; Parser(int n); int value() const; };\n")
    (tmp_path / "src" / "parser.cpp").write_text('#include "parser.h"\nParser::Parser(int n) : n(n) {}\nint Parser::value() const { return n + 1; }\n')
    (tmp_path / "tests" / "test.cu").write_text('#include <stdio.h>\n#include "../include/parser.h"\nint main() { printf("%d\\n", Parser(4).value()); }\n')
    result = run(tmp_path / "tests", program, "test.cu")
    assert (result.stdout, result.stderr) == ("5\n", "")


def test_kernels_of_two_headers_are_overloads(program, tmp_path):
    (tmp_path / "a.cuh").write_text("template <class K, class T> __global__ void fill(K *k, T *t, int n) { int i = threadIdx.x; if (i < n) { k[i] = i; t[i] = 2 * i; } }\n")
    (tmp_path / "b.cuh").write_text("template <class K> __global__ void fill(K *k, int n) { int i = threadIdx.x; if (i < n) k[i] = 3 * i; }\n")
    (tmp_path / "main.cu").write_text('#include <stdio.h>\n#include "a.cuh"\n#include "b.cuh"\nint main() { int *k; float *t; cudaMallocManaged(&k, 16); cudaMallocManaged(&t, 16);\n'
                                      'fill<<<1, 4>>>(k, t, 4); cudaDeviceSynchronize(); printf("%d %g\\n", k[3], t[3]);\n'
                                      'fill<<<1, 4>>>(k, 4); cudaDeviceSynchronize(); printf("%d\\n", k[3]); }\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr) == ("3 6\n9\n", "")


def test_a_comment_is_no_main(program, tmp_path):
    """Nor is a string: the file has what the program misses, and no main."""
    (tmp_path / "main.cu").write_text("int twice(int x);\nint main() { return twice(2) - 4; }\n")
    (tmp_path / "twice.cu").write_text("/* as main() calls it */ // main()\nint twice(int x) { const char *s = \"\\\"main()\"; return x + x + !s; }\n")
    (tmp_path / "wrong.cu").write_text("// int twice(int x);\nint other() { return nothing; }\n")
    ended = subprocess.run([program, "main.cu"], capture_output=True, cwd=tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_functions_behind_one_that_returns_a_struct(program, tmp_path):
    """Such a function is no class, behind which a ';' ends what is static."""
    (tmp_path / "parts.h").write_text("int twice(int x);\n")
    (tmp_path / "parts.cu").write_text('#include "parts.h"\nstruct plan { int n; };\n'
                                       'static inline struct plan *plan_of(struct plan *p) { return p; }\n'
                                       'static struct plan make(int n) { struct plan p = {n}; return *plan_of(&p); }\n'
                                       'int twice(int x) { return make(x).n + x; }\n')
    (tmp_path / "main.cu").write_text('#include <cstdio>\n#include "parts.h"\nint main() { printf("%d\\n", twice(4)); }\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("8\n", "", 0)


def test_types_of_several_files(program, tmp_path):
    """Sources that define the same class, and others that have one of the same name for themselves."""
    (tmp_path / "sides.h").write_text("#pragma once\nvoid gpu();\nvoid cpu();\nvoid more();\n")
    (tmp_path / "main.cu").write_text('#include "sides.h"\nint main() { gpu(); cpu(); more(); }\n')
    (tmp_path / "gpu.cu").write_text('#include <cstdio>\n#include "sides.h"\n'
                                     "namespace geo { template <typename T> struct vec { T x, y; }; } // of the GPU\n"
                                     "struct sum {\n    int n;\n    float total;\n};\nenum mode { FAST, SLOW };\n"
                                     "typedef struct { int a, b; } two;\n"
                                     "__global__ void show(geo::vec<float> v, sum s) { printf(\"%g %d\\n\", v.x + v.y, s.n); }\n"
                                     "void gpu() { two t = {3, 4}; show<<<1, 1>>>(geo::vec<float>{1, 2}, sum{t.b, 0}); cudaDeviceSynchronize(); }\n")
    (tmp_path / "cpu.cpp").write_text('#include <cstdio>\n#include "sides.h"\n'
                                      "namespace geo { template <typename T> struct vec { T x, y; }; } /* of the CPU */\n"
                                      "struct sum { int n; float total; };\nenum mode { FAST, SLOW };\ntypedef struct { int a, b; } two;\n"
                                      'void cpu() { geo::vec<int> v{5, 6}; sum s{7, 1.5f}; two t = {8, SLOW}; printf("%d %g %d\\n", v.x + v.y, s.total + s.n, t.a + t.b); }\n')
    (tmp_path / "more.cpp").write_text('#include <cstdio>\n#include "sides.h"\n'
                                       "struct sum { double parts[3]; sum *next; sum() : parts{1, 2, 3}, next(this) {} double all() const; };\n"
                                       "double sum::all() const { return parts[0] + parts[1] + next->parts[2]; }\n"
                                       'void more() { struct sum s; const sum &same = s; printf("%g %zu\\n", same.all(), sizeof(sum)); }\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("3 4\n11 8.5 9\n6 32\n", "", 0)


def test_declared_templates_alone(program, tmp_path):
    (tmp_path / "main.cpp").write_text("#include <stdio.h>\ntemplate <class T> int third(T *x);\nint main() { int y = 5; printf(\"%d\\n\", third<int>(&y)); }\n")
    (tmp_path / "third.cpp").write_text("template <class T> int third(T *x) { return *x * 3; }\ntemplate int third<int>(int *x);\n")
    result = run(tmp_path, program, "main.cpp")
    assert (result.stdout, result.stderr) == ("15\n", "")


def test_files_share_instances_of_templates(program, tmp_path):
    """What a check of some files has instantiated is undone before others are tried."""
    (tmp_path / "item.h").write_text("#pragma once\n#include <memory>\nstruct Item { int n; };\n"
                                     "struct Shelf { std::shared_ptr<Item> top; Shelf(); int read(); };\n"
                                     "int first(); int second(); int third();\n")
    for name, value in (("first", 1), ("second", 2)):
        (tmp_path / f"{name}.cpp").write_text(f'#include "item.h"\nint {name}() {{ Shelf s; std::shared_ptr<Item> i = s.top; return i->n + {value}; }}\n')
    (tmp_path / "shelf.cpp").write_text('#include "item.h"\nShelf::Shelf() : top(std::make_shared<Item>()) { top->n = 40; }\n')
    (tmp_path / "third.cpp").write_text('#include "item.h"\nint third() { return unknown(); }\n')
    (tmp_path / "main.cu").write_text('#include <cstdio>\n#include "item.h"\nint main() { Shelf s; printf("%d %d\\n", first(), second()); return third(); }\n')
    result = run(tmp_path, program, "main.cu")
    assert result.stdout == "41 42\n"
    assert "= note: 'third.cpp' is left out of the program: it does not compile\n" in result.stderr


def test_device_functions_of_another_file(program, tmp_path):
    (tmp_path / "twice.h").write_text("#pragma once\n__device__ float twice(float x);\n")
    (tmp_path / "twice.cu").write_text('#include "twice.h"\n__device__ float twice(float x) { return 2 * x; }\n')
    (tmp_path / "main.cu").write_text('#include <cstdio>\n#include "twice.h"\n__global__ void k(float *p) { *p = twice(*p); }\n'
                                      'int main() { float *p; cudaMallocManaged(&p, 4); *p = 4; k<<<1, 1>>>(p); cudaDeviceSynchronize(); printf("%g\\n", *p); }\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("8\n", "", 0)


def test_device_names_of_a_file(program, tmp_path):
    """Static kernels, what only the device has, unnamed namespaces and macros of two files: each launch finds its file's."""
    (tmp_path / "main.cu").write_text(
        "#include <stdio.h>\nvoid other();\nconst int N = 4;\n#define SCALE(x) scale(x)\nstruct plain { int scale; };\n"
        "static __device__ __host__ int scale(int x) { return x * N; }\n"
        'template <int M> static __global__ void k(plain p) { printf("main %d %d\\n", SCALE(M), p.scale); }\n'
        'namespace { __global__ void hidden() { printf("main hidden\\n"); } }\n'
        "__constant__ int c[2] = {1, 2};\n__device__ int helper() { return c[0]; }\n"
        '__global__ void first() { printf("first %d\\n", helper()); }\n'
        "int main() {\n    k<N><<<1, 1>>>(plain{7});\n    hidden<<<1, 1>>>();\n    first<<<1, 1>>>();\n    cudaDeviceSynchronize();\n"
        '    printf("%d\\n", scale(1));\n    other();\n    first<<<1, 1>>>();\n}\n')
    (tmp_path / "other.cu").write_text(
        "#include <stdio.h>\nconst int N = 5;\n#define SCALE(x) scale(x)\nstruct wide { int scale, N; };\n"
        "static __device__ __host__ int scale(int x) { return x * N * 10; }\n"
        'template <int M> static __global__ void k(wide p) { printf("other %d %d %d\\n", SCALE(M), p.scale, p.N); }\n'
        'namespace { __global__ void hidden() { printf("other hidden\\n"); } __device__ int thrice(int x) { return 3 * x; } }\n'
        "__constant__ int c[2] = {3, 4};\n__device__ int helper() { return c[1]; }\n"
        'template <int (*f)(int)> static __global__ void __launch_bounds__(64) second() { printf("second %d\\n", f(helper())); }\n'
        "void other() {\n    int v[2] = {30, 40};\n    k<N><<<1, 1>>>(wide{7, 8});\n    hidden<<<1, 1>>>();\n"
        "    cudaMemcpyToSymbol(c, v, sizeof v);\n    second<thrice><<<1, 1>>>();\n    cudaDeviceSynchronize();\n"
        '    printf("%d\\n", scale(1));\n}\n')
    result = run(tmp_path, program, "main.cu")
    assert result.stderr == ""
    assert result.stdout == ("main 16 7\nmain hidden\nfirst 1\n4\nother 250 7 8\nother hidden\nsecond 120\n50\nfirst 1\n")


def test_a_file_that_is_reached_by_two_paths(program, tmp_path):
    """#pragma once knows the file, however its folder is written; a symbolic link is followed."""
    for folder in ("src/tests", "src/include", "src/kernels", "far/deep"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/include/types.h").write_text("#pragma once\nstruct pair { int a, b; };\n")
    (tmp_path / "src/kernels/ops.cuh").write_text('#pragma once\n#include "../include/./types.h"\n')
    (tmp_path / "far/types.h").write_text("int far;\n")
    (tmp_path / "src/link").symlink_to("../far/deep")
    (tmp_path / "src/tests/main.cu").write_text('#include "../include/types.h"\n#include "../kernels/ops.cuh"\n#include "../link/../types.h"\n'
                                                '#include <stdio.h>\nint main() { pair p = {1, 2}; printf("%d %d\\n", p.b, far); }\n')
    result = run(tmp_path, program, "src/tests/main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("2 0\n", "", 0)


def test_destructors_of_another_file(program, tmp_path):
    """A destructor that is only declared is looked for too, also one that ends members or sets tables besides."""
    (tmp_path / "poly.h").write_text("#pragma once\nstruct poly { virtual ~poly(); };\n")
    (tmp_path / "poly.cu").write_text('#include <stdio.h>\n#include "poly.h"\npoly::~poly() { puts("poly"); }\n')
    (tmp_path / "owner.h").write_text('#pragma once\n#include <string>\nstruct owner { std::string name = "owner"; ~owner(); };\n')
    (tmp_path / "owner.cu").write_text('#include <stdio.h>\n#include "owner.h"\nowner::~owner() { puts(name.c_str()); }\n')
    (tmp_path / "main.cu").write_text('#include "poly.h"\n#include "owner.h"\nint main() { poly p; owner o; }\n')
    result = run(tmp_path, program, "main.cu")
    assert (result.stdout, result.stderr, result.returncode) == ("owner\npoly\n", "", 0)


def test_long_expressions(program, tmp_path):
    (tmp_path / "long.cu").write_text("int main() {\n    int a = 1, x = " + "(" * 500 + "a" + ")" * 500 + ";\n    printf(\"%d %d\\n\", x, " +
                                      " + ".join(["a"] * 2500) + ");\n}\n")
    result = run(tmp_path, program, "long.cu")
    assert (result.stdout, result.stderr) == ("1 2500\n", "")


def test_printf_of_other_numbers(program, tmp_path):
    """C lets a program print a size_t with %d; it runs on here too, told once."""
    (tmp_path / "p.cu").write_text('#include <stdio.h>\nint main() {\n    for (int i = 0; i < 2; i++)\n'
                                   '        printf("%d %.1f\\n", sizeof(double), 3);\n}\n')
    result = run(tmp_path, program, "p.cu")
    assert result.stdout == "8 3.0\n8 3.0\n"
    assert result.stderr.count("warning") == 2
    assert "'%d' prints an int, but this argument is 'unsigned long'" in result.stderr


def test_the_ptx_of_an_expression_is_its_code_alone(program, tmp_path):
    (tmp_path / "cells.cu").write_text("// %%\ndevice float x[100], y[100];\ny = 2 * x + 1;\n// %%\n%ptx y = 2 * x + 1\n")
    result = run(tmp_path, program, "--device", "cpu", "cells.cu")
    assert (result.stderr, result.returncode) == ("", 0)
    source, ptx = result.stdout.split("\n// PTX\n")
    assert source.startswith("// CUDA C++\n// An element for each thread")
    assert re.findall(r"__global__ void (\w+)", source) == ["map_each"] and re.findall(r"struct (\w+)", source) == ["expression", "target"]
    assert "\n        return (2.0f * v0) + 1.0f;\n" in source and ptx.endswith("\n}\n")
    assert "fma.rn.f32" in ptx and not any(word in ptx for word in (".section", ".loc", ".file", ".version", "//"))


CLUSTERS = """#include <cstdio>
__global__ void any() {}
__global__ void __cluster_dims__(2) pair() {}
int main()
{
    cudaLaunchAttribute a[1];
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = 3;
    a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = 4;
    c.blockDim = 1;
    c.attrs = a;
    c.numAttrs = 1;
    printf("%s ", cudaGetErrorName(cudaLaunchKernelEx(&c, any)));
    c.gridDim = 6;
    printf("%s\\n", cudaGetErrorName(cudaLaunchKernelEx(&c, pair)));
    pair<<<3, 1>>>();
}
"""


def test_clusters_that_cannot_be(program, tmp_path):
    (tmp_path / "clusters.cu").write_text(CLUSTERS)
    result = run(tmp_path, program, "--as", "sm_90", "clusters.cu")
    assert result.stdout == "cudaErrorInvalidClusterSize cudaErrorInvalidClusterSize\n"
    messages = re.findall(r"^warning: (.*)", result.stderr, re.M)
    assert messages == [
        "grid of 4 x 1 x 1 blocks, which is not a multiple of the cluster, 3 x 1 x 1: 'any' is not launched",
        "clusters of 3 x 1 x 1 blocks, but the kernel says __cluster_dims__(2, 1, 1): 'pair' is not launched",
        "grid of 3 x 1 x 1 blocks, which is not a multiple of the cluster, 2 x 1 x 1: 'pair' is not launched"]
    result = run(tmp_path, program, "-d", "cpu", "-e", CLUSTERS.replace("__cluster_dims__(2)", "").replace("main", "go"), "-e", "go();")
    assert result.stdout == "cudaErrorNotSupported cudaErrorNotSupported\n"
    assert "clusters of 3 blocks, but the device has compute capability 7.5: 'any' is not launched\n  --> -e:15:36\n" in result.stderr
    assert "   = help: clusters begin with 9.0" in result.stderr


BEYOND = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) theirs(int i)
{
    __shared__ int mine[32];
    cg::cluster_group c = cg::this_cluster();
    mine[threadIdx.x] = 0;
    c.sync();
    if (c.block_rank() == 0)
        c.map_shared_rank(mine, 1)[i] = 1;
    c.sync();
}
__global__ void own(int *out, int i)
{
    __shared__ int mine[32];
    mine[threadIdx.x] = 0;
    int *p = i ? mine : out;
    p[i] = 1;
    out[threadIdx.x] = mine[0];
}
"""


@pytest.mark.parametrize("launch, kernel, text", [
    ("theirs<<<2, 32>>>(32)", "theirs", "at offset 128: block (1, 0, 0) of the cluster has 128 bytes of shared memory"),
    ("theirs<<<2, 32>>>(-1)", "theirs", "at offset -4: block (1, 0, 0) of the cluster has 128 bytes of shared memory"),
    ("theirs<<<2, 32>>>(5000)", "theirs", "at offset 20000: block (1, 0, 0) of the cluster has 128 bytes of shared memory"),
    ("own<<<1, 32>>>(out, 40)", "own", "at offset 160: the block has 128 bytes of shared memory")])
def test_an_index_beyond_shared_memory_by_a_generic_address(program, tmp_path, launch, kernel, text):
    """Not a host pointer: nothing of the host lies near a block's shared memory."""
    main = f"int main() {{ int *out; cudaMalloc(&out, 128); {launch}; cudaDeviceSynchronize(); }}\n"
    (tmp_path / "beyond.cu").write_text(BEYOND + main)
    result = run(tmp_path, program, "--as", "sm_90", "beyond.cu")
    assert result.returncode == 1
    assert f"device error: shared memory out of bounds in '{kernel}': thread (0, 0, 0) of block (0, 0, 0) writes 4 bytes {text}\n" in result.stderr


def test_an_mbarrier_that_nobody_completes(program, tmp_path):
    (tmp_path / "waits.cu").write_text("""#include <cuda/barrier>
__global__ void waits()
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x + 1);
    __syncthreads();
    bar.arrive_and_wait();
}
int main() { waits<<<1, 64>>>(); cudaDeviceSynchronize(); }
""")
    result = run(tmp_path, program, "--as", "sm_90", "waits.cu")
    assert result.returncode == 1
    assert re.match(r"device error: mbarrier error in 'waits': thread \(\d+, 0, 0\) of block \(0, 0, 0\): every thread that can run waits for an mbarrier, "
                    r"and nobody can complete its phase: 1 of 65 arrivals and 0 bytes are missing\n --> waits.cu:9:5\n", result.stderr)


@pytest.mark.parametrize("name", ["async_copies", "bulk_copies", "clusters"])
def test_the_checker_knows_what_orders_newer_programs(program, tmp_path, name):
    """mbarrier objects, barriers of a cluster, copies that bring bytes: no race, nothing unwritten."""
    path = HERE / f"{name}.cu"
    check(run(tmp_path, program, "--check", *options_of(path), str(path)), path)


TENSORS = r"""
#include <cstdio>
#include <cuda.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
struct place { int c[5]; };
__global__ void load(const __grid_constant__ CUtensorMap map, int rank, place p, unsigned char *out, int bytes)
{
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ barrier bar;
    if (threadIdx.x == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        if (rank == 1) cde::cp_async_bulk_tensor_1d_global_to_shared(tile, &map, p.c[0], bar);
        if (rank == 3) cde::cp_async_bulk_tensor_3d_global_to_shared(tile, &map, p.c[0], p.c[1], p.c[2], bar);
        if (rank == 5) cde::cp_async_bulk_tensor_5d_global_to_shared(tile, &map, p.c[0], p.c[1], p.c[2], p.c[3], p.c[4], bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, bytes);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < bytes; i += blockDim.x) out[i] = tile[i];
}
template <typename T>
void tensor(CUtensorMapDataType type, int rank, const cuuint64_t *dim, const cuuint32_t *box, const cuuint32_t *step, int swizzle, place p)
{
    cuuint64_t stride[5], size = dim[0] * sizeof(T);
    for (int k = 1; k < rank; k++) { stride[k - 1] = (size + 15) / 16 * 16; size = stride[k - 1] * dim[k]; }
    unsigned char *in, *out;
    int bytes = sizeof(T), wrong = 0;
    for (int k = 0; k < rank; k++) bytes *= (box[k] + step[k] - 1) / step[k];
    cudaMallocManaged(&in, size);
    cudaMallocManaged(&out, bytes);
    for (size_t i = 0; i < size; i++) in[i] = (unsigned char) (i * 7 + i / 251 + 1);
    void *found;
    cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault);
    CUtensorMap map;
    CUresult r = ((PFN_cuTensorMapEncodeTiled) found)(&map, type, rank, in, dim, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle) swizzle,
                                                      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    load<<<1, 64, bytes>>>(map, rank, p, out, bytes);
    cudaDeviceSynchronize();
    for (int b = 0; b < bytes; b++) {
        int element = b / sizeof(T), inside = 1;
        size_t at = b % sizeof(T);
        for (int k = 0; k < rank; k++) {
            int n = (box[k] + step[k] - 1) / step[k], i = p.c[k] + element % n * (int) step[k];
            element /= n;
            inside = inside && i >= 0 && i < (int) dim[k];
            at += (size_t) i * (k ? stride[k - 1] : sizeof(T));
        }
        int to = b ^ (b >> 7 & ((1 << swizzle) - 1)) << 4;
        wrong += out[to] != (inside ? in[at] : 0);
    }
    printf("%dd %d bytes, result %d: %d of %d wrong\n", rank, (int) sizeof(T), r, wrong, bytes);
}
int main()
{
    cuuint64_t one[] = {1000}, three[] = {50, 9, 7}, five[] = {10, 3, 4, 2, 3};
    cuuint32_t all[] = {1, 1, 1, 1, 1}, strided[] = {1, 2, 3}, line[] = {64}, block[] = {32, 5, 4}, deep[] = {4, 2, 3, 2, 2};
    tensor<unsigned char>(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, one, line, all, 0, place{{13}});
    tensor<unsigned char>(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, one, line, all, 0, place{{-5}});
    tensor<unsigned char>(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, one, line, all, 0, place{{960}});
    tensor<unsigned short>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 3, three, block, all, 2, place{{0, 3, 1}});
    tensor<unsigned short>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, three, block, strided, 3, place{{29, -2, 2}});
    tensor<double>(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 5, five, deep, all, 1, place{{8, 1, 1, 0, 2}});
    CUtensorMap map;
    cuuint32_t odd[] = {7};
    printf("%d\n", cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, (void *) 4096, one, nullptr, odd, all, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                          CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
}
"""


def test_boxes_of_tensors(program, tmp_path):
    """Element types, dimensions, edges, steps and swizzles of tensor maps, in machine code and under the checker."""
    (tmp_path / "tensors.cu").write_text(TENSORS)
    wanted = ("1d 1 bytes, result 0: 0 of 64 wrong\n" * 3 + "3d 2 bytes, result 0: 0 of 1280 wrong\n3d 2 bytes, result 0: 0 of 384 wrong\n"
              "5d 8 bytes, result 0: 0 of 768 wrong\n1\n")
    for more in ([], ["--check"]):
        result = run(tmp_path, program, "--as", "sm_90", *more, "tensors.cu")
        assert (result.stdout, result.returncode) == (wanted, 0)


ATOMICS = """#include <cstdio>
__global__ void both(int *p, int n) { for (int i = 0; i < n; i++) { atomicAdd_system(p, 1); atomicXor_system(p + 1, 1 << (threadIdx.x & 7)); } }
int main()
{
    int *p, old = 0;
    cudaMallocManaged(&p, 4 * sizeof(int));
    both<<<1, 32>>>(p, 100000);
    for (int i = 0; i < 200000; i++) {
        __sync_fetch_and_add(p, 1);
        __atomic_fetch_xor(p + 1, 1 << 9, __ATOMIC_SEQ_CST);
    }
    cudaDeviceSynchronize();
    printf("%d %d %d ", p[0], p[1], __sync_val_compare_and_swap(p + 2, 0, 5));
    printf("%d %d %d ", __atomic_compare_exchange_n(p + 2, &old, 7, false, 0, 0), old, __sync_lock_test_and_set(p + 2, 8));
    short s = 3;
    long l = 1L << 40;
    printf("%d %d %ld %ld\\n", __sync_add_and_fetch(&s, 4), s, __atomic_fetch_or(&l, 1, 0), l);
}
"""


def test_atomics_of_host_and_kernel_at_once(program, tmp_path):
    (tmp_path / "atomics.cu").write_text(ATOMICS)
    result = run(tmp_path, program, "--as", "sm_75", "atomics.cu")
    assert (result.stdout, result.stderr) == ("3400000 0 0 0 0 5 7 3 1099511627776 1099511627776\n", "")


def test_elaborated_instances(program, tmp_path):
    """`struct box<T> b;` names an instance of a template."""
    (tmp_path / "boxes.cpp").write_text("""#include <cstdio>
template <class T> struct box { T v; T twice() const { return 2 * v; } };
template <class T> T run(T x) { struct box<T> b; b.v = x; const struct box<T> &r = b; return r.twice(); }
template <> struct box<char> { int v; };
template <class T> struct holder : box<T> { struct box<T> inner; };
int main()
{
    struct box<int> b = {4};
    struct box<char> *c = nullptr;
    class holder<int> h;
    h.inner.v = 3;
    std::printf("%d %g %d %d\\n", b.twice(), run(1.5), c == nullptr, h.inner.twice());
}
""")
    result = run(tmp_path, program, "boxes.cpp")
    assert (result.stdout, result.stderr) == ("8 3 1 6\n", "")


def test_tentative_definitions_are_no_missing_names(program, tmp_path):
    """Of C: a file beside the program that has a variable of that name is another program."""
    (tmp_path / "main.c").write_text("int x; int main(void) { return x; }\n")
    (tmp_path / "other.c").write_text("int x = 7;\n")
    result = run(tmp_path, program, "main.c")
    assert (result.stderr, result.returncode) == ("", 0)


def test_a_redeclared_function_keeps_its_type(program, tmp_path):
    """Of a header of ours: the text that declares it again is freed when a file beside the program does not compile."""
    (tmp_path / "main.c").write_text("""#include <string.h>
void helper(void);
extern void *mempcpy(void *, const void *, size_t);
int main(void) { char b[8]; *(char *) mempcpy(b, "abc", 3) = 0; helper(); return strlen(b) - 3; }
""")
    (tmp_path / "other.c").write_text("void helper(void) { }\n")
    for i in range(4):
        (tmp_path / f"z{i}.c").write_text("void helper(void) { nothing; } void *mempcpy(void *, const void *, __SIZE_TYPE__);\n")
    result = run(tmp_path, program, "main.c")
    assert result.returncode == 0
