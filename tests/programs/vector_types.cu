// CUDA's vector types have the same layout on both sides.
#include <cstdio>

struct Sphere {
    int id;
    float4 centre;
    double2 range;
    uchar4 colour;
};

__global__ void grow(Sphere *s, float2 by, int3 *where)
{
    s->centre = make_float4(s->centre.x + by.x, s->centre.y + by.y, 7, s->centre.w);
    s->range.y = sizeof(Sphere);
    s->colour.z += s->id;
    *where = make_int3(blockIdx.x, threadIdx.x, 5);
}

int main()
{
    Sphere s = {3, make_float4(1, 2, 3, 4), make_double2(0.5, 0), make_uchar4(1, 2, 3, 4)}, *d;
    int3 w = make_int3(0, 0, 0), *dw;
    float2 by = make_float2(0.25, 0.5f);
    cudaMalloc(&d, sizeof(s));
    cudaMalloc(&dw, sizeof(w));
    cudaMemcpy(d, &s, sizeof(s), cudaMemcpyHostToDevice);
    grow<<<1, 1>>>(d, by, dw);
    cudaMemcpy(&s, d, sizeof(s), cudaMemcpyDeviceToHost);
    cudaMemcpy(&w, dw, sizeof(w), cudaMemcpyDeviceToHost);
    printf("%zu %g, %g %g %g %g, %d %d\n", sizeof(s), s.range.y, s.centre.x, s.centre.y, s.centre.z, s.centre.w, s.colour.z, w.z);
    cudaFree(d);
    cudaFree(dw);
}
