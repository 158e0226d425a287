/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that other modules call by address. Every kernel is a module of its own, but an object with virtual functions that one kernel
 * made, or a function pointer that it stored, may be used by another. So the device keeps a table of the functions that can be called by
 * address; a launch keeps the table that was current when it was queued. It needs decoded modules. Next: exec/op_flow.c, which calls. */
#include "device/cpu/code/callables.h"

#include <stdlib.h>

#include "base/check.h"

static bool is_function(const struct ptx_module *p, const char *name)
{
    const struct ptx_func *f = name ? ptx_func_named(p, name) : NULL;
    return f && !f->is_entry;
}

/* mov of a function's address, or a call by one */
static bool inst_meets(const struct ptx_module *p, const struct ptx_inst *i)
{
    bool calls = str_eq(i->mods[0], "call"), moves = str_eq(i->mods[0], "mov");
    for (uint32_t k = 0; (calls || moves) && k < i->operand_count; k++) {
        const struct ptx_operand *o = &i->operands[k];
        if (calls ? o->kind == PTX_OPERAND_REG
                  : o->kind == PTX_OPERAND_SYMBOL && !o->var && is_function(p, o->name))
            return true;
    }
    return false;
}

bool callables_concern(const struct ptx_module *p)
{
    VEC_EACH (v, &p->vars)
        for (size_t k = 0; k < (*v)->reloc_count; k++)
            if (is_function(p, (*v)->relocs[k].symbol))
                return true;
    VEC_EACH (f, &p->funcs)
        VEC_EACH (i, &(*f)->insts)
            if (inst_meets(p, i))
                return true;
    return false;
}

/* Static shared memory is laid out by module, so a function that has some can be called only within its own module. */
static bool has_shared(const struct ptx_func *f)
{
    VEC_EACH (v, &f->vars)
        if ((*v)->space == PTX_SHARED)
            return true;
    return false;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (const struct decoded_code *const *) a,
              y = (uintptr_t) * (const struct decoded_code *const *) b;
    return (x > y) - (x < y);
}

struct callables *callables_new(struct code_module *const *modules, size_t count,
                                uint32_t cache_count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += modules[i]->codes.at.n;
    struct callables *new = xcalloc(1, sizeof *new + most * sizeof *new->at);
    for (size_t i = 0; i < count; i++)
        VEC_EACH (c, &modules[i]->codes.at)
            if (!(*c)->func->is_entry && !has_shared((*c)->func))
                new->at[new->count++] = *c;
    qsort(new->at, new->count, sizeof *new->at, by_address);
    new->cache_count = cache_count;
    return new;
}

const struct decoded_code *callables_find(const struct callables *c, uint64_t address)
{
    const struct decoded_code *wanted = (const struct decoded_code *) (uintptr_t) address;
    const struct decoded_code **found =
        c ? bsearch(&wanted, c->at, c->count, sizeof *c->at, by_address) : NULL;
    return found ? *found : NULL;
}
