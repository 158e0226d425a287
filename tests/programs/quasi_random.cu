// Quasi-random numbers of cuRAND: one dimension after the other, the same on host and device; scrambled points still fill each quarter.
#include <curand.h>
#include <cstdio>
int main() {
    curandGenerator_t g, h;
    float *d, a[12], b[12];
    cudaMalloc(&d, sizeof a);
    printf("%d\n", curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    printf("%d\n", curandSetQuasiRandomGeneratorDimensions(g, 3));
    printf("%d\n", curandGenerateUniform(g, d, 12));
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++) printf("%.4f %.4f %.4f\n", a[i], a[4 + i], a[8 + i]);
    curandCreateGeneratorHost(&h, CURAND_RNG_QUASI_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(h, 3);
    curandGenerateUniform(h, b, 12);
    int same = 1; for (int i = 0; i < 12; i++) same &= a[i] == b[i];
    printf("same %d\n", same);
    printf("%d %d %d\n", curandGenerateUniform(g, d, 10), curandSetQuasiRandomGeneratorDimensions(g, 0), curandSetPseudoRandomGeneratorSeed(g, 1));
    curandGenerateNormal(g, d, 3, 0, 1);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    printf("%.4f %.4f %.4f\n", a[0], a[1], a[2]);
    curandGenerator_t s;
    curandCreateGenerator(&s, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
    curandGenerateUniform(s, d, 4);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    int seen = 0; for (int i = 0; i < 4; i++) seen |= 1 << (int) (a[i] * 4);
    printf("quarters %d\n", seen);
    return 0;
}
