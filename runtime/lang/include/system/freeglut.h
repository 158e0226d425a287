/* SPDX-License-Identifier: Apache-2.0 */
/* See glut.h. */
#include <GL/glut.h>
