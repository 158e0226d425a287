# SPDX-License-Identifier: Apache-2.0
"""einsum() beside numpy.einsum: chosen subscripts, random ones, and those that are refused."""
import random
import subprocess

import numpy as np
import pytest

from programs import REPL, Program

CHOSEN = ["ij,jk->ik", "ij,jk", "ij->ji", "ij->", "ii->i", "ii", "iij->j", "i,i->", "i,j->ij", "ij,ij->ij", "ij,ij->i", "bij,bjk->bik", "bij,jk->bik",
          "ij,kj,lj->ikl", "ij,jk,kl->il", "ij , jk -> k i", "ba", "ijk,jil->kl", "ij,i,j->", "aij,aij->a", "i,i,i->i", "ijkl->lkji", "ij,jk,kl,lm->im", "i->"]
EXTENTS = dict(zip("abijklm", (2, 3, 4, 5, 1, 3, 2)))


def save(p, subscripts, arrays):
    names = ", ".join(p.array(a) for a in arrays)
    want = np.einsum(subscripts, *arrays)
    text = f'einsum("{subscripts}", {names})'
    if want.ndim:
        p.save(text, want)
    else:
        p.number(text, float(want))


def arrays_for(r, subscripts, kind, extents):
    return [r.integers(0 if kind == "B" else -4, 5, [extents[c] for c in term]).astype(kind)
            for term in subscripts.replace(" ", "").split("->")[0].split(",")]


@pytest.mark.parametrize("kind", "fdihB")
def test_chosen_subscripts(kind, tmp_path):
    r, p = np.random.default_rng(1), Program(tmp_path)
    for subscripts in CHOSEN:
        wide = "i" if kind in "hB" else kind
        arrays = arrays_for(r, subscripts, kind, EXTENTS)
        save_as(p, subscripts, arrays, wide)
    save_as(p, "ij,jk->ik", [np.zeros((3, 0), kind), np.zeros((0, 2), kind)], "i" if kind in "hB" else kind)
    assert p.run() == []


def save_as(p, subscripts, arrays, wide):
    """NumPy keeps small integers small; here they become int, as in C, unless there is one operand."""
    names = ", ".join(p.array(a) for a in arrays)
    want = np.einsum(subscripts, *[a if len(arrays) == 1 else a.astype(wide) for a in arrays])
    text = f'einsum("{subscripts}", {names})'
    p.save(text, want) if want.ndim else p.number(text, float(want))


def test_views(tmp_path):
    p, a = Program(tmp_path), np.arange(24, dtype="f").reshape(4, 6)
    name = p.array(a)
    p.save(f'einsum("ij,kj->ik", {name}[::-1, ::2], {name}[:, ::-2])', np.einsum("ij,kj->ik", a[::-1, ::2], a[:, ::-2]))
    p.save(f'einsum("ji,jk->ik", {name}, transpose(transpose({name}) + 1))', np.einsum("ji,jk->ik", a, a + 1))
    assert p.run() == []


def random_subscripts(r):
    letters = r.sample("abijkl", r.randint(2, 4))
    terms = ["".join(r.choice(letters) for _ in range(r.randint(1, 3))) for _ in range(r.randint(1, 3))]
    used = sorted(set("".join(terms)))
    result = r.sample(used, r.randint(0, min(3, len(used))))
    return ",".join(terms) + ("->" + "".join(result) if r.random() < 0.8 else "")


def test_random_subscripts(tmp_path):
    r, n, p = random.Random(3), np.random.default_rng(3), Program(tmp_path)
    for _ in range(60):
        subscripts = random_subscripts(r)
        extents = {c: r.choice((1, 2, 3, 5)) for c in "abijkl"}
        arrays = arrays_for(n, subscripts, "d", extents)
        if np.einsum(subscripts, *arrays).ndim <= 4:
            save(p, subscripts, arrays)
    assert p.run() == []


DOTS = [("...", "3"), ("...i->i...", "234"), ("i...->...", "234"), ("...ij->...ji", "2345"), ("...ij,...jk->...ik", "234 245"), ("...ij,jk->...ik", "2345 56"),
        ("...ij,...jk", "2134 1345"), ("i...,i...->...", "23 21"), ("...,...", "234 34"), ("...,...->...", "234 4"), ("...i,i", "234 4"), ("ij...,jk...->ik...", "234 351"),
        ("...ii->...i", "233"), ("...i,...i,...", "24 14 2"), ("b...,b...", "23 23"), ("...->...", "2"), ("A...,Ba->Aa...", "23 24"), ("ij...->...", "23"),
        ("ij,ij->ij", "23 13"), ("ij,jk->ik", "23 14"), ("ij,ij", "21 13"), ("i...,j->ij...", "3 2")]


@pytest.mark.parametrize("kind", "di")
def test_dots_and_axes_of_one_element(kind, tmp_path):
    r, p = np.random.default_rng(7), Program(tmp_path)
    for subscripts, shapes in DOTS:
        arrays = [r.integers(-4, 5, [int(n) for n in shape]).astype(kind) for shape in shapes.split()]
        save(p, subscripts, arrays)
    save(p, "...i,...i->...", [np.zeros((2, 0), kind), np.zeros((1, 0), kind)])
    save(p, "...i,...i->...i", [np.zeros((2, 0), kind), np.ones((2, 1), kind)])
    assert p.run() == []


FAULTS = [
    ('"ij,jk->ik", A', "type error: the subscripts are for 2 operands, but there is 1"),
    ('"ij->k", A', "type error: 'k' is in the result, but in no operand"),
    ('"ij->ii", A', "type error: 'i' is in the result twice"),
    ('"i", A', "type error: this array has 2 axes, but its subscripts are 'i'"),
    ('"i..j", A', "type error: '.' has no meaning in the subscripts of 'einsum'"),
    ('"i.", A', "type error: '.' has no meaning in the subscripts of 'einsum'"),
    ('"......", A', "type error: '...' is there twice"),
    ('"...i->i", A', "type error: '...' stands for axes that the result must have too"),
    ('"i->i...", A', "type error: this array has 2 axes, but its subscripts are 'i'"),
    ('"...ijk", A', "type error: this array has 2 axes, but its subscripts are 'ijk'"),
    ('"i...,j...", A, transpose(A)', "memory error: 'A' stands for axes of 3 and of 2 elements"),
    ('"i-j", A', "type error: '-' has no meaning in the subscripts of 'einsum'"),
    ('"ijkla", A', "type error: 'a' is one letter too many: arrays have at most 4 axes"),
    ('text, A', "type error: the subscripts of 'einsum' must be a string literal"),
    ('"ij,jk->ik", A, A', "memory error: 'j' stands for axes of 3 and of 2 elements"),
    ('"ii", A', "memory error: 'i' stands for axes of 2 and of 3 elements"),
    ('"ij,kl,ab", A, A, A', "type error: the result would have more than 4 axes"),
]


@pytest.mark.parametrize("arguments, message", FAULTS)
def test_what_is_refused(arguments, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f'device float A[2][3]; const char *text = "ij"; einsum({arguments})'], capture_output=True,
                         text=True, timeout=60)
    assert ran.stderr.splitlines()[0] == message
    assert ran.returncode == 1
