# SPDX-License-Identifier: Apache-2.0
"""Random programs in which macros, names, namespaces and overloads shadow each other: generate(seed) gives a Program.

One pool of names serves macros, functions, kernels, parameters, members and locals. The generator follows C++'s rules, so
that every program is valid: it knows which macros are defined at each place and what a name means there. All numbers are
unsigned, so that nothing overflows."""
import random

NAMES = ["alpha", "beta", "gamma_", "delta", "sum", "len", "dot", "N", "M", "SIZE"]
SPACES = ["", "left", "right"]
TYPES = ["unsigned", "unsigned long long", "pair_t"]


class Macro:
    def __init__(self, text, names, arguments=0):
        self.text, self.names, self.arguments = text, names, arguments


class Program:
    """text: of the whole file but main; kernels: their qualified names; calls: host expressions; clear: names that main
    needs and that are macros at the end."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.macros, self.functions, self.kernels = [], {}, {}, []
        self.structs, self.calls, self.count = [], [], 0
        self.lines.append("struct pair_t { unsigned x, y; };")
        for _ in range(self.r.randint(8, 16)):
            self.item()
        while len(self.kernels) < 2:
            self.kernel()
        self.text = "\n".join(self.lines) + "\n"
        used = {name for _, name in self.kernels} | {call[0] for call in self.calls} | {n for s in self.structs for n in s[1:]}
        self.clear = "".join(f"#undef {name}\n" for name in sorted(set(self.macros) & (used | {"x", "y"})))

    # ---- choices

    def free(self, *taken):
        """A name that is no macro at this place."""
        names = [name for name in NAMES if name not in self.macros and name not in taken]
        return self.r.choice(names) if names else f"only_{self.fresh()}"

    def fresh(self):
        self.count += 1
        return self.count

    def usable(self, name, hidden, depth=0):
        """Whether a use of that macro means something where the names in `hidden` are parameters or locals."""
        macro = self.macros.get(name)
        if not macro or depth > 6:
            return False
        for used in macro.names:
            if used in self.macros:
                if self.macros[used].arguments or not self.usable(used, hidden, depth + 1):
                    return False
            elif used in hidden or ("", used, ("unsigned",)) not in self.functions:
                return False
        return True

    def value(self, values, hidden, space, depth=0):
        """An expression of type unsigned. values: expressions of names that are in scope; hidden: all names of locals."""
        r = self.r
        pick = r.random()
        if depth > 2 or pick < 0.25:
            return f"{r.randint(0, 99)}u"
        if pick < 0.5 and values:
            return r.choice(values)
        if pick < 0.65:
            macros = [name for name in self.macros if self.usable(name, hidden)]
            if macros:
                name = r.choice(macros)
                inner = ", ".join(self.value(values, hidden, space, depth + 1) for _ in range(self.macros[name].arguments))
                return f"(unsigned) ({name}({inner}))" if self.macros[name].arguments else f"(unsigned) ({name})"
        if pick < 0.85:
            call = self.call(values, hidden, space, depth)
            if call:
                return call
        left, right = self.value(values, hidden, space, depth + 1), self.value(values, hidden, space, depth + 1)
        return f"({left} {r.choice('+-*^|&')} {right})"

    def call(self, values, hidden, space, depth):
        """A call of a function that is found by the written name, with arguments of exactly its types."""
        r = self.r
        choices = []
        for where, name, types in self.functions:
            if name in self.macros and not self.macros[name].arguments or name in hidden and where == space:
                continue
            if name in self.macros:
                continue
            if where == space and space and name not in hidden:
                choices.append((name, types))
            elif where:
                choices.append((f"{where}::{name}", types))
            else:
                choices.append((f"::{name}", types))
                if not space and name not in hidden:
                    choices.append((name, types))
        if not choices:
            return None
        name, types = r.choice(choices)
        return f"{name}({', '.join(self.argument(t, values, hidden, space, depth) for t in types)})"

    def argument(self, kind, values, hidden, space, depth):
        value = self.value(values, hidden, space, depth + 1)
        if kind == "pair_t":
            return "pair_t{" + value + ", " + self.value(values, hidden, space, depth + 1) + "}"
        return f"({kind}) ({value})" if kind != "unsigned" else f"(unsigned) ({value})"

    # ---- items

    def item(self):
        self.r.choices([self.define, self.undefine, self.define_call, self.function, self.kernel, self.struct, self.redefine],
                       [4, 2, 2, 5, 3, 2, 3])[0]()

    def put_macro(self, name, macro):
        if name in self.macros:
            self.lines.append(f"#undef {name}")
        parameters = f"({', '.join('uv'[:macro.arguments])})" if macro.arguments else ""
        self.lines.append(f"#define {name}{parameters} {macro.text}")
        self.macros[name] = macro

    def body_names(self):
        others = [name for name, macro in self.macros.items() if not macro.arguments]
        return [self.r.choice(others)] if others and self.r.random() < 0.6 else []

    def define(self):
        name = self.r.choice(NAMES)
        used = [other for other in self.body_names() if other != name]
        self.put_macro(name, Macro(f"({self.r.randint(1, 9)}u{''.join(' * ' + u for u in used)})", used))

    def redefine(self):
        if self.macros:
            name = self.r.choice(sorted(self.macros))
            used = [other for other in self.body_names() if other != name]
            self.put_macro(name, Macro(f"({self.r.randint(10, 99)}u{''.join(' + ' + u for u in used)})", used))

    def define_call(self):
        name = self.r.choice(NAMES)
        used = [other for other in self.body_names() if other != name]
        functions = sorted(f for where, f, types in self.functions if not where and types == ("unsigned",) and f != name)
        if functions and self.r.random() < 0.5:
            f = self.r.choice(functions)
            self.put_macro(name, Macro(f"({f}(u) + 1u)", [f], 1))
        elif self.r.random() < 0.5:
            self.put_macro(name, Macro(f"((u) * (v){''.join(' + ' + u for u in used)})", used, 2))
        else:
            self.put_macro(name, Macro(f"((u) + {self.r.randint(1, 9)}u{''.join(' - ' + u for u in used)})", used, 1))

    def undefine(self):
        if self.macros:
            name = self.r.choice(sorted(self.macros))
            self.lines.append(f"#undef {name}")
            del self.macros[name]

    def body(self, parameters, space, result):
        """Statements that end in result % value."""
        r, lines = self.r, []
        hidden = {name for _, name in parameters}
        values = []
        for kind, name in parameters:
            values.append(name if kind == "unsigned" else f"{name}.y" if kind == "pair_t" and "y" not in self.macros else
                          f"(unsigned) {name}" if kind != "pair_t" else "3u")
        if r.random() < 0.5:
            local = self.free(*hidden)
            lines.append(f"unsigned {local} = {self.value(values, hidden | {local}, space)};")
            hidden, values = hidden | {local}, values + [local]
            result = result % f"(%s ^ {local})"
        name = r.choice(NAMES)
        if r.random() < 0.5:
            lines += [f"#if{r.choice(['def', 'ndef'])} {name}", result % self.value(values, hidden, space), "#else",
                      result % self.value(values, hidden, space), "#endif"]
        elif name in self.macros and not self.macros[name].arguments and not self.macros[name].names:
            lines += [f"#if {name} > {r.randint(1, 50)}", result % self.value(values, hidden, space), "#else",
                      result % self.value(values, hidden, space), "#endif"]
        else:
            lines.append(result % self.value(values, hidden, space))
        return lines

    def function(self):
        r = self.r
        space, name = r.choice(SPACES), self.free()
        if any(k == (space, name) for k in self.kernels):
            return
        types = tuple(r.choices(TYPES, [6, 2, 2], k=r.randint(1, 2)))
        if (space, name, types) in self.functions:
            return
        parameters = []
        for kind in types:
            parameters.append((kind, self.free(*[p for _, p in parameters], *([name] if r.random() < 0.7 else []))))
        text = [f"__host__ __device__ unsigned {name}({', '.join(f'{k} {n}' for k, n in parameters)})", "{"]
        text += self.body(parameters, space, "return %s;") + ["}"]
        self.functions[space, name, types] = True
        self.enclose(space, text)
        arguments = {"unsigned": "7u", "unsigned long long": "8ull", "pair_t": "pair_t{3u, 4u}"}
        self.calls.append((name, f"{space}::{name}({', '.join(arguments[t] for t in types)})"))

    def kernel(self):
        r = self.r
        space, name = r.choice(SPACES), self.free()
        if (space, name) in self.kernels or any((s, n) == (space, name) for s, n, _ in self.functions):
            return
        out = f"out{self.fresh()}"
        other = self.free(out, *([name] if r.random() < 0.7 else []))
        text = [f"__global__ void {name}(unsigned *{out}, unsigned {other})", "{"]
        text += self.body([("unsigned", other)], space, f"*{out} = %s;") + ["}"]
        self.enclose(space, text)
        self.kernels.append((space, name))

    def struct(self):
        r = self.r
        tag, field = f"struct_{self.fresh()}", self.free()
        method = self.free(field)
        text = [f"struct {tag} {{ unsigned {field}; __host__ __device__ unsigned {method}(unsigned {self.free()}1) const", "{"]
        text += self.body([], "", f"return {field} + %s;") + ["}", "};"]
        # the members hide names equal to theirs
        if any(f" {n}(" in line or f"({n}(" in line for line in text[2:] for n in (field, method)):
            return
        self.lines += text
        self.structs.append((tag, field, method))
        self.calls.append((method, f"{tag}{{5u}}.{method}(6u)"))

    def enclose(self, space, text):
        self.lines += [f"namespace {space} {{", *text, "}"] if space else text

    # ---- whole files

    def main(self, launch):
        lines = [self.clear + "int main()", "{", "unsigned *p;", "cudaMallocManaged(&p, 4);"]
        for number, (space, name) in enumerate(self.kernels):
            lines.append(launch % (f"{space}::{name}", number + 1) + ' printf("%u\\n", *p);')
        lines += [f'printf("%u\\n", {call});' for _, call in self.calls]
        return "\n".join(lines) + "\n}\n"

    def cuda(self):
        return 'extern "C" int printf(const char *, ...);\n' + self.text + self.main("%s<<<1, 1>>>(p, %du); cudaDeviceSynchronize();")

    def host(self):
        head = ('extern "C" int printf(const char *, ...);\n#define __global__\n#define __host__\n#define __device__\n'
                "static unsigned place; static void cudaMallocManaged(unsigned **p, int) { *p = &place; }\n")
        return head + self.text + self.main("%s(p, %du);")

    def device(self):
        return self.text + self.clear


def generate(seed):
    return Program(seed)
