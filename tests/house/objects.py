# SPDX-License-Identifier: Apache-2.0
"""What the object files of a build say about the structure: which file refers to which, and what each one keeps as data.

An include can be avoided by declaring a function by hand; the symbol table cannot. Everything here works on
compile_commands.json, which Meson writes, and on the output of nm and objdump.
"""

import json
import pathlib
import re
import subprocess
from collections import defaultdict


class Objects:
    """The object files of one build directory whose sources are below `folders` of `root`."""

    def __init__(self, build, root, folders=("runtime", "kernel", "repl")):
        build, root = pathlib.Path(build), pathlib.Path(root).resolve()
        self.sources = {}  # object file -> source, relative to root
        for command in json.loads((build / "compile_commands.json").read_text()):
            source = (build / command["file"]).resolve()
            output = build / command["output"]
            if source.is_relative_to(root) and output.exists():
                name = str(source.relative_to(root))
                if name.split("/")[0] in folders:
                    self.sources[output] = name
        self.defined = {}  # symbol -> the files that define it for others (a lane loop is compiled once per instruction set)
        self.definers = defaultdict(set)  # symbol -> every file that defines it for others
        self.undefined = defaultdict(set)  # file -> symbols it needs from elsewhere
        self._read_symbols()

    def _read_symbols(self):
        found = subprocess.run(["nm", "-A", "-P", *map(str, self.sources)], capture_output=True, text=True, check=True)
        by_path = {str(path): name for path, name in self.sources.items()}
        for line in found.stdout.splitlines():
            path, rest = line.split(": ", 1)
            symbol, kind = rest.split()[:2]
            if kind == "U":
                self.undefined[by_path[path]].add(symbol)
            elif kind.isupper():
                self.defined.setdefault(symbol, by_path[path])
                self.definers[symbol].add(by_path[path])

    def references(self):
        """{file: {other file: symbols it uses of it}}"""
        found = defaultdict(lambda: defaultdict(set))
        for name, symbols in self.undefined.items():
            for symbol in symbols:
                owner = self.defined.get(symbol)
                if owner and owner != name:
                    found[name][owner].add(symbol)
        return found

    def mutable(self):
        """(file, variable) of everything in .data and .bss: what a program could change between two sessions."""
        found = set()
        for path, name in self.sources.items():
            table = subprocess.run(["objdump", "-t", str(path)], capture_output=True, text=True, check=True).stdout
            for line in table.splitlines():
                match = re.match(r"^[0-9a-f]+ (.{7}) (\.t?(?:data|bss)(?:\.\S*)?)\s+[0-9a-f]+ (?:\.\w+ )?(\S+)$", line)
                if match and "d" not in match[1] and not match[2].startswith(".data.rel.ro"):
                    found.add((name, re.sub(r"\.\d+$", "", match[3])))
        return found


def cycles(graph):
    """The strongly connected components of more than one node of {node: iterable of nodes}, largest first."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(root):
        work = [(root, iter(sorted(graph.get(root, ()))))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(sorted(graph.get(successor, ())))))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    if len(component) > 1:
                        found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=len, reverse=True)


def folder(name):
    return str(pathlib.PurePath(name).parent)


def folder_graph(references):
    """{folder: folders that its files refer to}"""
    found = defaultdict(set)
    for name, others in references.items():
        for other in others:
            if folder(other) != folder(name):
                found[folder(name)].add(folder(other))
    return found
