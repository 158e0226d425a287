# SPDX-License-Identifier: Apache-2.0
"""The options that a compiler has: -I, -D, -U, -x and -std=, and what C's rules say where C++ has errors."""
import os
import subprocess

import pytest


def run(folder, *command):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, NO_COLOR="1"))


@pytest.fixture
def headers(tmp_path):
    for name, text in (("one", "#define ONE 1\n#include <deep.h>\n"), ("two", "#define TWO 2\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "shallow.h").write_text(text)
    (tmp_path / "two/deep.h").write_text("#define DEEP 7\n")
    return tmp_path


def test_folders(program, headers):
    code = '#include "shallow.h"\nprintf("%d %d\\n", ONE, DEEP);'
    assert run(headers, program, "-Ione", "-I", "two", "-e", code).stdout == "1 7\n"
    code = '#include <shallow.h>\nTWO'
    assert run(headers, program, "-I", "two", "-I", "one", "-e", code).stdout == "2\n"


def test_the_next_header_of_that_name(program, headers):
    """GNU's #include_next goes on behind the folder of the including file, up to our own headers."""
    for name, text in (("one", '#define FIRST 1\n#include_next <limits_of.h>\n'), ("two", "#define SECOND 2\n#include_next <limits.h>\n")):
        (headers / name / "limits_of.h").write_text("#pragma once\n" + text)
    code = '#include "limits_of.h"\n#include "one/../one/limits_of.h"\nprintf("%d %d %d\\n", FIRST, SECOND, CHAR_BIT);'
    assert run(headers, program, "-Ione", "-Itwo", "-e", code).stdout == "1 2 8\n"
    (headers / "two/limits_of.h").write_text("#if __has_include_next(<limits_of.h>)\n#define THIRD 3\n#else\n#define THIRD 4\n#endif\n")
    assert run(headers, program, "-Ione", "-Itwo", "-e", '#include "limits_of.h"\nTHIRD').stdout == "4\n"
    (headers / "two/limits_of.h").unlink()
    assert "no header <limits_of.h>" in run(headers, program, "-Ione", "-e", '#include "limits_of.h"').stderr


@pytest.mark.parametrize("guard", ("STRING_HELPER_H", "COMMON_HELPER_STRING_H_"))
def test_an_own_copy_of_a_sample_header(program, tmp_path, guard):
    """Copies of NVIDIA's helper_*.h beside a program stand for ours: they have the same guards."""
    (tmp_path / "helper_string.h").write_text(f"#ifndef {guard}\n#define {guard}\ninline bool checkCmdLineFlag(int, const char **, const char *) {{ return true; }}\n"
                                              "inline int getCmdLineArgumentInt(int, const char **, const char *) { return 42; }\n#endif\n")
    code = '#include "helper_string.h"\n#include <helper_cuda.h>\ngetCmdLineArgumentInt(0, nullptr, "x")'
    assert run(tmp_path, program, "-e", code).stdout == "42\n"


def test_where_it_was_looked_for(program, headers):
    (headers / "p.cu").write_text('#include "nowhere.h"\nint main() {}\n')
    result = run(headers, program, "-I", "one", "p.cu")
    assert result.returncode == 1
    assert result.stderr == """\
name error: no file 'nowhere.h'
 --> p.cu:1:10
  |
1 | #include "nowhere.h"
  |          ^^^^^^^^^^^
  = help: it was looked for beside the including file, in the working directory, in 'one', in include, inc, common, utils and src \
of the folders above it; add a folder with -I FOLDER or %include_path
"""


def test_macros(program, tmp_path):
    code = 'printf("%d %d %s\\n", N, FLAG, NAME);'
    assert run(tmp_path, program, "-DN=4", "-D", "FLAG", '-DNAME="a b"', "-e", code).stdout == "4 1 a b\n"
    code = "#ifdef N\nputs(\"defined\");\n#else\nputs(\"undefined\");\n#endif"
    assert run(tmp_path, program, "-DN=4", "-UN", "-e", code).stdout == "undefined\n"


def test_a_kernel_sees_them(program, tmp_path):
    code = "__global__ void k(int *p) { *p = N; }\ndevice int x[1];\nk<<<1, 1>>>(x);\nx[0]"
    assert run(tmp_path, program, "-DN=42", "-e", code).stdout == "42\n"


@pytest.mark.parametrize("options, expected", [
    ([], "C++ 201703"), (["-std=c++20"], "C++ 202002"), (["-std=c11"], "C 201112"), (["-std=gnu17"], "C 201710"), (["-x", "c"], "C 201112"),
    (["-x", "cu"], "C++ 201703")])
def test_languages(program, tmp_path, options, expected):
    code = '#ifdef __cplusplus\nprintf("C++ %ld\\n", __cplusplus);\n#else\nprintf("C %ld\\n", __STDC_VERSION__);\n#endif'
    assert run(tmp_path, program, *options, "-e", code).stdout == expected + "\n"


def test_a_file_says_its_language(program, tmp_path):
    text = "int class = 3;\nint main(void) { return class; }\n"
    (tmp_path / "a.c").write_text(text)
    (tmp_path / "a.cu").write_text(text)
    assert run(tmp_path, program, "a.c").returncode == 3
    assert run(tmp_path, program, "-x", "c", "a.cu").returncode == 3
    assert "expected a name, found 'class'" in run(tmp_path, program, "a.cu").stderr


def test_wrong_options(program, tmp_path):
    result = run(tmp_path, program, "-std=c12", "-e", "1")
    assert (result.stdout, result.returncode) == ("", 1)
    assert result.stderr == """\
name error: no language is called 'c12'
 --> -std=:1:1
  |
1 | %std c12
  | ^^^^^^^^
  = help: it is c, c++, cu, or a standard such as c11, gnu17 or c++17
"""
    assert run(tmp_path, program, "-I", "absent", "-e", "1").stderr.startswith("error: there is no folder 'absent'\n")


WARNINGS = {
    "int *p = 5;": "warning: 'int' becomes 'int *' without a cast: a pointer and an integer",
    "double d; int *p = &d;": "warning: 'double *' becomes 'int *' without a cast",
    "f(1); int f(int x) { return x; }": "warning: function 'f' is not declared before its use",
    "static x = 5;": "warning: a type is missing: it is 'int'",
    'char a[3] = "abcdef";': "warning: the string has 6 characters, but the array has 3",
    "int f(int x) { return *(const *) &x; } f(1);": "warning: a type is missing: it is 'int'",
    "int a[2] = {1, 2, 3};": "warning: too many values for 'int [2]'",
}


@pytest.mark.parametrize("code", WARNINGS)
def test_warnings_of_c(program, tmp_path, code):
    result = run(tmp_path, program, "-x", "c", "-e", code)
    assert (result.stderr.splitlines()[0], result.returncode) == (WARNINGS[code], 0)
    assert run(tmp_path, program, "-e", code).returncode == 1


ERRORS = {
    "_Generic(1.0f, int: 1)": "type error: _Generic has no association for 'float'",
    "int main(void) { goto *3.0; }": "type error: 'goto *' needs the address of a label, not 'double'",
    'int main(void) { asm("syscall"); }': "syntax error: the instruction 'syscall' in inline assembly is not supported on the host yet",
    'int main(void) { float f; asm("sqrtss %1, %0" : "=x"(f) : "x"(f)); }': "syntax error: the constraint '=x' in inline assembly is not supported on the host yet",
    'int main(void) { int n; asm("1: dec %0; jnz 1b" : "=r"(n)); }': "syntax error: the instruction '1: dec %0' in inline assembly is not supported on the host yet",
    "typedef float v4 __attribute__((ext_vector_type(4)));": "syntax error: the attribute 'ext_vector_type' is not supported on the host yet",
    "int x __attribute__((vector_size(12)));":
        "type error: static assertion failed: vector_size is a power of two, at least the size of an element and at most 65536",
    "struct s { int i; } x __attribute__((vector_size(16)));": "type error: static assertion failed: the elements of a vector are numbers",
    "typedef int v2 __attribute__((vector_size(8)));\nv2 x = {1, 2};\n(int) x": "type error: '__vector<int, 8>' cannot be cast to 'int', which has another size",
    "typedef int v2 __attribute__((vector_size(8)));\nv2 x = {1, 2};\nx[2]": "memory error: cannot read element 2 of 'x', which holds 2 of 4 bytes each",
    "int (*keep)(void);\nvoid f(int x) { int g(void) { return x; } keep = g; }\nf(3);\nkeep();":
        "memory error: this function pointer points to a nested function whose block has ended",
    "int main(void) { int x = 1; int g(int a) { return x + a; } ((double (*)(double)) (void *) g)(2.0); }":
        "type error: 'g' is called through a pointer of type 'double (double)', but its type is 'int (int)'",
    "int main(void) { int x = 1; int g(void) { return x; } return *(int *) (void *) g; }":
        "memory error: cannot read through this pointer: it is a pointer to a nested function, not memory",
    "int main(void) { int x = 1; void g(void) { x++; goto out; } g(); out: return x; }": "name error: no label 'out' in this function",
    "int f(void) { return &&nowhere != 0; }": "name error: no label 'nowhere' in this function",
    "#include <stdarg.h>\nint f(int n, ...) { va_list a; va_start(a, n); va_arg(a, int); return va_arg(a, int); }\nint x = f(1, 2);":
        "memory error: cannot read element 2 of a temporary of 8 bytes, which holds 2 of 4 bytes each",
}


@pytest.mark.parametrize("code", ERRORS)
def test_errors(program, tmp_path, code):
    result = run(tmp_path, program, "-x", "c", "-e", code)
    assert (result.stderr.splitlines()[0], result.returncode) == (ERRORS[code], 1)


def test_output_of_any_bytes(program, tmp_path):
    """A program's output is what it writes, as of a compiled one: pictures are no UTF-8."""
    (tmp_path / "picture.cu").write_text("""#include <cstdio>
#include <iostream>
int main()
{
    unsigned char p[] = {'P', 0xff, 0x80, 0, 0xc3};
    fwrite(p, 1, sizeof p, stdout);
    putchar(0xe9);
    std::cout << '\\xfe' << std::flush;
    fputs("\\xfd", stderr);
}
""")
    done = subprocess.run([program, "picture.cu"], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert done.stdout == b"P\xff\x80\0\xc3\xe9\xfe" and done.stderr == b"\xfd"
