/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "base/str.h"

/* The PTX of an image that a program gives to the driver: PTX text, a fatbin, or an ELF file with PTX behind it (ptx/ptx_image.h). Machine code
 * is never read. Thread-safety: safe. */

enum { IMAGE_UNSIZED = 0 };

enum image_status { IMAGE_OK, IMAGE_NO_PTX, IMAGE_INVALID };

/* The newest PTX for at most compute capability `arch` (75: 7.5). size IMAGE_UNSIZED: the image's own headers or its NUL tell. On IMAGE_OK
 * *out is a NUL-terminated text of malloc, which the caller frees; otherwise `why` says what is missing. */
enum image_status image_ptx(const void *image, size_t size, int arch, char **out, struct buf *why);
