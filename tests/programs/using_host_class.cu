// A using-declaration of a class of the host beside kernels that do not name it.
#include <cstdio>

namespace memory {
template <typename T> class Holder {
  public:
    Holder(int n) { cudaMalloc((void **) &p, n * sizeof(T)); }
    virtual ~Holder() { cudaFree(p); }
    T *data() { return p; }
  private:
    T *p;
};
struct step {
    float by;
};
__host__ __device__ step operator+(step a, step b) { return {a.by + b.by}; }
__device__ float half_of(float x) { return x / 2; }
}
using memory::Holder;
using memory::step;
using memory::half_of;
using memory::operator+;

__global__ void fill(float *a, step s) { a[threadIdx.x] = half_of(threadIdx.x) + (s + s).by; }

int main()
{
    Holder<float> h(4);
    fill<<<1, 4>>>(h.data(), step{3});
    float out[4];
    cudaMemcpy(out, h.data(), sizeof out, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
}
