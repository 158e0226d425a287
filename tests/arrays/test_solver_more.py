# SPDX-License-Identifier: Apache-2.0
"""cuSOLVER's singular values of any shape, chosen eigenvalues, eigenvalues of general matrices, inverses of triangles and batches of Cholesky factors,
beside NumPy in the four types."""
import subprocess

import numpy as np
import pytest
from programs import REPL, SOLVER_START

TYPES = {"f": ("S", "float", "float", "R_32F", "R_32F", "Ssy"), "d": ("D", "double", "double", "R_64F", "R_64F", "Dsy"),
         "F": ("C", "cuComplex", "float", "C_32F", "R_32F", "Che"), "D": ("Z", "cuDoubleComplex", "double", "C_64F", "R_64F", "Zhe")}
SHAPES = [(9, 5), (5, 9), (6, 6)]
N, RANK = 11, 3
TEXT = SOLVER_START + """#define NOT(wanted, call) do { int status = call; if (status != wanted) printf("%d %s\\n", status, #call); } while (0)
int main() {
    const cudaDataType A = CUDA_@A, B = CUDA_@B; const cusolverEigMode_t VECTORS = CUSOLVER_EIG_MODE_VECTOR;
    cusolverDnHandle_t h; cusolverDnCreate(&h); cusolverDnParams_t p; OK(cusolverDnCreateParams(&p)); gesvdjInfo_t g; OK(cusolverDnCreateGesvdjInfo(&g));
    in = fopen("in", "rb"); out = fopen("out", "wb");
    size_t bytes, host; int *info = room<int>(4), size; double residual[2];
    int shapes[3][2] = {{9, 5}, {5, 9}, {6, 6}};
    for (auto &shape : shapes) {
        int m = shape[0], n = shape[1], k = m < n ? m : n;
        V *a = get<V>(2 * m * n), *b = room<V>(2 * m * n), *u = room<V>(2 * m * m), *v = room<V>(2 * n * n); R *s = room<R>(2 * k);
        for (int econ = 0; econ < 2; econ++) {
            cudaMemcpy(b, a, m * n * sizeof(V), cudaMemcpyDeviceToDevice);
            OK(cusolverDn@Sgesvdj_bufferSize(h, VECTORS, econ, m, n, b, m, s, u, m, v, n, &size, g)); V *work = room<V>(size);
            OK(cusolverDn@Sgesvdj(h, VECTORS, econ, m, n, b, m, s, u, m, v, n, work, size, info, g)); put(u, m * (econ ? k : m)); put(s, k); put(v, n * (econ ? k : n));
            OK(cusolverDnXgesvdjGetResidual(h, g, residual)); if (!(residual[0] < 1e-3)) printf("residual %g\\n", residual[0]);
        }
        OK(cusolverDn@SgesvdaStridedBatched_bufferSize(h, VECTORS, @K, m, n, a, m, m * n, s, k, u, m, m * m, v, n, n * n, &size, 2)); V *work = room<V>(size);
        OK(cusolverDn@SgesvdaStridedBatched(h, VECTORS, @K, m, n, a, m, m * n, s, k, u, m, m * m, v, n, n * n, work, size, info, residual, 2));
        for (int i = 0; i < 2; i++) { put(u + i * m * m, m * @K); put(s + i * k, @K); put(v + i * n * n, n * @K); } fwrite(residual, sizeof(double), 2, out);
        cudaMemcpy(b, a, 2 * m * n * sizeof(V), cudaMemcpyDeviceToDevice);
        OK(cusolverDn@SgesvdjBatched_bufferSize(h, VECTORS, m, n, b, m, s, u, m, v, n, &size, g, 2)); work = room<V>(size);
        OK(cusolverDn@SgesvdjBatched(h, VECTORS, m, n, b, m, s, u, m, v, n, work, size, info, g, 2)); put(s, 2 * k); put(info, 2);
        NOT(CUSOLVER_STATUS_NOT_SUPPORTED, cusolverDnXgesvdjGetResidual(h, g, residual));
        cudaMemcpy(b, a, m * n * sizeof(V), cudaMemcpyDeviceToDevice);
        OK(cusolverDnXgesvdp_bufferSize(h, p, VECTORS, 1, m, n, A, b, m, B, s, A, u, m, A, v, n, A, &bytes, &host)); void *w = room<char>(bytes);
        OK(cusolverDnXgesvdp(h, p, VECTORS, 1, m, n, A, b, m, B, s, A, u, m, A, v, n, A, w, bytes, NULL, host, info, residual)); put(u, m * k); put(s, k); put(v, n * k);
        OK(cusolverDnXgesvdr_bufferSize(h, p, 'S', 'S', m, n, @K, 2, 2, A, a, m, B, s, A, u, m, A, v, n, A, &bytes, &host)); w = room<char>(bytes);
        OK(cusolverDnXgesvdr(h, p, 'S', 'S', m, n, @K, 2, 2, A, a, m, B, s, A, u, m, A, v, n, A, w, bytes, NULL, host, info)); put(s, @K);
        NOT(CUSOLVER_STATUS_INVALID_VALUE, cusolverDnXgesvdr_bufferSize(h, p, 'S', 'S', m, n, @K, k, 2, A, a, m, B, s, A, u, m, A, v, n, A, &bytes, &host));
    }
    V *s = get<V>(@N * @N), *a = room<V>(@N * @N), *b = room<V>(@N * @N); R *w = room<R>(@N); int found;
    OK(cusolverDn@Eevd_bufferSize(h, VECTORS, CUBLAS_FILL_MODE_LOWER, @N, s, @N, w, &size)); V *work = room<V>(size);
    for (int way = 0; way < 3; way++) {
        cudaMemcpy(a, s, @N * @N * sizeof(V), cudaMemcpyDeviceToDevice); cusolverEigRange_t range = (cusolverEigRange_t) (CUSOLVER_EIG_RANGE_ALL + way);
        OK(cusolverDn@Eevdx_bufferSize(h, VECTORS, range, CUBLAS_FILL_MODE_LOWER, @N, a, @N, R(-2.5), R(3), 3, 7, &found, w, &size));
        OK(cusolverDn@Eevdx(h, VECTORS, range, CUBLAS_FILL_MODE_LOWER, @N, a, @N, R(-2.5), R(3), 3, 7, &found, w, work, size, info)); fwrite(&found, sizeof found, 1, out); put(w, found); put(a, @N * found);
    }
    int64_t many; R low = R(-2.5), high = R(3);
    OK(cusolverDnXsyevdx_bufferSize(h, p, VECTORS, CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_LOWER, @N, A, a, @N, &low, &high, 0, 0, &many, B, w, A, &bytes, &host)); void *big = room<char>(bytes);
    cudaMemcpy(a, s, @N * @N * sizeof(V), cudaMemcpyDeviceToDevice);
    OK(cusolverDnXsyevdx(h, p, VECTORS, CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_LOWER, @N, A, a, @N, &low, &high, 0, 0, &many, B, w, A, big, bytes, NULL, host, info));
    if (many != found) printf("%d %d\\n", (int) many, found);
    NOT(CUSOLVER_STATUS_INVALID_VALUE, cusolverDn@Eevdx(h, VECTORS, CUSOLVER_EIG_RANGE_I, CUBLAS_FILL_MODE_LOWER, @N, a, @N, R(0), R(0), 5, 4, &found, w, work, size, info));
    a = get<V>(@N * @N); V *values = room<V>(2 * @N);
    OK(cusolverDnXgeev_bufferSize(h, p, CUSOLVER_EIG_MODE_NOVECTOR, VECTORS, @N, A, a, @N, A, values, A, NULL, 1, A, b, @N, A, &bytes, &host)); big = room<char>(bytes);
    OK(cusolverDnXgeev(h, p, CUSOLVER_EIG_MODE_NOVECTOR, VECTORS, @N, A, a, @N, A, values, A, NULL, 1, A, b, @N, A, big, bytes, NULL, host, info)); put(values, sizeof(V) == sizeof(R) ? 2 * @N : @N); put(b, @N * @N);
    NOT(CUSOLVER_STATUS_INVALID_VALUE, cusolverDnXgeev_bufferSize(h, p, VECTORS, VECTORS, @N, A, a, @N, A, values, A, NULL, 1, A, b, @N, A, &bytes, &host));
    for (int way = 0; way < 4; way++) {
        cublasFillMode_t fill = way & 1 ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; cublasDiagType_t diagonal = way & 2 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
        a = get<V>(@N * @N); OK(cusolverDnXtrtri_bufferSize(h, fill, diagonal, @N, A, a, @N, &bytes, &host)); big = room<char>(bytes);
        OK(cusolverDnXtrtri(h, fill, diagonal, @N, A, a, @N, big, bytes, NULL, host, info)); put(a, @N * @N); put(info, 1);
    }
    cudaMemset(a + 4 * @N + 4, 0, sizeof(V)); OK(cusolverDnXtrtri(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, @N, A, a, @N, big, bytes, NULL, host, info)); put(info, 1);
    V *pair[2] = {get<V>(@N * @N), get<V>(@N * @N)}, *right[2] = {get<V>(@N), get<V>(@N)}, **as = room<V *>(2), **bs = room<V *>(2);
    cudaMemcpy(as, pair, sizeof pair, cudaMemcpyHostToDevice); cudaMemcpy(bs, right, sizeof right, cudaMemcpyHostToDevice);
    OK(cusolverDn@SpotrfBatched(h, CUBLAS_FILL_MODE_LOWER, @N, as, @N, info, 2)); put(info, 2);
    OK(cusolverDn@SpotrsBatched(h, CUBLAS_FILL_MODE_LOWER, @N, 1, as, @N, bs, @N, info, 2)); put(right[0], @N); put(right[1], @N);
    NOT(CUSOLVER_STATUS_INVALID_VALUE, cusolverDn@SpotrsBatched(h, CUBLAS_FILL_MODE_LOWER, @N, 2, as, @N, bs, @N, info, 2));
    OK(cusolverDnDestroyGesvdjInfo(g)); fclose(out); return 0;
}"""


@pytest.mark.parametrize("kind", TYPES)
def test_calls(kind, tmp_path):
    letter, v, r, a_type, b_type, eigen = TYPES[kind]
    text, random, real = TEXT, np.random.default_rng(0), kind.lower()
    for mark, by in {"V": v, "R": r, "A": a_type, "B": b_type, "N": N, "S": letter, "K": RANK, "E": eigen}.items():
        text = text.replace(f"@{mark}", str(by))
    given, wanted = [], []  # wanted: (shape, type, what it should be or a function that judges)

    def numbers(*shape):
        x = random.integers(-4, 5, shape) / 2
        return (x + 1j * random.integers(-4, 5, shape) if kind in "FD" else x).astype(kind)

    def close(a, b):
        return np.allclose(a, b, rtol=2e-3, atol=2e-3)

    def factors(x, rank, square=False):
        (m, n), k, kept = x.shape, min(x.shape), []
        values, u, vt = (y := np.linalg.svd(x))[1], y[0], y[2]
        best = (u[:, :rank] * values[:rank]) @ vt[:rank]
        wanted.extend([((m, m if square else rank), kind, lambda g: kept.append(g) or close(g.conj().T @ g, np.eye(g.shape[1]))), ((rank,), real, values[:rank]),
                       ((n, n if square else rank), kind, lambda g: close(g.conj().T @ g, np.eye(g.shape[1])) and
                        close((kept[0][:, :rank] * values[:rank]) @ g[:, :rank].conj().T, best))])
        return np.linalg.norm(x - best)

    for m, n in SHAPES:
        pair, k = [numbers(m, n), numbers(m, n)], min(m, n)
        given += pair
        factors(pair[0], k, square=True)
        factors(pair[0], k)
        rests = [factors(x, RANK) for x in pair]
        wanted.append(((2,), "d", np.array(rests)))
        wanted += [((2 * k,), real, np.concatenate([np.linalg.svd(x)[1] for x in pair])), ((2,), "i", np.zeros(2))]
        factors(pair[0], k)
        wanted.append(((RANK,), real, np.linalg.svd(pair[0])[1][:RANK]))
    x = numbers(N, N)
    s = x + x.conj().T
    given.append(s)
    all_values = np.linalg.eigvalsh(s)
    for chosen in (all_values, all_values[2:7], all_values[(all_values > -2.5) & (all_values <= 3)]):
        wanted += [((1,), "i", len(chosen)), ((len(chosen),), real, chosen), ((N, len(chosen)), kind, lambda z, w=chosen: close(s @ z, z * w))]
    a = numbers(N, N)
    given.append(a)
    kept, values = [], np.linalg.eigvals(a)

    def same_values(w):
        w = w[:N] + 1j * w[N:] if kind in "fd" else w
        kept.append(w)
        return all(np.min(abs(values - z)) < 1e-2 for z in w) and abs(w.sum() - values.sum()) < 1e-2

    def same_vectors(z):
        z, w, j = z.astype(complex), kept[0], 0
        while kind in "fd" and j < N:
            if w[j].imag:
                assert w[j].imag > 0 and w[j + 1] == w[j].conj()
                z[:, j], z[:, j + 1] = z[:, j] + 1j * z[:, j + 1], z[:, j] - 1j * z[:, j + 1]
                j += 1
            j += 1
        return close(a @ z, z * w) and close(np.linalg.norm(z, axis=0), 1)

    wanted += [((2 * N if kind in "fd" else N,), kind, same_values), ((N, N), kind, same_vectors)]
    for way in range(4):
        x = numbers(N, N) / 4
        x[np.arange(N), np.arange(N)] = 2 + np.arange(N) % 3
        given.append(x)
        part, other = (np.triu, np.tril) if way & 1 else (np.tril, np.triu)
        diagonal = np.eye(N) if way & 2 else np.diag(np.diag(x))
        inverse = np.linalg.inv(part(x, 1 if way & 1 else -1) + diagonal)
        if way & 2:
            inverse[np.arange(N), np.arange(N)] = np.diag(x)  # not touched
        wanted += [((N, N), kind, part(inverse) + other(x, -1 if way & 1 else 1)), ((1,), "i", 0)]
    wanted.append(((1,), "i", 5))
    pair = [(y := numbers(N, N)) @ y.conj().T + 30 * np.eye(N, dtype=kind) for _ in range(2)]
    right = [numbers(N), numbers(N)]
    given += pair + right
    wanted += [((2,), "i", 0)] + [((N,), kind, np.linalg.solve(x, b)) for x, b in zip(pair, right)]
    (tmp_path / "in").write_bytes(b"".join(x.astype(kind).tobytes("F") for x in given))
    (tmp_path / "p.cu").write_text(text)
    ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
    content, at = (tmp_path / "out").read_bytes(), 0
    for i, (shape, t, want) in enumerate(wanted):
        size = int(np.prod(shape)) * np.dtype(t).itemsize
        got = np.frombuffer(content[at:at + size], t).reshape(shape, order="F")
        at += size
        assert want(got) if callable(want) else close(got, want), (i, got, want)
    assert at == len(content)
