// The Mandelbrot set as a PGM file, read back and summed up.
#include <stdio.h>
#include <stdlib.h>

__global__ void mandelbrot(unsigned char *image, int width, int height, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    // Fixed point with 12 fractional bits, so that every machine gets the same picture.
    int cx = (px * 3 * 4096) / width - 2 * 4096 - 2048 / 4, cy = (py * 2 * 4096) / height - 4096;
    int x = 0, y = 0, i = 0;
    while (i < most && (x * x + y * y) / 4096 < 4 * 4096) {
        int t = (x * x - y * y) / 4096 + cx;
        y = 2 * x * y / 4096 + cy;
        x = t;
        i++;
    }
    image[py * width + px] = i == most ? 0 : 255 - i;
}

int main(void)
{
    const char *path = "mandelbrot.pgm";
    int width = 96, height = 64;
    unsigned char *image = (unsigned char *) malloc(width * height), *device;
    cudaMalloc(&device, width * height);
    dim3 threads(16, 16);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    mandelbrot<<<blocks, threads>>>(device, width, height, 100);
    cudaMemcpy(image, device, width * height, cudaMemcpyDeviceToHost);

    FILE *f = fopen(path, "wb");
    if (!f) {
        perror(path);
        return 1;
    }
    fprintf(f, "P5\n%d %d\n255\n", width, height);
    fwrite(image, 1, width * height, f);
    fclose(f);

    int w, h, depth, inside = 0, c;
    unsigned long sum = 0, n = 0;
    f = fopen(path, "rb");
    if (fscanf(f, "P5 %d %d %d", &w, &h, &depth) != 3) {
        fprintf(stderr, "the header is wrong\n");
        return 1;
    }
    fgetc(f);
    while ((c = fgetc(f)) != EOF) {
        inside += c == 0;
        sum = (sum * 31 + c) % 1000003;
        n++;
    }
    fclose(f);
    remove(path);
    printf("%d x %d, %lu pixels, %d inside, checksum %lu\n", w, h, n, inside, sum);
    cudaFree(device);
    free(image);
    return 0;
}
