/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* Code for a device: PTX text, or a cubin (an ELF file) with the PTX that it was made from behind it. What loads a cubin looks at
 * its headers only, so the text does not disturb; and it tells how parameters lie and can run where the cubin cannot. */

/* cubin and ptx in one block of malloc, NUL-terminated; *out_size counts all but the NUL. */
char *image_join(const char *cubin, size_t cubin_size, const char *ptx, size_t *out_size);
/* The PTX in an image, NUL-terminated if the image is; NULL: it has none. */
const char *image_ptx(const char *image, size_t size);
/* The same of an image whose size is not known, but which image_join made or which is text. */
const char *image_ptx_unsized(const char *image);
