# SPDX-License-Identifier: Apache-2.0
"""Arrays of complex numbers (float2, double2) beside NumPy: arithmetic, functions, products, files, views."""
import subprocess

import numpy as np
import pytest

from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
TOLERANCE = {"F": 2e-6, "D": 1e-14}
REAL = {"F": "f", "D": "d"}


def numbers(r, shape, kind):
    return ((r.integers(-9, 10, shape) + 1j * r.integers(-9, 10, shape)) / 4).astype(kind)


@pytest.mark.parametrize("kind", "FD")
def test_elements(kind, tmp_path):
    r, p, t = np.random.default_rng(2), Program(tmp_path), TOLERANCE[kind]
    for n in (0, 1, 50):
        z, w, x = numbers(r, n, kind), numbers(r, n, kind) + kind_one(kind), r.integers(1, 9, n).astype(REAL[kind])
        w[w == 0] = 1
        a, b, c = p.array(z), p.array(w), p.array(x)
        for view, of in (("", lambda v: v), ("[::-1]", lambda v: v[::-1])):
            l, q, s = f"{a}{view}", f"{b}{view}", f"{c}{view}"
            zz, ww, xx = of(z), of(w), of(x)
            for op in "+-*/":
                p.save(f"{l} {op} {q}", eval(f"zz {op} ww"), t)
                p.save(f"{l} {op} {s}", eval(f"zz {op} xx"), t)
                p.save(f"{s} {op} {q}", eval(f"xx {op} ww"), t)
                p.save(f"{l} {op} 2", eval(f"zz {op} 2"), t)
                p.save(f"0.5 {op} {q}", eval(f"0.5 {op} ww"), t)
            p.save(f"{l} == {q}", zz == ww)
            p.save(f"{l} != {l}", zz != zz)
            p.save(f"-{l}", -zz)
            for f in ("real", "imag", "conj", "angle", "abs", "exp", "sqrt"):
                p.save(f"{f}({l})", getattr(np, f)(zz), 4 * t)
            p.save(f"log({q})", np.log(ww), 4 * t)
            p.save(f"to_complex({s}, real({l}))", xx + 1j * zz.real)
            p.save(f"abs({l}) + imag({l} * {q}) * 2", np.abs(zz) + (zz * ww).imag * 2, 8 * t)
    assert p.run() == []


def kind_one(kind):
    return np.array(0.25, kind)


@pytest.mark.parametrize("kind", "FD")
def test_products(kind, tmp_path):
    r, p, t = np.random.default_rng(3), Program(tmp_path), TOLERANCE[kind]
    for m, k, n in ((1, 1, 1), (3, 4, 5), (40, 30, 20), (2, 0, 3)):
        a, b, x = numbers(r, (m, k), kind), numbers(r, (k, n), kind), r.integers(-4, 5, (m, k)).astype(REAL[kind])
        l, q, s = p.array(a), p.array(b), p.array(x)
        p.save(f"matmul({l}, {q})", a @ b, t)
        p.save(f"matmul({s}, {q})", x @ b, t)
        if k:
            p.save(f"matmul({l}[::-1], {q}[:, 0])", a[::-1] @ b[:, 0], t)
    batch = numbers(r, (3, 4, 2), kind)
    p.save(f"matmul({p.array(batch)}, {p.array(numbers(r, (3, 2, 4), kind))})", batch @ np.load(tmp_path / f"a{p.inputs - 1}.npy"), t)
    assert p.run() == []


@pytest.mark.parametrize("kind", "FD")
def test_transforms_files_and_stores(kind, tmp_path):
    r, p, t = np.random.default_rng(4), Program(tmp_path), TOLERANCE[kind]
    z = numbers(r, (4, 6), kind)
    a = p.array(z)
    p.save(a, z)
    p.save(f"transpose({a})", z.T)
    p.save(f"ifft(fft({a}) * fft({a}))", np.fft.ifft(np.fft.fft(z) ** 2), 20 * t)
    p.line(f"device {C_NAMES[kind]} b[4][6]; b = {a} * {a}; b[0] = conj({a}[1]); b = b / 2;")
    want = z * z
    want[0] = z[1].conj()
    p.save("b", want / 2, t)
    assert p.run() == []


MOVES = {
    "flip({})": np.flip, "roll({}, 2)": lambda z: np.roll(z, 2), "tile({}, 2)": lambda z: np.tile(z, 2), "repeat({}, 3)": lambda z: np.repeat(z, 3),
    "pad({}, 2)": lambda z: np.pad(z, 2), "pad({}, 1, 3)": lambda z: np.pad(z, 1, constant_values=3), "diff({})": np.diff, "diag({})": np.diag,
    "cumsum({})": np.cumsum, "cumprod({})": np.cumprod, "outer({0}, {0})": lambda z: np.outer(z, z), "take({}, places)": lambda z: z[[0, 0]], "{}[odd]": lambda z: z[1::2],
    "fftshift({})": np.fft.fftshift, "convolve({0}, {0})": lambda z: np.convolve(z, z), "correlate({0}, {0} * 1.0i)": lambda z: np.correlate(z, z * 1j),
    "correlate({0}[0:1], {0})": lambda z: np.correlate(z[:1], z), "einsum(\"i,j->ij\", {0}, {0})": lambda z: np.outer(z, z),
}
SUMS = {"sum({})": np.sum, "mean({})": np.mean, "prod({} + 0.5)": lambda z: np.prod(z + z.dtype.type(0.5)), "dot({0}, {0})": lambda z: (z * z).sum(),
        "vdot({0}, {0} * 1.0i)": lambda z: np.vdot(z, z * 1j), "einsum(\"i,i->\", {0}, {0})": lambda z: (z * z).sum()}
SIZES = {"norm({})": np.linalg.norm, "var({})": np.var, "stddev({})": np.std, "any({})": np.any, "all({})": np.all, "count_nonzero({})": np.count_nonzero,
         "array_equal({0}, {0})": lambda z: True, "allclose({0}, {0} + 1e-12)": lambda z: True, "allclose({0}, {0} + 1.0i)": lambda z: False,
         "array_equal({0}, {0} * 2)": lambda z: False}
FUNCTIONS = ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt")


@pytest.mark.parametrize("kind", "FD")
def test_functions_of_vectors(kind, tmp_path):
    r, p, t = np.random.default_rng(12), Program(tmp_path), TOLERANCE[kind]
    p.line("device int places[] = {0, 0};")
    for n in (1, 2, 7):
        z = numbers(r, n, kind)
        z[0] = 1 + 2j
        a = p.array(z)
        p.line(f"{{ device bool odd[{n}]; odd = iota({n}) % 2 == 1;")
        for view, of in (("", lambda v: v), ("[::-1]", lambda v: v[::-1])):
            for text, f in MOVES.items():
                if not (text.startswith("diff") and n == 1) and not (n == 1 and "odd" in text):
                    p.save(text.format(a + view), f(of(z)), 8 * t)
            for text, f in SUMS.items():
                p.line(f"{{ {C_NAMES[kind]} s = {text.format(a + view)}; device {C_NAMES[kind]} one[1] = s;")
                p.save("one", np.array([f(of(z))]), 8 * t)
                p.line("}")
            for text, f in SIZES.items():
                p.number(text.format(a + view), f(of(z)), 8 * t)
            for f in FUNCTIONS:
                p.save(f"{f}({a}{view})", getattr(np, f)(of(z)), 30 * t)
            for text, power in (("2", 2), ("-3", -3), ("0.5", 0.5), ("1.0i", 1j), ("0", 0)):
                p.save(f"pow({a}{view} + 10, {text})", ((of(z) + 10) ** power).astype(kind), 30 * t)
            p.save(f"isclose({a}{view}, {a})", np.isclose(of(z), z))
        p.line("}")
    p.line(f"device {C_NAMES[kind]} huge[2] = 800.0; huge[1] = "
           f"make_{C_NAMES[kind]}(-90, 1); huge = tanh(huge);")
    p.save("huge", np.array([1, -1], kind), 1e-6)
    p.line(f"device {C_NAMES[kind]} q[2] = NAN; q[1] = make_{C_NAMES[kind]}(1, 2);")
    p.save("isnan(q)", np.array([True, False]))
    assert p.run() == []


@pytest.mark.parametrize("kind", "FD")
def test_functions_of_matrices(kind, tmp_path):
    r, p, t = np.random.default_rng(13), Program(tmp_path), TOLERANCE[kind]
    for shape in ((1, 1), (3, 3), (2, 5), (0, 3)):
        z = numbers(r, shape, kind)
        a = p.array(z)
        for text, f in (("tril({})", np.tril), ("triu({}, 1)", lambda v: np.triu(v, 1)), ("diag({})", np.diag), ("flip({})", np.flip),
                        ("sum({}, 0)", lambda v: v.sum(0)), ("prod({}, 0)", lambda v: v.prod(0)), ("var({}, 1)", lambda v: v.var(1) if v.shape[1] else v.sum(1)),
                        ("einsum(\"ij,kj->ik\", {0}, {0})", lambda v: v @ v.T), ("einsum(\"ij->j\", {})", lambda v: v.sum(0)), ("mean({}, 1)", lambda v: v.mean(1) if v.shape[1] else v.sum(1)),
                        ("cumsum({}, 0)", lambda v: v.cumsum(0)), ("cumsum({}, 1)", lambda v: v.cumsum(1)), ("cumprod({}, 0)", lambda v: v.cumprod(0)), ("cumprod({}, 1)", lambda v: v.cumprod(1)), ("kron({0}, {0})", lambda v: np.kron(v, v)),
                        ("count_nonzero({}, 1)", lambda v: np.count_nonzero(v, 1)), ("pad({}, 1)", lambda v: np.pad(v, 1))):
            if z.size or not text.startswith(("mean", "var")):
                p.save(text.format(a), f(z), 30 * t)
        p.line(f"{{ {C_NAMES[kind]} s = trace({a}); device {C_NAMES[kind]} one[1] = s;")
        p.save("one", np.array([np.trace(z)]), 8 * t)
        p.line("}")
    x = r.integers(1, 5, 3).astype("f")
    p.save(f"outer({p.array(x)}, {p.array(numbers(r, 2, 'F'))})", np.outer(x, np.load(tmp_path / f"a{p.inputs - 1}.npy")), t)
    assert p.run() == []


@pytest.mark.parametrize("kind", "FD")
def test_numbers_on_the_host(kind, tmp_path):
    """What sum() and an element give: float2 or double2, whose operators are complex."""
    p, c, t = Program(tmp_path), C_NAMES[kind], TOLERANCE[kind]
    z = np.array([1 + 2j, 3 - 1j, -0.5j], kind)
    a, s = p.array(z), z.sum()
    for text, want in ((f"sum({a}) * 2", s * 2), (f"2 / sum({a})", 2 / s), (f"sum({a}) * {a}[0] - 1", s * z[0] - 1), (f"-mean({a}) + 2.0i", -z.mean() + 2j),
                       (f"(sum({a}) + {a}[1]) / {a}[0]", (s + z[1]) / z[0]), (f"+{a}[2] * 0.5f", z[2] / 2)):
        p.line(f"{{ {c} s = {text}; device {c} one[1] = s;")
        p.save("one", np.array([want], kind), t)
        p.line("}")
    p.line(f"{{ {c} s = sum({a}); s += {a}[0]; s *= 2; s /= 1.0i; s -= 0.5; device {c} one[1] = s;")
    p.save("one", np.array([(s + z[0]) * 2 / 1j - 0.5], kind), t)
    p.line("}")
    p.number(f"sum({a}) == sum({a}) && sum({a}) != {a}[0] && !({a}[0] == 1)", 1)
    assert p.run() == []


def test_operators_of_the_program_come_first(tmp_path):
    p = Program(tmp_path)
    p.line("float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); } device float2 z[1]; z[0] = make_float2(2, 3); "
           "float2 s = z[0] * z[0], d = z[0] - z[0];")
    p.number("s.x * 100 + s.y + d.x", 409)
    assert p.run() == []


def test_arguments_are_evaluated_once(tmp_path):
    p = Program(tmp_path)
    p.line("int calls = 0; double2 counted() { calls++; return make_double2(0, 1); } device double2 z[3] = 1; device int k[] = {0, 1, 2};")
    for i, text in enumerate(("sum(z * counted())", "mean(z + counted())", "var(z * counted())", "prod(z * counted())", "vdot(z, z * counted())",
                              "cumsum(z * counted())", "sum(reshape(z * counted(), 3, 1), 0)", "real(z * counted())")):
        p.line(f"{text};")
        p.number("calls", i + 1)
    assert p.run() == []


@pytest.mark.parametrize("kind", "fdibe")
def test_parts_of_real_numbers(kind, tmp_path):
    p = Program(tmp_path)
    for x in (np.array([1, -2, 0, 5], kind), np.zeros((2, 0), kind)):
        a = p.array(x)
        for f in ("real", "imag", "conj", "angle"):
            p.save(f"{f}({a})", getattr(np, f)(x.astype("d")), 1e-6)
        if x.ndim == 1:
            p.number(f"vdot({a}, {a})", np.vdot(x.astype("d"), x.astype("d")))
            p.number(f"dot({a}, {a})", np.dot(x.astype("d"), x.astype("d")))
    p.line("device double n[] = {NAN, -0.0, -1};")
    p.save("angle(n)", np.angle(np.array([np.nan, -0.0, -1])), 1e-15)
    p.save("imag(n)", np.zeros(3))
    assert p.run() == []


SCALARS = {"2.0i": 2j, "1.0f + 0.5if": 1 + 0.5j, "(3 + 1i)": 3 + 1j, "w": 0.5 - 2j, "single": 0.25 + 1j, "pair": 1.5 - 1j, "wide": 2 + 0.5j, "polar(2)": 2j,
           "w * 2.0": 1 - 4j}


@pytest.mark.parametrize("kind", "FDfdieb")
def test_with_complex_numbers_of_the_host(kind, tmp_path):
    """Numbers do not widen an array: float2 stays float2."""
    r, p = np.random.default_rng(5), Program(tmp_path)
    p.line("#include <complex>\n#include <cuComplex.h>")
    p.line("std::complex<double> w(0.5, -2); std::complex<float> single(0.25f, 1); cuFloatComplex pair = make_cuFloatComplex(1.5f, -1); "
           "cuDoubleComplex wide = make_cuDoubleComplex(2, 0.5); int calls = 0;")
    p.line("std::complex<double> polar(double size) { calls++; return std::complex<double>(0, size); }")
    to = "F" if kind in "Ffe" else "D"
    t = TOLERANCE[to]
    for n in (0, 1, 7):
        x = numbers(r, n, kind) if kind in "FD" else r.integers(1, 9, n).astype(kind)
        a = p.array(x)
        for text, z in SCALARS.items():
            for op in "+-*/":
                p.save(f"{a} {op} ({text})", eval(f"x {op} z").astype(to), t)
            p.save(f"({text}) * {a}[::-1]", (z * x[::-1]).astype(to), t)
            p.save(f"{a} == ({text})", x == z)
    p.line(f"calls = 0; auto once = {a} * polar(1);")
    p.number("calls", 1)
    p.save(f"exp({a} * 1.0i)", np.exp(x * 1j).astype(to), 4 * t)
    p.save(f"real({a}) > 2 ? {a} : 1.0i" if kind in "FD" else f"{a} > 2 ? {a} * 1.0i : 0.5", np.where(x.real > 2, x, 1j) if kind in "FD" else
           np.where(x > 2, x * 1j, 0.5).astype(to), t)
    assert p.run() == []


@pytest.mark.parametrize("kind", "FD")
def test_stores_of_numbers(kind, tmp_path):
    p = Program(tmp_path)
    c = C_NAMES[kind]
    p.line(f"device {c} a[3] = 2.0i, b[2][2] = 1, c[3], e[3], f[4]; c = 1.0i; c[1:2] = 5; device float x[] = {{1, 2, 3}}; device int k[] = {{0, 2}};")
    p.line("e = x; e *= 2.0i; e += 1; c[x > 2] = 0.5; f[k] = 3.0i; device " + c + " g[] = x; device double2 h[] = a;")
    p.save("a", np.full(3, 2j, kind))
    p.save("b", np.ones((2, 2), kind))
    p.save("c", np.array([1j, 5, 0.5], kind))
    p.save("e", np.array([2j + 1, 4j + 1, 6j + 1], kind))
    p.save("f", np.array([3j, 0, 3j, 0], kind))
    p.save("g", np.array([1, 2, 3], kind))
    p.save("h", np.full(3, 2j, "D"))
    assert p.run() == []


@pytest.mark.parametrize("text, message", [
    ("z < 2.0i", "type error: '<' cannot be applied to 'float2' and 'double2'"),
    ("median(z)", "type error: 'median' needs an array of numbers, not 'device float2 [:]'"),
    ("sort(z)", "type error: 'sort' needs an array of numbers, not 'device float2 [:]'"),
    ("max(z)", "type error: 'max' needs an array of numbers, not 'device float2 [:]'"),
    ("sum(z) < sum(z)", "type error: '<' cannot be applied to 'float2' and 'float2'"),
    ("sum(z) % 2", "type error: '%' cannot be applied to 'float2' and 'int'"),
    ("~sum(z)", "type error: '~' needs an integer, not 'float2'"),
    ("clip(z, 0, 1)", "type error: 'clip' needs an array of numbers, not 'device float2 [:]'"),
    ("x = z", "type error: an array of 'float2' cannot be stored to one of 'float'"),
    ("z < z", "type error: '<' cannot be applied to 'float2' and 'float2'"),
    ("real(3)", None),
    ("asin(z)", "type error: argument 1 of 'asin' should be 'double', but is 'device float2 [:]'"),
    ("z + w", "memory error: shapes [3] and [2] cannot be broadcast together"),
])
def test_what_is_refused(text, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"device float x[3]; device float2 z[3], w[2]; {text}"], capture_output=True, text=True,
                         timeout=60)
    assert ran.returncode and (not message or ran.stderr.splitlines()[0] == message), ran.stderr
