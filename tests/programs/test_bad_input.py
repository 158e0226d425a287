# SPDX-License-Identifier: Apache-2.0
"""Texts that no person writes and that programs, cats and pasted files make: each ends with a report of bounded length. What is
compared is the first line of the report; how long they take is measured by hand, since tests have no clock."""

import subprocess

import pytest

MOST = 64 * 1024  # bytes of a report

DEEP = "syntax error: this is nested too deeply"
END = "syntax error: expected an expression, found the end"


def closed(open_, inner, close, n, before="", behind=""):
    return before + open_ * n + inner + close * n + behind


# name: (text, first line of the report)
INPUTS = {
    # the examples of the field, each ten times as large
    "stray characters": ("@" * 100000, "syntax error: unexpected character '@'"),
    "unclosed namespaces": ("namespace a {\n" * 20000, DEEP),
    "unclosed namespaces on a line": ("namespace a { " * 20000, DEEP),
    "nested vectors": (closed("std::vector<", "int", ">", 30000, behind=" v;"), DEEP),
    "nested vectors, spaced": (closed("std::vector<", "int", " >", 30000, behind=" v;"), DEEP),
    "unclosed vectors": ("std::vector<" * 30000, DEEP),
    "a few unclosed vectors": ("std::vector<" * 60, END),
    "pointers to pointers": ("int " + "*" * 300000 + "p;", "syntax error: more than 256 '*' in one declarator"),
    "const pointers": ("int " + "*const " * 300000 + "p;", "syntax error: more than 256 '*' in one declarator"),
    "else if with mistakes": ("int x = 1;\nif (x == 0) x = 1;\n" + "else if (x == 1) x = ;\n" * 40000,
                              "syntax error: expected an expression, found ';'"),
    # brackets
    "parentheses": (closed("(", "1", ")", 100000, "int x = ", ";"), DEEP),
    "unclosed parentheses": ("int x = " + "(" * 100000, DEEP),
    "declarators in parentheses": (closed("(", "x", ")", 100000, "int ", ";"), DEEP),
    "functions of functions": ("int f" + "()" * 100000 + ";", DEEP),
    "pointers to functions": (closed("(*", "f", ")()", 10000, "void ", ";"), DEEP),
    "blocks": (closed("{", "", "}", 100000), DEEP),
    "unclosed blocks": ("{" * 100000, DEEP),
    "initialisers": (closed("{", "1", "}", 100000, "int a[] = ", ";"), DEEP),
    "brackets": ("x" + "[" * 100000, "syntax error: expected a name to capture, found '['"),
    "calls": (closed("f(", "1", ")", 100000, "int f(int); int x = ", ";"), DEEP),
    "decltype": (closed("decltype(", "1", ")", 100000, behind=" x;"), DEEP),
    "lambdas": (closed("[]{ return ", "1", "; }", 10000, "auto f = ", ";"), DEEP),
    "classes": (closed("struct s {", "", "};", 10000), DEEP),
    "unclosed classes": ("struct s {" * 10000, DEEP),
    "unclosed linkage": ('extern "C" {' * 10000, DEEP),
    "new": (closed("new int(", "1", ")", 10000, "int *p = ", ";"), DEEP),
    "closing braces": ("}\n" * 100000, "syntax error: unmatched '}'"),
    "closing parentheses": (")\n" * 100000, "syntax error: expected an expression, found ')'"),
    # operators
    "signs": ("int x = " + "- " * 100000 + "1;", DEEP),
    "casts": ("int x = " + "(int)" * 100000 + "1;", DEEP),
    "choices": ("int x = " + "1 ? 1 : " * 100000 + "1;", DEEP),
    "sums": ("int x = " + "1+" * 100000 + "1;", "syntax error: this expression is too long"),
    "assignments": ("int x; " + "x=" * 100000 + "1;", DEEP),
    "commas": ("int x; x = (" + "1," * 100000 + "1);", "syntax error: this expression is too long"),
    "members": ("int x; x" + ".a" * 100000 + ";", "syntax error: this expression is too long"),
    "subscripts": ("int *p; p" + "[0]" * 100000 + ";", "syntax error: this expression is too long"),
    "less than": ("a" + "<a" * 100000 + ";", "syntax error: this expression is too long"),
    "unclosed angles": ("int x<\n" * 100000, "syntax error: expected ';' after the declaration, found '<'"),
    "throws": ("throw " * 30000 + "1;", DEEP),
    "operators": ("operator " * 10000, "syntax error: expected an operator, found 'operator'"),
    "unclosed attributes": ("struct s { int x : __attribute__((a(1;",
                            "syntax error: expected an expression, found '__attribute__'"),
    "unclosed attributes of a tag": ("int x = sizeof(struct __attribute__((a(1;", "syntax error: this '(' is never closed"),
    # statements
    "loops": ("int x; " + "while (x) " * 30000 + ";", DEEP),
    "for loops": ("for (int i;;) " * 30000 + ";", DEEP),
    "labels": ("".join(f"l{i % 3}: ;\n" for i in range(10000)), "name error: duplicate label 'l0'"),
    "cases": ("switch (1) {" + "case 1: ;" * 10000 + " }", "type error: duplicate case"),
    "jumps": ("".join(f"goto l{i};\n" for i in range(10000)), "name error: no label 'l0' in this function"),
    # names and types
    "unknown names": ("".join(f"z{i} = {i};\n" for i in range(20000)), "name error: unknown name 'z0'"),
    "a long name": ("a" * 1000000 + " = 1;", "name error: unknown name '" + "a" * 986 + "..."),
    "declared often": ("int x;\n" * 20000, "type error: 'x' is declared twice in this cell"),
    "enumerators": ("enum {" + ",".join(f"a{i % 7}" for i in range(10000)) + "};",
                    "type error: 'a0' is declared twice in this cell"),
    "names for names": ("typedef int *t0;\n" + "".join(f"typedef t{i} *t{i + 1};\n" for i in range(20000)),
                        "type error: this type is made of more than 1000 others"),
    "addresses of addresses": ("int x0;\n" + "".join(f"auto x{i + 1} = &x{i};\n" for i in range(20000)),
                               "type error: the type of its address would be made of too many others"),
    "overloads": ("".join(f"struct t{i} {{}}; int f(t{i});\n" for i in range(2000)) + "f(1);",
                  "type error: no matching 'f' for the arguments (int)"),
    "many arguments": ("int f(int); f(" + "1," * 30000 + "1);", "type error: 'f' takes 1 argument, not 30001"),
    "many values": ("int a[1] = {" + "1," * 30000 + "1};", "type error: too many values for 'int [1]'"),
    # templates
    "classes without end": ("template <int N> struct F { static const int v = F<N + 1>::v; }; int x = F<0>::v;",
                            "type error: templates are instantiated more than 900 deep: 'F<900>'"),
    "types without end": ("template <class T> struct F { typedef typename F<T *>::t t; }; F<int>::t x;",
                          "type error: templates are instantiated more than 900 deep: 'F<int " + "*" * 154 + "...'"),
    "functions without end": ("template <class T> int f(T x) { return f(&x); } int x = f(1);",
                              "type error: templates are instantiated more than 900 deep: 'f<int " + "*" * 154 + "...'"),
    "members without end": ("template <class T> struct F { F<F<T>> n; }; F<int> x;",
                            "type error: templates are instantiated more than 900 deep: '" + "F<" * 80 + "...'"),
    "names that double": ("template <class T, class U> struct P {}; template <class T> struct F { F<P<T, T>> n; }; F<int> x;",
                          "type error: the arguments of 'P' are too long"),
    # lines, literals and characters
    "a long line": ("int " + "a" * 1000000 + " = b;", "name error: unknown name 'b'"),
    "a long string": ('int x = "' + "a" * 1000000 + '";', "type error: cannot initialise 'int' with 'char *'"),
    "a long number": ("int x = " + "1" * 1000000 + ";", "syntax error: '" + "1" * 999 + "..."),
    "open strings": ('"\n' * 100000, "syntax error: unterminated string literal"),
    "open characters": ("'\n" * 100000, "syntax error: unterminated character constant"),
    "an open comment": ("/*" * 100000, "syntax error: unterminated comment"),
    "null bytes": ("\0" * 100000, "syntax error: unexpected character ''"),
    "arrows": ("int e = 1; " + "→" * 100000, "name error: unknown name '" + "→" * 328 + "..."),
    "no semicolons": ("int x = 1\n" * 50000, "syntax error: expected ';' after the declaration"),
    # the preprocessor
    "ends of conditionals": ("#endif\n" * 100000, "syntax error: '#endif' without '#if'"),
    "open conditionals": ("#if 1\n" * 100000, "syntax error: missing '#endif'"),
    "a deep condition": (closed("(", "1", ")", 30000, "#if ", "\n#endif\n"),
                         "syntax error: nesting that is too deep in the condition of '#if'"),
    "unknown directives": ("#nonsense\n" * 100000, "syntax error: unknown directive '#nonsense'"),
    "missing headers": ("#include <nothing.h>\n" * 2000, "name error: no header <nothing.h>"),
    "calls of macros": (closed("F(", "1", ")", 10000, "#define F(x) x\n"),
                        "syntax error: calls of macros are nested more than 256 deep here, in 'F'"),
    "macros that double": ("#define a0 x\n" + "".join(f"#define a{i + 1} a{i} a{i}\n" for i in range(40)) + "a40",
                           "syntax error: the expansion of macro 'a0' is too large"),
    "mistakes in macros": ("#define E @\n" + "E\n" * 10000, "syntax error: unexpected character '@'"),
    # launches
    "open kernels": ("__global__ void k() {" * 3000, "syntax error: this '{' is never closed"),
}


@pytest.mark.parametrize("name", INPUTS)
def test_bad_input_has_a_short_report(name, program, tmp_path):
    text, first = INPUTS[name]
    (tmp_path / "bad.cu").write_text(text)
    ended = subprocess.run([program, "bad.cu"], capture_output=True, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=300)
    report = ended.stderr.decode()
    assert ended.returncode == 1 and ended.stdout == b""
    assert report.split("\n")[0] == first
    assert len(ended.stderr) <= MOST


def test_a_chain_of_else_if_is_not_nested(program, tmp_path):
    chain = "".join(f"else if (x == {i}) x = {i + 100};\n" for i in range(40000))
    (tmp_path / "chain.cu").write_text("int x = 39999;\nif (x == -1) x = 0;\n" + chain + 'printf("%d\\n", x);\n')
    ended = subprocess.run([program, "chain.cu"], capture_output=True, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"40099\n", b"")


def test_generators_that_are_refused(program):
    """What needs NVIDIA's tables is refused by its name, with what works."""
    code = ('#include <curand.h>\ncurandGenerator_t g;\nprintf("%d\\n", curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32));\n'
            'curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);\nprintf("%d\\n", curandSetQuasiRandomGeneratorDimensions(g, 22));\n')
    ran = subprocess.run([program, "-q", "-e", code], capture_output=True, text=True, timeout=120)
    assert (ran.stdout, ran.returncode) == ("103\n104\n", 0)
    assert ran.stderr == ("curandCreateGenerator: CURAND_RNG_PSEUDO_MTGP32 needs tables that only NVIDIA's library has; "
                          "CURAND_RNG_PSEUDO_MT19937 and CURAND_RNG_PSEUDO_PHILOX4_32_10 work\n"
                          "curandSetQuasiRandomGeneratorDimensions: 22 dimensions, and the table here has 21\n")
