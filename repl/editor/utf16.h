/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* UTF-16 code units in UTF-8 text, in which editors count (struct wc_place). Thread-safety: pure functions. */

unsigned utf16_units(
    unsigned char first); /* of the character that begins with this byte; 0: none begins here */
/* The byte at a place, both from 0; a place behind the end of its line is that end. */
size_t utf16_offset(const char *text, size_t n, unsigned long long line,
                    unsigned long long character);
