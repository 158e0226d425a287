# SPDX-License-Identifier: Apache-2.0
"""Calls of <cusparse.h> beside dense matrices in NumPy: sparse vectors, triangular and tridiagonal systems, incomplete factors, products and sums of sparse
matrices, sampled products, conversions; with both bases of indices, both types, and scalars on the host and on the device."""
import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

REPL = os.environ.get("WARPCELL_REPL") or str(pathlib.Path(sys.prefix) / "bin/warpcell")
N = 150
HEAD = """#include <cusparse.h>
#include <cstdio>
#include <vector>
template <typename T> T *up(const std::vector<T> &v) { T *p; cudaMalloc(&p, v.size() * sizeof(T) + 1); cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); return p; }
template <typename T> T *room(size_t n) { return up(std::vector<T>(n)); }
FILE *in, *out;
template <typename T> T *get(size_t n) { std::vector<T> v(n); fread(v.data(), sizeof(T), n, in); return up(v); }
template <typename T> void put(const T *p, size_t n) { std::vector<T> v(n); cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost); fwrite(v.data(), sizeof(T), n, out); }
#define OK(call) do { int status = call; if (status) printf("%d %s\\n", status, #call); } while (0)
int main() {
    cusparseHandle_t h; cusparseCreate(&h); in = fopen("in", "rb"); out = fopen("out", "wb"); size_t bytes = 0; char *space = room<char>(1 << 20);
"""


def sparse(r, rows, columns, kind, density=0.05):
    a = r.integers(1, 9, (rows, columns)) / 2.0 * (r.random((rows, columns)) < density)
    return a.astype(kind)


def csr(a, base):
    row, column = np.nonzero(a)
    return np.concatenate([[0], np.cumsum(np.count_nonzero(a, axis=1))]).astype("i4") + np.int32(base), column.astype("i4") + np.int32(base), a[row, column]


def coo(a, base):
    row, column = np.nonzero(a)
    return row.astype("i4") + np.int32(base), column.astype("i4") + np.int32(base), a[row, column]


class Program:
    def __init__(self, kind, base, on_device):
        self.kind, self.base, self.c = kind, base, {"f": "float", "d": "double"}[kind]
        self.type, self.letter = {"f": "CUDA_R_32F", "d": "CUDA_R_64F"}[kind], {"f": "S", "d": "D"}[kind]
        self.lines, self.input, self.wanted, self.count, self.on_device = [], b"", [], 0, on_device

    def array(self, a):
        a, name = np.ascontiguousarray(a), f"v{self.count}"
        self.count += 1
        self.lines.append(f"auto {name} = get<{'int' if a.dtype.kind == 'i' else self.c}>({a.size});")
        self.input += a.tobytes()
        return name

    def scalar(self, value):
        name = f"s{self.count}"
        self.count += 1
        self.lines.append(f"{self.c} {name}v = {value}, *{name} = " + (f"up(std::vector<{self.c}>(1, {name}v));" if self.on_device else f"&{name}v;"))
        return name

    def run(self, *lines):
        self.lines += lines

    def look(self, name, want):
        want = np.array(want, order="C")
        self.lines.append(f"put({name}, {want.size});")
        self.wanted.append((self.lines[-2][:160], want))

    def matrix(self, a, form="Csr"):
        """(the descriptor's name, its arrays)"""
        arrays = (coo if form == "Coo" else csr)(a, self.base)
        names, m = [self.array(x) for x in arrays], f"m{self.count}"
        self.count += 1
        indices = "CUSPARSE_INDEX_32I" if form == "Coo" else "CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I"
        self.run(f"cusparseSpMatDescr_t {m}; OK(cusparseCreate{form}(&{m}, {a.shape[0]}, {a.shape[1]}, {np.count_nonzero(a)}, {', '.join(names)}, "
                 f"{indices}, (cusparseIndexBase_t) {self.base}, {self.type}));")
        return m, names

    def vector(self, x):
        name, v = self.array(x), f"d{self.count}"
        self.count += 1
        self.run(f"cusparseDnVecDescr_t {v}; OK(cusparseCreateDnVec(&{v}, {len(x)}, {name}, {self.type}));")
        return v, name

    def dense(self, a, order):
        name, v = self.array(a if order == "ROW" else a.T), f"d{self.count}"
        self.count += 1
        self.run(f"cusparseDnMatDescr_t {v}; OK(cusparseCreateDnMat(&{v}, {a.shape[0]}, {a.shape[1]}, {a.shape[1] if order == 'ROW' else a.shape[0]}, {name}, "
                 f"{self.type}, CUSPARSE_ORDER_{order}));")
        return v, name

    def check(self, folder):
        mode = f"OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_{'DEVICE' if self.on_device else 'HOST'}));"
        (folder / "in").write_bytes(self.input)
        (folder / "p.cu").write_text("\n".join([HEAD, mode, *self.lines, "fclose(out); return 0; }"]))
        ran = subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, timeout=300)
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr
        content, at = (folder / "out").read_bytes(), 0
        for text, want in self.wanted:
            got = np.frombuffer(content[at:at + want.nbytes], want.dtype).reshape(want.shape)
            at += want.nbytes
            assert np.allclose(got, want, rtol=1e-3 if self.kind == "f" else 1e-9, atol=1e-4 if self.kind == "f" else 1e-10), f"{text}\n{got}\n{want}"
        assert at == len(content)


def vectors(p, r):
    x, y = np.zeros(N, p.kind), r.integers(-4, 5, N).astype(p.kind)
    places = np.sort(r.choice(N, 40, replace=False))
    x[places] = r.integers(1, 5, 40)
    at, values, (d, ys) = p.array(places.astype("i4") + np.int32(p.base)), p.array(x[places]), p.vector(y)
    p.run(f"cusparseSpVecDescr_t s; OK(cusparseCreateSpVec(&s, {N}, 40, {at}, {values}, CUSPARSE_INDEX_32I, (cusparseIndexBase_t) {p.base}, {p.type}));")
    result = p.scalar(0)
    p.run(f"OK(cusparseSpVV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, s, {d}, {result}, {p.type}, &bytes));",
          f"OK(cusparseSpVV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, s, {d}, {result}, {p.type}, space));",
          *([] if p.on_device else [f"{result} = up(std::vector<{p.c}>(1, *{result}));"]))
    p.look(result, np.array([x @ y], p.kind))
    p.run(f"OK(cusparseAxpby(h, {p.scalar(2)}, s, {p.scalar(3)}, {d}));")
    y = 2 * x + 3 * y
    p.look(ys, y)
    p.run(f"OK(cusparseRot(h, {p.scalar(0.5)}, {p.scalar(0.25)}, s, {d}));")
    turned = 0.5 * x + 0.25 * y
    y[places] = 0.5 * y[places] - 0.25 * x[places]
    p.look(ys, y)
    p.look(values, turned[places])
    p.run(f"OK(cusparseGather(h, {d}, s));")
    p.look(values, y[places])
    p.run(f"cudaMemset({ys}, 0, {y.nbytes});", f"OK(cusparseScatter(h, s, {d}));")
    p.look(ys, np.where(np.isin(np.arange(N), places), y, 0))


def triangles(p, r):
    a = sparse(r, N, N, p.kind) / 8 + np.diag(r.integers(2, 5, N)).astype(p.kind)
    for form, fill, unit, op in itertools.product(("Csr", "Coo"), ("LOWER", "UPPER"), ("NON_UNIT", "UNIT"), ("NON_TRANSPOSE", "TRANSPOSE")):
        t = np.tril(a) if fill == "LOWER" else np.triu(a)
        if unit == "UNIT":
            t = t - np.diag(t.diagonal()) + np.eye(N)
        t = t.T if op == "TRANSPOSE" else t
        (m, _), (b, _), (x, xs), s, alpha = p.matrix(a, form), p.vector(a[:, 0] + 1), p.vector(np.zeros(N, p.kind)), f"t{p.count}", p.scalar(2)
        ops = f"h, CUSPARSE_OPERATION_{op}"
        p.run(f"cusparseFillMode_t f{s} = CUSPARSE_FILL_MODE_{fill}; OK(cusparseSpMatSetAttribute({m}, CUSPARSE_SPMAT_FILL_MODE, &f{s}, sizeof f{s}));",
              f"cusparseDiagType_t g{s} = CUSPARSE_DIAG_TYPE_{unit}; OK(cusparseSpMatSetAttribute({m}, CUSPARSE_SPMAT_DIAG_TYPE, &g{s}, sizeof g{s}));",
              f"cusparseSpSVDescr_t {s}; OK(cusparseSpSV_createDescr(&{s}));",
              f"OK(cusparseSpSV_bufferSize({ops}, {alpha}, {m}, {b}, {x}, {p.type}, CUSPARSE_SPSV_ALG_DEFAULT, {s}, &bytes));",
              f"OK(cusparseSpSV_analysis({ops}, {alpha}, {m}, {b}, {x}, {p.type}, CUSPARSE_SPSV_ALG_DEFAULT, {s}, space));",
              f"OK(cusparseSpSV_solve({ops}, {alpha}, {m}, {b}, {x}, {p.type}, CUSPARSE_SPSV_ALG_DEFAULT, {s}));")
        p.look(xs, np.linalg.solve(t, 2 * (a[:, 0] + 1)).astype(p.kind))
        for order, turned in itertools.product(("ROW", "COL"), (False, True)) if (form, unit) == ("Csr", "NON_UNIT") else ():
            right = a[:, :3] + 1
            (b2, _), (c2, cs) = p.dense(right.T if turned else right, order), p.dense(np.zeros((N, 3), p.kind), order)
            call = f"{ops}, CUSPARSE_OPERATION_{'' if turned else 'NON_'}TRANSPOSE, {alpha}, {m}, {b2}, {c2}, {p.type}, CUSPARSE_SPSM_ALG_DEFAULT, {s}"
            p.run(f"OK(cusparseSpSM_bufferSize({call}, &bytes)); OK(cusparseSpSM_analysis({call}, space));", f"OK(cusparseSpSM_solve({call}));")
            want = np.linalg.solve(t, 2 * right).astype(p.kind)
            p.look(cs, want if order == "ROW" else want.T)


def factors(p, r):
    """Of a pattern without fill-in they are the factors themselves; of others the product agrees on the pattern."""
    a = sparse(r, N, N, "d", 0.03)
    a = (a + a.T + np.diag(np.full(N, 60.0))).astype(p.kind)
    (offsets, at, values), c = csr(a, p.base), f"cusparse{p.letter}csr"
    os_, as_ = p.array(offsets), p.array(at)
    p.run(f"cusparseMatDescr_t g; OK(cusparseCreateMatDescr(&g)); OK(cusparseSetMatIndexBase(g, (cusparseIndexBase_t) {p.base})); int place = 7, bytes_needed;",
          "csrilu02Info_t info; OK(cusparseCreateCsrilu02Info(&info)); csric02Info_t info2; OK(cusparseCreateCsric02Info(&info2));")
    row, column = np.nonzero(a)
    lu, chol = a.astype("d"), np.zeros((N, N))
    for i in range(N):
        for k in column[row == i][column[row == i] < i]:
            lu[i, k] /= lu[k, k]
            for j in column[(row == i) & (column > k)]:
                lu[i, j] -= lu[i, k] * lu[k, j]
        for k in column[row == i][column[row == i] <= i]:
            rest = a[i, k] - chol[i, :k] @ chol[k, :k]
            chol[i, k] = np.sqrt(rest) if k == i else rest / chol[k, k]
    for name, what, want in (("ilu02", "info", lu[row, column]), ("ic02", "info2", np.where(column <= row, chol[row, column], a[row, column]))):
        vs, call = p.array(values), f"h, {N}, {len(values)}, g, "
        p.run(f"OK({c}{name}_bufferSize({call}{vs}, {os_}, {as_}, {what}, &bytes_needed));",
              f"OK({c}{name}_analysis({call}{vs}, {os_}, {as_}, {what}, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space));",
              f"OK({c}{name}({call}{vs}, {os_}, {as_}, {what}, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space));")
        p.look(vs, want.astype(p.kind))
        p.run("OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));", f"OK(cusparseXcsr{name}_zeroPivot(h, {what}, &place)); if (place != -1) printf(\"place %d\\n\", place);")
    singular = p.array(np.where(row == column, np.where(row == 5, 0, 1), 0).astype(p.kind))
    p.run(f"{c}ilu02(h, {N}, {len(values)}, g, {singular}, {os_}, {as_}, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space);",
          f"if (cusparseXcsrilu02_zeroPivot(h, info, &place) != CUSPARSE_STATUS_ZERO_PIVOT || place != {5 + p.base}) printf(\"place %d\\n\", place);")


def tridiagonals(p, r):
    for name, weight in (("gtsv2", 0), ("gtsv2_nopivot", 20)):
        low, middle, high, b = (r.integers(1, 9, N).astype(p.kind) for _ in range(4))
        middle += weight
        right = np.stack([b, b + 1, low])
        low[0] = high[-1] = 0
        a = np.diag(middle) + np.diag(low[1:], -1) + np.diag(high[:-1], 1)
        l, d, u, x = map(p.array, (low, middle, high, right))
        p.run(f"OK(cusparse{p.letter}{name}_bufferSizeExt(h, {N}, 3, {l}, {d}, {u}, {x}, {N}, &bytes));", f"OK(cusparse{p.letter}{name}(h, {N}, 3, {l}, {d}, {u}, {x}, {N}, space));")
        want = np.linalg.solve(a.astype("d"), right.T).T
        if p.kind == "d" or weight:
            p.look(x, want.astype(p.kind))


def products(p, r):
    a, b = sparse(r, 40, 60, p.kind), sparse(r, 60, 50, p.kind)
    a[3] = 0
    c = 2 * a @ b
    (ma, na), (mb, nb), base = p.matrix(a), p.matrix(b), f"(cusparseIndexBase_t) {p.base}"
    call = f"h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, {p.scalar(2)}, {ma}, {mb}, {p.scalar(0)}, mc, {p.type}, CUSPARSE_SPGEMM_DEFAULT, g"
    p.run(f"int *offsets = room<int>(41), *at; {p.c} *values; cusparseSpMatDescr_t mc; int64_t rows, columns, count;",
          f"OK(cusparseCreateCsr(&mc, 40, 50, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, {base}, {p.type}));",
          f"cusparseSpGEMMDescr_t g; OK(cusparseSpGEMM_createDescr(&g)); OK(cusparseSpGEMM_workEstimation({call}, &bytes, NULL)); OK(cusparseSpGEMM_workEstimation({call}, &bytes, space));",
          f"OK(cusparseSpGEMM_compute({call}, &bytes, NULL)); OK(cusparseSpGEMM_compute({call}, &bytes, space)); OK(cusparseSpMatGetSize(mc, &rows, &columns, &count));",
          f"at = room<int>(count); values = room<{p.c}>(count); OK(cusparseCsrSetPointers(mc, offsets, at, values));", f"OK(cusparseSpGEMM_copy({call}));")
    for name, want in zip(("offsets", "at", "values"), csr(c, p.base)):
        p.look(name, want)
    d = sparse(r, 40, 60, p.kind)
    s, (md, nd) = 2 * a - d, p.matrix(d)
    pattern = csr(np.where((a != 0) | (d != 0), 1, 0), p.base)
    ga, alpha, beta = f"g2, {np.count_nonzero(a)}, ", p.scalar(2), p.scalar(-1)
    gd = f"g2, {np.count_nonzero(d)}, "
    p.run(f"cusparseMatDescr_t g2; OK(cusparseCreateMatDescr(&g2)); OK(cusparseSetMatIndexBase(g2, {base})); int total = 0, *so = room<int>(41), *sa = room<int>(2000); {p.c} *sv = room<{p.c}>(2000);",
          f"int *total_at = {'room<int>(1)' if p.on_device else '&total'};",
          f"OK(cusparse{p.letter}csrgeam2_bufferSizeExt(h, 40, 60, {alpha}, {ga}{na[2]}, {na[0]}, {na[1]}, {beta}, {gd}{nd[2]}, {nd[0]}, {nd[1]}, g2, sv, so, sa, &bytes));",
          f"OK(cusparseXcsrgeam2Nnz(h, 40, 60, {ga}{na[0]}, {na[1]}, {gd}{nd[0]}, {nd[1]}, g2, so, total_at, space));",
          f"cudaMemcpy(&total, total_at, sizeof total, cudaMemcpyDefault); if (total != {len(pattern[1])}) printf(\"%d elements\\n\", total);",
          f"OK(cusparse{p.letter}csrgeam2(h, 40, 60, {alpha}, {ga}{na[2]}, {na[0]}, {na[1]}, {beta}, {gd}{nd[2]}, {nd[0]}, {nd[1]}, g2, sv, so, sa, space));")
    row = np.repeat(np.arange(40), np.diff(pattern[0]))
    for name, want in (("so", pattern[0]), ("sa", pattern[1]), ("sv", s[row, pattern[1] - p.base])):
        p.look(name, want)


def sampled_products(p, r):
    for orders, ta, tb in itertools.product((("ROW", "COL"), ("COL", "ROW")), (False, True), (False, True)):
        a, b, c = r.integers(-3, 4, (30, 8)).astype(p.kind), r.integers(-3, 4, (8, 20)).astype(p.kind), sparse(r, 30, 20, p.kind, 0.2)
        (da, _), (db, _), (mc, names) = p.dense(a.T if ta else a, orders[0]), p.dense(b.T if tb else b, orders[1]), p.matrix(c)
        flags = ", ".join(f"CUSPARSE_OPERATION_{'' if t else 'NON_'}TRANSPOSE" for t in (ta, tb))
        call = f"h, {flags}, {p.scalar(2)}, {da}, {db}, {p.scalar(3)}, {mc}, {p.type}, CUSPARSE_SDDMM_ALG_DEFAULT"
        p.run(f"OK(cusparseSDDMM_bufferSize({call}, &bytes)); OK(cusparseSDDMM_preprocess({call}, space));", f"OK(cusparseSDDMM({call}, space));")
        p.look(names[2], (2 * a @ b + 3 * c)[np.nonzero(c)])


def conversions(p, r):
    a = sparse(r, 30, 45, p.kind)
    (offsets, at, values), count, base = csr(a, p.base), np.count_nonzero(a), f"(cusparseIndexBase_t) {p.base}"
    o, i, v = map(p.array, (offsets, at, values))
    p.run(f"int *row = room<int>({count}), *to = room<int>(46), *ta = room<int>({count}); {p.c} *tv = room<{p.c}>({count});", f"OK(cusparseXcsr2coo(h, {o}, {count}, 30, row, {base}));")
    p.look("row", coo(a, p.base)[0])
    call = f"h, 30, 45, {count}, {v}, {o}, {i}, tv, to, ta, {p.type}, CUSPARSE_ACTION_NUMERIC, {base}, CUSPARSE_CSR2CSC_ALG1"
    p.run(f"OK(cusparseCsr2cscEx2_bufferSize({call}, &bytes));", f"OK(cusparseCsr2cscEx2({call}, space));")
    for name, want in zip(("to", "ta", "tv"), csr(a.T, p.base)):
        p.look(name, want)
    order = r.permutation(count)
    row, column, _ = coo(a, p.base)
    rs, cs = p.array(row[order]), p.array(column[order])
    p.run(f"int *p = room<int>({count}); OK(cusparseCreateIdentityPermutation(h, {count}, p)); OK(cusparseXcoosort_bufferSizeExt(h, 30, 45, {count}, {rs}, {cs}, &bytes));",
          f"OK(cusparseXcoosortByRow(h, 30, 45, {count}, {rs}, {cs}, p, space));")
    p.look("p", np.argsort(order).astype("i4"))
    p.look(rs, row)
    p.look(cs, column)
    by_column = np.lexsort((row, column))
    p.run(f"OK(cusparseXcoosortByColumn(h, 30, 45, {count}, {rs}, {cs}, p, space));")
    p.look(cs, column[by_column])
    p.look(rs, row[by_column])


@pytest.mark.parametrize("part", [vectors, triangles, factors, tridiagonals, products, sampled_products, conversions])
@pytest.mark.parametrize("kind, base, on_device", [("f", 0, False), ("d", 1, False), ("d", 0, True), ("f", 1, True)])
def test_calls(kind, base, on_device, part, tmp_path):
    p = Program(kind, base, on_device)
    part(p, np.random.default_rng(base))
    p.check(tmp_path)


REFUSED = """#include <cusparse.h>
#include <cstdio>
int main() {
    cusparseHandle_t h; cusparseCreate(&h);
    int at[2] = {}; float v[2] = {}, one = 1;
    cusparseSpVecDescr_t x; cusparseDnVecDescr_t y; cusparseSpMatDescr_t m; cusparseSpSVDescr_t d; cusparseSpGEMMDescr_t g; size_t bytes;
    printf("%d ", cusparseCreateSpVec(&x, 1, 2, at, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    printf("%d ", cusparseCreateSpVec(&x, 4, 2, at, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_C_32F));
    cusparseCreateSpVec(&x, 4, 2, at, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&y, 5, v, CUDA_R_32F);
    printf("%d %d ", cusparseGather(h, y, x), cusparseAxpby(NULL, &one, x, &one, y));
    cusparseCreateCsr(&m, 4, 5, 0, at, at, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseSpSV_createDescr(&d); cusparseSpGEMM_createDescr(&g);
    printf("%d ", cusparseSpSV_solve(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, y, y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, d));
    printf("%d\\n", cusparseSpGEMM_compute(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, m, &one, m, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, g, &bytes, NULL));
}"""


def test_refused(tmp_path):
    (tmp_path / "p.cu").write_text(REFUSED)
    assert subprocess.run([REPL, "--device", "cpu", "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=100).stdout == "3 10 3 1 3 3\n"
