// The states of kernels (NVIDIA's header) deal the numbers of the host's generators: a stream of each, and Sobol's points by the direction vectors.
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

enum { DRAWS = 6 };

__global__ void draw(unsigned *out, curandDirectionVectors32_t *v32, curandDirectionVectors64_t *v64, unsigned long long *wide)
{
    curandStateXORWOW_t x;
    curandStateMRG32k3a_t m;
    curandStatePhilox4_32_10_t p;
    curandStateSobol32_t s;
    curandStateSobol64_t w;
    curand_init(77, 0, 0, &x);
    curand_init(77, 1, 0, &m);
    curand_init(77, 0, 0, &p);
    curand_init(v32[13], 5, &s);
    curand_init(v64[20], 5, &w);
    for (int i = 0; i < DRAWS; i++) {
        out[i] = curand(&x);
        out[DRAWS + i] = curand(&m);
        out[2 * DRAWS + i] = curand(&p);
        out[3 * DRAWS + i] = curand(&s);
        wide[i] = curand(&w);
    }
}

int main()
{
    static unsigned all[100000], from_kernel[4 * DRAWS];
    unsigned *out;
    unsigned long long *wide, from_wide[DRAWS], points[21 * 20];
    curandDirectionVectors32_t *v32, *device32;
    curandDirectionVectors64_t *v64, *device64;
    curandGenerator_t g;
    printf("%d %d %d\n", curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
           curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
           curandGetDirectionVectors32(&v32, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
    cudaMalloc(&out, sizeof from_kernel);
    cudaMalloc(&wide, sizeof from_wide);
    cudaMalloc(&device32, 21 * sizeof *device32);
    cudaMalloc(&device64, 21 * sizeof *device64);
    cudaMemcpy(device32, v32, 21 * sizeof *device32, cudaMemcpyHostToDevice);
    cudaMemcpy(device64, v64, 21 * sizeof *device64, cudaMemcpyHostToDevice);
    draw<<<1, 1>>>(out, device32, device64, wide);
    cudaMemcpy(from_kernel, out, sizeof from_kernel, cudaMemcpyDeviceToHost);
    cudaMemcpy(from_wide, wide, sizeof from_wide, cudaMemcpyDeviceToHost);

    int same = 0;
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_XORWOW);
    curandSetPseudoRandomGeneratorSeed(g, 77);
    curandGenerate(g, all, DRAWS * 4096);
    for (int i = 0; i < DRAWS; i++)
        same += from_kernel[i] == all[4096 * i];
    printf("xorwow: %d\n", same);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MRG32K3A);
    curandSetPseudoRandomGeneratorSeed(g, 77);
    curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY);
    curandGenerate(g, all, DRAWS * 4096);
    for (int i = same = 0; i < DRAWS; i++)
        same += from_kernel[DRAWS + i] == all[4096 * i + 1];
    printf("mrg32k3a: %d\n", same);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(g, 77);
    curandGenerate(g, all, 4);
    for (int i = same = 0; i < 4; i++)
        same += from_kernel[2 * DRAWS + i] == all[i];
    printf("philox: %d\n", same);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(g, 21);
    curandGenerate(g, all, 21 * 20);
    for (int i = same = 0; i < DRAWS; i++)
        same += from_kernel[3 * DRAWS + i] == all[13 * 20 + 5 + i];
    printf("sobol: %d\n", same);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64);
    curandSetQuasiRandomGeneratorDimensions(g, 21);
    curandGenerateLongLong(g, points, 21 * 20);
    for (int i = same = 0; i < DRAWS; i++)
        same += from_wide[i] == points[20 * 20 + 5 + i];
    printf("sobol of 64 bits: %d\n", same);
    curandDestroyGenerator(g);
    return 0;
}
