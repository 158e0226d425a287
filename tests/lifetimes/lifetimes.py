# SPDX-License-Identifier: Apache-2.0
"""Random C++ programs about the lifetimes of objects. Each program prints a line whenever an object is made, copied, moved,
assigned or destroyed. `source(seed, count)` is one translation unit of `count` programs, which a C++17 compiler and Warpcell
must run alike. What C++ leaves open (the order of arguments) is not used."""
import random

PRELUDE = """#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>
"""

CLASSES = """struct A {
    int n;
    A() : n(0) { printf("+A %d\\n", n); }
    A(int v) : n(v) { printf("+A %d\\n", n); }
    A(const A &o) : n(o.n) { printf("cA %d\\n", n); }
    A(A &&o) noexcept : n(o.n) { o.n = -o.n; printf("mA %d\\n", n); }
    A &operator=(const A &o) { printf("=A %d %d\\n", n, o.n); n = o.n; return *this; }
    A &operator=(A &&o) noexcept { printf("<A %d %d\\n", n, o.n); n = o.n; o.n = -o.n; return *this; }
    ~A() { printf("-A %d\\n", n); }
    int get() const { return n; }
    A plus(int k) const { return A(n + k); }
};
struct Thrower { /* its constructor fails for some numbers */
    A a;
    int n;
    Thrower(int v) : a(v), n(v) { if (v % 3 == 0) throw v; printf("+T %d\\n", n); }
    Thrower(const Thrower &o) : a(o.a), n(o.n) { if (n % 3 == 1 && n % 2) throw n; printf("cT %d\\n", n); }
    ~Thrower() { printf("-T %d\\n", n); }
};
struct Pair {
    A first;
    std::string name;
    A second;
    Pair(int v) : first(v), name("p"), second(v + 1) { printf("+P %d\\n", v); }
    ~Pair() { printf("-P %d %s\\n", first.n, name.c_str()); }
};
struct Base {
    A a;
    Base(int v) : a(v) { printf("+B %d\\n", v); }
    virtual ~Base() { printf("-B %d\\n", a.n); }
    virtual int value() const { return a.n; }
};
struct Derived : Base {
    A d;
    A list[2];
    Derived(int v) : Base(v), d(v + 10) { printf("+D %d\\n", v); }
    ~Derived() override { printf("-D %d\\n", d.n); }
    int value() const override { return d.n; }
};
struct Other {
    A o;
    Other(int v) : o(v) { printf("+O %d %d\\n", v, other()); }
    virtual ~Other() { printf("-O %d\\n", other()); }
    virtual int other() const { return o.n; }
};
struct Two : Base, Other {
    A t;
    Two(int v) : Base(v), Other(v + 5), t(v + 6) { printf("+Two %d\\n", value() + other()); }
    ~Two() override { printf("-Two %d\\n", value() + other()); }
    int value() const override { return t.n; }
    int other() const override { return t.n + a.n; }
};
struct Plain { int x; A a; };
A make(int v) { return A(v); }
A named(int v) { A r(v); r.n++; return r; }
A either(int v) { A x(v), y(v + 1); if (v % 2) return x; return y; }
int byvalue(A a) { a.n += 1; return a.n; }
int byref(const A &a) { return a.n; }
int bymove(A &&a) { A b(std::move(a)); return b.n; }
A &same(A &a) { return a; }
int deep(int v) { A a(v); if (v <= 0) throw A(v + 50); return deep(v - 1) + a.n; }
std::vector<A> several(int n) { std::vector<A> r; for (int i = 0; i < n; i++) r.push_back(A(i)); return r; }
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = 0
        self.number = 0
        self.scopes = [[]]  # of (kind, name)
        self.statics = []
        self.loops = 0
        self.calls = []

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def n(self):
        self.number += 1
        return self.number

    def put(self, text):
        self.lines.append("    " * len(self.scopes) + text)

    def known(self, kind):
        return [n for scope in self.scopes for k, n in scope if k == kind]

    def declare(self, kind, name):
        self.scopes[-1].append((kind, name))

    # ---- expressions ----
    def object(self, depth=0):
        """An expression of type A, an rvalue."""
        some = self.known("A")
        choices = [lambda: f"A({self.n()})", lambda: f"make({self.n()})", lambda: f"named({self.n()})",
                   lambda: f"either({self.n()})"]
        if some:
            choices += [lambda: f"std::move({self.random.choice(some)})", lambda: f"{self.random.choice(some)}.plus({self.n()})"]
        if depth < 2:
            choices += [lambda: f"({self.condition()} ? {self.object(depth + 1)} : {self.object(depth + 1)})",
                        lambda: f"A({self.integer(depth + 1)})", lambda: f"make({self.integer(depth + 1)})",
                        lambda: f"({self.integer(depth + 1)}, {self.object(depth + 1)})"]
        return self.random.choice(choices)()

    def any_object(self):
        some = self.known("A")
        return self.random.choice(some) if some and self.random.random() < 0.4 else self.object()

    def condition(self):
        return self.random.choice([f"k % {self.random.randint(2, 4)} == 0", f"{self.integer(2)} > {self.random.randint(0, 40)}",
                                   f"(k & {self.random.randint(1, 3)})"])

    def integer(self, depth=0):
        choices = [lambda: str(self.n()), lambda: "k"]
        some = self.known("A")
        if some:
            choices += [lambda: f"{self.random.choice(some)}.n", lambda: f"byref({self.random.choice(some)})"]
        pointers = self.known("A*")
        if pointers:
            choices += [lambda: f"{self.random.choice(pointers)}->n"]
        if depth < 2:
            choices += [lambda: f"byvalue({self.object(depth + 1)})", lambda: f"byref({self.object(depth + 1)})",
                        lambda: f"bymove({self.object(depth + 1)})", lambda: f"{self.object(depth + 1)}.get()",
                        lambda: f"{self.object(depth + 1)}.n"]
        return self.random.choice(choices)()

    # ---- statements ----
    def local(self):
        name = self.name("a")
        form = self.random.choice(["A {} = {};", "A {}(({}));", "A {}{{{}}};", "auto {} = {};", "A &&{} = {};", "const A &{} = {};"])
        self.put(form.format(name, self.object()))
        if not form.startswith("const"):
            self.declare("A", name)

    def array(self):
        name = self.name("l")
        self.put(self.random.choice([f"A {name}[3];", f"A {name}[2] = {{{self.object()}, {self.object()}}};",
                                     f"A {name}[3] = {{{self.object()}}};"]))
        self.put(f"{name}[1] = {self.any_object()};")

    def heap(self):
        name = self.name("h")
        self.put(f"A *{name} = new A({self.any_object() if self.random.random() < 0.7 else self.integer()});")
        self.declare("A*", name)
        self.statement()
        self.put(f"printf(\"%d\\n\", {name}->n);")
        self.put(f"delete {name};")
        self.scopes[-1].remove(("A*", name))

    def heap_array(self):
        name = self.name("h")
        self.put(f"A *{name} = new A[{self.random.randint(1, 3)}];")
        self.put(f"{name}[0] = {self.any_object()};")
        self.put(f"delete[] {name};")

    def temporary(self):
        self.put(self.random.choice([f"(void) {self.object()};", f"k += {self.integer()};", f"printf(\"%d\\n\", {self.integer()});"]))

    def assign(self):
        some = self.known("A")
        if some:
            self.put(f"{self.random.choice(some)} = {self.any_object()};")
        else:
            self.local()

    def swap(self):
        some = self.known("A")
        if len(some) > 1:
            a, b = self.random.sample(some, 2)
            self.put(f"std::swap({a}, {b});")
        else:
            self.temporary()

    def vector(self):
        name = self.name("v")
        self.put(self.random.choice([f"std::vector<A> {name};", f"std::vector<A> {name}({self.random.randint(1, 3)});",
                                     f"std::vector<A> {name} = several({self.random.randint(0, 3)});",
                                     f"std::vector<A> {name}(2, {self.any_object()});"]))
        self.put(f"{name}.reserve(20);")
        for _ in range(self.random.randint(1, 4)):
            self.put(self.random.choice([
                f"{name}.push_back({self.any_object()});", f"{name}.emplace_back({self.n()});",
                f"if (!{name}.empty()) {name}.pop_back();", f"if ({name}.size() > 1) {name}.erase({name}.begin());",
                f"{name}.clear();", f"if ({name}.size()) {name}[0] = {self.any_object()};",
                f"for (const A &x : {name}) k += x.n;", f"for (A x : {name}) k += x.n;",
                f"{{ std::vector<A> w = {name}; k += (int) w.size(); }}",
                f"{{ std::vector<A> w = std::move({name}); k += (int) w.size(); {name}.clear(); }}"]))
        self.put(f"printf(\"%d %d\\n\", (int) {name}.size(), k);")

    def pointers(self):
        name = self.name("u")
        kind = self.random.choice(["unique", "shared"])
        self.put(f"std::{kind}_ptr<A> {name} = std::make_{kind}<A>({self.n()});")
        self.put(self.random.choice([f"{name}.reset();", f"{name}.reset(new A({self.n()}));", f"auto {name}b = std::move({name});",
                                     f"k += {name}->n;", f"{name} = std::make_{kind}<A>({self.n()});"]))

    def polymorphic(self):
        name = self.name("b")
        base, made = self.random.choice([("Base", "Base"), ("Base", "Derived"), ("Base", "Two"), ("Other", "Other"), ("Other", "Two")])
        self.put(f"{base} *{name} = new {made}({self.n()});")
        self.put(f"k += {name}->{'value' if base == 'Base' else 'other'}();")
        self.statement()
        self.put(f"delete {name};")

    def members(self):
        name = self.name("m")
        self.put(self.random.choice([f"Pair {name}({self.n()});", f"Derived {name}({self.n()});",
                                     f"Two {name}({self.n()}); Two {name}c = {name}; Other &{name}o = {name}c; {name} = {name}c; k += {name}o.other();",
                                     f"Plain {name} = {{{self.n()}, {self.object()}}};",
                                     f"Plain {name}{{{self.n()}, {self.object()}}}; Plain {name}c = {name}; {name}c = {name};",
                                     f"Pair *{name} = new Pair({self.n()}); delete {name};",
                                     f"std::pair<int, A> {name}({self.n()}, {self.object()});",
                                     f"Pair {name}[2] = {{{self.n()}, {self.n()}}};"]))

    def static(self):
        name = self.name("s")
        self.put(f"for (int i = 0; i < 2; i++) {{ static A {name}({self.n()}); {name}.n++; }}")

    def function_static(self):
        name = self.name("f")
        self.statics.append(f"A &{name}() {{ static A x({self.n()}); return x; }}")
        self.put(f"{name}().n++; k += {name}().n;")

    def guarded(self):
        """try { ... } with something thrown out of it."""
        self.put("try {")
        self.block(self.random.randint(1, 3))
        self.scopes.append([])
        self.put(self.random.choice([f"if ({self.condition()}) throw {self.n()};", f"throw {self.object()};",
                                     f"Thrower {self.name('t')}({self.n()});", f"Thrower *{self.name('t')} = new Thrower({self.n()}); (void) k;",
                                     f"k += deep({self.random.randint(0, 3)});", f"throw std::string(\"s{self.n()}\");",
                                     f"std::vector<Thrower> {self.name('t')}; for (int i = 1; i < 4; i++) {self.names_last('t')}.push_back(Thrower(i + {self.n()}));",
                                     f"Thrower {self.name('t')}[3] = {{{self.n()}, {self.n()}, {self.n()}}};"]))
        self.scopes.pop()
        self.put("} catch (int e) {")
        self.scopes.append([])
        self.put('printf("int %d\\n", e);')
        if self.random.random() < 0.3:
            self.statement()
        self.scopes.pop()
        self.put(self.random.choice(["} catch (const A &e) {", "} catch (A e) {", "} catch (A &e) {"]))
        self.put('    printf("A %d\\n", e.n);')
        self.put("} catch (const std::string &e) {")
        self.put('    printf("string %s\\n", e.c_str());')
        self.put("}")

    def names_last(self, prefix):
        return f"{prefix}{self.names}"

    def rethrown(self):
        self.put("try { try {")
        self.block(1)
        self.put(f"    throw A({self.n()});")
        self.put(self.random.choice([f"}} catch (A &e) {{ e.n += 100; A x({self.n()}); throw; }}",
                                     f"}} catch (const A &e) {{ throw A(e.n + 1); }}", "} catch (A e) { throw e; }"]))
        self.put('} catch (A &e) { printf("again %d\\n", e.n); }')

    def block(self, count):
        self.scopes.append([])
        for _ in range(count):
            self.statement()
        self.scopes.pop()

    def braces(self):
        self.put("{")
        self.block(self.random.randint(1, 3))
        self.put("}")

    def branch(self):
        self.put(f"if ({self.condition()}) {{")
        self.block(self.random.randint(1, 2))
        if self.random.random() < 0.5:
            self.put("} else {")
            self.block(self.random.randint(1, 2))
        self.put("}")

    def loop(self):
        i = self.name("i")
        self.put(f"for (int {i} = 0; {i} < {self.random.randint(1, 3)}; {i}++) {{")
        self.scopes.append([])
        for _ in range(self.random.randint(1, 2)):
            self.statement()
        self.put(self.random.choice([f"if ({i} == 1) break;", f"if ({self.condition()}) continue;", "k++;", "k++;"]))
        self.statement()
        self.scopes.pop()
        self.put("}")

    def switched(self):
        self.put(f"switch ({self.integer(1)} % 3) {{")
        for i in range(2):
            self.put(f"case {i}: {{")
            self.block(1)
            self.put("}" + self.random.choice(["", " break;"]))
        self.put("default: k++;")
        self.put("}")

    def lambda_(self):
        name = self.name("f")
        some = self.known("A")
        if some:
            x = self.random.choice(some)
            capture = self.random.choice([x, f"&{x}", f"y = {x}", f"y = std::move({x})"])
            used = "y" if "=" in capture else x
            self.put(f"auto {name} = [{capture}](int d) {{ return {used}.n + d; }};")
            self.put(f"k += {name}({self.n()});")
        else:
            self.local()

    def early(self):
        self.put(f"if ({self.condition()}) return k;")

    def goto(self):
        name = self.name("again")
        self.put(f"int {name}k = 0;")
        self.put(f"{name}: {{")
        self.block(1)
        self.put(f"    if (++{name}k < 2) goto {name};")
        self.put("}")

    def statement(self):
        if len(self.scopes) > 4 or len(self.lines) > 60:
            self.random.choice([self.temporary, self.assign])()
            return
        self.random.choices(
            [self.local, self.array, self.heap, self.heap_array, self.temporary, self.assign, self.swap, self.vector, self.pointers,
             self.polymorphic, self.members, self.static, self.function_static, self.guarded, self.rethrown, self.braces, self.branch,
             self.loop, self.switched, self.lambda_, self.early, self.goto],
            [6, 2, 4, 2, 5, 4, 1, 4, 2, 2, 3, 1, 1, 4, 1, 2, 3, 3, 1, 2, 1, 1])[0]()

    def text(self, space):
        for _ in range(self.random.randint(4, 9)):
            self.statement()
        globals_ = "".join(self.random.choice([f"A g{i}({1000 + i});\n", f"Pair g{i}({1000 + i});\n", f"std::vector<A> g{i} = several(2);\n",
                                               f"struct G{i} {{ ~G{i}() {{ printf(\"end g{i} %d\\n\", gfirst.n); }} }};\nG{i} g{i};\n"])
                           for i in range(self.random.randint(0, 2)))
        return (f"namespace {space} {{\n{CLASSES}A gfirst({900});\n{globals_}" + "\n".join(self.statics) + "\nint run(int k)\n{\n" +
                "\n".join(self.lines) + "\n    return k;\n}\n}\n")


def source(seed, count):
    programs = [Program(seed * 1000 + i).text(f"p{i}") for i in range(count)]
    calls = "".join(f'    printf("== {i}\\n");\n    try {{ printf("%d\\n", p{i}::run({i})); }} catch (...) {{ printf("left\\n"); }}\n'
                    for i in range(count))
    return PRELUDE + "".join(programs) + f"int main()\n{{\n{calls}    return 0;\n}}\n"


if __name__ == "__main__":
    import sys
    print(source(int(sys.argv[1]), int(sys.argv[2])))
