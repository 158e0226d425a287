// cuRAND's host calls: distributions, seeds, offsets, host generators.
#include <curand.h>
#include <math.h>
#include <stdio.h>

#define N 20000

static void moments(const char *name, const float *x, int n, double mean, double deviation)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        squares += (double) x[i] * x[i];
    }
    double m = sum / n, s = sqrt(squares / n - m * m);
    printf("%s: mean %s, deviation %s\n", name, fabs(m - mean) < 0.03 ? "right" : "wrong", fabs(s - deviation) < 0.03 ? "right" : "wrong");
}

int main()
{
    static float h[N], g[N];
    float *d;
    curandGenerator_t gen, host;
    cudaMalloc((void **) &d, sizeof(h));
    if (curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS)
        return 1;
    curandSetPseudoRandomGeneratorSeed(gen, 1234ULL);
    curandGenerateUniform(gen, d, N);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    int outside = 0;
    for (int i = 0; i < N; i++)
        outside += h[i] <= 0 || h[i] > 1;
    printf("%d outside of (0, 1]\n", outside);
    moments("uniform", h, N, 0.5, sqrt(1 / 12.0));

    curandGenerateUniform(gen, d, N);
    cudaMemcpy(g, d, sizeof(g), cudaMemcpyDeviceToHost);
    int same = 0;
    for (int i = 0; i < N; i++)
        same += g[i] == h[i];
    printf("the next numbers are %s\n", same < 10 ? "others" : "the same");
    curandSetPseudoRandomGeneratorSeed(gen, 1234ULL);
    curandSetGeneratorOffset(gen, 0);
    curandGenerateUniform(gen, d, N);
    cudaMemcpy(g, d, sizeof(g), cudaMemcpyDeviceToHost);
    same = 0;
    for (int i = 0; i < N; i++)
        same += g[i] == h[i];
    printf("the same seed gives %s\n", same == N ? "the same numbers" : "others");

    curandGenerateNormal(gen, d, N, 2.0f, 0.5f);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    moments("normal", h, N, 2, 0.5);
    printf("an odd count of normal numbers: status %d\n", curandGenerateNormal(gen, d, 7, 0, 1));

    curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(host, 7);
    curandDestroyGenerator(gen);
    curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(gen, 7);
    curandGenerateUniform(host, h, 1000);
    curandGenerateUniform(gen, d, 1000);
    cudaMemcpy(g, d, 1000 * sizeof(float), cudaMemcpyDeviceToHost);
    same = 0;
    for (int i = 0; i < 1000; i++)
        same += g[i] == h[i];
    printf("host and device draw %s\n", same == 1000 ? "the same" : "differently");
    curandDestroyGenerator(gen);
    curandDestroyGenerator(host);
    cudaFree(d);
    return 0;
}
