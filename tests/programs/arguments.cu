// Options from the command line; without any, the defaults.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void fill(int *x, int n, int value)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = value * i;
}

static void usage(const char *name)
{
    fprintf(stderr, "usage: %s [-n COUNT] [-v VALUE]\n", name);
    exit(2);
}

int main(int argc, char *argv[])
{
    int n = 8, value = 3, i = 1;
    while (i < argc) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc)
            n = atoi(argv[++i]);
        else if (strncmp(argv[i], "-v", 2) == 0 && i + 1 < argc)
            value = (int) strtol(argv[++i], NULL, 0);
        else
            usage(argv[0]);
        i++;
    }
    int x[n], *d;
    cudaMalloc((void **) &d, sizeof x);
    fill<<<1, 32>>>(d, n, value);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    for (i = 0; i < n; i++)
        printf("%d%c", x[i], i + 1 < n ? ' ' : '\n');
    cudaFree(d);
    return argc == 1 ? 0 : argc;
}
