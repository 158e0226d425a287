// A class that kernels read, whose members begin with objects that only the host can make.
#include <cstdio>

struct point {
    float x, y;
    __host__ __device__ point() {}
    __host__ __device__ point(float x_, float y_) : x(x_), y(y_) {}
};
struct sphere {
    point center;
    float radius;
    sphere() {}
    sphere(point c, float r) : center(c), radius(r) {}
};
struct scene {
    int count = 3;
    sphere light = sphere(point(1, 2), 50);
    sphere dark{point(3, 4), 5};
    point color = point(6, 7);
};

__global__ void show(scene s) { printf("%d %g %g %g %g %g\n", s.count, s.light.center.y, s.light.radius, s.dark.center.x, s.dark.radius, s.color.y); }

int main()
{
    scene s;
    s.dark.radius++;
    show<<<1, 1>>>(s);
    cudaDeviceSynchronize();
}
