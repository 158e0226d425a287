// A kernel and a host function of one name; a vector that is filled through data() after reserve(); threads that end themselves.
#include <cstdio>
#include <pthread.h>
#include <vector>

__global__ void work(int *x)
{
    *x += 1;
}

void work(int n)
{
    int *d;
    cudaMallocManaged(&d, sizeof(int));
    *d = n;
    work<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("%d\n", *d);
    cudaFree(d);
}

int add(int a, int b)
{
    return a + b;
}

__global__ void add(int *x, int b)
{
    *x += b;
}

void *run(void *p)
{
    printf("in %d\n", *(int *) p);
    pthread_exit(p);
    return NULL;
}

int main()
{
    work(3);
    int *d;
    cudaMallocManaged(&d, sizeof(int));
    *d = add(2, 3);
    add<<<1, 1>>>(d, 10);
    cudaDeviceSynchronize();
    printf("%d\n", *d);

    std::vector<int> v, w;
    v.reserve(4);
    cudaMemcpy(v.data(), d, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %zu\n", v[0], v.size());
    w = {1, 2, 3};
    v = w;
    v.push_back(4);
    v.push_back(5);
    printf("%d %zu\n", v[4], v.size());

    pthread_t t;
    int k = 4;
    void *result;
    pthread_create(&t, NULL, run, &k);
    pthread_join(t, &result);
    printf("%d %d\n", *(int *) result, pthread_cancel(t) != 0);
    return 0;
}
