// Objects with virtual functions that live on the device: one kernel makes them, others call them, a last one deletes them.
#include <cstdio>

class shape {
public:
    __device__ virtual ~shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual const char *name() const;
};

class square : public shape {
public:
    __device__ square(float side) : side(side) {}
    __device__ float area() const override;
    __device__ const char *name() const override;
    float side;
};

class circle : public shape {
public:
    __device__ circle(float r) : r(r) {}
    __device__ float area() const override;
    float r;
};

class all_of : public shape {
public:
    __device__ all_of(shape **list, int n) : list(list), n(n) {}
    __device__ float area() const override;
    shape **list;
    int n;
};

__device__ const char *shape::name() const { return "some shape"; }
__device__ float square::area() const { return side * side; }
__device__ const char *square::name() const { return "a square"; }
__device__ float circle::area() const { return 3 * r * r; }
__device__ float all_of::area() const
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += list[i]->area();
    return sum;
}

typedef float (*function)(float);
__device__ float twice(float x) { return 2 * x; }

__shared__ float parts[4]; // of every kernel that mentions it

__global__ void make(shape **list, shape **world, function *f)
{
    list[0] = new square(3);
    list[1] = new circle(2);
    list[2] = new square(1);
    *world = new all_of(list, 3);
    *f = twice;
}

__global__ void use(shape **list, shape **world, function *f, float *out)
{
    int i = threadIdx.x;
    parts[i] = i < 3 ? list[i]->area() : (*world)->area();
    __syncthreads();
    out[i] = (*f)(parts[3 - i]);
    if (i < 3)
        printf("%s of %g\n", list[i]->name(), list[i]->area());
}

__global__ void drop(shape **list, shape **world)
{
    for (int i = 0; i < 3; i++)
        delete list[i];
    delete *world;
}

int main()
{
    shape **list, **world;
    function *f;
    float *out, host[4];
    cudaMalloc(&list, 3 * sizeof(shape *));
    cudaMalloc(&world, sizeof(shape *));
    cudaMalloc(&f, sizeof(function));
    cudaMalloc(&out, sizeof host);
    make<<<1, 1>>>(list, world, f);
    use<<<1, 4>>>(list, world, f, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (float x : host)
        printf("%g ", x);
    printf("\n");
    drop<<<1, 1>>>(list, world);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(list);
    cudaFree(world);
    cudaFree(f);
    cudaFree(out);
    return 0;
}
