// SPDX-License-Identifier: Apache-2.0
// %% task Blur a picture
// Set each pixel of `B` to the mean of the 3 × 3 pixels of `A` around it, rounded down. Outside the picture the nearest pixel counts. The
// blocks have 16 × 16 threads.
// %% start
__global__ void blur(const unsigned char *A, unsigned char *B, int width, int height)
{
    // your code
}
// %% sizes 1 3 16 30
// %% data
int width = n;
int height = n + 1;
unsigned char A[width * height] = pick(i, 256);
unsigned char B[width * height] = 0;
// %% launch
blur<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(A, B, width, height);
// %% reference
for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
        int sum = 0;
        for (int v = y - 1; v <= y + 1; v++)
            for (int u = x - 1; u <= x + 1; u++) {
                int row = v < 0 ? 0 : v < height ? v : height - 1, column = u < 0 ? 0 : u < width ? u : width - 1;
                sum += A[row * width + column];
            }
        B[y * width + x] = sum / 9;
    }
// %% hint
// Two loops of three steps, and `min` and `max` for the index.
// %% solution
__global__ void blur(const unsigned char *A, unsigned char *B, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    if (x >= width || y >= height)
        return;
    for (int v = y - 1; v <= y + 1; v++)
        for (int u = x - 1; u <= x + 1; u++)
            sum += A[min(max(v, 0), height - 1) * width + min(max(u, 0), width - 1)];
    B[y * width + x] = sum / 9;
}
