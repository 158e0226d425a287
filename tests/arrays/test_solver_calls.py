# SPDX-License-Identifier: Apache-2.0
"""cuSOLVER's calls that take types as arguments (cusolverDnX...), and gesvdj, beside NumPy in the four types."""
import subprocess

import numpy as np
import pytest
from programs import REPL, SOLVER_START

TYPES = {"f": ("S", "float", "float", "R_32F", "R_32F"), "d": ("D", "double", "double", "R_64F", "R_64F"), "F": ("C", "cuComplex", "float", "C_32F", "R_32F"),
         "D": ("Z", "cuDoubleComplex", "double", "C_64F", "R_64F")}
N, M, COUNT = 12, 17, 3
TEXT = SOLVER_START + """int main() {
    const cudaDataType A = CUDA_@A, B = CUDA_@B;
    cusolverDnHandle_t h; cusolverDnCreate(&h); cusolverDnParams_t p; OK(cusolverDnCreateParams(&p)); OK(cusolverDnSetAdvOptions(p, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
    in = fopen("in", "rb"); out = fopen("out", "wb");
    size_t bytes, host; int *info = room<int>(1), size;
    for (int pivoted = 1; pivoted >= 0; pivoted--) {
        V *a = get<V>(@N * @N), *b = get<V>(@N * @C); int64_t *pivots = pivoted ? room<int64_t>(@N) : NULL;
        OK(cusolverDnXgetrf_bufferSize(h, p, @N, @N, A, a, @N, A, &bytes, &host)); void *work = room<char>(bytes);
        OK(cusolverDnXgetrf(h, p, @N, @N, A, a, @N, pivots, A, work, bytes, NULL, host, info));
        OK(cusolverDnXgetrs(h, p, CUBLAS_OP_C, @N, @C, A, a, @N, pivots, A, b, @N, info)); put(b, @N * @C); put(info, 1);
    }
    for (int fill = 0; fill < 2; fill++) {
        cublasFillMode_t f = fill ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; V *a = get<V>(@N * @N), *b = get<V>(@N * @C), *s = get<V>(@N * @N); R *w = room<R>(@N);
        OK(cusolverDnXpotrf_bufferSize(h, p, f, @N, A, a, @N, A, &bytes, &host)); void *work = room<char>(bytes);
        OK(cusolverDnXpotrf(h, p, f, @N, A, a, @N, A, work, bytes, NULL, host, info)); OK(cusolverDnXpotrs(h, p, f, @N, @C, A, a, @N, A, b, @N, info)); put(b, @N * @C); put(info, 1);
        OK(cusolverDnXsyevd_bufferSize(h, p, CUSOLVER_EIG_MODE_VECTOR, f, @N, A, s, @N, B, w, A, &bytes, &host)); work = room<char>(bytes);
        OK(cusolverDnXsyevd(h, p, CUSOLVER_EIG_MODE_VECTOR, f, @N, A, s, @N, B, w, A, work, bytes, NULL, host, info)); put(w, @N); put(s, @N * @N);
    }
    V *q = get<V>(@M * @N), *taus = room<V>(@N);
    OK(cusolverDnXgeqrf_bufferSize(h, p, @M, @N, A, q, @M, A, taus, A, &bytes, &host)); void *work = room<char>(bytes);
    OK(cusolverDnXgeqrf(h, p, @M, @N, A, q, @M, A, taus, A, work, bytes, NULL, host, info)); put(q, @M * @N);
    V *x = get<V>(@M * @N), *u = room<V>(@M * @M), *v = room<V>(@N * @N); R *s = room<R>(@N);
    OK(cusolverDnXgesvd_bufferSize(h, p, 'S', 'S', @M, @N, A, x, @M, B, s, A, u, @M, A, v, @N, A, &bytes, &host)); work = room<char>(bytes);
    OK(cusolverDnXgesvd(h, p, 'S', 'S', @M, @N, A, x, @M, B, s, A, u, @M, A, v, @N, A, work, bytes, NULL, host, info)); put(u, @M * @N); put(s, @N); put(v, @N * @N);
    x = get<V>(@M * @N); gesvdjInfo_t g; OK(cusolverDnCreateGesvdjInfo(&g)); OK(cusolverDnXgesvdjSetTolerance(g, 1e-7)); OK(cusolverDnXgesvdjSetMaxSweeps(g, 15));
    OK(cusolverDn@Sgesvdj_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, 1, @M, @N, x, @M, s, u, @M, v, @N, &size, g)); work = room<V>(size);
    OK(cusolverDn@Sgesvdj(h, CUSOLVER_EIG_MODE_VECTOR, 1, @M, @N, x, @M, s, u, @M, v, @N, (V *) work, size, info, g)); put(u, @M * @N); put(s, @N); put(v, @N * @N);
    if (cusolverDnXpotrf_bufferSize(h, p, CUBLAS_FILL_MODE_LOWER, @N, CUDA_R_8I, x, @N, A, &bytes, &host) != CUSOLVER_STATUS_NOT_SUPPORTED) printf("int8 is no type\\n");
    OK(cusolverDnDestroyParams(p)); fclose(out); return 0;
}"""


@pytest.mark.parametrize("kind", TYPES)
def test_calls(kind, tmp_path):
    letter, v, r, a_type, b_type = TYPES[kind]
    text, random = TEXT, np.random.default_rng(0)
    for mark, by in {"V": v, "R": r, "A": a_type, "B": b_type, "N": N, "M": M, "C": COUNT, "S": letter}.items():
        text = text.replace(f"@{mark}", str(by))

    def numbers(*shape):
        x = random.integers(-4, 5, shape) / 2
        return (x + 1j * random.integers(-4, 5, shape) if kind in "FD" else x).astype(kind)

    given, wanted = [], []  # wanted: (shape, type, what it should be or a function that judges)
    for pivoted in (True, False):
        a, b = numbers(N, N) + 20 * np.eye(N, dtype=kind)[::-1 if pivoted else 1], numbers(N, COUNT)
        given += [a, b]
        wanted += [((N, COUNT), kind, np.linalg.solve(a.conj().T, b)), ((1,), "i", 0)]
    for _ in range(2):
        x = numbers(N, N)
        a, b, s = x @ x.conj().T + 30 * np.eye(N, dtype=kind), numbers(N, COUNT), x + x.conj().T
        given += [a, b, s]
        w = np.linalg.eigvalsh(s)
        wanted += [((N, COUNT), kind, np.linalg.solve(a, b)), ((1,), "i", 0), ((N,), kind.lower(), w), ((N, N), kind, lambda z, s=s, w=w: np.allclose(s @ z, z * w, atol=1e-3))]
    x = numbers(M, N)
    given += [x, x, x]
    factor = np.abs(np.linalg.qr(x)[1])
    wanted.append(((M, N), kind, lambda q: np.allclose(np.abs(np.triu(q[:N])), factor, atol=1e-3)))
    values = np.linalg.svd(x, compute_uv=False)
    for turned in (False, True):
        found = []
        wanted += [((M, N), kind, lambda u, f=found: f.append(u) or True), ((N,), kind.lower(), values),
                   ((N, N), kind, lambda z, f=found, t=turned: np.allclose(f[0] * values @ (z.conj().T if t else z), x, atol=1e-3))]
    (tmp_path / "in").write_bytes(b"".join(a.astype(kind).tobytes("F") for a in given))
    (tmp_path / "p.cu").write_text(text)
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
    content, at = (tmp_path / "out").read_bytes(), 0
    for i, (shape, t, want) in enumerate(wanted):
        size = int(np.prod(shape)) * np.dtype(t).itemsize
        got = np.frombuffer(content[at:at + size], t).reshape(shape, order="F")
        at += size
        assert want(got) if callable(want) else np.allclose(got, want, rtol=2e-3, atol=2e-3), (i, got, want)
    assert at == len(content)
