# SPDX-License-Identifier: Apache-2.0
"""Python values as declarations of CUDA C: for papermill's parameters and the %%warpcell cell."""

import math
import re

IDENTIFIER = re.compile(r"^[A-Za-z_]\w*$")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\000"}


def literal(value):
    """(C type, C expression)"""
    if value is None:
        return "void *", "nullptr"
    if isinstance(value, bool):
        return "bool ", "true" if value else "false"
    if isinstance(value, int):
        if -2 ** 31 <= value < 2 ** 31:
            return "int ", str(value) if value > -2 ** 31 else f"({value + 1} - 1)"
        if -2 ** 63 < value < 2 ** 63:
            return "long long ", f"{value}LL"
        if 0 < value < 2 ** 64:
            return "unsigned long long ", f"{value}ULL"
        raise ValueError(f"{value} needs more than 64 bits")
    if isinstance(value, float):
        if math.isnan(value):
            return "double ", "NAN"
        return "double ", repr(value) if math.isfinite(value) else "INFINITY" if value > 0 else "-INFINITY"
    if isinstance(value, str):
        return "const char *", '"' + "".join(ESCAPES.get(c, c) for c in value) + '"'
    raise TypeError(f"a value of type {type(value).__name__} has no counterpart in CUDA C")


def widest(types):
    for wanted in ("double ", "unsigned long long ", "long long ", "int ", "bool "):
        if wanted in types:
            return wanted
    return types[0]


def is_list(value):
    return isinstance(value, (list, tuple))


def shape_of(name, value):
    """The extents of nested lists, which must agree."""
    if not is_list(value):
        return ()
    if not value:
        raise ValueError(f"'{name}' is an empty list, and an array of CUDA C has at least one element")
    inner = {shape_of(name, element) for element in value}
    if len(inner) > 1:
        raise ValueError(f"'{name}' has rows of different lengths, and an array of CUDA C has one shape")
    return (len(value), *inner.pop())


def leaves(value):
    return [leaf for element in value for leaf in leaves(element)] if is_list(value) else [value]


def initialiser(value):
    if isinstance(value, dict):
        return "{" + ", ".join(initialiser(member) for member in value.values()) + "}"
    if is_list(value):
        return "{" + ", ".join(initialiser(element) for element in value) + "}"
    return literal(value)[1]


def declarator(name, value, before):
    """The part left of the "=": a type, the name, its extents. The structs that it needs are added to `before`."""
    if isinstance(value, dict):
        if not value:
            raise ValueError(f"'{name}' is an empty dictionary, and a struct of CUDA C has at least one member")
        for member in value:
            if not IDENTIFIER.match(str(member)):
                raise ValueError(f"'{name}' has the key '{member}', which is no name of CUDA C")
        members = "".join(f" {declarator(member, inner, before)};" for member, inner in value.items())
        tag = unused(f"{name}_t", before)
        before[tag] = f"struct {tag} {{{members} }};"
        return f"{tag} {name}"
    shape = shape_of(name, value)
    if any(isinstance(leaf, dict) for leaf in leaves(value)):
        raise TypeError(f"'{name}' is a list of dictionaries, which has no counterpart in CUDA C")
    kinds = [literal(leaf)[0] for leaf in leaves(value)]
    if len(set(kinds)) > 1 and "const char *" in kinds:
        raise TypeError(f"'{name}' mixes strings and numbers")
    return f"{widest(kinds)}{name}{''.join(f'[{n}]' for n in shape)}"


def unused(tag, before):
    return tag if tag not in before else unused(tag + "_", before)


def declaration(name, value):
    """One line that declares `name` with this value: a number, a string, a list of one of them, lists of lists (an array of
    more dimensions), or a dictionary (a struct NAME_t)."""
    before = {}
    left = declarator(name, value, before)
    if is_list(value) and len(shape_of(name, value)) == 1:
        left = left[:left.rindex("[")] + "[]"
    return " ".join([*before.values(), f"{left} = {initialiser(value)};"])
