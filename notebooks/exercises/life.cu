// SPDX-License-Identifier: Apache-2.0
// %% task The game of life
// `A` is a square of `n` × `n` cells, 1 alive and 0 dead. The edges are joined: the neighbour to the right of the last column is the first
// column. Write the next generation to `B`: a living cell with two or three living neighbours lives on, a dead one with three is born, all
// others are dead. The blocks have 8 × 8 threads.
// %% start
__global__ void step(const int *A, int *B, int n)
{
    // your code
}
// %% sizes 3 8 13 32
// %% data
int A[n * n] = pick(i, 3) == 0;
int B[n * n] = -1;
// %% launch
step<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(A, B, n);
// %% reference
for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
        int alive = -A[y * n + x];
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                alive += A[(y + dy + n) % n * n + (x + dx + n) % n];
        B[y * n + x] = alive == 3 || (alive == 2 && A[y * n + x]);
    }
// %% hint
// `(x + dx + n) % n` stays in the square.
// %% hint
// A cell is no neighbour of itself.
// %% solution
__global__ void step(const int *A, int *B, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    int alive = -A[y * n + x];
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            alive += A[(y + dy + n) % n * n + (x + dx + n) % n];
    B[y * n + x] = alive == 3 || (alive == 2 && A[y * n + x]);
}
