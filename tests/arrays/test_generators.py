# SPDX-License-Identifier: Apache-2.0
"""random("xorwow", n) and its like: the numbers of cuRAND's host calls (curand.h, which tests/programs compares with recorded ones), call after call."""
import os
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import REPL

KINDS = {"xorwow": "PSEUDO_XORWOW", "mrg32k3a": "PSEUDO_MRG32K3A", "mt19937": "PSEUDO_MT19937", "philox": "PSEUDO_PHILOX4_32_10", "sobol": "QUASI_SOBOL32", "scrambled_sobol32": "QUASI_SCRAMBLED_SOBOL32",
         "sobol64": "QUASI_SOBOL64", "scrambled_sobol64": "QUASI_SCRAMBLED_SOBOL64"}
CALLS = {"random_raw": ("unsigned", "curandGenerate(g, {})"), "random": ("float", "curandGenerateUniform(g, {})"),
         "random double": ("double", "curandGenerateUniformDouble(g, {})"), "randn": ("float", "curandGenerateNormal(g, {}, 0, 1)"),
         "randn double": ("double", "curandGenerateNormalDouble(g, {}, 0, 1)"),
         "lognormal": ("float", "curandGenerateLogNormal(g, {}, 1, 0.5f)"), "lognormal double": ("double", "curandGenerateLogNormalDouble(g, {}, 1, 0.5)"),
         "poisson 3.5": ("unsigned", "curandGeneratePoisson(g, {}, 3.5)"), "poisson 30": ("unsigned", "curandGeneratePoisson(g, {}, 30)"),
         "poisson 9000": ("unsigned", "curandGeneratePoisson(g, {}, 9000)")}
LAWS = {"lognormal": ", 1, 0.5", "poisson": ", {}"}
# Other roundings of logarithms and exponentials.
NEAR = {"randn": 2e-6, "randn double": 2e-6, "lognormal": 2e-5, "lognormal double": 2e-6, "poisson 9000": 1}


def compared(name, seed, draws, folder, device="cpu", env=None):
    """What differs: calls of one generator one after the other, each with the number of its elements."""
    lines = ["#include <curand.h>", f"curandGenerator_t g; curandCreateGeneratorHost(&g, CURAND_RNG_{KINDS[name]});"]
    lines += [f"curandSetPseudoRandomGeneratorSeed(g, {seed}ull);"] if "sobol" not in name else []
    lines += [f"seed({seed}ull);"]
    for i, (call, n) in enumerate(draws):
        kind, host = CALLS[call]
        if call == "random_raw" and name.endswith("64"):
            kind, host = "unsigned long long", "curandGenerateLongLong(g, {})"
        law = LAWS.get(call.split()[0], "").format(call.split()[-1])
        lines += [f"{kind} *h{i} = new {kind}[{n}]; {host.format(f'h{i}, {n}')};",
                  f'device {kind} x{i}[] = {call.split()[0]}("{name}"{law}, {n}), y{i}[{n}]; cudaMemcpy(y{i}, h{i}, sizeof x{i}, cudaMemcpyHostToDevice);',
                  f'printf("{i} %ld %g\\n", len(x{i}), (double) max(x{i} > y{i} ? (double) (x{i} - y{i}) : (double) (y{i} - x{i})));']
    (folder / "p.cu").write_text("\n".join(lines) + "\n")
    ran = subprocess.run([REPL, "--device", device, "p.cu"], cwd=folder, capture_output=True, text=True, timeout=300, env=os.environ | (env or {}))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found = [line.split() for line in ran.stdout.splitlines()]
    assert [int(length) for _, length, _ in found] == [n for _, n in draws]
    return [(draws[int(i)], float(off)) for i, _, off in found if float(off) > NEAR.get(draws[int(i)][0], 0)]


@pytest.mark.parametrize("seed", (0, 7, 0x123456789ABCDEF))
@pytest.mark.parametrize("name", KINDS)
def test_calls_go_on_as_curands(name, seed, tmp_path):
    draws = [("random_raw", 5), ("random", 1000), ("random", 3), ("randn", 2000), ("random_raw", 5000), ("random double", 4000), ("randn double", 600),
             ("random", 7), ("lognormal", 400), ("poisson 3.5", 500), ("lognormal double", 20), ("poisson 30", 3000), ("poisson 9000", 70), ("random", 9)]
    if name == "philox":  # doubles in the middle of a row: docs/language.md
        draws = [draw for draw in draws if "double" not in draw[0]]
    assert compared(name, seed, draws, tmp_path) == []


@pytest.mark.parametrize("name", KINDS)
def test_more_than_a_row_of_streams(name, tmp_path):
    assert compared(name, 3, [("random", 300_001), ("random_raw", 100_000), ("random", 70_000)], tmp_path) == []


@pytest.mark.parametrize("name", KINDS)
def test_on_a_gpu(name, tmp_path):
    draws = [("random", 1000), ("randn", 200), ("random_raw", 3000), ("random", 5), ("poisson 30", 50), ("lognormal", 20)]
    assert compared(name, 7, draws, tmp_path, "0", fake_gpu.environment()) == []


def test_seeds_shapes_and_types(tmp_path):
    (tmp_path / "p.cu").write_text("""
for (int i = 0; i < 2; i++) {
    seed(5);
    save(random("mrg32k3a", 3, 5), i ? "b.npy" : "a.npy");
    save(randn("xorwow", 7), i ? "d.npy" : "c.npy");
}
save(random("sobol", 4, 3), "s.npy");
device half h[100] = random("philox", 100);
save(2 * random("philox", 0), "empty.npy");
device double z[2][2] = randn("mt19937", 2, 2);
auto copy = random("sobol", 4, 1) * 2;
printf("%d %ld %d\\n", all(h > 0 && h <= 1), len(random_raw("xorwow", 0)), any(z != 0));
""")
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert (ran.returncode, ran.stdout) == (0, "1 0 1\n"), ran.stderr
    a, b, c, d, s, empty = (np.load(tmp_path / f"{name}.npy") for name in ("a", "b", "c", "d", "s", "empty"))
    assert a.shape == (3, 5) and c.shape == (7,) and empty.shape == (0,)
    assert (a == b).all() and (c == d).all()
    assert s.shape == (4, 3)
    assert np.abs(s[1] - 0.5).max() < 1e-6 and np.abs(s[2] - [0.75, 0.25, 0.25]).max() < 1e-6


@pytest.mark.parametrize("text, message", [
    ('random("mersenne", 3)', "runtime error: there is no generator 'mersenne'"),
    ('random("xorwow", -3)', "memory error: an array cannot have -3 elements"),
    ('random("sobol", 3, 22)', "memory error: Sobol's sequence has 1 to 21 dimensions, not 22"),
    ('random("sobol", 3, 2, 2)', "memory error: Sobol's sequence gives a vector or a matrix with a point in each row, not an array of rank 3"),
    ('random("mtgp32", 3)', "runtime error: 'mtgp32' needs tables that only NVIDIA's library has"),
    ('const char *name = "sobol64"; random_raw(name, 3)', "runtime error: this generator gives 64 bits, and the call's type has 32"),
    ('lognormal("scrambled_sobol32", 0, 1, 3, 22)', "memory error: Sobol's sequence has 1 to 21 dimensions, not 22"),
    ('poisson("xorwow", 0, 3)', "runtime error: cuRAND's Poisson numbers have a mean above 0 and up to 400000, not 0"),
    ('poisson("xorwow", 5e5, 3)', "runtime error: cuRAND's Poisson numbers have a mean above 0 and up to 400000, not 500000"),
    ('poisson("xorwow", 3)', "type error: argument 1 of 'poisson' should be 'double', but is 'char *'"),
    ('random("xorwow")', None),
    ('random("xorwow", 1, 2, 3, 4, 5)', "type error: a device array has at most 4 dimensions"),
])
def test_what_is_refused(text, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", text], capture_output=True, text=True, timeout=60)
    assert ran.returncode and (not message or ran.stderr.splitlines()[0] == message), ran.stderr
