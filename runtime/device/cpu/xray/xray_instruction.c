/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of PTX instructions by name (PTX ISA 9.7), and their floating-point operations. Next: xray_observer.c. */
#include "device/cpu/xray/xray_instruction.h"

#include <stddef.h>

static const struct {
    const char *name;
    enum xray_mix mix;
} classes[] = {
    {"ld",         XRAY_MIX_MEMORY },
    {"ldu",        XRAY_MIX_MEMORY },
    {"st",         XRAY_MIX_MEMORY },
    {"atom",       XRAY_MIX_MEMORY },
    {"red",        XRAY_MIX_MEMORY },
    {"prefetch",   XRAY_MIX_MEMORY },
    {"tex",        XRAY_MIX_MEMORY },
    {"tld4",       XRAY_MIX_MEMORY },
    {"suld",       XRAY_MIX_MEMORY },
    {"sust",       XRAY_MIX_MEMORY },
    {"sured",      XRAY_MIX_MEMORY },
    {"bra",        XRAY_MIX_CONTROL},
    {"brx",        XRAY_MIX_CONTROL},
    {"call",       XRAY_MIX_CONTROL},
    {"ret",        XRAY_MIX_CONTROL},
    {"exit",       XRAY_MIX_CONTROL},
    {"trap",       XRAY_MIX_CONTROL},
    {"bar",        XRAY_MIX_SYNC   },
    {"barrier",    XRAY_MIX_SYNC   },
    {"membar",     XRAY_MIX_SYNC   },
    {"fence",      XRAY_MIX_SYNC   },
    {"shfl",       XRAY_MIX_SYNC   },
    {"vote",       XRAY_MIX_SYNC   },
    {"match",      XRAY_MIX_SYNC   },
    {"redux",      XRAY_MIX_SYNC   },
    {"activemask", XRAY_MIX_SYNC   },
    {"nanosleep",  XRAY_MIX_SYNC   },
};

static const struct {
    const char *name;
    uint32_t operations;
} arithmetic[] = {
    {"add",   1},
    {"sub",   1},
    {"mul",   1},
    {"fma",   2},
    {"mad",   2},
    {"div",   1},
    {"rcp",   1},
    {"sqrt",  1},
    {"rsqrt", 1},
    {"sin",   1},
    {"cos",   1},
    {"lg2",   1},
    {"ex2",   1},
    {"tanh",  1},
};

/* The type of the operands is the last one that the name has. */
static enum ptx_type type_of(const struct ptx_inst *i)
{
    for (uint32_t k = i->mod_count; k > 1; k--) {
        enum ptx_type t = ptx_type_named(i->mods[k - 1]);
        if (t != PTX_NONE)
            return t;
    }
    return PTX_NONE;
}

enum xray_mix xray_mix_of(const struct ptx_inst *i)
{
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if (str_eq(i->mods[0], classes[k].name))
            return classes[k].mix;
    return ptx_types[type_of(i)].kind == PTX_KIND_FLOAT ? XRAY_MIX_FLOAT : XRAY_MIX_INTEGER;
}

uint32_t xray_flops_of(const struct ptx_inst *i, bool *out_wide)
{
    enum ptx_type t = type_of(i);
    *out_wide = t == PTX_F64;
    if (ptx_types[t].kind != PTX_KIND_FLOAT)
        return 0;
    for (size_t k = 0; k < sizeof arithmetic / sizeof *arithmetic; k++)
        if (str_eq(i->mods[0], arithmetic[k].name))
            return arithmetic[k].operations * (t == PTX_F16X2 || t == PTX_BF16X2 ? 2 : 1);
    return 0;
}
