# SPDX-License-Identifier: Apache-2.0
"""More than sixty kinds of bad input, and large: each must end by itself or be interrupted, print little, and leave the
session usable. test_bad_inputs.py runs them all. As a program it prints a table of what each took:

    python tests/protocol/bad_inputs.py build/normal/kernel/warpcell-kernel
"""

import json
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))  # waiting.py

from client import Kernel  # noqa: E402

KERNEL = "__global__ void k(int *p) { %s }\n"

KINDS = {
    # text that is no program
    "stray characters": "@" * 100_000,
    "stray backslashes": "\\ " * 50_000,
    "stray characters on lines": "@\n" * 100_000,
    "unknown words": "alpha " * 50_000,
    "unknown names": "".join(f"name{i};\n" for i in range(20_000)),
    "unknown calls": "".join(f"call{i}({i});\n" for i in range(20_000)),
    "unknown types": "".join(f"type{i} v{i};\n" for i in range(20_000)),
    "binary": "".join(chr(1 + i % 31) for i in range(100_000)),
    "replacement characters": "\ufffd" * 100_000,
    "a long line of digits": "int n = " + "9" * 1_000_000 + ";",
    "a long name": "int " + "n" * 1_000_000 + " = 1; undefined",
    "a long string": 'int n = "' + "s" * 1_000_000 + '";',
    "unclosed strings": '"abc\n' * 50_000,
    "unclosed character constants": "'a\n" * 50_000,
    "an unclosed comment": "/* " + "text " * 200_000,
    # brackets
    "opening parentheses": "int n = " + "(" * 100_000 + "1;",
    "closing parentheses": ")" * 100_000,
    "opening braces": "{" * 100_000,
    "closing braces": "}" * 100_000,
    "opening brackets": "int a" + "[" * 100_000 + ";",
    "nested parentheses": "int n = " + "(" * 50_000 + "1" + ")" * 50_000 + ";",
    "nested blocks": "{" * 50_000 + "}" * 50_000,
    "nested initialisers": "int a[] = " + "{" * 50_000 + "1" + "}" * 50_000 + ";",
    "unclosed namespaces": "namespace a {\n" * 20_000,
    "unclosed functions": "".join(f"void f{i}() {{\n" for i in range(20_000)),
    "unclosed structs": "struct s {\n" * 20_000,
    # statements
    "else if": "if (0) ;\n" + "else if (0) ;\n" * 40_000,
    "else if of an unknown name": "if (q) ;\n" + "else if (q) ;\n" * 40_000,
    "nested if": "if (1) " * 50_000 + ";",
    "nested loops": "for (;;) " * 50_000 + "break;",
    "nested switch": "switch (1) case 1: " * 50_000 + ";",
    "labels": "".join(f"label{i}: goto label{i + 1};\n" for i in range(20_000)),
    "statements after errors": "int x = ;\n" * 20_000,
    "redefinitions": "int x; double x;\n" * 20_000,
    "missing semicolons": "int a = 1\n" * 20_000,
    # expressions
    "unary operators": "int n = " + "-" * 100_001 + "1;",
    "a sum without end": "int n = 1" + " + 1" * 200_000 + " + ;",
    "conditional operators": "int n = " + "1 ? 2 : " * 50_000 + "3;",
    "casts": "int n = " + "(int) " * 50_000 + "1.5;",
    "members": "struct s { s *p; } a; a" + ".p" * 50_000 + ";",
    "calls of calls": "int f(int x) { return x; }\nint n = " + "f(" * 50_000 + "1" + ")" * 50_000 + ";",
    "commas": "int n = (" + "1, " * 200_000 + ");",
    "lambdas in lambdas": "auto f = " + "[]{ return " * 10_000 + "1; }" * 10_000 + ";",
    # declarations
    "asterisks in a declarator": "int " + "*" * 300_000 + "p;",
    "brackets in a declarator": "int a" + "[2]" * 100_000 + ";",
    "parameters": "void f(" + "int, " * 100_000 + ");",
    "nested std::vector": "std::vector<" * 30_000 + "int" + ">" * 30_000 + " v;",
    "unclosed std::vector": "std::vector<" * 30_000,
    "template parameters": "template <" + "typename T, " * 50_000 + "> void f();",
    "enumerators of one name": "enum e { " + "A, " * 100_000 + "};",
    "enumerators": "enum e { " + "".join(f"A{i}, " for i in range(100_000)) + "};",
    "members of one name": "struct s { " + "int x; " * 50_000 + "};",
    # templates
    "endless template recursion": "template <int N> struct t { t<N + 1> next; };\nt<0> x;",
    "endless function templates": "template <typename T> int f(T *p) { return f(&p); }\nint *q = 0; f(q);",
    "templates in both directions": "template <int N> struct a { static const int v = a<N + 1>::v + a<N + 2>::v; };\nint n = a<0>::v;",
    # preprocessor
    "macros that double": "#define A0 x x\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 60)) + "A59",
    "unclosed #if": "#if 1\n" * 50_000,
    "#else without #if": "#else\n" * 50_000,
    "unknown directives": "#nothing\n" * 50_000,
    "missing headers": "".join(f"#include <none{i}.h>\n" for i in range(2_000)),
    # running
    "an endless loop": "while (1) ;",
    "endless recursion": "int f(int n) { return f(n + 1) + 1; }\nf(0)",
    "an endless kernel": KERNEL % "while (!*(volatile int *) p) ;" + "int *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); k<<<1, 1>>>(d);",
    "errors of every thread": KERNEL % "p[threadIdx.x + (1 << 28)] = 1;" + "int *d; cudaMalloc(&d, 4); k<<<100000, 1024>>>(d);",
    "errors of NVRTC": KERNEL % ("nothing(p); " * 20_000),
    "updates of a progress bar": 'for (int i = 0; i < 10000000; i++) progress_bar("done", i / 1e7);',
    "updates of a page": 'for (int i = 0; i < 10000000; i++) html("page", i % 2 ? "odd" : "even");',
    "questions": 'int n; while (1) scanf("%d", &n);',
}

WITHIN = 1.0  # seconds; what takes longer is interrupted
PRINTED_MOST = 64 * 1024


class Run:
    """How a cell ended: seconds until its reply, seconds from the interrupt to it (None: none was needed), bytes of all
    that it showed, and its error."""

    def __init__(self, kernel, code):
        msg_id = kernel.send_execute(code)
        kernel.wait_for(msg_id, "execute_input")  # an interrupt before it would be of nothing
        began = time.monotonic()  # time is the subject: what takes too long is interrupted
        self.stopped = None
        try:
            reply = kernel.reply("shell", msg_id, WITHIN)
        except TimeoutError:
            asked = time.monotonic()  # time is the subject: what runs this long is interrupted
            kernel.interrupt()
            reply = kernel.reply("shell", msg_id)
            self.stopped = time.monotonic() - asked  # time is the subject: how soon an interrupt ends it
        self.seconds = time.monotonic() - began  # time is the subject: how long it took
        shown = [m for m in kernel.until_idle(msg_id) if m.type not in ("status", "execute_input")]
        self.bytes = sum(len(json.dumps(m.content)) for m in shown)
        self.error = reply.content.get("ename", "")


def main(program):
    """Prints the table; the sizes are bytes of code and of output."""
    with tempfile.TemporaryDirectory() as folder, Kernel([program], pathlib.Path(folder)) as kernel:
        kernel.execute("int warm = 1;")
        print(f"{'kind':34} {'code':>8} {'output':>8} {'ms':>6}  ended by")
        for name, code in KINDS.items():
            run = Run(kernel, code)
            how = run.error if run.stopped is None else f"interrupt after {1000 * run.stopped:.0f} ms"
            print(f"{name:34} {len(code):8} {run.bytes:8} {1000 * run.seconds:6.0f}  {how}", flush=True)
            kernel.execute("%reset")


if __name__ == "__main__":
    main(sys.argv[1])
