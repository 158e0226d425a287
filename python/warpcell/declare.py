# SPDX-License-Identifier: Apache-2.0
"""Python values as declarations of CUDA C: for papermill's parameters and the %%warpcell cell."""

import math

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


def declaration(name, value):
    """One line that declares `name` with this value: a number, a string, or a list of one of them."""
    if not isinstance(value, (list, tuple)):
        kind, text = literal(value)
        return f"{kind}{name} = {text};"
    if not value:
        raise ValueError(f"'{name}' is an empty list, and an array of CUDA C has at least one element")
    elements = [literal(element) for element in value]
    kinds = {kind for kind, _ in elements}
    if len(kinds) > 1 and "const char *" in kinds:
        raise TypeError(f"'{name}' mixes strings and numbers")
    return f"{widest([kind for kind, _ in elements])}{name}[] = {{{', '.join(text for _, text in elements)}}};"
