// Characters on the device: a shift of letters, a histogram of them, and finding a word by every place at once.
#include <ctype.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

__global__ void shift(char *s, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    char c = s[i];
    if (c >= 'a' && c <= 'z')
        s[i] = 'a' + (c - 'a' + by + 26) % 26;
    else if (c >= 'A' && c <= 'Z')
        s[i] = 'A' + (c - 'A' + by + 26) % 26;
}

__global__ void letters(const char *s, int n, unsigned *counts)
{
    __shared__ unsigned mine[26];
    if (threadIdx.x < 26)
        mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int c = s[i] | 32;
        if (c >= 'a' && c <= 'z')
            atomicAdd(&mine[c - 'a'], 1);
    }
    __syncthreads();
    if (threadIdx.x < 26)
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

__global__ void find(const char *s, int n, const char *word, int length, int *first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + length > n)
        return;
    for (int k = 0; k < length; k++)
        if (s[i + k] != word[k])
            return;
    atomicMin(first, i);
}

int main()
{
    char text[] = "Warps of threads run together, and threads that part meet again.", word[] = "threads";
    int n = (int) strlen(text), *dfirst, first = n;
    char *d, *dw;
    unsigned counts[26], *dcounts;
    cudaMalloc((void **) &d, n);
    cudaMalloc((void **) &dw, sizeof(word));
    cudaMalloc((void **) &dcounts, sizeof(counts));
    cudaMalloc((void **) &dfirst, sizeof(int));
    cudaMemcpy(d, text, n, cudaMemcpyHostToDevice);
    cudaMemcpy(dw, word, sizeof(word), cudaMemcpyHostToDevice);
    cudaMemcpy(dfirst, &first, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dcounts, 0, sizeof(counts));
    find<<<1, 96>>>(d, n, dw, (int) strlen(word), dfirst);
    cudaMemcpy(&first, dfirst, sizeof(int), cudaMemcpyDeviceToHost);
    printf("'%s' first at %d\n", word, first);
    letters<<<2, 32>>>(d, n, dcounts);
    cudaMemcpy(counts, dcounts, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int c = 0; c < 26; c++)
        if (counts[c] > 4)
            printf("%c %u  ", 'a' + c, counts[c]);
    printf("\n");
    shift<<<3, 32>>>(d, n, 3);
    cudaMemcpy(text, d, n, cudaMemcpyDeviceToHost);
    printf("%s\n", text);
    shift<<<3, 32>>>(d, n, -3);
    cudaMemcpy(text, d, n, cudaMemcpyDeviceToHost);
    printf("%s\n", text);
    cudaFree(d);
    cudaFree(dw);
    cudaFree(dcounts);
    cudaFree(dfirst);
    return 0;
}
