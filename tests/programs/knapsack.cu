// Dynamic programming: a row for each item, every capacity a thread.
#include <cuda_runtime.h>
#include <stdio.h>

#define ITEMS 8
#define CAPACITY 50

__global__ void take(const int *before, int *after, int weight, int value, int capacity)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > capacity)
        return;
    int without = before[c], with = c >= weight ? before[c - weight] + value : -1;
    after[c] = with > without ? with : without;
}

int main()
{
    int weights[ITEMS] = {12, 7, 11, 8, 9, 6, 7, 3}, values[ITEMS] = {24, 13, 23, 15, 16, 11, 12, 5};
    int rows[ITEMS + 1][CAPACITY + 1], *d;
    size_t row = sizeof(rows[0]);
    cudaMalloc((void **) &d, sizeof(rows));
    cudaMemset(d, 0, row);
    for (int i = 0; i < ITEMS; i++)
        take<<<2, 32>>>(d + i * (CAPACITY + 1), d + (i + 1) * (CAPACITY + 1), weights[i], values[i], CAPACITY);
    cudaMemcpy(rows, d, sizeof(rows), cudaMemcpyDeviceToHost);
    int left = CAPACITY;
    printf("best value %d with", rows[ITEMS][CAPACITY]);
    for (int i = ITEMS; i > 0; i--)
        if (rows[i][left] != rows[i - 1][left]) {
            printf(" %d", i - 1);
            left -= weights[i - 1];
        }
    printf(", %d left\n", left);
    for (int c = 10; c <= CAPACITY; c += 10)
        printf("%d: %d\n", c, rows[ITEMS][c]);
    cudaFree(d);
    return 0;
}
