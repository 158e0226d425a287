// Arrays across ranks against ordinary arrays, on any number of ranks: every number is exact in float.
#include <mpi.h>
#include <stdio.h>

int rank;

void check(const char *what, bool same)
{
    if (!same)
        printf("rank %d: %s differs\n", rank, what);
    else if (!rank)
        printf("%s\n", what);
}

__global__ void scale(float *x, long n, long first)
{
    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 2 * x[i] + first + i;
}

__device__ float cross2(near<float, 2> x) { return x(-1, 0) + 2 * x(1, 0) + 3 * x(0, -1) + 5 * x(0, 1) + 7 * x(-2, 1); }
__device__ float line(near<float, 1> x) { return x(-3) + 2 * x(2); }
__device__ int box(near<int, 3> x) { return x(-1, 0, 0) - x(1, 1, 0) + 10 * x(0, 0, -1); }
__device__ double total(view<const float, 1> row)
{
    double s = 0;
    for (long i = 0; i < row.extents[0]; i++)
        s += row[i];
    return s;
}
struct pair {
    int a;
    char b;
};

void elementwise(long n)
{
    device float x[n] across ranks, y[n] across ranks = 3.0f;
    device float p[n], q[n] = 3.0f;
    x = iota(n) * 0.5f;
    p = iota(n) * 0.5f;
    check("iota", all(gather(x) == p));
    y = x * x + 2 * y;
    q = p * p + 2 * q;
    auto z = sqrtf(y) > x ? x : y;
    auto r = sqrtf(q) > p ? p : q;
    check("expressions", all(gather(z) == r) && len(x) == n && size(z) == n && sizeof x == n * 4);
    z = p; // an ordinary array gives each rank its rows
    check("with an ordinary array", all(gather(z + p + y) == p + p + q));
    if (n > 4) {
        z[1:n - 1] = x[0:n - 2] + x[2:n];
        r[0:n] = p;
        r[1:n - 1] = p[0:n - 2] + p[2:n];
        check("slices", all(gather(z) == r));
        auto back = x[n - 1:1:-2], plain = p[n - 1:1:-2];
        check("strides", all(gather(back + y[0:len(back)]) == plain + q[0:len(plain)]) && len(back) == len(plain));
        x[n - 2] = -7;
        p[n - 2] = -7;
        check("elements", x[n - 2] == -7 && x[1] == p[1] && x[n - 1] == p[n - 1]);
    }
    auto l = local(x);
    if (len(l))
        scale<<<(len(l) + 63) / 64, 64>>>(x, len(l), offset(x));
    scale<<<(n + 63) / 64, 64>>>(p, n, 0);
    check("kernels", all(gather(x) == p));
    seed(5);
    x = random(n);
    seed(5);
    p = random(n);
    check("random", all(gather(x) == p));
    float h[n];
    for (long i = 0; i < n; i++)
        h[i] = i % 7;
    x = h;
    p = h;
    auto copy = x;
    h = gather(copy);
    check("host arrays", all(gather(x) == p) && h[n - 1] == (n - 1) % 7);
    device struct pair s[n] across ranks;
    struct pair one = {rank, 'b'};
    s[n / 2] = {5, 'c'};
    one = s[n / 2];
    check("structs", one.a == 5 && one.b == 'c');
}

void reductions(long n)
{
    device float x[n] across ranks = (iota(n) * 37) % 101;
    device float p[n] = (iota(n) * 37) % 101;
    check("sum", sum(x) == sum(p) && mean(x) == mean(p) && dot(x, x) == dot(p, p) && norm(x) == norm(p));
    check("min", min(x) == min(p) && max(x) == max(p) && argmin(x) == argmin(p) && argmax(x + 1) == argmax(p + 1));
    check("var", fabsf(var(x) - var(p)) <= 1e-4f * var(p) && any(x > 99) == any(p > 99) && all(x >= 0));
    device int m[n][3] across ranks = iota(n, 3) % 11;
    device int k[n][3] = iota(n, 3) % 11;
    check("axis 0", all(sum(m, 0) == sum(k, 0)) && all(max(m, axis(0)) == max(k, axis(0))) && all(argmax(m, 0) == argmax(k, 0)));
    check("axis 1", all(gather(sum(m, 1)) == sum(k, 1)) && argmax(m) == argmax(k) && sum(m) == sum(k) && prod(m[0:1]) == prod(k[0:1]));
    auto row = k[n / 2];
    check("broadcasting", all(gather(m + row) == k + row) && all(gather(m - m[n / 2:n / 2 + 1]) == k - k[n / 2:n / 2 + 1]));
    check("columns", all(gather(m[:, 1]) == k[:, 1]));
    auto counts = histogram(x, 10, 0, 101), plain = histogram(p, 10, 0, 101);
    check("histogram", all(counts == plain));
}

void sorting(long n)
{
    device float x[n] across ranks = (iota(n) * 7919) % 1009 - 500;
    device float p[n] = (iota(n) * 7919) % 1009 - 500;
    check("sort", all(gather(sort(x)) == sort(p)));
    device unsigned char c[n] across ranks = iota(n) % 3;
    device unsigned char d[n] = iota(n) % 3;
    check("sort of equal keys", all(gather(sort(c)) == sort(d)));
    device long l[n] across ranks = iota(n) * -1000003l;
    device long m[n] = iota(n) * -1000003l;
    check("sort of a slice", all(gather(sort(l[n / 3:n])) == sort(m[n / 3:n])));
    x[n / 2] = NAN;
    p[n / 2] = NAN;
    auto a = gather(sort(x)), b = sort(p);
    check("NaN last", all(a[0:n - 1] == b[0:n - 1]) && a[n - 1] != a[n - 1]);
}

void neighbours(long n)
{
    device float x[n] across ranks = iota(n) % 13, m[n][5] across ranks = iota(n, 5) % 17;
    device float p[n] = iota(n) % 13, q[n][5] = iota(n, 5) % 17;
    device int v[n][3][4] across ranks = iota(n, 3, 4) % 19;
    device int w[n][3][4] = iota(n, 3, 4) % 19;
    for (int border = BORDER_CLAMP; border <= BORDER_ZERO; border++) {
        check("stencil of rank 1", all(gather(stencil(line, x, border)) == stencil(line, p, border)));
        check("stencil of rank 2", all(gather(stencil(cross2, m, border)) == stencil(cross2, q, border)));
        check("stencil of rank 3", all(gather(stencil(box, v, border)) == stencil(box, w, border)));
    }
    check("rows", all(gather(rows(total, m)) == rows(total, q)));
}

void products(long n)
{
    device int a[n][6] across ranks = iota(n, 6) % 5, b[6][4] across ranks = iota(6, 4) % 7, v[6] across ranks = iota(6);
    device int p[n][6] = iota(n, 6) % 5, q[6][4] = iota(6, 4) % 7, r[6] = iota(6);
    check("matmul", all(gather(matmul(a, b)) == matmul(p, q)) && all(gather(matmul(a, q)) == matmul(p, q)));
    check("matrix and vector", all(gather(matmul(a, v)) == matmul(p, r)) && all(gather(matmul(a, r)) == matmul(p, r)));
    device int s[n][2][3] across ranks = iota(n, 2, 3), t[n][3][2] across ranks = iota(n, 3, 2);
    device int sp[n][2][3] = iota(n, 2, 3), tp[n][3][2] = iota(n, 3, 2);
    check("batches", all(gather(matmul(s, t)) == matmul(sp, tp)) && all(gather(matmul(s, tp)) == matmul(sp, tp)));
}

int main(int argc, char **argv)
{
    long lengths[] = {1, 3, 10, 1001};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++) {
        if (!rank)
            printf("-- %ld\n", lengths[i]);
        elementwise(lengths[i]);
        reductions(lengths[i]);
        sorting(lengths[i]);
        neighbours(lengths[i]);
        products(lengths[i]);
    }
    MPI_Finalize();
    return 0;
}
