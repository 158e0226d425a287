// SPDX-License-Identifier: Apache-2.0
// Texture references as books before CUDA 12 use them: at file scope, without a header.
#include <stdio.h>

texture<float> line;
texture<float, 2> plane;
static texture<uchar4, 2, cudaReadModeNormalizedFloat> image;

__global__ void fetch(float *out)
{
    out[0] = tex1Dfetch(line, 2);
    out[1] = tex2D(plane, 1, 1);
    out[2] = tex2D(image, 0.5f, 0.5f).y;
    out[3] = tex2D(image, 1.0f, 0.5f).x;
}

int main()
{
    float *values, *rows, *out;
    cudaMallocManaged(&values, 16 * sizeof *values);
    cudaMallocManaged(&out, 4 * sizeof *out);
    for (int i = 0; i < 16; i++)
        values[i] = i;
    size_t pitch, offset = 1;
    cudaMallocPitch(&rows, &pitch, 4 * sizeof *rows, 4);
    cudaMemcpy2D(rows, pitch, values, 4 * sizeof *rows, 4 * sizeof *rows, 4, cudaMemcpyDefault);
    cudaBindTexture(&offset, line, values, 16 * sizeof *values);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaBindTexture2D(NULL, plane, rows, desc, 4, 4, pitch);

    uchar4 pixels[4] = {{0, 51, 0, 0}, {255, 2, 3, 4}};
    cudaArray *array;
    cudaChannelFormatDesc pixel = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &pixel, 2, 2);
    cudaMemcpyToArray(array, 0, 0, pixels, sizeof pixels, cudaMemcpyHostToDevice);
    image.filterMode = cudaFilterModeLinear;
    image.addressMode[0] = cudaAddressModeClamp;
    cudaBindTextureToArray(image, array, pixel);
    fetch<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%zu: %g %g %g %g\n", offset, out[0], out[1], out[2], out[3]);

    cudaBindTexture(NULL, line, values + 8, desc, 8 * sizeof *values); /* another block of memory */
    fetch<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%g\n", out[0]);
    line.channelDesc = desc; /* as in C */
    cudaBindTexture(NULL, &line, values + 4, &line.channelDesc, 8 * sizeof *values);
    fetch<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%g\n", out[0]);
    cudaUnbindTexture(&line);
    cudaUnbindTexture(plane);
    cudaUnbindTexture(image);
}
