/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* FNV-1a with 64 bits, for hash tables in memory. Keys on disk use SHA-256 (compile/cache.c). Thread-safety: safe. */
static inline uint64_t hash_bytes(const char *s, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char) s[i]) * 0x100000001b3u;
    return h;
}
