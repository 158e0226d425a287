// SPDX-License-Identifier: Apache-2.0
// %% task Mirror a picture
// Swap left and right of each row of the picture `A` in place. It has `height` rows of `width` pixels. Each pixel may be moved by one thread
// only. The blocks have 16 × 16 threads.
// %% start
__global__ void mirror(unsigned char *A, int width, int height)
{
    // your code
}
// %% sizes 1 2 15 16 33
// %% data
int width = n;
int height = n + 3;
unsigned char A[width * height] = pick(i, 256);
// %% launch
mirror<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(A, width, height);
// %% reference
for (int y = 0; y < height; y++)
    for (int x = 0; x < width / 2; x++) {
        unsigned char t = A[y * width + x];
        A[y * width + x] = A[y * width + width - 1 - x];
        A[y * width + width - 1 - x] = t;
    }
// %% hint
// Pixel `x` changes places with pixel `width - 1 - x`.
// %% hint
// Only the threads of the left half have something to do.
// %% solution
__global__ void mirror(unsigned char *A, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width / 2 && y < height) {
        unsigned char *row = A + y * width, t = row[x];
        row[x] = row[width - 1 - x];
        row[width - 1 - x] = t;
    }
}
