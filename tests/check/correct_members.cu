// Arrays that are members of structs, used in all the ways that arrays allow. `warpcell --check` finds nothing in it.
#include <stdio.h>

struct matrix {
    float m[3][3];
};

struct samples {
    int n;
    int x[8];
};

union word {
    unsigned char bytes[4];
    unsigned value;
};

struct text {
    int size;
    char of[1]; // as long as the allocation
};

class queue {
    int items[16];
    int first, last;

public:
    __host__ __device__ queue() : first(0), last(0) {}
    __device__ void put(int v) { items[last++ % 16] = v; }
    __device__ int get() { return items[first++ % 16]; }
};

__device__ int total(const int *x, int n)
{
    int s = 0;
    for (int k = 0; k < n; k++)
        s += x[k];
    return s;
}

__device__ matrix product(const matrix &a, const matrix &b)
{
    matrix c = {};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

__global__ void products(const matrix *a, const matrix *b, matrix *c)
{
    int i = threadIdx.x;
    c[i] = product(a[i], b[i]);
}

__global__ void pointers(const samples *s, int *out)
{
    samples own = s[threadIdx.x], other = {8, {1, 2, 3, 4, 5, 6, 7, 8}};
    int *p = own.x, sum = total(own.x, own.n) + total(other.x + 4, 4) + *other.x + (int) (sizeof own.x / sizeof own.x[0]);
    for (int v : own.x)
        sum += v;
    for (int k = 0; k < 8; k++)
        p[k] += 1;
    other = own;
    out[threadIdx.x] = sum + other.x[7] + (&other.x[0] == other.x);
}

__global__ void swapped(const unsigned *in, unsigned *out)
{
    word w, r;
    w.value = in[threadIdx.x];
    for (int k = 0; k < 4; k++)
        r.bytes[k] = w.bytes[3 - k];
    out[threadIdx.x] = r.value;
}

__global__ void spell(text *t)
{
    if (threadIdx.x < t->size)
        t->of[threadIdx.x] = 'a' + threadIdx.x;
}

__global__ void queues(int *out)
{
    queue q;
    for (int k = 0; k < 40; k++) {
        q.put(k + threadIdx.x);
        out[threadIdx.x] = q.get();
    }
}

__global__ void parameters(samples s, matrix m, int *out)
{
    out[threadIdx.x] = s.x[threadIdx.x % s.n] + (int) m.m[threadIdx.x % 3][2];
}

int main()
{
    static matrix hm[32], hc[32];
    static samples hs[32];
    unsigned hu[32];
    int h[32], wrong = 0;
    matrix *a, *c;
    samples *s;
    unsigned *u;
    text *t;
    int *out;
    for (int i = 0; i < 32; i++) {
        for (int k = 0; k < 9; k++)
            hm[i].m[k / 3][k % 3] = k / 3 == k % 3 ? i : 0;
        hs[i].n = 8, hu[i] = 0x01020304u + i;
        for (int k = 0; k < 8; k++)
            hs[i].x[k] = i;
    }
    cudaMalloc(&a, sizeof hm), cudaMalloc(&c, sizeof hm), cudaMalloc(&s, sizeof hs), cudaMalloc(&u, sizeof hu), cudaMalloc(&t, 64);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(a, hm, sizeof hm, cudaMemcpyHostToDevice), cudaMemcpy(s, hs, sizeof hs, cudaMemcpyHostToDevice);
    cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
    products<<<1, 32>>>(a, a, c);
    cudaMemcpy(hc, c, sizeof hc, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += hc[i].m[1][1] != i * i || hc[i].m[1][2] != 0;
    pointers<<<1, 32>>>(s, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 16 * i + 26 + 1 + 8 + i + 1 + 1;
    swapped<<<1, 32>>>(u, u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += hu[i] != 0x00030201u + ((unsigned) (4 + i) << 24);
    int size = 26;
    cudaMemcpy(&t->size, &size, sizeof size, cudaMemcpyHostToDevice);
    spell<<<1, 32>>>(t);
    queues<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 39 + i;
    parameters<<<1, 32>>>(hs[5], hm[0], out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 5;
    cudaFree(a), cudaFree(c), cudaFree(s), cudaFree(u), cudaFree(t), cudaFree(out);
    printf("wrong: %d\n", wrong);
}
