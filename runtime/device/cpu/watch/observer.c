/* SPDX-License-Identifier: Apache-2.0 */
/* What an observer may ask about an event (observer.h): values in lanes, the space of an address, the ordering of an operation. It reads decoded
 * code and vector registers only. Next: exec/observed.c, which makes the events. */
#include "device/cpu/watch/observer.h"

#include <string.h>

/* Lane values of 1 and 2 bytes are kept in lanes of 16 bits. */
static uint64_t lane_value(const void *lanes, uint32_t width, uint32_t lane)
{
    uint32_t stride = width < 2 ? 2 : width;
    uint64_t v = 0;
    memcpy(&v, (const char *) lanes + (size_t) lane * stride, width);
    return v;
}

uint64_t observed_value(const struct observed_access *a, uint32_t element, uint32_t lane)
{
    const void *lanes = element < OBSERVED_ELEMENTS ? a->values[element] : NULL;
    return lanes ? lane_value(lanes, a->width, lane) : 0;
}

uint64_t observed_old_value(const struct observed_access *a, uint32_t lane)
{
    return a->old ? lane_value(a->old, a->width, lane) : 0;
}

enum ptx_space observed_space(const struct observed_access *a, uint32_t lane, uint64_t *out_address)
{
    const struct observed_block *b = a->place.block;
    uint64_t at = a->addresses[lane];
    *out_address = at;
    if (a->space != PTX_GENERIC)
        return a->space;
    if (at - b->shared_at < b->shared_size) {
        *out_address = at - b->shared_at;
        return PTX_SHARED;
    }
    return at - b->local_at < b->local_stride * 32 * b->warps ? PTX_LOCAL : PTX_GLOBAL;
}

bool observed_register(const struct observed_place *p, uint32_t reg, uint32_t lane,
                       uint64_t *out_value)
{
    const struct decoded_code *code = p->code;
    uint32_t at = reg < code->registers ? code->register_at[reg] : 0;
    enum ptx_type type = at ? code->func->regs.at[reg] : PTX_NONE;
    uint32_t bits;
    if (!at)
        return false;
    if (type == PTX_PRED) {
        memcpy(&bits, p->registers + at, sizeof bits);
        *out_value = bits >> lane & 1;
    } else {
        *out_value =
            lane_value(p->registers + at, code->register_cut[reg] ? 4 : ptx_types[type].size, lane);
    }
    return true;
}

struct observed_ordering observed_ordering_of(const struct ptx_inst *inst)
{
    static const struct {
        const char *name;
        uint8_t order, scope;
    } mods[] = {
        {"volatile", ORDER_RELAXED, SCOPE_SYS    },
        {"mmio",     ORDER_RELAXED, SCOPE_SYS    },
        {"relaxed",  ORDER_RELAXED, 0            },
        {"acquire",  ORDER_ACQUIRE, 0            },
        {"release",  ORDER_RELEASE, 0            },
        {"acq_rel",  ORDER_ACQ_REL, 0            },
        {"sc",       ORDER_SC,      0            },
        {"cta",      0,             SCOPE_CTA    },
        {"cluster",  0,             SCOPE_CLUSTER},
        {"gpu",      0,             SCOPE_GPU    },
        {"gl",       0,             SCOPE_GPU    },
        {"sys",      0,             SCOPE_SYS    },
    };
    /* The defaults of the ISA: atom and red are relaxed (9.7.13.5), fence is acq_rel, membar is fence.sc (9.7.13.4) */
    const struct str name = inst->mods[0];
    bool atomic = str_eq(name, "atom") || str_eq(name, "red"), fence = str_eq(name, "fence");
    /* An mbarrier is the block's: what arrives releases, what waits acquires (9.7.13.15). */
    bool copies = str_eq(name, "cp") && (ptx_has_mod(inst, "mbarrier") ||
                                         ptx_has_mod(inst, "mbarrier::complete_tx::bytes")),
         waits = ptx_has_mod(inst, "test_wait") || ptx_has_mod(inst, "try_wait");
    struct observed_ordering o = {ORDER_WEAK, SCOPE_NONE};
    if (atomic)
        o = (struct observed_ordering){ORDER_RELAXED, SCOPE_GPU};
    else if (fence || str_eq(name, "membar"))
        o = (struct observed_ordering){fence ? ORDER_ACQ_REL : ORDER_SC, SCOPE_GPU};
    else if (copies || str_eq(name, "mbarrier"))
        o = (struct observed_ordering){waits ? ORDER_ACQUIRE : ORDER_RELEASE, SCOPE_CTA};
    for (uint32_t k = 1; k < inst->mod_count; k++)
        for (size_t i = 0; i < sizeof mods / sizeof *mods; i++)
            if (inst->mods[k].p[0] == mods[i].name[0] && str_eq(inst->mods[k], mods[i].name)) {
                o.order = mods[i].order ? mods[i].order : o.order;
                o.scope = mods[i].scope ? mods[i].scope : o.scope;
            }
    return o;
}

/* ---- shared memory ---- */

struct variable_search {
    uint64_t address, dynamic_at, at;
    const struct ptx_var *found;
};

static void look_at_variable(struct variable_search *s, const struct ptx_var *v)
{
    uint64_t at = v->unsized ? s->dynamic_at : v->address;
    if (v->space != PTX_SHARED || s->address < at || (!v->unsized && s->address - at >= v->size))
        return;
    s->found = v;
    s->at = at;
}

const struct ptx_var *observed_shared_variable(const struct decoded_code *kernel,
                                               const struct decoded_code *code, uint64_t address,
                                               uint64_t *out_at)
{
    struct variable_search s = {.address = address, .dynamic_at = kernel->shared_dynamic_at};
    VEC_EACH (v, &code->module->vars)
        look_at_variable(&s, *v);
    VEC_EACH (v, &code->func->vars)
        look_at_variable(&s, *v);
    *out_at = s.at;
    return s.found;
}
