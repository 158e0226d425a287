// Pictures, files of numbers and comparisons of the helpers of NVIDIA's samples.
#include <cstdio>
#include <helper_cuda.h>
#include <helper_functions.h>

int main()
{
    unsigned char grey[6] = {0, 51, 102, 153, 204, 255}, *back = NULL;
    float *parts = NULL, numbers[4] = {1.5f, -2, 0.25f, 1e6f}, *read = NULL;
    unsigned w, h, n;
    printf("%d ", sdkSavePGM("grey.pgm", grey, 3, 2));
    printf("%d ", sdkLoadPGM("grey.pgm", &back, &w, &h));
    printf("%u %u %d %d\n", w, h, back[1], back[5]);
    printf("%d ", sdkLoadPGM("grey.pgm", &parts, &w, &h));
    printf("%.1f %.1f\n", parts[1], parts[4]);
    printf("%d ", sdkSavePGM("again.pgm", parts, 3, 2));
    printf("%d\n", sdkComparePGM("again.pgm", "grey.pgm", 1.5f, 0, false));
    printf("%d ", sdkWriteFile("numbers.txt", numbers, 4, 0.5f, false));
    printf("%d ", sdkReadFile("numbers.txt", &read, &n, false));
    printf("%u: %g %g %g %g\n", n, read[0], read[1], read[2], read[3]);
    read[2] = 0.5f;
    printf("%d %d %d\n", compareData(numbers, read, 4, 0.3f, 0.0f), compareData(numbers, read, 4, 0.1f, 0.0f),
           compareData(numbers, read, 4, 0.1f, 0.5f));
    printf("%d %d\n", MAX(3, 4), MIN(3, 4));
    unsigned char rgba[8] = {1, 2, 3, 0, 4, 5, 6, 0}, *colours = NULL;
    printf("%d ", sdkSavePPM4ub("c.ppm", rgba, 2, 1));
    printf("%d ", sdkLoadPPM4ub("c.ppm", &colours, &w, &h));
    printf("%d %d %d\n", colours[0], colours[4], colours[6]);
    free(back);
    free(parts);
    free(read);
    free(colours);
}
