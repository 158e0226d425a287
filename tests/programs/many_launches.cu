// What a session keeps of a launch does not grow with their number, and their statistics count them all.
#include <cstdio>
__global__ void store(int *p) { *p = 1; }
__global__ void other(int *p) { *p = 2; }
long resident()
{
    long all, pages;
    FILE *f = fopen("/proc/self/statm", "r");
    fscanf(f, "%ld %ld", &all, &pages);
    fclose(f);
    return pages * 4;
}
int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    for (int i = 0; i < 150000; i++)
        store<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    long before = resident();
    for (int i = 0; i < 250000; i++)
        store<<<1, 1>>>(d);
    for (int i = 0; i < 50000; i++)
        other<<<1, 2>>>(d);
    cudaDeviceSynchronize();
    printf("%s\n", resident() - before < 20000 ? "bounded" : "it grows");
    struct launch_stats s;
    printf("%d launches\n", launch_stats(&s, store));
    printf("%d launches, the shortest %s the median\n", launch_stats(&s, other), s.min_ms <= s.median_ms ? "at most" : "above");
}
