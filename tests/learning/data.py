# SPDX-License-Identifier: Apache-2.0
"""The data of the tests: digits, and made points. RandomState's numbers do not change between versions of NumPy."""
import numpy as np
from paths import ROOT


def digits():
    """(rows of 64 pixels from 0 to 1, labels)"""
    file = np.load(ROOT / "notebooks/data/digits.npz")
    return (file["images"].reshape(-1, 64) / 16).astype("f"), file["labels"].astype("i")


def points(n=1200, kind="f"):
    """Five groups in three dimensions, and some noise around."""
    r = np.random.RandomState(7)
    centers = np.array([[0, 0, 0], [6, 0, 1], [0, 7, 2], [6, 6, -3], [-5, 3, 4]], "d")
    x = centers[np.arange(n) % 5] + r.standard_normal((n, 3)) * 0.8
    x[::25] = r.uniform(-9, 10, (len(x[::25]), 3))
    return x.astype(kind)


def waves(n=3000, kind="d"):
    """(rows, values): Friedman's first problem, five columns that matter and one that does not."""
    r = np.random.RandomState(9)
    x = r.uniform(0, 1, (n, 6))
    y = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4] + r.standard_normal(n)
    return x.astype(kind), y.astype(kind)


def line(n=500, kind="d"):
    """(rows, values): the values are 3 x0 - 2 x1 + 0.5 x3 + 4 with noise; the columns differ in size and place."""
    r = np.random.RandomState(8)
    x = r.standard_normal((n, 4)) * [1, 10, 0.1, 3] + [0, 100, -5, 1000]
    return x.astype(kind), (x @ [3, -2, 0, 0.5] + 4 + r.standard_normal(n) * 0.1).astype(kind)
