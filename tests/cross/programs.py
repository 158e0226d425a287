# SPDX-License-Identifier: Apache-2.0
"""Random C11 programs whose meaning is defined, given wrapping integers and IEEE floats.

`program(seed)` is a list of top-level items and the statements of main. What keeps the programs defined:

* shift counts are masked, divisors are from 1 to 16 or -9 to -2, floats are clamped before they become integers;
* indices are masked by the (power of two) length of the array;
* within a full expression a variable is changed at most once, and then not read: the names e0...e3 are only changed;
* calls of functions that change globals stand alone or after a sequence point;
* a float is made finite before it is shown, so that the sign of a NaN never is.
"""
import random

INTS = ["_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
        "unsigned long", "long long", "unsigned long long", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t",
        "uint32_t", "int64_t", "uint64_t", "size_t"]
FLOATS = ["float", "double"]
UNSIGNED = {"_Bool", "size_t"}
LITERALS = ["0", "1", "-1", "2", "7", "'a'", "'\\n'", "255", "256", "0x7f", "0x80", "0xffff", "32767", "-32768", "65536",
            "2147483647", "(-2147483647 - 1)", "4294967295u", "0xffffffff", "1u", "0L", "1L", "-1L", "3ul", "-5ll",
            "9223372036854775807L", "0xffffffffffffffffull", "0x123456789abcdefL", "RED", "GREEN", "BLUE", "010",
            "sizeof(int)", "sizeof(struct s0)", "(char)200", "(unsigned char)300", "(short)70000"]
REALS = ["0.0", "1.0", "-1.5", "0.5f", "3.25", "1e10", "1e-10", "0.1", "0.1f", "16777217.0f", "1e300", "2.5e-5f", "0x1p-3"]
INT_BINARY = ["+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]
REAL_BINARY = ["+", "-", "*", "<", "<=", ">", ">=", "==", "!="]

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
typedef enum color { RED, GREEN = 5, BLUE } color;
#define MIX(a, b) ((a) * 31u + (b))
#define SHOW(x) show_integer(#x, (long) (x))
unsigned long checksum = 14695981039346656037ul;
"""

HELPERS = ["""void add(const void *p, size_t n) {
    const unsigned char *b = (const unsigned char *) p;
    for (size_t i = 0; i < n; i++)
        checksum = (checksum ^ b[i]) * 1099511628211ul;
}""", """void show_integer(const char *what, long v) {
    add(&v, sizeof v);
    printf("%s = %ld %016lx\\n", what, v, checksum);
}""", """double finite_of(double x) { return x - x == 0 ? x + 0.0 : x > 0 ? 1e300 : x < 0 ? -1e300 : 0; }""",
           """double small(double x) { return x > 120 ? 120 : x < -120 ? -120 : x == x ? x : 3; }""",
           """double small_up(double x) { return x > 120 ? 120 : x < 0 ? 0 : x == x ? x : 3; }""",
           """void show_real(const char *what, double v) {
    v = finite_of(v);
    add(&v, sizeof v);
    printf("%s = %g %.17e\\n", what, v, v);
}"""]


def is_unsigned(t):
    return t in UNSIGNED or t.startswith("u")


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.items = []        # top-level text, in order
        self.main = []         # statements
        self.globals = []      # (name, type) of scalars
        self.arrays = []       # (name, type, length)
        self.pure = []         # (name, parameter types, result type)
        self.impure = []
        self.structs = []      # per struct: list of (path, type, bits)
        self.names = 0

    def pick(self, *choices):
        return self.r.choice(choices)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def type(self):
        return self.r.choice(INTS) if self.r.random() < 0.8 else self.r.choice(FLOATS)

    # ---- expressions: integer(), real(), any of both as (text, is_real) ----

    def convert(self, to, e):
        """`e` as something that may be converted to `to` without undefined behaviour."""
        text, is_real = e
        if is_real and to not in FLOATS and to != "_Bool":
            return f"{'small_up' if is_unsigned(to) else 'small'}({text})"
        return text

    def leaf(self, scope):
        r = self.r.random()
        if r < 0.3:
            return (self.r.choice(LITERALS), False) if self.r.random() < 0.8 else (self.r.choice(REALS), True)
        scalars = scope.scalars + (self.globals if scope.reads_globals else [])
        if r < 0.75 and scalars:
            n, t = self.r.choice(scalars)
            return n, t in FLOATS
        arrays = scope.arrays + (self.arrays if scope.reads_globals else [])
        if r < 0.9 and arrays:
            return self.element(scope, self.r.choice(arrays), 0)
        if scope.structs:
            n, s = self.r.choice(scope.structs)
            path, t, _ = self.r.choice(self.structs[s])
            return n + path, t in FLOATS
        return self.r.choice(LITERALS), False

    def element(self, scope, array, depth):
        n, t, length = array
        index = self.integer(scope, depth)
        i = f"({index}) & {length - 1}"
        return self.pick(f"{n}[{i}]", f"*({n} + ({i}))", f"({i})[{n}]", f"(&{n}[{length - 1}])[-(int) ({i})]"), t in FLOATS

    def integer(self, scope, depth):
        if depth <= 0:
            for _ in range(4):
                text, is_real = self.leaf(scope)
                if not is_real:
                    return text
            return self.r.choice(LITERALS)
        d = depth - 1
        r = self.r.random()
        if r < 0.4:
            return f"({self.integer(scope, d)} {self.r.choice(INT_BINARY)} {self.integer(scope, d)})"
        if r < 0.48:
            divisor = self.pick(f"(({self.integer(scope, d)} & 15) + 1)", f"(-(int) (({self.integer(scope, d)} & 7) + 2))")
            return f"({self.integer(scope, d)} {self.pick('/', '%')} {divisor})"
        if r < 0.56:
            return f"({self.integer(scope, d)} {self.pick('<<', '>>')} ({self.integer(scope, d)} & {self.pick(7, 15, 31)}))"
        if r < 0.64:
            return f"({self.pick('-', '~', '!', '+')} {self.integer(scope, d)})"
        if r < 0.74:
            t = self.r.choice(INTS)
            return f"(({t}) {self.convert(t, self.any(scope, d))})"
        if r < 0.82:
            return f"({self.integer(scope, d)} ? {self.integer(scope, d)} : {self.integer(scope, d)})"
        if r < 0.86:
            return f"({self.real(scope, d)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.real(scope, d)})"
        if r < 0.94:
            return self.call(scope, d, False) or self.integer(scope, d)
        if r < 0.97 and scope.effects:
            e = scope.effects.pop()
            out = self.pick(f"{e}++", f"--{e}", f"({e} += {self.integer(scope, d)})", f"({e} = {self.integer(scope, d)})",
                            f"({e} ^= {self.integer(scope, d)}, {e})")
            return out
        return self.integer(scope, 0)

    def real(self, scope, depth):
        if depth <= 0:
            for _ in range(4):
                text, is_real = self.leaf(scope)
                if is_real:
                    return text
            return self.r.choice(REALS)
        d = depth - 1
        r = self.r.random()
        if r < 0.45:
            return f"({self.any(scope, d)[0]} {self.pick('+', '-', '*', '/')} {self.real(scope, d)})"
        if r < 0.6:
            return f"(({self.pick('float', 'double')}) {self.any(scope, d)[0]})"
        if r < 0.7:
            return f"(- {self.real(scope, d)})"
        if r < 0.8:
            return f"({self.integer(scope, d)} ? {self.real(scope, d)} : {self.any(scope, d)[0]})"
        if r < 0.9:
            return self.call(scope, d, True) or self.real(scope, 0)
        return self.library(scope, d)

    def library(self, scope, depth):
        """With double arguments: <math.h> is overloaded for float, as in CUDA C++."""
        x, y = (f"(double) {self.real(scope, depth)}" for _ in range(2))
        return self.pick(f"fabs({x})", f"floor({x})", f"sqrt(fabs({x}))", f"fmin({x}, {y})", f"trunc({x})", f"fmod({x}, 7.5)")

    def any(self, scope, depth):
        return (self.real(scope, depth), True) if self.r.random() < 0.25 else (self.integer(scope, depth), False)

    def call(self, scope, depth, real):
        fit = [f for f in self.pure if (f[2] in FLOATS) == real]
        if not fit or not scope.calls:
            return None
        return self.call_of(scope, self.r.choice(fit), depth)

    def call_of(self, scope, f, depth):
        return f"{f[0]}({', '.join(self.convert(t, self.any(scope, depth)) for t in f[1])})"

    # ---- statements ----

    def assign(self, scope):
        """A statement that changes something the scope may change."""
        n, t = self.target(scope)
        depth = self.r.randint(1, 3)
        scope.renew()
        if t in FLOATS:
            value = self.any(scope, depth)[0]
            return [f"{n} {self.pick('=', '+=', '-=', '*=')} {value};", f"{n} = finite_of({n});"]
        r = self.r.random()
        if r < 0.4:
            cast = "(int) " if "." in n and t != "_Bool" else ""  # a float is not to become a bit-field that cannot hold it
            return [f"{n} = {cast}{self.convert(t, self.any(scope, depth))};"]
        if r < 0.75:
            op = self.pick("+=", "-=", "*=", "&=", "|=", "^=")
            return [f"{n} {op} {self.integer(scope, depth)};"]
        if r < 0.82:
            return [f"{n} {self.pick('/=', '%=')} ({self.integer(scope, depth)} & 15) + 1;"]
        if r < 0.9:
            return [f"{n} {self.pick('<<=', '>>=')} {self.integer(scope, depth)} & 15;"]
        if r < 0.95 and "." not in n:
            return [f"{n} {'&=' if t != '_Bool' else '='} 31;", f"{n} {self.pick('+=', '*=')} small_up({self.real(scope, depth)}) / 64;"]
        return [self.pick(f"{n}++;", f"--{n};", f"{n}--;", f"++{n};") if t != "_Bool" else f"{n} = !{n};"]

    def target(self, scope):
        choices = list(scope.scalars) * 2
        if scope.writes_globals:
            choices += self.globals
        for n, t, length in scope.arrays + (self.arrays if scope.writes_globals else []):
            i = self.r.randrange(length)
            choices.append((self.pick(f"{n}[{i}]", f"(*({n} + {i}))"), t))
        for n, s in scope.structs:
            choices += [(n + path, t) for path, t, _ in self.structs[s]]
        choices = [c for c in choices if c[0] not in scope.frozen]
        return self.r.choice(choices)

    def statements(self, scope, n, depth):
        out = []
        for _ in range(n):
            out += self.statement(scope, depth)
        return out

    def statement(self, scope, depth):
        r = self.r.random()
        scope.renew()
        if depth <= 0 or r < 0.45:
            return self.assign(scope)
        inner = lambda n=2: "\n".join("    " + s for s in self.statements(scope.inner(), self.r.randint(1, n), depth - 1))
        if r < 0.55:
            condition = self.any(scope, 2)[0]
            return [f"if ({condition}) {{\n{inner()}\n}} else {{\n{inner()}\n}}"]
        if r < 0.72:
            i = self.name("i")
            loop = scope.inner()
            loop.scalars = loop.scalars + [(i, "int")]
            loop.frozen = loop.frozen | {i}
            body = "\n".join("    " + s for s in self.statements(loop, self.r.randint(1, 3), depth - 1))
            leave = f"    if ({self.integer(loop.clean(), 2)}) {self.pick('break', 'continue')};\n" if self.r.random() < 0.4 else ""
            n = self.r.randint(1, 6)
            return [self.pick(
                f"for (int {i} = 0; {i} < {n}; {i}++) {{\n{leave}{body}\n}}",
                f"for (int {i} = {n}; {i}-- > 0;) {{\n{leave}{body}\n}}",
                f"{{\nint {i} = {n};\nwhile ({i}-- > 0) {{\n{leave}{body}\n}}\n}}",
                f"{{\nint {i} = 0;\ndo {{\n{leave}{body}\n}} while (++{i} < {n});\n}}")]
        if r < 0.8:
            cases = self.r.sample(range(-3, 6), 5)
            body = ""
            for c in cases:
                label = "default" if c == cases[2] else f"case {c}"
                body += f"{label}:\n{inner(1)}\n" + ("    break;\n" if self.r.random() < 0.5 else "")
            return [f"switch (({self.integer(scope.clean(), 2)}) % 7) {{\n{body}}}".replace(") % 7)", ") % 7)")]
        if r < 0.84:
            label, n = self.name("again"), self.name("n")
            return [f"{{\nint {n} = 0;\n{label}:\n{inner()}\nif (++{n} < {self.r.randint(2, 4)})\n    goto {label};\n}}"]
        if r < 0.9 and self.impure and scope.calls:
            f = self.r.choice(self.impure)
            call = self.call_of(scope.clean(), f, 1)
            return [self.pick(f"{call};", f"if ({self.integer(scope.clean(), 1)} && {call}) {{\n{inner(1)}\n}}",
                              f"{call} ? (void) 0 : (void) {self.call_of(scope.clean(), f, 1)};")]
        if r < 0.95 and len(scope.structs) > 1:
            a, s = self.r.choice(scope.structs)
            same = [n for n, k in scope.structs if k == s]
            return [f"{a} = {self.r.choice(same)};"]
        t = self.r.choice(INTS)
        v = self.name("b")
        value = self.integer(scope.clean(), 2)
        deeper = scope.inner()
        deeper.scalars = deeper.scalars + [(v, t)]
        body = "\n".join("    " + s for s in self.statements(deeper, 2, depth - 1))
        return [f"{{\n    {self.pick('', 'volatile ', 'register ')}{t} {v} = {value};\n{body}\n}}"]

    # ---- definitions ----

    def struct(self):
        k = len(self.structs)
        fields, paths = [], []
        for i in range(self.r.randint(2, 6)):
            r = self.r.random()
            if r < 0.35:
                t = self.r.choice(["int", "unsigned", "short", "unsigned char", "long", "unsigned long", "signed char", "_Bool"])
                most = {"int": 32, "unsigned": 32, "short": 16, "unsigned char": 8, "long": 64, "unsigned long": 64,
                        "signed char": 8, "_Bool": 1}[t]
                bits = self.r.randint(1, most)
                fields.append(f"{t} f{i} : {bits};")
                # A wide bit-field of gcc keeps its width in arithmetic; its value is shown through a conversion.
                if bits <= 32:
                    paths.append((f".f{i}", t, bits))
                if self.r.random() < 0.2:
                    fields.append("int : 0;")
            elif r < 0.5:
                t = self.type()
                fields.append(f"{t} f{i}[4];")
                paths += [(f".f{i}[{j}]", t, 0) for j in (0, 3)]
            elif r < 0.6 and k:
                inner = self.r.randrange(k)
                fields.append(f"struct s{inner} f{i};")
                paths += [(f".f{i}{p}", t, b) for p, t, b in self.structs[inner]]
            elif r < 0.7:
                t = self.r.choice(["unsigned", "unsigned long", "int"])
                fields.append(f"union {{ {t} f{i}; unsigned char b{i}[4]; }};")
                paths += [(f".f{i}", t, 0), (f".b{i}[2]", "unsigned char", 0)]
            else:
                t = self.type()
                fields.append(f"{t} f{i};")
                paths.append((f".f{i}", t, 0))
        if not paths:
            fields.append("int last;")
            paths.append((".last", "int", 0))
        self.items.append(f"struct s{k} {{ {' '.join(fields)} }};")
        self.structs.append(paths)
        self.main.append(f"SHOW(sizeof(struct s{k}));")

    def show_struct(self, n, s, access=""):
        out = []
        for path, t, _ in self.structs[s]:
            if t in FLOATS:
                out.append(f'show_real("{n}{path}", {n}{path});')
            else:
                out.append(f"SHOW({n}{path});")
        return out

    def global_items(self):
        for _ in range(self.r.randint(3, 6)):
            t, n = self.type(), self.name("g")
            self.items.append(f"{self.pick('', 'static ')}{t} {n} = {self.r.choice(['1', '2', '100', '-1', '0x55', '12345'])};")
            self.globals.append((n, t))
        for _ in range(self.r.randint(1, 3)):
            t, n = self.type(), self.name("a")
            length = self.pick(4, 8, 16)
            values = ", ".join(self.pick("1", "2", "-3", "77", f"[{i}] = 9", "250") for i in range(self.r.randint(1, length)))
            self.items.append(f"{t} {n}[{length}] = {{{values}}};")
            self.arrays.append((n, t, length))

    def locals(self, scope):
        """Declarations of a function's own variables, by name in `scope`."""
        out = []
        for i in range(4):
            out.append(f"{self.r.choice([t for t in INTS if t != '_Bool'])} e{i} = {i};")
        out.append("(void) e0, (void) e1, (void) e2, (void) e3;")
        for _ in range(self.r.randint(1, 4)):
            t, n = self.type(), self.name("v")
            out.append(f"{t} {n} = {self.convert(t, self.any(scope.clean(), 2))};")
            if t in FLOATS:
                out.append(f"{n} = finite_of({n});")
            scope.scalars = scope.scalars + [(n, t)]
        if self.r.random() < 0.5:
            t, n, length = self.type(), self.name("l"), self.pick(2, 4, 8)
            k = self.name("k")
            out += [f"int {k} = {length};", f"{t} {n}[{k}];",
                    f"for (int j = 0; j < {k}; j++)\n    {n}[j] = j * 3 + 1;"] if self.r.random() < 0.5 else [f"{t} {n}[{length}] = {{1, 2}};"]
            scope.arrays = scope.arrays + [(n, t, length)]
        if self.r.random() < 0.5:
            t, n = self.r.choice(INTS), self.name("m")
            rows, columns = self.r.randint(1, 3), self.pick(2, 4)
            out.append(f"{t} {n}[{rows}][{columns}] = {{{{1}}, }};" if rows > 1 else f"{t} {n}[1][{columns}] = {{{{3, 4}}}};")
            scope.arrays = scope.arrays + [(f"{n}[{rows - 1}]", t, columns)]
        if self.structs and self.r.random() < 0.7:
            s = self.r.randrange(len(self.structs))
            for _ in range(2):
                n = self.name("s")
                out += [f"struct s{s} {n};", f"memset(&{n}, 0, sizeof {n});"] if self.r.random() < 0.5 else [f"struct s{s} {n} = {{0}};"]
                scope.structs = scope.structs + [(n, s)]
        if scope.arrays and self.r.random() < 0.6:
            n, t, length = self.r.choice(scope.arrays)
            p = self.name("p")
            out.append(f"{t} *{p} = {self.pick(n, f'&{n}[0]', f'{n} + 1 - 1')};")
            scope.arrays = scope.arrays + [(p, t, length)]
        return out

    def function(self, pure):
        params = [(self.name("x"), self.type()) for _ in range(self.r.randint(0 if not pure else 1, 4))]
        result = self.type() if pure else self.r.choice(INTS)
        n = self.name("pure" if pure else "act")
        scope = Scope(list(params), reads_globals=not pure, writes_globals=not pure)
        body = [f"{p} = finite_of({p});" for p, t in params if t in FLOATS]
        if not pure:
            body.append(f"static int calls = 3;\nif (++calls > 40)\n    return 0;")
        body += self.locals(scope)
        body += self.statements(scope, self.r.randint(2, 5), 2)
        value = self.convert(result, self.any(scope.clean(), 2))
        ending = [f"return {value};"] if result not in FLOATS else [f"return finite_of({value});"]
        text = "\n".join("    " + line for s in body + ending for line in s.split("\n"))
        self.items.append(f"{result} {n}({', '.join(f'{t} {p}' for p, t in params) or 'void'}) {{\n{text}\n}}")
        (self.pure if pure else self.impure).append((n, [t for _, t in params], result))

    def struct_function(self):
        s, n, t = self.r.randrange(len(self.structs)), self.name("make"), self.type()
        scope = Scope([("x", t)], structs=[("a", s), ("b", s)])
        body = (["x = finite_of(x);"] if t in FLOATS else []) + [f"{self.r.choice(INTS[1:])} e{i} = {i};" for i in range(4)]
        body += ["(void) e0, (void) e1, (void) e2, (void) e3;"] + self.statements(scope, 4, 1)
        text = "\n".join("    " + line for b in body for line in b.split("\n"))
        self.items.append(f"struct s{s} {n}(struct s{s} a, {t} x, struct s{s} *at) {{\n    struct s{s} b = *at;\n{text}\n    *at = a;\n"
                          f"    return {self.pick('a', 'b', 'x > 1 ? a : b')};\n}}")
        a, b = self.name("t"), self.name("t")
        self.main += [f"struct s{s} {a} = {{1}}, {b} = {{2}};",
                      f"{a} = {n}({b}, 5, &{a});", *self.show_struct(a, s), f"{b} = {n}({n}({a}, 1, &{b}), 7, &{b});",
                      *self.show_struct(b, s)]
        path, t, _ = self.r.choice(self.structs[s])
        self.main.append(f'show_real("member", {n}({a}, 2, &{b}){path});')

    def recursion(self):
        n = self.name("walk")
        t = self.r.choice(INTS[6:12])
        a, b = self.integer(Scope([("x", t), ("depth", "int")]), 2), self.integer(Scope([("x", t)]), 1)
        self.items.append(f"{t} {n}(int depth, {t} x) {{\n    {t} here = {a};\n"
                          f"    return depth <= 0 ? x : {n}(depth - 1, here) {self.pick('+', '^', '-')} {n}(depth - 2, {b});\n}}")
        self.main.append(f"SHOW({n}({self.r.randint(3, 8)}, 3));")

    def pointers(self):
        """Function pointers, pointers to pointers, bytes of objects."""
        if len({(tuple(f[1]), f[2]) for f in self.pure}) and self.pure:
            f = self.r.choice(self.pure)
            same = [g[0] for g in self.pure if g[1:] == f[1:]]
            table = self.name("table")
            cast = f[2] in FLOATS
            args = ", ".join(self.pick("1", "2", "100", "-7") for _ in f[1])
            self.main += [f"{f[2]} (*{table}[2])({', '.join(f[1])}) = {{{same[0]}, &{same[-1]}}};",
                          f'{"show_real" if cast else "show_integer"}("through a pointer", {"" if cast else "(long) "}{table}[1]({args}) + (*{table}[0])({args}));']
        n, t, length = self.r.choice(self.arrays)
        p, q = self.name("p"), self.name("q")
        self.main += [f"{t} *{p} = {n} + {length}, **{q} = &{p};",
                      f"while ({p} > {n}) {{\n    --*{q};\n    **{q} {'=' if t == '_Bool' else '+='} ({p} - {n}) {'&' if t not in FLOATS else '*'} 3;\n}}",
                      f"add({n}, sizeof {n});", f"SHOW(&{n}[{length - 1}] - {p});", f"SHOW(sizeof {n} / sizeof *{n});"]
        u = self.name("u")
        self.main += [f"union {{ double d; unsigned long l; unsigned char b[8]; float f[2]; short h[4]; }} {u};",
                      f"{u}.d = {self.pick('1.5', '-0.1', '1e100', '3')};", f"SHOW({u}.l);", f"SHOW({u}.b[6]);",
                      f"{u}.h[{self.r.randrange(4)}] = {self.pick('-1', '0x4040', '77')};", f"SHOW({u}.l);",
                      f'show_real("half", {u}.f[{self.pick(0, 1)}]);']

    def strings(self):
        w = self.name("w")
        text = "".join(self.pick("a", "b", "xyz", "%%", "\\t", "\\x41", "\\101") for _ in range(self.r.randint(1, 6)))
        self.main += [f'char {w}[64] = "{text}";', f"SHOW(strlen({w}));", f'strcat({w}, "{self.pick("tail", "", "b b")}");',
                      f'printf("[%s] [%.2s] [%-8.3s] [%10s] %zu\\n", {w}, {w}, "abcdef", "right", sizeof {w});',
                      f'SHOW(strcmp({w}, "b") {self.pick("<", ">", "==")} 0);', f'SHOW(strchr({w}, \'b\') != NULL);',
                      f"SHOW({w}[{self.r.randrange(64)}]);", f"memset({w} + 3, {self.pick(65, 255)}, 4);", f"add({w}, 8);"]
        for _ in range(3):
            flags = self.pick("", "-", "0", "+", " ", "#", "-+", "+0") + self.pick("", "1", "5", "12") + self.pick("", "", ".0", ".3", ".8")
            scope = Scope(list(self.globals))
            letter = self.pick("d", "i", "u", "x", "X", "o", "ld", "lu", "lx", "hd", "hhu", "hhx", "zu", "c", "e", "g", "f", "G", "E", "a")
            if letter in "egfGEa":
                self.main.append(f'printf("<%{flags}{letter}>\\n", finite_of({self.real(scope, 2)}));')
            else:
                cast = {"ld": "long", "lu": "unsigned long", "lx": "unsigned long", "zu": "size_t", "c": "char"}.get(letter, "int")
                value = f"(char) (33 + ({self.integer(scope, 1)} & 63))" if letter == "c" else f"({cast}) {self.integer(scope, 2)}"
                if letter == "c":
                    flags = flags.split(".")[0].replace("0", "").replace("+", "").replace("#", "").replace(" ", "")
                self.main.append(f'printf("<%{flags}{letter}>\\n", {value});')

    def build(self):
        for _ in range(self.r.randint(1, 3)):
            self.struct()
        self.items += HELPERS
        self.global_items()
        for _ in range(self.r.randint(2, 4)):
            self.function(True)
        for _ in range(self.r.randint(1, 3)):
            self.function(False)
        self.struct_function()
        self.recursion()
        scope = Scope([], reads_globals=True, writes_globals=True)
        self.main += self.locals(scope)
        for _ in range(self.r.randint(4, 8)):
            self.main += self.statements(scope, 2, 3)
            n, t = self.r.choice(scope.scalars + self.globals)
            self.main.append(f'show_real("{n}", {n});' if t in FLOATS else f"SHOW({n});")
            self.main.append(f'show_real("value", {self.real(scope.clean(), 3)});')
            self.main.append(f'show_integer("value", (long) {self.integer(scope.clean(), 4)});')
        self.pointers()
        self.strings()
        for n, t in self.globals + scope.scalars:
            self.main.append(f'show_real("{n}", {n});' if t in FLOATS else f"SHOW({n});")
        for n, t, length in self.arrays + scope.arrays:
            i = self.name("i")
            self.main.append(f"for (int {i} = 0; {i} < {length}; {i}++) " +
                             (f'show_real("{n}", {n}[{i}]);' if t in FLOATS else f"SHOW({n}[{i}]);"))
        for n, s in scope.structs:
            self.main += self.show_struct(n, s)
        return self


class Scope:
    def __init__(self, scalars, reads_globals=False, writes_globals=False, structs=()):
        self.scalars, self.arrays, self.structs = scalars, [], list(structs)
        self.reads_globals, self.writes_globals = reads_globals, writes_globals
        self.frozen = frozenset()
        self.calls = True
        self.effects = []
        self.changes = False

    def renew(self):
        self.effects = ["e0", "e1", "e2", "e3"] if self.changes else []

    def inner(self):
        new = Scope(self.scalars, self.reads_globals, self.writes_globals, self.structs)
        new.arrays, new.frozen, new.changes = self.arrays, self.frozen, True
        new.renew()
        return new

    def clean(self):
        """The same names, for an expression without effects."""
        new = self.inner()
        new.effects = []
        return new


def text_of(p):
    """The whole program as one file."""
    body = "\n".join("    " + line for s in p.main for line in s.split("\n"))
    return HEAD + "\n".join(p.items) + f"\nint main(void) {{\n{body}\n    printf(\"%lx\\n\", checksum);\n    return 0;\n}}\n"


def program(seed):
    return Program(seed).build()


if __name__ == "__main__":
    import sys
    sys.stdout.write(text_of(program(int(sys.argv[1]))))
