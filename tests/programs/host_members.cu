// SPDX-License-Identifier: Apache-2.0
// A class that kernels use has members that only the host can: the device keeps their place.
#include <bitset>
#include <cstdio>
#include <string>
#include <vector>

#include <thrust/device_vector.h>

struct Mesh {
    std::vector<float> xs, ys;
    std::string name = "mesh";
    const std::vector<int> *shared = nullptr;
    ::std::vector<int> lists[2] = {{1}, {2}};
    thrust::device_vector<float> d;
    int n;
    static constexpr int limit = 100;
    int size() const { return (int) xs.size() + lists[1][0]; }
    __host__ __device__ int twice() const { return 2 * n; }
};

__global__ void read(int *out, const Mesh *m)
{
    out[0] = (int) sizeof(Mesh);
    out[1] = m->n;
    out[2] = m->twice();
    out[3] = Mesh::limit;
}

// The defaults of a template's first declaration serve its definition.
template <class T> T scaled(T value, int by = 3, T more = T(1));
template <class T> T scaled(T value, int by, T more)
{
    return value * by + more;
}

struct Flag {
    bool on;
    operator bool() const { return on; }
};

int main()
{
    int *out;
    Mesh *m;
    cudaMallocManaged(&out, 4 * sizeof *out);
    cudaMallocManaged(&m, sizeof *m);
    new (m) Mesh;
    m->n = 7;
    read<<<1, 1>>>(out, m);
    cudaDeviceSynchronize();
    printf("%d %d %d %d, %d %s\n", out[0] == (int) sizeof(Mesh), out[1], out[2], out[3], m->size(), m->name.c_str());
    m->~Mesh();

    printf("%g %d\n", scaled(1.5), scaled(2, 4));
    std::bitset<8> bits(5);
    size_t count = 0;
    for (size_t i = 0; i < bits.size(); i++)
        count += bits[i];
    count += Flag{true};
    printf("%zu\n", count);
}
