/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits: for tables in memory. What goes to disk is hashed by libcrypto. */
static inline uint64_t hash_bytes(const char *s, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char) s[i]) * 0x100000001b3u;
    return h;
}
