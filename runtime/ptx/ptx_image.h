/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "base/str.h"

/* An image is code for a device: PTX text, or a cubin (an ELF file) followed by the PTX it was made from. A loader of
 * cubins reads only what the ELF headers mention, so the text does no harm. The text gives the layout of the parameters, and it runs
 * where the cubin cannot. Thread-safety: safe. */

/* Joins them in one block of malloc, which the caller frees. It is NUL-terminated; *out_size counts all but the NUL. */
char *ptx_image_join(const char *cubin, size_t cubin_size, const char *ptx, size_t *out_size);
/* The PTX in an image, which owns it; NUL-terminated if the image is. p is NULL: the image has none. */
struct str ptx_image_text(const char *image, size_t size);
/* The same of an image whose size is not known: text with a NUL, or what ptx_image_join made. */
struct str ptx_image_text_unsized(const char *image);
