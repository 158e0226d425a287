// Vector arithmetic of the samples, on both sides; options of a program.
#include <cstdio>
#include <helper_math.h>
#include <unistd.h>

__global__ void k(float3 *p, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        p[i] = normalize(p[i] * 2.0f + make_float3(0.0f));
        p[i] += cross(make_float3(1, 0, 0), make_float3(0, 1, 0));
    }
}

int main()
{
    const char *av[] = {"p", "-n", "4", "-vx", "--", "rest"};
    int c;
    while ((c = getopt(6, (char **) av, "n:vx")) != -1)
        printf("%c %s\n", c, optarg ? optarg : "-");
    printf("%d %s\n", optind, av[optind]);
    float3 *p;
    cudaMallocManaged(&p, 24);
    p[0] = make_float3(3, 0, 4);
    p[1] = make_float3(0, 2, 0);
    k<<<1, 2>>>(p, 2);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", p[0].x, p[0].y, p[0].z);
    float4 q = lerp(make_float4(0.0f), make_float4(1, 2, 3, 4), 0.5f);
    printf("%g %g\n", q.w, dot(q, q));
}
