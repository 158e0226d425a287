# SPDX-License-Identifier: Apache-2.0
"""Random C++ programs about the standard containers: elements are added, erased and moved between containers while iterators and
references to others are kept. `source(seed, count)` is one translation unit of `count` programs, which a C++17 compiler with
libstdc++ and Warpcell must run alike, the order of unordered containers included."""
import random

PRELUDE = """#include <algorithm>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
void show(int x) { printf("%d ", x); }
void show(double x) { printf("%g ", x); }
void show(const std::string &x) { printf("%s ", x.c_str()); }
template <typename A, typename B> void show(const std::pair<A, B> &p) { show(p.first); show(p.second); }
template <typename C> void show_all(const char *name, const C &c) { printf("%s: ", name); for (const auto &x : c) show(x); printf("(%d)\\n", (int) c.size()); }
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.kept = []

    def put(self, text):
        self.lines.append("    " + text)

    def value(self, kind):
        n = self.random.choice([self.random.randint(0, 12), self.random.randint(0, 500), -self.random.randint(0, 9)])
        if kind == "int":
            return str(n)
        if kind == "double":
            return f"{n}.5"
        return 'std::string("%s")' % (self.random.choice("abcdefgh") * self.random.randint(1, 3) + str(n))

    def keep(self, name, pointer):
        """A pointer to an element that stays."""
        self.put(f"auto *k{len(self.kept)} = {pointer};")
        self.kept.append(name)

    def show_kept(self):
        for i in range(len(self.kept)):
            self.put(f"if (k{i}) show(*k{i});")
        self.put('puts("");')

    def list(self, kind):
        r = self.random
        self.put(f"std::list<{kind}> a, b{{{self.value(kind)}, {self.value(kind)}}};")
        self.put(f"a.push_back({self.value(kind)});")
        keep = r.random() < 0.5  # then nothing takes elements away from a
        if keep:
            self.keep("a", "&a.front()")
        self.put("auto i = a.begin();")
        for _ in range(r.randint(6, 25)):
            self.put(r.choice([
                f"a.push_back({self.value(kind)});", f"a.push_front({self.value(kind)});", f"b.push_back({self.value(kind)});",
                f"i = a.insert(i, {self.value(kind)});", "if (b.size()) b.pop_front();", "a.splice(i, b);",
                "if (b.size() > 1) a.splice(a.end(), b, std::next(b.begin()));",
                "a.sort();", "b.sort(); a.sort(); a.merge(b);", "a.reverse();",
                "b = a;", "b.assign(a.rbegin(), a.rend());", "if (i != a.end()) ++i;", "if (i != a.begin()) --i;",
                f"a.insert(a.end(), 2, {self.value(kind)});", f"b.resize({r.randint(0, 4)}, {self.value(kind)});",
                "b.clear();", f"b.remove({self.value(kind)});", f"a.emplace(a.begin(), {self.value(kind)});"] + ([] if keep else [
                    "if (a.size() > 1) b.splice(b.begin(), a, std::next(i) == a.end() ? a.begin() : i, a.end());"
                    " i = a.begin(); if (a.empty()) { a.swap(b); i = a.begin(); }", "a.unique(); i = a.begin();"])))
        self.put('show_all("a", a); show_all("b", b);')

    def deque(self, kind):
        r = self.random
        self.put(f"std::deque<{kind}> a, b;")
        self.put(f"a.push_back({self.value(kind)});")
        self.keep("a", "&a[0]")
        for _ in range(r.randint(6, 25)):
            n = r.choice([1, 3, 40, 300])
            self.put(r.choice([f"for (int j = 0; j < {n}; j++) a.push_back({self.value(kind)});",
                     f"for (int j = 0; j < {n}; j++) a.push_front({self.value(kind)});",
                     "b = a;", "b.assign(a.rbegin(), a.rend());", f"b.insert(b.begin() + b.size() / {r.randint(1, 4)}, {self.value(kind)});",
                     "if (b.size() > 2) b.erase(b.begin() + 1);", "if (b.size() > 5) b.erase(b.begin() + 1, b.end() - 2);",
                     "std::sort(b.begin(), b.end());", f"b.resize({r.randint(0, 20)});", "show(a.front()); show(a.back());",
                     "if (b.size()) { b.pop_front(); }", "if (b.size()) { b.pop_back(); }", "b.clear();",
                     f"show((int) std::count(a.begin(), a.end(), {self.value(kind)}));"]))
        self.put('show_all("a", a); show_all("b", b);')

    def ordered(self, kind):
        r = self.random
        name = r.choice(["set", "multiset", "map", "multimap"])
        pairs = name.endswith("map")
        less = r.choice(["", f", std::greater<{kind}>"])
        self.put(f"std::{name}<{kind}{', int' if pairs else ''}{less}> a;")
        element = (lambda: f"{{{self.value(kind)}, {r.randint(0, 99)}}}") if pairs else (lambda: self.value(kind))
        self.put(f"a.insert({element()});")
        self.keep("a", "&*a.begin()")
        self.put(f"const {kind} first = {'a.begin()->first' if pairs else '*a.begin()'};")
        at = "i->first" if pairs else "*i"
        for _ in range(r.randint(8, 40)):
            choices = [f"a.insert({element()});", f"a.insert({element()});",
                       f"if (!(KEY == first)) printf(\"%d \", (int) a.erase(KEY));", "printf(\"%d \", (int) a.count(KEY));",
                       "if (a.lower_bound(KEY) != a.end()) show(*a.lower_bound(KEY));",
                       "if (a.upper_bound(KEY) != a.end()) show(*a.upper_bound(KEY));",
                       "if (a.find(KEY) != a.end()) show(*a.find(KEY));", "show(*a.rbegin());", "{ auto c = a; c.clear(); }",
                       f"for (auto i = a.begin(); i != a.end();) if ({at} == KEY && !({at} == first)) i = a.erase(i); else ++i;"]
            if name == "map":
                choices += ["a[KEY]++;", "a[KEY] = 7;", "a.emplace(KEY, 3);", "a.try_emplace(KEY, 4);", "a.insert_or_assign(KEY, 5);"]
            self.put(r.choice(choices).replace("KEY", self.value(kind)))
        self.put('show_all("a", a);')

    def unordered(self, kind):
        r = self.random
        name = r.choice(["unordered_set", "unordered_multiset", "unordered_map", "unordered_multimap"])
        pairs = name.endswith("map")
        element = (lambda: f"{{{self.value(kind)}, {r.randint(0, 99)}}}") if pairs else (lambda: self.value(kind))
        type_ = f"std::{name}<{kind}{', int' if pairs else ''}>"
        some = ", ".join(element() for _ in range(r.randint(0, 15)))
        self.put(r.choice([f"{type_} a;", f"{type_} a({r.randint(0, 60)});", f"{type_} a{{{some}}};"]))
        self.put(f"{type_} b;")
        key = "x.first" if pairs else "x"
        for _ in range(r.randint(4, 30)):
            choices = [f"a.insert({element()});", f"for (int j = 0; j < {r.randint(1, 70)}; j++) a.insert({self.numbered(kind, pairs)});",
                       f"printf(\"%d \", (int) a.erase({self.value(kind)}));", f"printf(\"%d \", (int) a.count({self.value(kind)}));",
                       f"printf(\"%d \", a.find({self.value(kind)}) != a.end());",
                       "if (a.size()) a.erase(a.begin());", "b = a;", "{ auto c = std::move(b); b = c; }", f"a.reserve({r.randint(0, 90)});",
                       f"a.rehash({r.randint(0, 40)});", "b.insert(a.begin(), a.end());", 'show_all("a", a);', "a.swap(b);",
                       f"{{ int n = 0; for (const auto &x : a) n += {key} == {self.value(kind)}; show(n); }}"]
            if name == "unordered_map":
                choices += [f"a[{self.value(kind)}]++;"]
            self.put(r.choice(choices))
        self.put('show_all("a", a); show_all("b", b); printf("%d\\n", (int) a.bucket_count());')

    def numbered(self, kind, pairs):
        step = self.random.choice([1, 7, 13, 1000])
        key = {"int": f"j * {step}", "double": f"j * {step} + 0.25", "std::string": f"std::to_string(j * {step})"}[kind]
        return f"{{{key}, j}}" if pairs else key

    def text(self, number):
        kind = self.random.choice(["int", "int", "double", "std::string"])
        form = self.random.choice(["list", "deque", "ordered", "unordered", "unordered"])
        getattr(self, form)(kind)
        self.show_kept()
        return "void program%d() {\n%s\n}\n" % (number, "\n".join(self.lines))


def source(seed, count):
    programs = [Program(seed * count + i).text(i) for i in range(count)]
    calls = "".join(f'    puts("program {seed * count + i}");\n    program{i}();\n' for i in range(count))
    return f"{PRELUDE}{''.join(programs)}int main() {{\n{calls}}}\n"
