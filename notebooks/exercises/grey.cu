// SPDX-License-Identifier: Apache-2.0
// %% task A colour picture in grey
// `rgb` has three bytes for each of the `n` pixels: red, green and blue. Set `grey[i]` to `(77 * red + 150 * green + 29 * blue) / 256`.
// %% start
__global__ void to_grey(const unsigned char *rgb, unsigned char *grey, int n)
{
    // your code
}
// %% sizes 1 32 100 1000
// %% data
unsigned char rgb[3 * n] = pick(i, 256);
unsigned char grey[n] = 0;
// %% launch
to_grey<<<(n + 127) / 128, 128>>>(rgb, grey, n);
// %% reference
for (int i = 0; i < n; i++)
    grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) / 256;
// %% hint
// A thread makes one pixel. Its colours are at `3 * i`, `3 * i + 1` and `3 * i + 2`.
// %% solution
__global__ void to_grey(const unsigned char *rgb, unsigned char *grey, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) / 256;
}
