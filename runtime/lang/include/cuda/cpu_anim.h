/* SPDX-License-Identifier: Apache-2.0 */
/* The animation of "CUDA by Example", of which the first frame is computed and shown. */
#ifndef WARPCELL_CPU_ANIM_H
#define WARPCELL_CPU_ANIM_H
#include <GL/glut.h>

struct CPUAnimBitmap {
    unsigned char *pixels;
    int width, height;
    void *dataBlock;
    void (*clickDrag)(void *, int, int, int, int);

    CPUAnimBitmap(int w, int h, void *data = NULL) : width(w), height(h), dataBlock(data), clickDrag(NULL)
    {
        pixels = new unsigned char[(size_t) w * h * 4]();
    }
    ~CPUAnimBitmap() { delete[] pixels; }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return (long) width * height * 4; }
    void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }

    void anim_and_exit(void (*frame)(void *, int), void (*on_exit)(void *))
    {
        frame(dataBlock, 1);
        glDrawPixels(width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        if (on_exit)
            on_exit(dataBlock);
        exit(0);
    }
};

#endif
