/* SPDX-License-Identifier: Apache-2.0 */
/* OpenGL and GLUT without a window: glDrawPixels shows its pixels below the cell or in the terminal, nothing else draws, and
 * glutMainLoop is a window that is closed after one frame: it calls the idle function, which computes the frame of an animation,
 * and the display function once, then ends the program. */
#ifndef WARPCELL_GLUT_H
#define WARPCELL_GLUT_H

typedef unsigned GLuint, GLenum, GLbitfield;
typedef int GLint, GLsizei;
typedef unsigned char GLubyte, GLboolean;
typedef float GLfloat, GLclampf;
typedef double GLdouble;
typedef char GLchar;
typedef void GLvoid;
enum {
    GL_FALSE = 0, GL_TRUE = 1, GL_POINTS = 0, GL_LINES = 1, GL_TRIANGLES = 4, GL_QUADS = 7, GL_COLOR_BUFFER_BIT = 0x4000,
    GL_DEPTH_BUFFER_BIT = 0x100, GL_RGB = 0x1907, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_FLOAT = 0x1406, GL_MODELVIEW = 0x1700,
    GL_PROJECTION = 0x1701, GL_TEXTURE_2D = 0x0DE1, GL_NEAREST = 0x2600, GL_LINEAR = 0x2601, GL_DEPTH_TEST = 0x0B71,
    GLUT_RGB = 0, GLUT_RGBA = 0, GLUT_SINGLE = 0, GLUT_DOUBLE = 2, GLUT_DEPTH = 16, GLUT_LEFT_BUTTON = 0, GLUT_MIDDLE_BUTTON = 1,
    GLUT_RIGHT_BUTTON = 2, GLUT_DOWN = 0, GLUT_UP = 1, GLUT_WINDOW_WIDTH = 102, GLUT_WINDOW_HEIGHT = 103, GLUT_ELAPSED_TIME = 700
};

static void (*__glut_display)(void);
static void (*__glut_idle)(void);

static inline void glutDisplayFunc(void (*f)(void)) { __glut_display = f; }
static inline void glutIdleFunc(void (*f)(void)) { __glut_idle = f; }
static inline int glutCreateWindow(const char *title) { return 1; }
static inline int glutGet(int what) { return 0; }

static inline void glutMainLoop(void)
{
    if (__glut_idle)
        __glut_idle();
    if (__glut_display)
        __glut_display();
    exit(0);
}

/* The rows come from the lowest; of RGBA the alpha has no effect, as without blending. */
static inline void glDrawPixels(GLsizei width, GLsizei height, GLenum format, GLenum type, const GLvoid *pixels)
{
    int channels = format == GL_RGBA ? 4 : 3;
    const unsigned char *from = (const unsigned char *) pixels;
    if (!from || width < 1 || height < 1 || type != GL_UNSIGNED_BYTE || (format != GL_RGBA && format != GL_RGB))
        return;
    unsigned char *rows = (unsigned char *) malloc((size_t) width * height * 3);
    for (int y = height - 1; y >= 0; y--) {
        unsigned char *to = rows + (size_t) y * width * 3;
        for (int x = 0; x < width; x++, from += channels, to += 3) {
            to[0] = from[0];
            to[1] = from[1];
            to[2] = from[2];
        }
    }
    device unsigned char picture[height][width][3];
    cudaMemcpy(picture, rows, (size_t) width * height * 3, cudaMemcpyHostToDevice);
    free(rows);
    show(picture);
}

#define glutInit(...) ((void) 0)
#define glutInitDisplayMode(...) ((void) 0)
#define glutInitWindowSize(...) ((void) 0)
#define glutInitWindowPosition(...) ((void) 0)
#define glutKeyboardFunc(...) ((void) 0)
#define glutSpecialFunc(...) ((void) 0)
#define glutMouseFunc(...) ((void) 0)
#define glutMotionFunc(...) ((void) 0)
#define glutPassiveMotionFunc(...) ((void) 0)
#define glutReshapeFunc(...) ((void) 0)
#define glutTimerFunc(...) ((void) 0)
#define glutCloseFunc(...) ((void) 0)
#define glutPostRedisplay() ((void) 0)
#define glutSwapBuffers() ((void) 0)
#define glutSetWindowTitle(...) ((void) 0)
#define glutDestroyWindow(...) ((void) 0)
#define glutReshapeWindow(...) ((void) 0)
#define glutBitmapCharacter(...) ((void) 0)
#define glutLeaveMainLoop() ((void) 0)
#define glClear(...) ((void) 0)
#define glClearColor(...) ((void) 0)
#define glRasterPos2f(...) ((void) 0)
#define glRasterPos2i(...) ((void) 0)
#define glPixelZoom(...) ((void) 0)
#define glFlush() ((void) 0)
#define glFinish() ((void) 0)
#define glViewport(...) ((void) 0)
#define glMatrixMode(...) ((void) 0)
#define glLoadIdentity() ((void) 0)
#define glOrtho(...) ((void) 0)
#define gluOrtho2D(...) ((void) 0)
#define gluPerspective(...) ((void) 0)
#define glTranslatef(...) ((void) 0)
#define glRotatef(...) ((void) 0)
#define glScalef(...) ((void) 0)
#define glColor3f(...) ((void) 0)
#define glColor4f(...) ((void) 0)
#define glVertex2f(...) ((void) 0)
#define glVertex3f(...) ((void) 0)
#define glTexCoord2f(...) ((void) 0)
#define glBegin(...) ((void) 0)
#define glEnd() ((void) 0)
#define glEnable(...) ((void) 0)
#define glDisable(...) ((void) 0)
#define glPointSize(...) ((void) 0)
#define glGetError() 0

#endif
