# SPDX-License-Identifier: Apache-2.0
"""Random programs of host code: arithmetic of all types, arrays, loops, switches, calls, and now and then a mistake (an index out
of bounds, a division by zero, memory that is uninitialised or freed), which ends the program with an error."""
import random

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "bool"]
REALS = ["float", "double"]
SIZES = [8, 16, 32]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = []  # (name, result, parameter types)
        self.depth = 0
        self.variables = []  # (name, type)
        self.arrays = []     # (name, type, count, can be uninitialised or freed)
        self.loops = 0
        self.used = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self, prefix):
        self.used += 1
        return f"{prefix}{self.used}"

    def constant(self, t):
        if t in REALS:
            return self.pick("0.5", "1.25", "-3.0", "1e9", "0.0", "-0.0", "7.75") + ("f" if t == "float" else "")
        return self.pick("0", "1", "2", "3", "7", "-1", "-5", "10", "31", "64", "100", "255", "1000", "65537", "2147483647", "(-2147483647 - 1)",
                         "4294967295u", "123456789012l")

    def variable(self, kinds):
        fitting = [name for name, t in self.variables if t in kinds]
        return self.random.choice(fitting) if fitting else self.constant(kinds[0])

    def index(self, count):
        inside = f"(({self.integer(1)}) & {count - 1})"
        counters = [name for name, t in self.variables if name.startswith("i")]
        if counters and self.random.random() < 0.5:
            i = self.random.choice(counters)
            return self.pick(i, f"({i} + 1) % {count}", f"{i} % {count}")
        return inside if self.random.random() < 0.97 else self.integer(1)

    def element(self, kinds):
        fitting = [a for a in self.arrays if a[1] in kinds]
        if not fitting:
            return self.variable(kinds)
        name, _, count = self.random.choice(fitting)
        return f"{name}[{self.index(count)}]"

    def integer(self, depth):
        r = self.random.random()
        if depth <= 0 or r < 0.2:
            return self.variable(INTEGERS) if self.random.random() < 0.7 else self.constant("int")
        if r < 0.35:
            return self.element(INTEGERS)
        if r < 0.42:
            return f"({self.pick(*INTEGERS)}) ({self.real(depth - 1)} * 0.001)"
        if r < 0.5:
            return f"({self.real(depth - 1)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.real(depth - 1)})"
        if r < 0.58:
            return f"({self.integer(depth - 1)} {self.pick('<', '<=', '==', '!=', '>', '>=', '&&', '||')} {self.integer(depth - 1)})"
        if r < 0.63:
            return f"({self.pick(*INTEGERS)}) ({self.integer(depth - 1)})"
        if r < 0.68:
            return f"{self.pick('-', '~', '!')}({self.integer(depth - 1)})"
        if r < 0.76:
            divisor = self.pick("2", "3", "7", "8", "10", "-3", "1000", "16u", "5l", "64ul", "13u")
            if self.random.random() < 0.25:
                divisor = f"({self.integer(depth - 1)})" if self.random.random() < 0.1 else f"({self.integer(depth - 1)} | 1)"
            return f"({self.integer(depth - 1)} {self.pick('/', '%')} {divisor})"
        if r < 0.82:
            return f"(({self.pick('unsigned', 'int', 'long', 'unsigned long')}) {self.integer(depth - 1)} {self.pick('<<', '>>')} ({self.integer(depth - 1)} & 15))"
        if r < 0.86 and self.functions:
            return self.call(INTEGERS, depth)
        if r < 0.9:
            return f"({self.integer(depth - 1)} ? {self.integer(depth - 1)} : {self.integer(depth - 1)})"
        return f"({self.integer(depth - 1)} {self.pick('+', '-', '*', '&', '|', '^')} {self.integer(depth - 1)})"

    def real(self, depth):
        r = self.random.random()
        if depth <= 0 or r < 0.25:
            return self.variable(REALS) if self.random.random() < 0.7 else self.constant(self.pick(*REALS))
        if r < 0.45:
            return self.element(REALS)
        if r < 0.55:
            return f"({self.pick(*REALS)}) ({self.integer(depth - 1)})"
        if r < 0.6:
            return f"-({self.real(depth - 1)})"
        if r < 0.65 and self.functions:
            return self.call(REALS, depth)
        return f"({self.real(depth - 1)} {self.pick('+', '-', '*', '/', '+', '*')} {self.real(depth - 1)})"

    def expression(self, t, depth=3):
        if t == "bool":
            return f"({self.integer(depth)}) != 0"
        return self.real(depth) if t in REALS else self.integer(depth)

    def call(self, kinds, depth):
        fitting = [f for f in self.functions if f[1] in kinds]
        if not fitting or self.loops > 1:
            return self.variable(kinds)
        name, _, parameters = self.random.choice(fitting)
        return f"{name}({', '.join(self.expression(t, depth - 1) for t in parameters)})"

    # ---- statements ----

    def assignment(self):
        if self.arrays and self.random.random() < 0.5:
            name, t, count = self.random.choice(self.arrays)
            return f"{name}[{self.index(count)}] {self.pick('=', '=', '+=')} {self.expression(t)};"
        targets = [v for v in self.variables if not v[0].startswith("i")]
        if not targets:
            return ";"
        name, t = self.random.choice(targets)
        if t == "bool":
            return f"{name} = {self.expression(t)};"
        return f"{name} {self.pick('=', '=', '+=', '-=', '*=')} {self.expression(t)};"

    def block(self, count):
        variables, arrays = list(self.variables), list(self.arrays)
        self.depth += 1
        lines = [self.statement() for _ in range(count)]
        self.depth -= 1
        self.variables, self.arrays = variables, arrays
        return "{\n" + "\n".join(lines) + "\n}"

    def loop(self):
        i, bound = self.name("i"), self.random.choice([3, 5, 8, 11, 16])
        self.variables.append((i, "int"))
        self.loops += 1
        body = self.block(self.random.randint(1, 4))
        self.loops -= 1
        self.variables.pop()
        if self.random.random() < 0.2:
            return f"{{ int {i} = 0; do {body} while (++{i} < {bound}); }}"
        return f"for (int {i} = 0; {i} < {bound}; {i}++) {body}"

    def walk(self):
        name, t, count = self.random.choice(self.arrays)
        p = self.name("p")
        end = count + (self.random.random() < 0.05)
        target = self.variable(["double"])
        use = f"{target} = {target} + *{p};" if not target[0].isdigit() and not target.startswith("-") else f"*{p} = ({t}) 1;"
        return f"for ({t} *{p} = {name}; {p} < {name} + {end}; {p}++) {{ {use} {self.assignment() if self.random.random() < 0.5 else ''} }}"

    def declaration(self):
        t = self.pick(*INTEGERS, *REALS, "int", "double", "long")
        name = self.name("v")
        text = f"{t} {name} = {self.expression(t)};"
        self.variables.append((name, t))
        return text

    def array(self):
        t, name, count = self.pick("int", "double", "float", "long", "unsigned char", "short"), self.name("a"), self.random.choice(SIZES)
        fill = self.name("i")
        self.arrays.append((name, t, count))
        short = 1 if self.random.random() < 0.05 else 0
        filled = f"for (int {fill} = 0; {fill} < {count - short}; {fill}++) {name}[{fill}] = ({t}) ({fill} * 3 - 7);"
        if self.random.random() < 0.5:
            return f"{t} *{name} = ({t} *) malloc({count} * sizeof({t})); {filled}"
        return f"{t} {name}[{count}]; {filled}"

    def choice(self):
        cases = "".join(f"case {self.random.randint(-3, 20)}{''}: {self.assignment()} {self.pick('break;', '')}\n" for _ in range(1))
        more = "".join(f"case {100 + 7 * k}: {self.assignment()} break;\n" for k in range(self.random.randint(0, 6)))
        return f"switch ((int) ({self.integer(2)}) % 120) {{\n{cases}{more}default: {self.assignment()}\n}}"

    def statement(self):
        r = self.random.random()
        if r < 0.2 or self.depth > 4:
            return self.declaration() if r < 0.1 and self.depth <= 4 else self.assignment()
        if r < 0.35 and self.loops < 3:
            return self.loop()
        if r < 0.45:
            return f"if ({self.integer(2)}) {self.block(2)}" + (f" else {self.block(1)}" if self.random.random() < 0.5 else "")
        if r < 0.5:
            return self.choice()
        if r < 0.55 and self.loops:
            return f"if ({self.integer(2)}) {self.pick('break', 'continue')};"
        if r < 0.65 and self.arrays and self.loops < 2:
            return self.walk()
        if r < 0.73 and self.loops < 2:
            return self.array()
        if r < 0.8:
            return self.declaration()
        return self.assignment()

    def function(self):
        name, result = self.name("f"), self.pick(*INTEGERS, *REALS, "int", "double")
        parameters = [self.pick(*INTEGERS, *REALS, "int", "double") for _ in range(self.random.randint(1, 4))]
        self.variables = [(f"x{k}", t) for k, t in enumerate(parameters)] + [("total", "double"), ("hash", "unsigned")]
        self.arrays = [("ints", "int", 16), ("reals", "double", 16), ("bytes", "unsigned char", 32)]
        body = self.block(self.random.randint(4, 8))
        heads = ", ".join(f"{t} x{k}" for k, t in enumerate(parameters))
        self.variables = self.variables[:len(parameters)]
        text = (f"{result} {name}({heads})\n{{\ndouble total = 0; unsigned hash = 1;\n{body}\n"
                f"if (++calls > 3000) {{ printf(\"enough\\n\"); exit(3); }}\n"
                f"hash = hash * 31 + (unsigned) ints[hash & 15];\nprinted(total, hash);\nreturn ({result}) {self.expression(result, 1)};\n}}\n")
        self.functions.append((name, result, parameters))
        return text


def source(seed):
    p = Program(seed)
    functions = "".join(p.function() for _ in range(4))
    p.variables, p.arrays = [], []
    calls = "".join(f"    for (int k = 0; k < {p.random.randint(2, 6)}; k++) printed((double) {name}({', '.join(p.constant(t) for t in parameters)}), k);\n"
                    for name, _, parameters in p.functions)
    return ("#include <stdio.h>\n#include <stdlib.h>\nint ints[16]; double reals[16]; unsigned char bytes[32]; int calls;\n"
            "void printed(double d, unsigned h) { if (h % 16 < 3) printf(\"%.6g %u\\n\", d, h); }\n" + functions +
            f"int main()\n{{\n    for (int i = 0; i < 16; i++) {{ ints[i] = i * 7 - 30; reals[i] = i * 0.75; }}\n{calls}"
            "    for (int i = 0; i < 16; i++) printf(\"%d %g %d\\n\", ints[i], reals[i], bytes[i]);\n    return 0;\n}\n")


if __name__ == "__main__":
    import sys
    print(source(int(sys.argv[1])))
