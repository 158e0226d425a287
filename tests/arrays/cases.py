# SPDX-License-Identifier: Apache-2.0
"""Random whole-array programs with NumPy's results for them.

An expression is generated once, typed as C types it, and written out twice: as text for a cell and as NumPy values. Numbers are
small multiples of 1/4, so that sums and products are exact and comparisons mean the same on both sides; what rounds (division,
functions) is never compared.
"""
import random

import numpy as np

C_NAMES = {"?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int",
           "I": "unsigned", "l": "long", "L": "unsigned long", "f": "float", "d": "double"}
RANK = {"i": 0, "I": 1, "l": 2, "L": 3, "f": 4, "d": 5}


def promoted(t):
    return t if t in RANK else "i"


def common(a, b):
    return max(promoted(a), promoted(b), key=RANK.get)


class Value:
    """text: C, in parentheses where needed. array: NumPy's, of dtype `kind`. exact: no rounding went into it."""

    def __init__(self, text, array, kind, exact=True):
        self.text, self.array, self.kind, self.exact = text, np.asarray(array), kind, exact
        assert self.array.dtype.char == kind or self.array.dtype == np.dtype(kind), (text, self.array.dtype, kind)

    def to(self, kind):
        return self.array.astype(kind)

    @property
    def floats(self):
        return self.kind in "fd"


def cast(v, kind):
    return Value(f"({C_NAMES[kind]}) ({v.text})", v.to(kind), kind, v.exact)


class Cases:
    """One batch: a set of input arrays, and statements over them."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = np.random.default_rng(seed)
        self.inputs, self.lines, self.expected, self.results = {}, [], [], 0
        self.shape = tuple(self.r.randint(1, 6) for _ in range(self.r.choice((1, 2, 2, 3, 3, 4))))
        for kind in C_NAMES:
            for _ in range(2):
                self.add_input(kind, self.broadcast_shape())
        self.operands = list(self.inputs)

    def broadcast_shape(self):
        shape = list(self.shape)
        if self.r.random() < 0.5:
            shape = shape[self.r.randint(0, len(shape) - 1):]
        return tuple(1 if self.r.random() < 0.2 else n for n in shape)

    def data(self, kind, shape):
        whole = self.n.integers(0 if kind in "?BHIL" else -9, 2 if kind == "?" else 10, shape)
        return (whole / 4 if kind in "fd" else whole).astype(kind)

    def add_input(self, kind, shape):
        name = f"a{len(self.inputs)}"
        self.inputs[name] = self.data(kind, shape)
        return name

    # ---- expressions ----

    def leaf(self, kinds=None):
        names = [n for n in self.operands if not kinds or self.inputs[n].dtype.char in kinds]
        if self.r.random() < 0.2 or not names:
            kind = self.r.choice(kinds or "iIlfd")
            n = self.r.randint(0, 7)
            text = {"i": f"{n}", "I": f"{n}u", "l": f"{n}l", "f": f"{n}.5f", "d": f"{n}.25"}.get(kind)
            if text:
                return Value(text, np.array(n + {"f": 0.5, "d": 0.25}.get(kind, 0), kind), kind)
            return Value(f"({C_NAMES[kind]}) {n % 2}", np.array(n % 2, kind), kind)
        name = self.r.choice(names)
        return self.sliced(name)

    def sliced(self, name):
        """Sometimes reversed along an axis: the shape stays."""
        a = self.inputs[name]
        text, index = [], []
        for extent in a.shape:
            back = self.r.random() < 0.15
            text.append("::-1" if back else ":")
            index.append(slice(None, None, -1 if back else None))
        plain = all(t == ":" for t in text)
        return Value(name if plain else f"{name}[{', '.join(text)}]", a[tuple(index)], a.dtype.char)

    def tree(self, depth):
        if depth == 0:
            return self.leaf()
        kind = self.r.choice(("arithmetic",) * 6 + ("compare", "logic", "select", "unary", "cast", "math", "minmax", "bits",
                                                    "divide"))
        return getattr(self, kind)(depth)

    def arithmetic(self, depth):
        a, b, op = self.tree(depth - 1), self.tree(self.r.randint(0, depth - 1)), self.r.choice("+-*")
        t = common(a.kind, b.kind)
        x, y = a.to(t), b.to(t)
        with np.errstate(all="ignore"):
            result = x + y if op == "+" else x - y if op == "-" else x * y
        return Value(f"({a.text} {op} {b.text})", result, t, a.exact and b.exact)

    def divide(self, depth):
        a = self.tree(depth - 1)
        if a.floats:
            d = self.r.choice((2, 3, 5, 7))
            return Value(f"({a.text} / {d})", a.array / np.array(d, a.kind), a.kind, a.exact and d == 2)
        t, d, op = promoted(a.kind), self.r.randint(1, 7), self.r.choice("/%")
        x = a.to(t)
        y = np.array(d, t)
        if t in "IL":
            quotient = x // y
        else:
            quotient = np.where(x < 0, -(-x // y), x // y).astype(t)
            if (x == np.iinfo(t).min).any():
                return a
        with np.errstate(all="ignore"):
            return Value(f"({a.text} {op} {d})", quotient if op == "/" else x - quotient * y, t, a.exact)

    def compare(self, depth):
        a, b = self.tree(depth - 1), self.tree(self.r.randint(0, depth - 1))
        if not (a.exact and b.exact):
            return a
        op = self.r.choice(("<", "<=", ">", ">=", "==", "!="))
        t = common(a.kind, b.kind)
        x, y = a.to(t), b.to(t)
        return Value(f"({a.text} {op} {b.text})", eval(f"x {op} y"), "?")

    def logic(self, depth):
        a, b = self.compare(depth), self.compare(depth)
        if not (a.exact and b.exact):
            return a
        if self.r.random() < 0.2:
            return Value(f"!({a.text})", a.array == 0, "?")
        both = self.r.random() < 0.5
        x, y = a.array != 0, b.array != 0
        return Value(f"({a.text} {'&&' if both else '||'} {b.text})", x & y if both else x | y, "?")

    def select(self, depth):
        test, a, b = self.compare(depth), self.tree(depth - 1), self.tree(self.r.randint(0, depth - 1))
        if not test.exact:
            return a
        t = a.kind if a.kind == b.kind else common(a.kind, b.kind)
        return Value(f"({test.text} ? {a.text} : {b.text})", np.where(test.array != 0, a.to(t), b.to(t)), t,
                     a.exact and b.exact)

    def unary(self, depth):
        a = self.tree(depth - 1)
        t = promoted(a.kind)
        with np.errstate(all="ignore"):
            if self.r.random() < 0.3 and not a.floats:
                return Value(f"~({a.text})", ~a.to(t), t, a.exact)
            return Value(f"-({a.text})", -a.to(t) if t not in "IL" else (0 - a.to(t)).astype(t), t, a.exact)

    def bits(self, depth):
        a, b = self.tree(depth - 1), self.tree(0)
        if a.floats or b.floats:
            return a
        op, t = self.r.choice("&|^"), common(a.kind, b.kind)
        x, y = a.to(t), b.to(t)
        if self.r.random() < 0.2:
            t, n = promoted(a.kind), self.r.randint(0, 5)
            x = a.to(t)
            left = self.r.random() < 0.5
            return Value(f"({a.text} {'<<' if left else '>>'} {n})", (x << n if left else x >> n).astype(t), t, a.exact)
        return Value(f"({a.text} {op} {b.text})", eval(f"x {op} y"), t, a.exact and b.exact)

    def cast(self, depth):
        a, kind = self.tree(depth - 1), self.r.choice(list(C_NAMES))
        if a.floats and kind not in "fd?":
            return a  # out of range it means nothing in C
        return cast(a, kind) if a.exact else a

    def minmax(self, depth):
        a, b = self.tree(depth - 1), self.tree(self.r.randint(0, depth - 1))
        t = common(a.kind, b.kind)
        name = self.r.choice(("min", "max"))
        if a.array.ndim == 0 or b.array.ndim == 0 and self.r.random() < 0.5:
            return a
        f = np.minimum if name == "min" else np.maximum
        return Value(f"{name}({a.text}, {b.text})", f(a.to(t), b.to(t)), t, a.exact and b.exact)

    def math(self, depth):
        a = self.tree(depth - 1)
        if a.array.ndim == 0 or not (np.abs(a.to("d")) < 50).all():
            return a
        x = cast(a, "f") if self.r.random() < 0.5 else cast(a, "d")
        name, f, guard = self.r.choice((("sin", np.sin, None), ("cos", np.cos, None), ("atan", np.arctan, None),
                                        ("tanh", np.tanh, None), ("sqrt", np.sqrt, "abs"), ("exp", np.exp, "cap"),
                                        ("floor", np.floor, None), ("fabs", np.abs, None)))
        text, array = x.text, x.array
        if guard == "abs":
            text, array = f"fabs({text})", np.abs(array)
        if guard == "cap":
            text, array = f"({text} * 0.125f)", array * np.float32(0.125)
        if name == "floor" and not a.exact:
            return a
        exact = x.exact and name in ("floor", "fabs")
        return Value(f"{name}({text})", f(array).astype(x.kind), x.kind, exact)

    def expression(self, shape=None):
        """An array of the batch's own shape, or of a given one."""
        while True:
            v = self.tree(self.r.randint(1, 4))
            if v.array.ndim == 0 or (v.floats and not np.isfinite(v.array).all()) or len(v.text) > 600:
                continue
            if shape is None or np.broadcast_shapes(v.array.shape, shape) == shape:
                return v

    # ---- statements ----

    def emit(self, text, array, exact):
        """`text`: an array to be saved as the next result."""
        self.lines.append(f'save({text}, "r{self.results}.npy");')
        self.expected.append((text, np.asarray(array), exact))
        self.results += 1

    def number(self, text, value, kind, exact):
        name = f"n{self.results}"
        self.lines.append(f"device {C_NAMES[kind]} {name}[1] = {text};")
        self.emit(name, np.asarray([value], kind), exact)
        self.expected[-1] = (text,) + self.expected[-1][1:]

    def plain(self):
        v = self.expression()
        self.emit(v.text, v.array, v.exact)

    def store(self):
        v = self.expression(self.shape)
        kind = self.r.choice("ifdl") if not v.floats else self.r.choice("fd")
        name, extents = f"t{self.results}", "".join(f"[{n}]" for n in self.shape)
        self.lines.append(f"device {C_NAMES[kind]} {name}{extents} = ({C_NAMES[kind]}) 1;")
        array = np.ones(self.shape, kind)
        text, index = [], []
        for n in self.shape:
            step = self.r.choice((1, 1, 2)) if n > 1 else 1
            text.append(":" if step == 1 else f"::{step}")
            index.append(slice(None, None, step))
        index = tuple(index)
        op = self.r.choice(("=", "+=", "*=", "-="))
        part = array[index]
        w = v
        if part.shape != self.shape:  # an expression that broadcasts to the slice
            w = Value("3", np.array(3, "i"), "i")
        t = common(kind, w.kind)
        with np.errstate(all="ignore"):
            result = {"=": lambda: w.to(kind) + np.zeros(part.shape, kind), "+=": lambda: part.astype(t) + w.to(t),
                      "-=": lambda: part.astype(t) - w.to(t), "*=": lambda: part.astype(t) * w.to(t)}[op]()
        array[index] = result.astype(kind)
        self.lines.append(f"{name}[{', '.join(text)}] {op} {w.text};")
        self.emit(name, array, w.exact)
        self.expected[-1] = (self.lines[-2],) + self.expected[-1][1:]

    def overlapping(self):
        n = self.r.randint(2, 300)
        name, a = f"t{self.results}", np.arange(n, dtype="f")
        self.lines.append(f"device float {name}[{n}]; {name} = iota({n});")
        shift = self.r.randint(1, n - 1)
        how = self.r.randint(0, 2)
        if how == 0:
            self.lines.append(f"{name} = {name}[::-1];")
            a = a[::-1].copy()
        elif how == 1:
            self.lines.append(f"{name}[{shift}:{n}] = {name}[0:{n - shift}] * 2;")
            a[shift:] = (a[:n - shift] * 2).copy()
        else:
            self.lines.append(f"{name}[0:{n - shift}] += {name}[{shift}:{n}];")
            a[:n - shift] = (a[:n - shift] + a[shift:]).copy()
        self.emit(name, a, True)

    def reduction(self):
        v = self.expression()
        if not (np.abs(v.to("d")) < 1e6).all():
            return
        name = self.r.choice(("sum", "min", "max", "mean", "var", "any", "all", "argmin", "argmax", "norm", "prod"))
        if name.startswith("arg") and not v.exact:
            return
        a = v.array
        wide = v.kind if v.floats else "L" if v.kind in "BHIL" else "l"
        real = v.kind if v.floats else "d"
        kind = {"sum": wide, "prod": wide, "min": v.kind, "max": v.kind, "any": "?", "all": "?", "argmin": "l",
                "argmax": "l"}.get(name, real)
        f = {"norm": lambda x, axis: np.sqrt((x.astype("d") ** 2).sum(axis=axis)),
             "mean": lambda x, axis: x.astype("d").mean(axis=axis), "var": lambda x, axis: x.astype("d").var(axis=axis),
             "sum": lambda x, axis: x.astype("d" if v.floats else wide).sum(axis=axis),
             "prod": lambda x, axis: x.astype("d" if v.floats else wide).prod(axis=axis)}.get(
                 name, lambda x, axis: getattr(x, name)(axis=axis))
        axis = self.r.randint(0, a.ndim - 1) if self.r.random() < 0.6 and a.ndim > 1 else None
        if name == "prod" and v.floats and np.log2(np.abs(a[a != 0]) + 2).sum() > 60:
            return  # it may overflow on the way, or not, by the order
        with np.errstate(all="ignore"):
            result = np.asarray(f(a, axis))
        if kind in "fd" and not (np.abs(result) < 1e30).all():
            return
        result = result.astype(kind)
        exact = v.exact and name in ("min", "max", "any", "all", "argmin", "argmax")
        if axis is None:
            self.number(f"{name}({v.text})", result, kind, exact)
        else:
            self.emit(f"{name}({v.text}, axis({axis}))", result, exact)

    def vector(self, kinds="bBhHiIlLfd", most=3000):
        kind, n = self.r.choice(kinds), self.r.choice((1, 2, 31, 32, 33, self.r.randint(1, most)))
        name = self.add_input(kind, (n,))
        return name, self.inputs[name]

    def ordering(self):
        name, a = self.vector()
        f = self.r.choice(("sort", "argsort", "unique", "scan", "where", "mask"))
        if f == "sort":
            self.emit(f"sort({name})", np.sort(a), True)
        elif f == "argsort":
            self.emit(f"argsort({name})", np.argsort(a, kind="stable").astype("i"), True)
        elif f == "unique":
            self.emit(f"unique({name})", np.unique(a), True)
        elif f == "scan":
            kind = a.dtype.char if a.dtype.char in "fd" else "L" if a.dtype.char in "BHIL" else "l"
            self.emit(f"scan({name})", np.cumsum(a.astype(kind)), a.dtype.char not in "fd")
        elif f == "where":
            self.emit(f"where({name} > 2)", np.nonzero(a > 2)[0].astype("i"), True)
        else:
            self.emit(f"{name}[{name} != 1]", a[a != 1], True)

    def gather(self):
        name, a = self.vector()
        n = self.r.randint(1, 200)
        index = f"i{self.results}"
        values = self.n.integers(0, len(a), n).astype("i")
        self.inputs[index] = values
        if self.r.random() < 0.6 or len(a) < n:
            self.emit(f"{name}[{index}]", a[values], True)
            return
        unique = self.n.permutation(len(a))[:n].astype("i")
        self.inputs[index] = unique
        b = a.copy()
        b[unique] = np.arange(n).astype(a.dtype)
        self.lines.append(f"{name}[{index}] = iota({n});")
        self.emit(name, b, True)

    def shaped(self):
        shape = tuple(self.r.randint(1, 7) for _ in range(self.r.randint(2, 3)))
        name = self.add_input(self.r.choice("fdil"), shape)
        a, how = self.inputs[name], self.r.randint(0, 3)
        if how == 0:
            self.emit(f"transpose({name}) * 2", (a.T * 2).astype(a.dtype), True)
        elif how == 1:
            self.emit(f"reshape(transpose({name}), {a.size})", a.T.reshape(-1), True)
        elif how == 2:
            axis = self.r.randint(0, a.ndim - 1)
            self.emit(f"concatenate({name}, {name}, {axis})", np.concatenate((a, a), axis), True)
        else:
            k = self.r.randint(0, shape[0] - 1)
            self.emit(f"{name}[{k}]", a[k], True)

    def product(self):
        m, k, n = (self.r.choice((1, 2, 5, 17, 70, 130)) for _ in range(3))
        kind, batch = self.r.choice("fdi"), self.r.choice((0, 0, 3))
        a = self.add_input(kind, ((batch,) if batch else ()) + (m, k))
        b = self.add_input(kind, ((batch,) if self.r.random() < 0.5 and batch else ()) + (k, n))
        self.emit(f"matmul({a}, {b})", self.inputs[a] @ self.inputs[b], {"i": True, "d": "double"}.get(kind, False))

    def transform(self):
        n = self.r.choice((1, 2, 3, 4, 8, 12, 15, 77, 128, 360, 1001, 1024))
        a = self.add_input(self.r.choice("fd"), (n,) if self.r.random() < 0.7 else (3, n))
        array = self.inputs[a]
        self.emit(f"fft({a})", np.fft.fft(array).astype("F" if array.dtype.char == "f" else "D"),
                  "double" if array.dtype.char == "d" else False)

    def counted(self):
        name, a = self.vector("fdi")
        bins, high = self.r.randint(1, 40), 2.5
        if a.dtype.char == "f":  # NumPy rounds the edges to float then
            bins, high = self.r.choice((1, 2, 4, 8, 16, 32)), 2.0
        counts = np.histogram(a, bins, (-2.0, high))[0]
        self.emit(f"histogram({name}, {bins}, -2, {high})", counts.astype("i"), True)

    def batch(self, count):
        kinds = (self.plain,) * 8 + (self.store,) * 3 + (self.reduction,) * 5 + (
            self.overlapping, self.ordering, self.ordering, self.gather, self.shaped, self.product, self.transform, self.counted)
        while self.results < count:
            self.r.choice(kinds)()
        return self

    def program(self):
        loads = []
        for name, a in self.inputs.items():
            loads.append(f'device {C_NAMES[a.dtype.char]} {name}{"[]" * a.ndim} = load("{name}.npy");')
        return "\n".join(loads + self.lines) + "\n"


def differs(expected, got, exact):
    """None, or what is wrong. exact: True, False (some of it was rounded to float) or "double"."""
    if got.shape != expected.shape:
        return f"shape {got.shape} instead of {expected.shape}"
    if got.dtype != expected.dtype:
        return f"type {got.dtype} instead of {expected.dtype}"
    if exact is True or got.dtype.kind not in "fc":
        return None if np.array_equal(got, expected, equal_nan=True) else "other values"
    scale = max(1.0, float(np.abs(expected).max(initial=0)))
    worst = float(np.abs(got.astype("D") - expected.astype("D")).max(initial=0))
    return None if worst <= scale * (1e-10 if exact == "double" else 2e-4) else f"off by {worst} of {scale}"
