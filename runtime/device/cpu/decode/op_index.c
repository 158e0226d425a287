/* SPDX-License-Identifier: Apache-2.0 */
/* The index of mnemonics: a hash table with open addressing, from the spellings of opcodes.def to ops. Next: decode_plain.c. */
#include "device/cpu/decode/op_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { INDEX_SLOTS = 2048 };

struct op_index {
    struct {
        const char *spelling;
        size_t n;
        enum op_code code;
    } to_affine[INDEX_SLOTS];
};

static uint32_t hash_of(const char *s, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t) s[i]) * 16777619u;
    return h % INDEX_SLOTS;
}

struct op_index *op_index_new(void)
{
    struct op_index *x = xcalloc(1, sizeof *x);
    for (int code = 1; code < OP_CODES; code++) {
        const char *s = op_infos[code].spellings;
        while (*s) {
            size_t n = strcspn(s, " ");
            uint32_t h = hash_of(s, n);
            while (x->to_affine[h].spelling)
                h = (h + 1) % INDEX_SLOTS;
            x->to_affine[h].spelling = s;
            x->to_affine[h].n = n;
            x->to_affine[h].code = (enum op_code) code;
            s += n + strspn(s + n, " ");
        }
    }
    return x;
}

void op_index_free(struct op_index **x)
{
    free(*x);
    *x = NULL;
}

enum op_code op_index_find(const struct op_index *x, const char *spelling)
{
    size_t n = strlen(spelling);
    for (uint32_t h = hash_of(spelling, n); x->to_affine[h].spelling; h = (h + 1) % INDEX_SLOTS)
        if (x->to_affine[h].n == n && !memcmp(x->to_affine[h].spelling, spelling, n))
            return x->to_affine[h].code;
    return OP_NONE;
}
