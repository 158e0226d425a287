# SPDX-License-Identifier: Apache-2.0
"""Random programs about objects of frames: small classes with operators, structs by value, locals whose address is taken, small arrays,
destructors, exceptions. All is defined, so that g++ prints the same, unless mistakes are asked for: then the program may read what is
uninitialised or gone."""
import random

PRELUDE = """#include <stdio.h>
#include <utility>
#include <vector>
typedef unsigned U;
struct V { double x, y, z; V() : x(0), y(1), z(2) {} V(double a, double b, double c) : x(a), y(b), z(c) {}
    double dot(const V &b) const { return x * b.x + y * b.y + z * b.z; }
    V scaled(double s) const { V r = *this; r.x *= s; r.y *= s; r.z *= s; return r; }
    V &operator+=(const V &b) { x += b.x; y += b.y; z += b.z; return *this; } };
V operator+(V a, V b) { return V(a.x + b.x, a.y + b.y, a.z + b.z); }
V operator-(const V &a, const V &b) { return V(a.x - b.x, a.y - b.y, a.z - b.z); }
V operator*(const V &a, double s) { return V(a.x * s, a.y * s, a.z * s); }
V operator-(V a) { a.x = -a.x; a.y = -a.y; a.z = -a.z; return a; }
struct P { U a, b; };
struct M { unsigned char c; U n; V v; short s; };
struct D { U *n; D(U *n) : n(n) {} ~D() { *n = *n * 3 + 1; } };
P flipped(P p) { P r; r.a = p.b; r.b = p.a; return r; }
P turned(const P &p) { return {p.b, p.a ^ 5}; }
P joined(P p, const P &q) { return {p.a + q.b, p.a > q.a ? p.b : q.a}; }
V middle(V a, V b, double t) { return a * (1 - t) + b * t; }
double apart(const V &a, const V &b) { return (a - b).dot(middle(a, b, 0.25)); }
P pair_of(U a, U b) { P r = {a, b}; return r; }
M made(U n, V v) { M m; m.c = (unsigned char) n; m.n = n; m.v = v; m.s = (short) (n & 127); return m; }
void set(U *p, U u) { *p = u; }
void bump(U &p) { p += 3; }
U sum(const U *p, U n) { U s = 0; for (U i = 0; i < n; i++) s += p[i]; return s; }
double sq(double x) { return x * x; }
double between(double a, double b, double t) { return t < 0.5 ? a + (b - a) * t : sq(t) - a / 4.0; }
U mixed(U a, U b) { return (a ^ b << 3) + (a > b ? a - b : ~b); }
signed char narrow(int n) { return n * 3; }
struct C { short lo; float f; U n; C(int a, double b) : lo(a), f(b), n(a + 1) {} C() : lo(1), f(2), n(3) {} };
double kept(double d) { return d == d && d < 1e15 && d > -1e15 ? d : 1; }
"""


class Program:
    def __init__(self, seed, mistakes):
        self.random = random.Random(seed)
        self.mistakes = mistakes
        self.functions = []  # (name, result)
        self.used = self.depth = self.loops = 0
        self.names = {}

    def pick(self, *choices):
        return self.random.choice(choices)

    def fresh(self, t):
        self.used += 1
        name = f"{t.lower()}{self.used}"
        return name

    def local(self, t):
        return self.random.choice(self.names[t])

    def call(self, t, depth):
        fitting = [f for f, result in self.functions if result == t]
        if not fitting or self.loops > 1:
            return self.local(t)
        return f"{self.random.choice(fitting)}({self.value('P', depth - 1)}, {self.value('V', depth - 1)}, {self.value('U', depth - 1)})"

    def value(self, t, depth=2):
        if depth <= 0 or self.random.random() < 0.2:
            return self.local(t)
        return getattr(self, "value_" + t)(depth - 1)

    def value_U(self, d):
        index = f"({self.value('U', d)}) & 3"
        return self.pick(lambda: f"{self.pick('1u', '2u', '7u', '100u', '65537u')}", lambda: f"{self.local('P')}.{self.pick('a', 'b')}",
                         lambda: f"{self.local('A')}[{index}]", lambda: f"sum({self.local('A')}, 4)", lambda: f"{self.local('M')}.{self.pick('c', 'n', 's')}",
                         lambda: f"({self.value('U', d)} {self.pick('+', '-', '*', '^', '&', '%  7 +')} {self.value('U', d)})",
                         lambda: f"(U) ({self.value('R', d)} < {self.value('R', d)})", lambda: f"{self.value('P', d)}.{self.pick('a', 'b')}",
                         lambda: f"mixed({self.value('U', d)}, {self.value('U', d)})",
                         lambda: f"(U) narrow({self.local('P')}.a & 255)", lambda: f"C({self.value('U', d)}, 0.1).{self.pick('lo', 'n')}", lambda: "C().n",
                         lambda: f"std::make_pair({self.value('U', d)}, 2.0).first", lambda: self.call("U", d))()

    def value_R(self, d):
        return self.pick(lambda: self.pick("0.5", "1.25", "-3.0", "2.0"), lambda: f"{self.local('V')}.{self.pick('x', 'y', 'z')}",
                         lambda: f"{self.local('V')}.dot({self.value('V', d)})", lambda: f"({self.value('V', d)}).{self.pick('x', 'y', 'z')}",
                         lambda: f"kept({self.value('R', d)} {self.pick('+', '-', '*')} {self.value('R', d)})",
                         lambda: f"(double) ({self.value('U', d)})", lambda: f"kept(sq({self.value('R', d)}))", lambda: f"kept(apart({self.value('V', d)}, {self.value('V', d)}))",
                         lambda: f"kept(between({self.value('R', d)}, {self.value('R', d)}, {self.value('R', d)}))", lambda: self.call("R", d))()

    def value_V(self, d):
        return self.pick(lambda: f"V({self.value('R', d)}, {self.value('R', d)}, {self.value('R', d)})", lambda: f"({self.value('V', d)} + {self.value('V', d)})",
                         lambda: f"middle({self.value('V', d)}, {self.value('V', d)}, {self.value('R', d)})",
                         lambda: f"({self.value('V', d)} - {self.value('V', d)})", lambda: f"{self.value('V', d)} * 0.5", lambda: f"(-{self.value('V', d)})",
                         lambda: f"{self.local('V')}.scaled({self.value('R', d)})", lambda: f"{self.local('M')}.v", lambda: f"W[{self.value('U', d)} & 7]",
                         lambda: f"({self.value('U', d)} & 1 ? {self.value('V', d)} : {self.value('V', d)})", lambda: self.call("V", d))()

    def value_P(self, d):
        return self.pick(lambda: f"pair_of({self.value('U', d)}, {self.value('U', d)})", lambda: f"flipped({self.value('P', d)})",
                         lambda: f"turned({self.value('P', d)})", lambda: f"joined({self.value('P', d)}, {self.value('P', d)})",
                         lambda: f"(P{{{self.value('U', d)}, {self.value('U', d)}}})", lambda: self.call("P", d))()

    def value_M(self, d):
        return f"made({self.value('U', d)}, {self.value('V', d)})"

    # ---- statements ----

    def declaration(self):
        t = self.pick("U", "R", "V", "V", "P", "P", "M", "A", "U")
        name = self.fresh(t)
        u, v = self.value("U"), self.value("V", 1)
        late = self.mistakes and self.random.random() < 0.04
        texts = {"U": [f"U {name}; set(&{name}, {u});", f"U {name} = {u}; bump({name});", f"U {name} = {u};",
                       f"U {name}; if ({u} & 1) {name} = 5; else set(&{name}, 3);"],
                 "R": [f"double {name} = {self.value('R')};"],
                 "V": [f"V {name} = {self.value('V')};", f"V {name}({self.value('R', 1)}, 2, 3);", f"V {name}; {name} += {v};", f"V {name}; {name} = {v}; {name}.y = 4;"],
                 "P": [f"P {name}; {name}.a = {u};" + ("" if late else f" {name}.b = {self.value('U')};"), f"P {name} = {self.value('P')};", f"P {name}; {name} = {self.value('P')};",
                       f"P {name}; if ({u} & 1) {name}.b = 1; else {name}.b = 2; {name}.a = {name}.b + 1;",
                       f"P {name}; P *p{name} = &{name}; p{name}->a = {u}; p{name}->b = 3;", f"P {name}; {name}.b = 9; {name}.a = {name}.b + {u};"],
                 "M": [f"M {name} = {self.value('M')};", f"M {name}; {name}.c = 1; {name}.v = {v}; {name}.n = {u}; {name}.s = 2;"],
                 "A": [f"U {name}[4]; for (U k = 0; k < {3 if late else 4}; k++) {name}[k] = k * 7 + {u};", f"U {name}[4] = {{{u}, 1, 2}};",
                       f"U {name}[4]; {name}[0] = {u}; {name}[1] = 2; {name}[2] = 3; {name}[3] = 4;"]}[t]
        text = self.random.choice(texts)
        self.names[t].append(name)
        return text

    def assignment(self):
        t = self.pick("V", "V", "P", "U", "R", "M")
        name = self.local(t)
        if t == "V":
            return self.pick(lambda: f"{name} = {self.value('V')};", lambda: f"{name} += {self.value('V')};", lambda: f"{name}.{self.pick('x', 'y')} = {self.value('R')};")()
        if t == "P" and self.random.random() < 0.5:
            return f"{name}.{self.pick('a', 'b')} {self.pick('=', '+=', '^=')} {self.value('U')};"
        if t == "R":
            return f"{name} = kept({self.value('R')});"
        return f"{name} = {self.value(t)};"

    def hashed(self):
        return self.pick(lambda: f"h = h * 31 + ({self.value('U')});", lambda: f"h += ({self.value('R')}) > 1;", lambda: f"h ^= ({self.value('P')}).a;")()

    def block(self, count):
        names = {t: list(n) for t, n in self.names.items()}
        self.depth += 1
        lines = [self.statement() for _ in range(count)]
        self.depth -= 1
        self.names = names
        return "{\n" + "\n".join(lines) + "\n}"

    def loop(self):
        i = self.fresh("U")
        self.loops += 1
        body = self.block(self.random.randint(1, 4))
        self.loops -= 1
        return f"for (U {i} = 0; {i} < {self.pick(2, 4, 9)}; {i}++) {body}"

    def mistake(self):
        name = self.fresh("q")
        return self.pick(f"U *{name} = &h; {{ U x = h; if (h % 5 == 0) {name} = &x; }} h += *{name};",
                         f"const V *{name} = &W[0]; {{ V x = *{name} + *{name}; if (h % 5 == 0) {name} = &x; }} h += {name}->x > 2;",
                         f"{self.local('A')}[{self.value('U', 1)} % 5] = 1;")

    def statement(self):
        r = self.random.random()
        if self.mistakes and r < 0.02:
            return self.mistake()
        if r < 0.3 and self.depth < 4:
            return self.declaration()
        if r < 0.42 and self.loops < 2 and self.depth < 4:
            return self.loop()
        if r < 0.5 and self.depth < 4:
            return f"if ({self.value('U')} & 1) {self.block(2)} else {self.block(1)}"
        if r < 0.55 and self.depth < 4:
            return f"{{ D d{self.fresh('D')}(&h); {self.hashed()} {self.block(2)} }}"
        if r < 0.59 and self.depth < 4:
            return f"try {{ V t = {self.value('V')}; if ({self.value('U')} % 3 == 0) throw (int) (h & 15); {self.assignment()} }} catch (int e) {{ h += e; }}"
        if r < 0.62 and self.loops:
            return f"if ({self.value('U')} % 5 == 0) {self.pick('break', 'continue')};"
        return self.hashed() if r < 0.8 else self.assignment()

    def function(self):
        result, name = self.pick("U", "R", "V", "P"), self.fresh("f")
        self.names = {"U": ["u", "h"], "R": ["r"], "V": ["v", "w"], "P": ["p"], "M": ["m"], "A": ["a"]}
        body = self.block(self.random.randint(3, 7))
        last = {"U": "h", "R": f"kept({self.value('R')})", "V": self.value("V"), "P": self.value("P")}[result]
        self.functions.append((name, result))
        return (f"{'double' if result == 'R' else result} {name}(P p, V v, U u)\n{{\nU h = u, a[4] = {{u, 1, 2, 3}}; double r = kept(v.x); V w; M m = made(u, v);\n"
                f"{body}\nprinted(h, r, v, w, p, a);\nreturn {last};\n}}\n")


def source(seed, mistakes=False):
    p = Program(seed, mistakes)
    text = (PRELUDE + "std::vector<V> W(8, V(1, 2, 3));\nU calls;\nvoid printed(U h, double r, const V &v, const V &w, const P &p, const U *a) { if (calls++ < 400) "
            "printf(\"%u %g %g %g %u %u\\n\", h, r, kept(v.x), kept(w.y), p.a + p.b, a[1]); }\n")
    text += "".join(p.function() for _ in range(4))
    calls = "".join(f"{name}(p, v, k); " for name, _ in p.functions)
    return text + (f"int main()\n{{\nfor (U k = 0; k < 6; k++) {{ P p = {{k, 5}}; V v(k, 0.5, 2); {calls}}}\nprintf(\"%u\\n\", calls);\nreturn 0;\n}}\n")


if __name__ == "__main__":
    import sys
    print(source(int(sys.argv[1]), len(sys.argv) > 2))
