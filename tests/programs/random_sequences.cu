// cuRAND's generators give the library's numbers. The expected output is that of its host generators, version 10.3.10: a hash over all bits where
// they must agree, and the mean of the rest, which depends on the machine's logarithms.
#include <curand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned hash(const void *bytes, size_t n)
{
    unsigned h = 2166136261u, w;
    for (size_t i = 0; i + 4 <= n; i += 4) {
        memcpy(&w, (const char *) bytes + i, 4);
        h = (h ^ w) * 16777619u;
    }
    return h;
}

template <typename T> double mean(const T *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / n;
}

struct generator {
    const char *name;
    curandRngType_t type;
    curandOrdering_t order;
    unsigned long long seed, offset;
    unsigned dimensions;
    size_t n;
};

static const generator all[] = {
    {"xorwow", CURAND_RNG_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_DEFAULT, 0, 0, 1, 9000},
    {"xorwow, from 12345", CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 0x123456789abcdef, 12345, 1, 9000},
    {"xorwow, seeded", CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, 77, 5, 1, 9000},
    {"mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_BEST, 77, 100000, 1, 90000},
    {"mrg32k3a, legacy", CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 0x123456789abcdef, 4099, 1, 9000},
    {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 0x123456789abcdef, 262139, 1, 9000},
    {"mt19937", CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, 5, 0, 1, 3000},
    {"sobol", CURAND_RNG_QUASI_DEFAULT, CURAND_ORDERING_QUASI_DEFAULT, 0, 77, 21, 4200},
};

// Host and device draw the same; a device's normal numbers may differ in their last digits.
static void *draw(const generator &what, int kind, size_t size, bool host, int *status)
{
    curandGenerator_t g;
    void *p = malloc(what.n * size), *out = p;
    if (!host)
        cudaMalloc(&out, what.n * size);
    *status = host ? curandCreateGeneratorHost(&g, what.type) : curandCreateGenerator(&g, what.type);
    *status |= curandSetGeneratorOrdering(g, what.order);
    if (what.seed)
        *status |= curandSetPseudoRandomGeneratorSeed(g, what.seed);
    if (what.offset)
        *status |= curandSetGeneratorOffset(g, what.offset);
    if (what.dimensions > 1)
        *status |= curandSetQuasiRandomGeneratorDimensions(g, what.dimensions);
    switch (kind) {
    case 0: *status |= curandGenerate(g, (unsigned *) out, what.n); break;
    case 1: *status |= curandGenerateUniform(g, (float *) out, what.n); break;
    case 2: *status |= curandGenerateUniformDouble(g, (double *) out, what.n); break;
    case 3: *status |= curandGeneratePoisson(g, (unsigned *) out, what.n, 3.5); break;
    case 4: *status |= curandGeneratePoisson(g, (unsigned *) out, what.n, 1200); break;
    case 5: *status |= curandGenerateNormal(g, (float *) out, what.n, 1, 2); break;
    case 6: *status |= curandGenerateNormalDouble(g, (double *) out, what.n, 1, 2); break;
    case 7: *status |= curandGenerateLogNormal(g, (float *) out, what.n, 0, 0.5f); break;
    case 8: *status |= curandGenerateLogNormalDouble(g, (double *) out, what.n, 0, 0.5); break;
    case 9: *status |= curandGeneratePoisson(g, (unsigned *) out, what.n, 5000); break;
    }
    if (!host) {
        cudaMemcpy(p, out, what.n * size, cudaMemcpyDeviceToHost);
        cudaFree(out);
    }
    curandDestroyGenerator(g);
    return p;
}

static void report(const generator &what, bool host)
{
    static const size_t sizes[] = {4, 4, 8, 4, 4, 4, 8, 4, 8, 4};
    for (int kind = 0; kind < 10; kind++) {
        int status;
        void *p = draw(what, kind, sizes[kind], host, &status);
        if (status)
            printf(" status %d", status);
        if (kind < 5)
            printf(" %08x", hash(p, what.n * sizes[kind]));
        else if (kind == 9)
            printf(" %.3f", mean((unsigned *) p, what.n));
        else if (sizes[kind] == 4)
            printf(" %.5f", mean((float *) p, what.n));
        else
            printf(" %.9f", mean((double *) p, what.n));
        free(p);
    }
    printf("\n");
}

int main()
{
    for (const generator &what : all) {
        printf("%s\n", what.name);
        report(what, true);
        report(what, false);
    }
    curandGenerator_t g;
    unsigned long long bits[6];
    unsigned u[8], v[8];
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64);
    curandSetQuasiRandomGeneratorDimensions(g, 2);
    printf("sobol of 64 bits: %d", curandSetGeneratorOffset(g, 1000001));
    printf(" %d", curandGenerateLongLong(g, bits, 6));
    for (int i = 0; i < 6; i++)
        printf(" %llx", bits[i]);
    printf("\n");
    curandDestroyGenerator(g);

    // A call goes on where the last one ended, also after numbers that take several draws; a new seed keeps the place.
    double d[6];
    float f[4];
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_XORWOW);
    curandGenerateUniformDouble(g, d, 6);
    curandGenerateNormal(g, f, 4, 0, 1);
    curandGenerate(g, u, 2);
    printf("%08x %08x\n", u[0], u[1]);
    curandSetPseudoRandomGeneratorSeed(g, 78);
    curandGenerate(g, u, 2);
    printf("%08x %08x\n", u[0], u[1]);
    curandSetGeneratorOffset(g, 0);
    curandGenerate(g, v, 1);
    printf("%08x\n", v[0]);
    curandDestroyGenerator(g);

    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MT19937);
    printf("%d %d %d %d\n", curandSetGeneratorOffset(g, 1), curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED),
           curandGeneratePoisson(g, u, 8, 0), curandGenerateLongLong(g, bits, 6));
    curandDestroyGenerator(g);
    return 0;
}
