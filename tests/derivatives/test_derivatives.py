# SPDX-License-Identifier: Apache-2.0
"""grad, its second derivatives, jvp and vjp, against finite differences in double. One kernel differentiates all functions of cases.py."""
import subprocess

import cases

# The error of (8 (f(x + h) - f(x - h)) - (f(x + 2 h) - f(x - 2 h))) / 12 h is about h^4, and rounding adds 1e-16 / h.
DIFFERENCES = """
#define DIFFERENCE(f, x) (8 * (f((x) + 1e-3) - f((x) - 1e-3)) - (f((x) + 2e-3) - f((x) - 2e-3))) / 12e-3
"""


def run(program, text, folder):
    (folder / "p.cu").write_text(text)
    ran = subprocess.run([program, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def numbers(output):
    return [(line.split()[0], *map(float, line.split()[1:])) for line in output.splitlines()]


def compare(program, folder, order, tolerance):
    """The derivative of that order of every function and the differences of the one below; kernels of a few functions compile faster."""
    every, lines, found, count = list(cases.functions()), [cases.PRELUDE, DIFFERENCES], [], 0
    for name, text, _ in every:
        lines += [text, f"auto d1_{name} = grad({name});"] + [f"auto d2_{name} = grad(d1_{name});"] * (order == 2)
    for first in range(0, len(every), 8):
        lines.append(f"__global__ void some_{first}() {{")
        for name, _, points in every[first:first + 8]:
            below = name if order == 1 else f"d1_{name}"
            lines += [f'    printf("{name}({x:g}) %.17g %.17g\\n", d{order}_{name}({x!r}), DIFFERENCE({below}, {x!r}));' for x in points]
            count += len(points)
        lines.append(f"}}\nsome_{first}<<<1, 1>>>();")
    found = numbers(run(program, "\n".join(lines) + "\n", folder))
    assert len(found) == count
    wrong = [f"{name}: {d:.15g}, by differences {e:.15g}" for name, d, e in found if not abs(d - e) <= tolerance * max(1, abs(e))]
    assert not wrong, "\n".join(wrong)


def test_every_function(program, tmp_path):
    compare(program, tmp_path, 1, 1e-8)


def test_float_is_as_double(program, tmp_path):
    cells, kernel = [], []
    for name, points in cases.FUNCTIONS.items():
        cells.append(f"__device__ double d_{name}(double x) {{ return {name}(x); }} __device__ float s_{name}(float x) {{ return {name}(x); }}")
        named = name if name == "abs" else f"{name}f"
        cells.append(f"__device__ float n_{name}(float x) {{ return {named}(x); }}")
        cells.append(f"auto dd_{name} = grad(d_{name}), ds_{name} = grad(s_{name}), dn_{name} = grad(n_{name});")
        kernel += [f'    printf("{name}({x:g}) %.17g %.9g %.9g\\n", dd_{name}({x!r}f), ds_{name}({x!r}f), dn_{name}({x!r}f));' for x in points]
    text = "\n".join(cells) + "\n__global__ void all() {\n" + "\n".join(kernel) + "\n}\nall<<<1, 1>>>();\n"
    wrong = [(name, d, s, n) for name, d, s, n in numbers(run(program, text, tmp_path)) if max(abs(s - d), abs(n - d)) > 1e-4 * max(1, abs(d))]
    assert not wrong, wrong


def test_second_derivatives(program, tmp_path):
    compare(program, tmp_path, 2, 1e-7)


INTRINSICS = ("__sinf", "__cosf", "__tanf", "__expf", "__exp10f", "__logf", "__log2f", "__log10f", "__saturatef", "__frcp_rn", "__fsqrt_rn", "__frsqrt_rn")


def test_intrinsics(program, tmp_path):
    exact = {"__saturatef": "x", "__frcp_rn": "1 / x", "__fsqrt_rn": "sqrt(x)", "__frsqrt_rn": "rsqrt(x)"}
    cells, kernel = [], []
    for name in INTRINSICS:
        text = exact.get(name, f"{name[2:-1]}(x)")
        cells.append(f"__device__ float f{name}(float x) {{ return {name}(x); }} __device__ double e{name}(double x) {{ return {text}; }}")
        cells.append(f"auto df{name} = grad(f{name}), de{name} = grad(e{name}); auto ddf{name} = grad(df{name}), dde{name} = grad(de{name});")
        kernel.append(f'    printf("{name} %.9g %.9g %.9g %.9g\\n", df{name}(0.4f), de{name}(0.4), ddf{name}(0.4f), dde{name}(0.4));')
    text = "\n".join(cells) + "\n__global__ void all() {\n" + "\n".join(kernel) + "\n}\nall<<<1, 1>>>();\n"
    found = numbers(run(program, text, tmp_path))
    assert len(found) == len(INTRINSICS)
    for name, f, e, ff, ee in found:
        assert abs(f - e) < 1e-4 * max(1, abs(e)) and abs(ff - ee) < 1e-3 * max(1, abs(ee)), (name, f, e, ff, ee)
