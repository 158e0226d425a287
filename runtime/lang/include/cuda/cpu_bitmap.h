/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of "CUDA by Example": RGBA bytes, the lowest row first. It is shown below the cell, or in the terminal. */
#ifndef WARPCELL_CPU_BITMAP_H
#define WARPCELL_CPU_BITMAP_H
#include <GL/glut.h>

struct CPUBitmap {
    unsigned char *pixels;
    int x, y; /* width, height */
    void *dataBlock;

    CPUBitmap(int width, int height, void *data = NULL) : x(width), y(height), dataBlock(data)
    {
        pixels = new unsigned char[(size_t) width * height * 4]();
    }
    ~CPUBitmap() { delete[] pixels; }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return (long) x * y * 4; }

    void display_and_exit(void (*on_exit)(void *) = NULL)
    {
        glDrawPixels(x, y, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        if (dataBlock && on_exit)
            on_exit(dataBlock);
        exit(0);
    }
};

#endif
