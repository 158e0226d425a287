# SPDX-License-Identifier: Apache-2.0
"""Machine code for host code gives what the interpreter gives: output, errors and their places, exit status. It is compiled at once
(WARPCELL_HOST_JIT=1) and left before every n-th instruction (WARPCELL_HOST_JIT_LEAVE=n), so that each exit is taken and the
interpreter continues from there. WARPCELL_HOST_JIT_PROGRAMS=N runs N random programs (generate.py), and half as many about objects
(object_programs.py), which g++ runs as well if there is one."""
import os
import pathlib
import shutil
import subprocess
import sys

import generate
import object_programs
import pytest

from paths import ROOT, built

sys.path.insert(0, str(ROOT / "tests/lifetimes"))
import lifetimes  # noqa: E402

GROUP = 10
RANDOM = int(os.environ.get("WARPCELL_HOST_JIT_PROGRAMS", "60"))
LEAVE = ["0", "1", "2", "3", "5", "17"]
CELLS = ["cpp", "expressions", "library", "lifetimes", "macros", "mistakes", "redefinition", "safety", "statements", "threads"]
# Programs whose work is on the host.
PROGRAMS = ["bits", "callbacks", "cipher", "collatz", "control", "cpp_algorithms", "cpp_exceptions", "cpp_library", "cpp_numbers", "cpp_objects",
            "cpp_strings", "evaluation_order", "everyday", "function_tables"]


# Programs that run well for a while in one place, where machine code knows the object, and then make a mistake there.
MISTAKES = {
    "recursion": "int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }\nint g(int n) { return g(n + 1) + 1; }\n"
                 "int main() { printf(\"%d\\n\", f(150000)); return g(0); }\n",
    "end of an array": "int main() { int a[100], s = 0; for (int i = 0; i < 100; i++) a[i] = i; for (int i = 0; i <= 100; i++) s += a[i]; return s; }\n",
    "before an array": "int main() { int a[100] = {0}; for (int i = 99; i >= -1; i--) a[i] = i; return a[0]; }\n",
    "freed": "int main() { int *p = (int *) malloc(400), s = 0; for (int i = 0; i < 100; i++) p[i] = i;\n"
             "for (int k = 0; k < 30; k++) { for (int i = 0; i < 100; i++) s += p[i]; if (k == 20) free(p); } return s; }\n",
    "freed in a call": "void end(int *p, int k) { if (k == 20) free(p); }\nint main() { int *p = (int *) malloc(4), s = 0; *p = 1;\n"
                       "for (int k = 0; k < 30; k++) { s += *p; end(p, k); } return s; }\n",
    "used again": "int main() { int s = 0; for (int k = 0; k < 300; k++) { int *p = (int *) malloc(k < 200 ? 400 : 200);\n"
                  "for (int i = 0; i < 100; i++) { p[i] = i; s += p[i]; } free(p); } return s; }\n",
    "uninitialised": "int main() { int *p = (int *) malloc(4000), s = 0; for (int i = 0; i < 1000; i++) if (i != 700) p[i] = i;\n"
                     "for (int i = 0; i < 1000; i++) s += p[i]; return s; }\n",
    "uninitialised bytes": "int main() { char *p = (char *) malloc(4000); int s = 0; for (int i = 0; i < 4000; i++) if (i / 4 != 700) p[i] = i;\n"
                           "for (int i = 0; i < 4000; i++) s += p[i]; return s; }\n",
    "uninitialised doubles": "int main() { double *p = new double[1000], s = 0; for (int i = 999; i >= 0; i -= 2) p[i] = i;\n"
                             "for (int i = 999; i > 500; i -= 2) s += p[i]; printf(\"%g\\n\", s); for (int i = 101; i < 1000; i++) s += p[i]; return s; }\n",
    "uninitialised and packed": "#pragma pack(1)\nstruct s { char c; double d; };\nint main() { struct s *p = (struct s *) malloc(900 * sizeof *p); double t = 0;\n"
                                "for (int i = 0; i < 600; i++) { p[i].c = 1; p[i].d = i; } for (int i = 0; i < 601; i++) t += p[i].c + p[i].d; return t; }\n",
    "past what is uninitialised": "int main() { int *p = (int *) malloc(4000); for (int i = 0; i <= 1000; i++) p[i] = i; return p[0]; }\n",
    "before what is uninitialised": "int main() { int *p = (int *) malloc(4000); for (int i = 900; i >= -1; i--) p[i] = i; return p[0]; }\n",
    "the last of what is uninitialised": "int main() { int *p = (int *) malloc(4000), s = 0; for (int k = 0; k < 2; k++) { for (int i = 0; i < 1000; i++) p[i] = i + k;\n"
                                         "for (int *q = p; q < p + 1000; q++) s += *q; } printf(\"%d\\n\", s); free(p); return p[5]; }\n",
    "a watch that ends": "int main() { int *p = (int *) malloc(400), s = 0; for (int i = 0; i < 65780; i++) p[i % 50] = i;\n"
                         "for (int i = 0; i < 100; i++) { s += p[i]; printf(\"%d\\n\", i); } return s; }\n",
    "shrunk": "int main() { std::vector<int> v(100, 1); int s = 0; for (int k = 0; k < 30; k++) { for (int i = 0; i < 100; i++) s += v[i];\n"
              "if (k == 20) v.resize(50); } return s; }\n",
    "literal": "void fill(char *p) { for (int i = 0; i < 3; i++) p[i] = 'x'; }\nint main() { for (int k = 0; k < 300; k++) { char *p = (char *) malloc(4);\n"
               "fill(p); free(p); } fill((char *) \"abc\"); return 0; }\n",
    "struct": "struct s { int a, b; };\nint main() { struct s *p = (struct s *) malloc(10 * sizeof *p); for (int i = 0; i < 10; i++) p[i].a = p[i].b = i;\n"
              "int t = 0; for (struct s *q = p; q <= p + 10; q++) t += q->b + q->a; return t; }\n",
    "struct that is uninitialised": "struct s { int a, b, c; };\nvoid fill(struct s *p, int i) { p->a = i; p->b = i + 1; if (i != 70) p->c = i + 2; }\n"
                                    "int main() { struct s *p = (struct s *) malloc(100 * sizeof *p); int t = 0; for (int i = 0; i < 100; i++) fill(p + i, i);\n"
                                    "for (int i = 0; i < 100; i++) t += p[i].a + p[i].b; printf(\"%d\\n\", t); for (int i = 0; i < 100; i++) t += p[i].c; return t; }\n",
    "struct past what is uninitialised": "struct s { int a, b, c; };\nvoid fill(struct s *p, int i) { p->a = i; p->b = i + 1; p->c = i + 2; }\n"
                                         "int main() { struct s *p = (struct s *) malloc(100 * sizeof *p - 4); for (int i = 0; i < 100; i++) fill(p + i, i); return 0; }\n",
    "struct that shrank": "struct s { int a, b, c; };\nvoid fill(struct s *p, int i) { p->a = i; p->b = i + 1; p->c = i + 2; }\n"
                          "int main() { for (int i = 0; i < 100; i++) { struct s *p = (struct s *) malloc(i < 90 ? 12 : 8); fill(p, i); fill(p, i); free(p); } return 0; }\n",
    "local that is uninitialised": "struct s { int a, b; };\nint f(int i) { struct s r; r.a = i; if (i != 70) r.b = 2; return r.a + r.b; }\n"
                                   "int main() { int t = 0; for (int i = 0; i < 100; i++) t += f(i); return t; }\n",
    "local that is gone": "int *last;\nint f(int i) { int x = i; if (i != 70) last = &x; return *last + x; }\n"
                          "int main() { int t = 0; for (int i = 0; i < 100; i++) { int y = i; last = &y; t += f(i); } return t + *last; }\n",
    "local of a block that is gone": "int main() { int t = 0, *p = &t; for (int i = 0; i < 100; i++) { { int x[3] = {i, 1, 2}; if (i == 70) p = x; } t += *p; } return t; }\n",
    "block entered past its declaration": "struct s { int a; };\nint main() { int t = 0, i = 0; { struct s x = {1}; again: t += x.a; printf(\"%d\\n\", t); }\n"
                                          "if (i++ < 3) goto again; return t; }\n",
    "copy past the end": "struct s { int a[8]; };\nint f(int i) { struct s *p = (struct s *) malloc(i < 90 ? 32 : 28), t = {{i}}; *p = t; int a = p->a[0]; free(p); return a; }\n"
                         "int main() { int t = 0; for (int i = 0; i < 100; i++) t += f(i); return t; }\n",
    "copy of what is gone": "struct s { int a[8]; };\nint main() { struct s *p = (struct s *) malloc(32), t = {{1}}; *p = t; for (int i = 0; i < 100; i++) { t = *p; if (i == 70) free(p); } return t.a[0]; }\n",
    "another row": "int main() { std::vector<std::vector<double>> v(50, std::vector<double>(20, 1.5)); v[40].resize(19); double s = 0;\n"
                   "for (int k = 0; k < 20; k++) for (int i = 0; i < 50; i++) s += v[i][k]; return s; }\n",
    "a row that is gone": "int main() { double **v = new double *[50], s = 0; for (int i = 0; i < 50; i++) { v[i] = new double[20]; for (int k = 0; k < 20; k++) v[i][k] = k; }\n"
                          "for (int k = 0; k < 20; k++) for (int i = 0; i < 50; i++) { if (k == 15 && i == 30) delete[] v[31]; s += v[i][k]; } return s; }\n",
    "a row that is a literal": "int main() { char *v[10]; for (int i = 0; i < 10; i++) v[i] = i < 9 ? (char *) malloc(20) : (char *) \"nineteen characters\";\n"
                              "for (int k = 0; k < 19; k++) for (int i = 0; i < 10; i++) v[i][k] = 'x'; return 0; }\n",
    "another body": "struct b { double x, v; };\nvoid step(struct b *p, int n) { for (int i = 0; i < n; i++) { struct b *a = p + i; for (int j = i + 1; j < n; j++) { struct b *c = p + j;\n"
                    "a->v += c->x; c->v -= a->x; } } }\nint main() { struct b *p = (struct b *) calloc(5, sizeof *p); for (int k = 0; k < 50; k++) step(p, 5); step(p, 6); return 0; }\n",
    "members of a null object": "struct v { double x, y; };\nv operator+(const v &a, const v &b) { return {a.x + b.x, a.y + b.y}; }\ndouble dot(v a, v b) { return a.x * b.x + a.y * b.y; }\n"
                                "int main() { v a = {1, 2}, *p = &a; double s = 0; for (int i = 0; i < 100; i++) { if (i == 70) p = 0; a = a + *p; s += dot(a, a); } return s; }\n",
    "members that are uninitialised": "struct v { double x, y; };\nv swapped(const v &a) { return {a.y, a.x}; }\n"
                                      "int main() { v *p = (v *) malloc(100 * sizeof *p); for (int i = 0; i < 100; i++) if (i != 70) p[i] = v{1, 2}; else p[i].x = 1;\n"
                                      "for (int k = 0; k < 3; k++) for (int i = 0; i < 100; i++) p[i] = swapped(p[i]); return p[0].x; }\n",
    "members of an object that is gone": "struct v { double x, y; v(double a, double b) : x(a), y(b) {} v operator*(double s) const { return v(x * s, y * s); } };\n"
                                         "int main() { v *p = new v(1, 2), a(0, 0); for (int i = 0; i < 100; i++) { a = *p * 2; if (i == 70) delete p; } return a.x; }\n",
    "past a table": "int f(int i) { const int t[] = {1, 2, 3}; return t[i]; }\nint main() { int s = 0; for (int i = 0; i < 100; i++) s += f(i < 70 ? i % 3 : i - 68); return s; }\n",
    "destructors": "struct d { int k; ~d() { printf(\"%d\\n\", 100 / k); } };\nint f(int k) { d a = {k}; std::string s = \"a\" + std::to_string(k); d b = {k + 1}; return s.size(); }\n"
                   "int main() { int s = 0; for (int k = 50; k >= -1; k--) s += f(k); return s; }\n",
    "strings": "#include <unordered_map>\nint main() { std::unordered_map<std::string, int> m; for (int i = 0; i < 200; i++) m[\"k\" + std::to_string(i % 50) + 'x']++;\n"
               "std::string last; for (auto &e : m) { last = e.first; printf(\"%s %d\\n\", last.c_str(), e.second); } return last[9]; }\n",
    "zero": "int main() { int s = 0; for (int i = 50; i >= 0; i--) s += 100 / i; return s; }\n",
    "remainder": "int main() { unsigned long s = 0; for (unsigned long i = 50; i < 51; i--) s += 100 % i; return s; }\n",
    "exception": "int f(int k) { if (k == 70) throw k; return k; }\nint main() { int s = 0; for (int k = 0; k < 100; k++) { try { s += f(k); }\n"
                 "catch (int e) { s += 1000; printf(\"%d\\n\", s); } } printf(\"%d\\n\", s); return f(70); }\n",
}


def run(folder, leave, *command):
    env = dict(os.environ, NO_COLOR="1", WARPCELL_HOST_JIT="off" if leave is None else "1", WARPCELL_HOST_JIT_LEAVE=leave or "0")
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, env=env)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("leave", ["0", "1", "3"])
@pytest.mark.parametrize("name", CELLS)
def test_cells(tmp_path, name, leave):
    status, out, err = run(tmp_path, leave, built("WARPCELL_RUN_CELLS", "tests/cells/run_cells"), str(ROOT / f"tests/cells/{name}.cell"))
    assert status == 0, out + err


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(program, tmp_path, name):
    path = ROOT / f"tests/programs/{name}.cu"
    for header in path.parent.glob("*.h"):
        (tmp_path / header.name).write_bytes(header.read_bytes())
    for leave in ["0", LEAVE[1 + PROGRAMS.index(name) % (len(LEAVE) - 1)]]:
        assert run(tmp_path, leave, program, str(path)) == (0, path.with_suffix(".out").read_text(), "")


def test_lifetimes(program, tmp_path):
    (tmp_path / "programs.cpp").write_text(lifetimes.source(5000, 10))
    expected = run(tmp_path, None, program, "programs.cpp")
    for leave in LEAVE:
        assert run(tmp_path, leave, program, "programs.cpp") == expected


def compare(program, folder, seed):
    (folder / f"{seed}.cpp").write_text(generate.source(seed))
    expected = run(folder, None, program, f"{seed}.cpp")
    for leave in ["0", LEAVE[1 + seed % (len(LEAVE) - 1)]]:
        assert run(folder, leave, program, f"{seed}.cpp") == expected, f"seed {seed}, left every {leave}"
    return expected


@pytest.mark.parametrize("group", range(-(-RANDOM // GROUP)))
def test_random(program, tmp_path, group):
    results = [compare(program, tmp_path, seed) for seed in range(group * GROUP, (group + 1) * GROUP)]
    assert any(status == 0 for status, _, _ in results)


@pytest.mark.parametrize("group", range(-(-RANDOM // GROUP)))
def test_objects(program, tmp_path, group):
    """Every second program has mistakes; the others print what g++ makes of them."""
    results = []
    for seed in range(group * GROUP // 2, (group + 1) * GROUP // 2):
        mistakes = seed % 2 == 1
        (tmp_path / f"{seed}.cpp").write_text(object_programs.source(seed, mistakes))
        expected = run(tmp_path, None, program, f"{seed}.cpp")
        for leave in ["0", LEAVE[1 + seed % (len(LEAVE) - 1)]]:
            assert run(tmp_path, leave, program, f"{seed}.cpp") == expected, f"seed {seed}, left every {leave}"
        results.append(expected)
        if not mistakes and shutil.which("g++"):
            subprocess.run(["g++", "-w", "-o", "by_gcc", f"{seed}.cpp"], cwd=tmp_path, check=True)
            assert expected == run(tmp_path, None, "./by_gcc"), f"seed {seed}"
    assert any(status == 0 for status, _, _ in results)


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(program, tmp_path, name):
    (tmp_path / "mistake.cpp").write_text("#include <stdio.h>\n#include <stdlib.h>\n#include <vector>\n" + MISTAKES[name])
    expected = run(tmp_path, None, program, "mistake.cpp")
    assert expected[0] != 0 and "error" in expected[2]
    for leave in ["0", "2"]:
        assert run(tmp_path, leave, program, "mistake.cpp") == expected
