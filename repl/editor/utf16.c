/* SPDX-License-Identifier: Apache-2.0 */
/* Places of editors in UTF-8 text. */
#include "editor/utf16.h"

#include <string.h>

unsigned utf16_units(unsigned char first)
{
    return (unsigned) ((first & 0xC0) != 0x80) + (first >= 0xF0);
}

size_t utf16_offset(const char *text, size_t n, unsigned long long line,
                    unsigned long long character)
{
    const char *p = text, *end = text + n, *next;
    for (; line && (next = memchr(p, '\n', (size_t) (end - p))); line--)
        p = next + 1;
    if (line)
        return n;
    for (unsigned long long at = 0; p < end && *p != '\n' && at < character;)
        for (at += utf16_units((unsigned char) *p++); p < end && !utf16_units((unsigned char) *p);)
            p++;
    return (size_t) (p - text);
}
