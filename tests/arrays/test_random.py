# SPDX-License-Identifier: Apache-2.0
"""Random numbers of arrays: each distribution against its probabilities, Sobol's points against what defines them, and the seed."""
import math
import subprocess

import numpy as np
import pytest

from programs import REPL, Program

N = 200_000


def drawn(folder, text):
    (folder / "p.cu").write_text(f'seed(7); save({text}, "r.npy"); seed(7); save({text}, "again.npy"); save({text}, "other.npy");\n')
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr
    first, again, other = (np.load(folder / f"{name}.npy") for name in ("r", "again", "other"))
    assert (first == again).all()
    assert (first != other).any()
    return first


def surprise(counts, probabilities):
    """Chi squared in standard deviations from its mean, over the cells that hold enough."""
    expected = np.asarray(probabilities) * np.sum(counts)
    keep = expected > 20
    chi = ((np.asarray(counts)[keep] - expected[keep]) ** 2 / expected[keep]).sum()
    return (chi - keep.sum()) / math.sqrt(2 * keep.sum())


@pytest.mark.parametrize("mean", (0.3, 4, 9.9, 10.1, 60, 1000))
def test_poisson(mean, tmp_path):
    x = drawn(tmp_path, f"poisson({mean}, {N})")
    assert x.dtype == "int64" and x.min() >= 0
    k = np.arange(x.max() + 1)
    probabilities = np.exp(k * math.log(mean) - mean - np.array([math.lgamma(n + 1) for n in k]))
    assert surprise(np.bincount(x), probabilities) < 5


def test_whole_numbers(tmp_path):
    x = drawn(tmp_path, f"randint(-3, 8, {N})")
    assert (x.min(), x.max()) == (-3, 7)
    assert surprise(np.bincount(x + 3), np.full(11, 1 / 11)) < 5


@pytest.mark.parametrize("kind", ("float", "double"))
@pytest.mark.parametrize("text, below", [
    ("exponential(2.5, {n})", lambda q: -2.5 * math.log(1 - q)),
    ("lognormal(0.5, 0.25, {n})", None),
], ids=["exponential", "lognormal"])
def test_real_numbers(kind, text, below, tmp_path):
    (tmp_path / "p.cu").write_text(f'device {kind} x[{N}] = {text.format(n=N)}; save(x, "x.npy");\n')
    subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, check=True, timeout=100)
    x = np.load(tmp_path / "x.npy").astype("d")
    if below:
        edges = [below(q / 20) for q in range(1, 20)]
    else:  # the quantiles of the normal distribution at 1/20, 2/20, ...
        half = [0.0, 0.125661, 0.253347, 0.385320, 0.524401, 0.674490, 0.841621, 1.036433, 1.281552, 1.644854]
        edges = [math.exp(0.5 + 0.25 * z) for z in [-z for z in half[:0:-1]] + half]
    assert surprise(np.histogram(x, [-1, *edges, np.inf])[0], np.full(20, 0.05)) < 5


@pytest.mark.parametrize("seed", ("", ", 5"))
def test_each_interval_has_one_of_sobols_points(seed, tmp_path):
    p = Program(tmp_path)
    p.line(f'save(sobol(256, 21{seed}), "s.npy");')
    p.run()
    s = np.load(tmp_path / "s.npy")
    assert s.shape == (256, 21) and s.min() >= 0 and s.max() < 1
    for k in (1, 2, 16, 256):
        for start in range(0, 256, k):  # each run of 2^k points
            cells = np.sort((s[start:start + k] * k).astype(int), axis=0)
            assert (cells == np.arange(k)[:, None]).all()
    for rows in (4, 64):  # the first two dimensions are a (0, m, 2)-net: each elementary interval has one point
        for columns in (256 // rows,):
            cell = (s[:, 0] * rows).astype(int) * columns + (s[:, 1] * columns).astype(int)
            assert (np.sort(cell) == np.arange(256)).all()


def test_sobols_points_are_scipys(tmp_path):
    qmc = pytest.importorskip("scipy.stats").qmc
    p = Program(tmp_path)
    p.save("sobol(1000, 21)", qmc.Sobol(21, scramble=False).random(1024)[:1000], 1e-7)
    assert p.run() == []


@pytest.mark.parametrize("text, message", [
    ("sobol(10, 22)", "runtime error: 'sobol' has 1 to 21 dimensions, not 22"),
    ("sobol(-1, 2)", "runtime error: 'sobol' has 0 to 2^32 points, not -1"),
    ("poisson(3.0)", "type error: 'poisson' takes at least 2 arguments, not 1"),
])
def test_what_is_refused(text, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", text], capture_output=True, text=True, timeout=60)
    assert ran.stderr.splitlines()[0] == message
