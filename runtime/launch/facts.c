/* SPDX-License-Identifier: Apache-2.0 */
/* Derives facts from a kernel's instructions (PTX ISA 9.7). Each register has the set of parameters that its value may
 * have been computed from; the sets grow to a fixed point. Needs ptx/ptx.h. */
#include "launch/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { PARAMS = 32 }; /* bits of a set */

/* sinf and related functions reduce large arguments with one double multiplication by this constant, which the user did
 * not request. */
static const uint64_t TRIG_SCALE = 0x3BF921FB54442D19;

struct param_flow {
    const struct ptx_func *f;
    uint32_t *origins; /* of each register: bit i stands for parameter i */
    bool changed, lost;
    struct code_facts facts;
};

static bool is_param(const struct param_flow *w, const struct ptx_var *v)
{
    return v && v->space == PTX_PARAM && v->index < w->f->params.n && v->index < PARAMS &&
           w->f->params.at[v->index] == v;
}

/* The parameters that an operand's value, or the address in it, may depend on. */
static uint32_t origins_of(struct param_flow *w, const struct ptx_operand *o)
{
    uint32_t set = 0;
    if (o->kind == PTX_OPERAND_REG || (o->kind == PTX_OPERAND_MEMORY && o->has_reg))
        set = w->origins[o->reg];
    else if (is_param(w, o->var))
        set = 1u << o->var->index;
    for (uint32_t i = 0; i < o->part_count; i++)
        set |= origins_of(w, &o->parts[i]);
    return set;
}

static void spread(struct param_flow *w, const struct ptx_operand *to, uint32_t set)
{
    for (uint32_t i = 0; i < to->part_count; i++)
        spread(w, &to->parts[i], set);
    if (to->kind != PTX_OPERAND_REG || !(set & ~w->origins[to->reg]))
        return;
    w->origins[to->reg] |= set;
    w->changed = true;
}

/* Matches a modifier: "shared" in "ld.shared.f32" and in "ld.shared::cta.f32". */
static bool has(const struct ptx_inst *inst, const char *word)
{
    size_t n = strlen(word);
    for (uint32_t i = 1; i < inst->mod_count; i++) {
        struct str mod = inst->mods[i];
        if (mod.n >= n && !memcmp(mod.p, word, n) && (mod.n == n || mod.p[n] == ':'))
            return true;
    }
    return false;
}

static bool is(const struct ptx_inst *inst, const char *name)
{
    return str_eq(inst->mods[0], name);
}

static bool moves_64_bits(const struct ptx_inst *inst)
{
    return has(inst, "u64") || has(inst, "b64") || has(inst, "s64");
}

/* A load from the entry's parameters, by name or through a register. A value of 64 bits may be a pointer. */
static bool load_param(struct param_flow *w, const struct ptx_inst *inst)
{
    if (!is(inst, "ld") || !has(inst, "param"))
        return false;
    if (moves_64_bits(inst))
        spread(w, &inst->operands[0], origins_of(w, &inst->operands[1]));
    return true;
}

/* A copy's first address is written, the others are read. */
static void copy_memory(struct param_flow *w, const struct ptx_inst *inst)
{
    uint32_t *to = &w->facts.writes;
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_MEMORY) {
            *to |= origins_of(w, &inst->operands[i]);
            to = &w->facts.reads;
        }
}

/* Loads, stores and atomics: the arrays that they access. A loaded value is not treated as an address of the same array.
 * A stored address may be loaded again, which is not tracked. */
static bool access_memory(struct param_flow *w, const struct ptx_inst *inst)
{
    bool load = is(inst, "ld") || is(inst, "ldu"), store = is(inst, "st"),
         atomic = is(inst, "atom") || is(inst, "red");
    bool global =
        !has(inst, "param") && !has(inst, "shared") && !has(inst, "local") && !has(inst, "const");
    uint32_t touched = 0, stored = 0;
    if (!load && !store && !atomic)
        return false;
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        bool memory = inst->operands[i].kind == PTX_OPERAND_MEMORY;
        *(memory ? &touched : &stored) |= origins_of(w, &inst->operands[i]);
    }
    w->lost |= (store || atomic) && stored;
    w->facts.reads |= global && (load || atomic) ? touched : 0;
    w->facts.writes |= global && (store || atomic) ? touched : 0;
    return true;
}

static bool is_double_arithmetic(const struct ptx_inst *inst)
{
    if (!has(inst, "f64") || is(inst, "ld") || is(inst, "ldu") || is(inst, "st") ||
        is(inst, "mov") || is(inst, "cvt"))
        return false;
    for (uint32_t i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == PTX_OPERAND_F64 && inst->operands[i].bits == TRIG_SCALE)
            return false;
    return true;
}

static void follow(struct param_flow *w, const struct ptx_inst *inst)
{
    uint32_t set = 0;
    if (!inst->operand_count)
        return;
    if (load_param(w, inst))
        return;
    w->lost |=
        is(inst, "cvta") && has(inst, "param"); /* generic loads of parameters are not tracked */
    w->facts.doubles |= is_double_arithmetic(inst);
    if (is(inst, "cp")) {
        copy_memory(w, inst);
        return;
    }
    if (access_memory(w, inst))
        return;
    for (uint32_t i = 1; i < inst->operand_count; i++)
        set |= origins_of(w, &inst->operands[i]);
    spread(w, &inst->operands[0], set);
}

void facts_read(struct code_facts *out, const struct ptx_func *entry)
{
    *out = (struct code_facts){0};
    if (!entry || !entry->has_body || entry->unread)
        return;
    struct param_flow w = {.f = entry, .changed = true};
    w.origins = xcalloc(entry->regs.n + 1, sizeof *w.origins);
    while (w.changed && !w.lost) {
        w.changed = false;
        VEC_EACH (inst, &entry->insts)
            follow(&w, inst);
    }
    *out = w.facts;
    out->known = !w.lost;
    free(w.origins);
}
