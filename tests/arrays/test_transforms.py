# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms beside numpy.fft: lengths with large prime factors, axes, views, real transforms, several axes; errors."""
import subprocess

import numpy as np
import pytest

import fake_gpu
from programs import C_NAMES, REPL, Program

C_NAMES |= {"F": "float2", "D": "double2"}
COMPLEX = {"f": "F", "F": "F"}


def numbers(r, shape, kind):
    x = r.integers(-9, 10, shape) / 4
    return (x + 1j * r.integers(-9, 10, shape) / 4 if kind in "FD" else x if kind in "fd" else x * 4).astype(kind)


def as_complex(x, kind):
    return np.asarray(x).astype(COMPLEX.get(kind, "D"))


def as_real(x, kind):
    return np.asarray(x).astype(COMPLEX.get(kind, "D").lower())


def tolerance(kind):
    return 2e-6 if kind in "fF" else 1e-14


@pytest.mark.parametrize("kind", "fdFDih")
def test_lengths_and_axes(kind, tmp_path):
    r, p, t = np.random.default_rng(3), Program(tmp_path), tolerance(kind)
    for n in (1, 2, 3, 17, 34, 64, 97, 251, 360):
        x = numbers(r, n, kind)
        a = p.array(x)
        for view, of in (("", lambda v: v), ("[::-1]", lambda v: v[::-1])):
            p.save(f"fft({a}{view})", as_complex(np.fft.fft(of(x)), kind), n * t)
            p.save(f"ifft({a}{view})", as_complex(np.fft.ifft(of(x)), kind), n * t)
        for m in (1, n + 3, max(n // 2, 1)):
            p.save(f"fft({a}, {m})", as_complex(np.fft.fft(x, m), kind), n * t)
    for shape in ((3, 5), (0, 4), (2, 3, 19), (2, 1, 3, 4)):
        x = numbers(r, shape, kind)
        a = p.array(x)
        for axis in range(x.ndim):
            if shape[axis]:
                p.save(f"fft({a}, -1, {axis})", as_complex(np.fft.fft(x, axis=axis), kind), 20 * t)
                p.save(f"ifft({a}, 4, {axis})", as_complex(np.fft.ifft(x, 4, axis=axis), kind), 20 * t)
        p.save(f"fft(transpose({a}), -1, 0)", as_complex(np.fft.fft(x.T, axis=0), kind), 20 * t)
    assert p.run() == []


PLACES = {"loops": ((), {}), "kernels": (("--check",), {}), "gpu": (("--device", "0"), fake_gpu.environment())}


def wrong(p, place):
    options, env = PLACES[place]
    return p.run(*options, env=env)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", "fdi")
def test_of_real_numbers(kind, place, tmp_path):
    r, p, t = np.random.default_rng(4), Program(tmp_path), tolerance(kind)
    for n in (1, 2, 3, 4, 6, 17, 34, 48):
        x = numbers(r, n, kind)
        a = p.array(x)
        p.save(f"rfft({a})", as_complex(np.fft.rfft(x), kind), n * t)
        p.save(f"irfft(rfft({a}), {n})", as_real(x, kind), n * t)
        p.save(f"rfft({a}, 5)", as_complex(np.fft.rfft(x, 5), kind), n * t)
        p.save(f"rfft({a}, 8)", as_complex(np.fft.rfft(x, 8), kind), n * t)
        p.save(f"rfft({a}[::-1])", as_complex(np.fft.rfft(x[::-1]), kind), n * t)
        if n > 2:
            p.save(f"rfft({a}[1:])", as_complex(np.fft.rfft(x[1:]), kind), n * t)
    for shape in ((4, 6), (3, 7), (2, 3, 5)):
        x = numbers(r, shape, kind)
        a = p.array(x)
        for axis in range(x.ndim):
            p.save(f"rfft({a}, -1, {axis})", as_complex(np.fft.rfft(x, axis=axis), kind), 20 * t)
        p.save(f"rfft2({a})", as_complex(np.fft.rfft2(x), kind), 40 * t)
        p.save(f"irfft2(rfft2({a}), {shape[-1]})", as_real(x, kind), 40 * t)
    assert wrong(p, place) == []


def test_long_rows_of_real_numbers(tmp_path):
    """Cut into parts for several threads."""
    r, p = np.random.default_rng(8), Program(tmp_path)
    for shape in ((200_000,), (3, 100_002)):
        x = numbers(r, shape, "d")
        a = p.array(x)
        p.save(f"rfft({a})", as_complex(np.fft.rfft(x), "d"), 1e-12)
        p.save(f"irfft(rfft({a}))", x, 1e-12)
    assert p.run() == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", "FD")
def test_back_from_half_a_spectrum(kind, place, tmp_path):
    r, p, t = np.random.default_rng(5), Program(tmp_path), tolerance(kind)
    for m in (2, 3, 6):
        z = numbers(r, (2, m), kind)
        a = p.array(z)
        p.save(f"irfft({a})", as_real(np.fft.irfft(z), kind), 10 * t)
        for n in (1, 2, 5, 2 * m - 1, 2 * m + 4):
            p.save(f"irfft({a}, {n})", as_real(np.fft.irfft(z, n), kind), 10 * t)
        p.save(f"irfft({a}, 3, 0)", as_real(np.fft.irfft(z, 3, axis=0), kind), 10 * t)
        p.save(f"irfft2({a})", as_real(np.fft.irfft2(z), kind), 10 * t)
    assert wrong(p, place) == []


@pytest.mark.parametrize("kind", "fD")
def test_several_axes_and_frequencies(kind, tmp_path):
    r, p, t = np.random.default_rng(6), Program(tmp_path), tolerance(kind)
    for shape in ((1, 1), (4, 6), (3, 5, 7), (2, 3, 2, 3)):
        x = numbers(r, shape, kind)
        a = p.array(x)
        for name in ("fft2", "ifft2", "fftn", "ifftn"):
            p.save(f"{name}({a})", as_complex(getattr(np.fft, name)(x), kind), 60 * t)
        for name in ("fftshift", "ifftshift"):
            p.save(f"{name}({a})", getattr(np.fft, name)(x))
    p.save(f"fftn({p.array(numbers(r, 9, kind))})", as_complex(np.fft.fft(np.load(tmp_path / f"a{p.inputs - 1}.npy")), kind), 10 * t)
    for n in (1, 4, 5):
        p.save(f"fftfreq({n}, 0.25)", np.fft.fftfreq(n, 0.25), 1e-15)
        p.save(f"rfftfreq({n})", np.fft.rfftfreq(n), 1e-15)
    for text in ("device half h[] = {1, 2, 3}; auto s = fftshift(h); device float r[] = s;",):
        p.line(text)
        p.save("r", np.array([3, 1, 2], "f"))
    assert p.run() == []


def test_many_rows(tmp_path):
    p = Program(tmp_path)
    x = np.random.default_rng(7).integers(-3, 4, (70_000, 3)).astype("f")
    a = p.array(x)
    p.save(f"fft({a})", np.fft.fft(x).astype("F"), 1e-6)
    p.save(f"real(ifft(fft({a}, -1, 0), -1, 0))", x, 1e-5)
    assert p.run() == []


@pytest.mark.parametrize("text, message", [
    ("fft(x[0:0])", "memory error: a transform of length 0 is not supported"),
    ("irfft(z[0:1])", "memory error: a transform of length 0 is not supported"),
    ("fft(x, 0)", "memory error: a transform of length 0 is not supported"),
    ("fftfreq(0)", "memory error: a transform of length 0 is not supported"),
    ("fft(x, -1, 1)", "memory error: there is no axis 1 in an array of rank 1"),
    ("rfft(z)", "type error: 'rfft' needs an array of real numbers, not 'device float2 [:]'"),
    ("fft2(x)", "type error: 'fft2' needs an array of rank 2 or more, not 'device float [:]'"),
    ("fft(2.0)", "type error: argument 1 of 'fft' should be 'device array', but is 'double'"),
    ("fftshift(b)", "type error: 'fftshift' needs an array of numbers, not 'device body [:]'"),
])
def test_what_is_refused(text, message):
    ran = subprocess.run([REPL, "--device", "cpu", "-e", f"struct body {{ float m; }}; device body b[2]; device float x[3]; device float2 z[3]; {text}"],
                         capture_output=True, text=True, timeout=60)
    assert ran.stderr.splitlines()[0] == message
