# SPDX-License-Identifier: Apache-2.0
"""The programs of programs.py as sessions: their items and statements in several cells, with redefinitions in between.

The reference for gcc stays one file. A function that is redefined has all its bodies there, chosen by a variable that
the reference sets where the session redefines; a redefined variable or struct has one name for each version.
"""
import random

import programs

MARK = "@ cell"


def session(seed):
    """(the reference's text, the cells)"""
    p = programs.program(seed)
    r = random.Random(seed * 7 + 1)
    items, body = list(p.items), list(p.main)
    versions = Versions(r)
    head = items + versions.items
    cut = len(items) // 2
    parts = [programs.HEAD + "\n".join(items[:cut]), "\n".join(items[cut:] + versions.first)]
    reference = []
    rest = body
    while rest:
        n = r.randint(1, 12)
        now, rest = rest[:n], rest[n:]
        k = len(parts)
        mark = f'printf("{MARK} {k}\\n");'
        in_cell, in_reference = versions.step() if r.random() < 0.7 else ("", "")
        parts.append("\n".join(x for x in [mark, in_cell, *now] if x))
        reference += [mark, in_reference, *now]
    text = "\n".join("    " + line for s in reference for line in s.split("\n"))
    return programs.HEAD + "\n".join(head) + f"\nint main(void) {{\n{text}\n    return 0;\n}}\n", parts


class Versions:
    """A function `chosen`, a variable `kept` and a struct `shape` that change; `caller` mentions all of them."""

    BODIES = ["x + 1", "x * 3", "x ^ 0x55", "(x << 2) - 1", "~x", "x / 3"]
    TYPES = ["int", "long", "double", "unsigned char", "float", "short"]

    def __init__(self, r):
        self.r = r
        self.body, self.type = 0, 0
        cases = "".join(f"if (body_now == {i}) return {b}; " for i, b in enumerate(self.BODIES))
        kept = "".join(f"{t} kept{i} = ({t}) 3.75;\n" for i, t in enumerate(self.TYPES))
        caller = "".join(f"if (type_now == {i}) return chosen(x) + (long) (kept{i} * 2) + (long) sizeof kept{i}; "
                         for i in range(len(self.TYPES)))
        shapes = "".join(f"struct shape{i} {{ {t} a; char b; {t} c[2]; }};\n" for i, t in enumerate(self.TYPES))
        self.items = ["int body_now, type_now;", f"int chosen(int x) {{ {cases}return 0; }}", kept, shapes,
                      f"long caller(int x) {{ {caller}return 0; }}"]
        self.first = [self.define_body(), self.define_type(), self.define_caller()]

    def define_body(self):
        return f"int chosen(int x) {{ return {self.BODIES[self.body]}; }}"

    def define_type(self):
        t = self.TYPES[self.type]
        return f"{t} kept = ({t}) 3.75;\nstruct shape {{ {t} a; char b; {t} c[2]; }};"

    def define_caller(self):
        return "long caller(int x) { return chosen(x) + (long) (kept * 2) + (long) sizeof kept; }"

    def step(self):
        """Something is redefined and used: (text of the cell, text of the reference)."""
        i = self.r.randint(-50, 50)
        show = f'show_integer("caller", caller({i}));'
        if self.r.random() < 0.5:
            self.body = self.r.randrange(len(self.BODIES))
            return self.define_body() + "\n" + show, f"body_now = {self.body};\n{show}"
        self.type = self.r.randrange(len(self.TYPES))
        again = self.type
        size = 'show_integer("shape", sizeof(struct shape{}));'
        t = self.TYPES[self.type]
        use = 'kept += 1;\n' + show
        return (f"{self.define_type()}\n{use}\n{size.format('')}",
                f"type_now = {again};\nkept{again} = ({t}) 3.75;\nkept{again} += 1;\n{show}\n{size.format(again)}")


def with_expectations(parts, wanted):
    """The cells as a .cell file: each with the lines that the reference printed while its statements ran."""
    lines = {}
    k = None
    for line in wanted.splitlines():
        if line.startswith(MARK):
            k = int(line.rsplit(" ", 1)[1])
        lines.setdefault(k, []).append(line)
    return "\n//---\n".join(
        "\n".join([part, *(f"// expect: {line}" for line in lines.get(i, []))]) for i, part in enumerate(parts)) + "\n"
