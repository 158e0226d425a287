/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction to ops: by the function that mnemonics.def names for the first word of its mnemonic, otherwise as a row of opcodes.def.
 * No lower layer calls it. Next: decode_plain.c, then the family in question. */
#include "device/cpu/decode/decoder.h"

static const struct {
    const char *first;
    bool (*decode)(struct decoder *d);
} families[] = {

#define FAMILY(first, function) {#first, function},
#include "device/cpu/decode/mnemonics.def"
#undef FAMILY
};

bool decode_inst(struct decoder *d)
{
    if (decode_is_narrow(d, d->inst))
        return decode_narrow(d);
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        if (str_eq(d->inst->mods[0], families[k].first))
            return families[k].decode(d) && !d->failed;
    return decode_plain(d) && !d->failed;
}
