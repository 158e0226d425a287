/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* The colours of CUDA C while it is typed: by the look of the words, without the session.
 * Thread-safety: pure functions, safe from every thread. */

enum text_colour {
    COLOUR_PLAIN,
    COLOUR_WORD,
    COLOUR_TYPE,
    COLOUR_CUDA,
    COLOUR_NUMBER,
    COLOUR_STRING,
    COLOUR_COMMENT,
    COLOUR_COMMAND,
    COLOUR_BRACKET,
    COLOUR_WRONG
};

/* One enum text_colour for each byte of the text. */
void colour_text(const char *s, size_t n, unsigned char *out);
/* The partner of the bracket at `at`; n when it is none or has none. Brackets in strings and comments do not count. */
size_t colour_partner(const char *s, size_t n, const unsigned char *colours, size_t at);
const char *colour_sequence(enum text_colour c); /* select graphic rendition (ECMA-48 8.3.117) */
