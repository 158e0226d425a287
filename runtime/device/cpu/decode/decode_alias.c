/* SPDX-License-Identifier: Apache-2.0 */
/* Copy propagation before decoding: a move whose result no other instruction writes gets no op; its result shares the vector register of its
 * source. PTX is full of such moves: loads of parameters, cvta.to.global, constants. It needs the numbers of definitions (decode.c).
 * Next: decode_plain.c. */
#include <stdlib.h>

#include "device/cpu/decode/decoder.h"

/* ---- whether the source can be written again before the result is read ---- */

/* `best = candidate` in a loop whose result is read behind it: a way from the source's definition to a reader that does not pass the move. Most
 * moves are settled by their place. */
struct reach {
    const struct decoder *d;
    uint32_t at;            /* the instruction that is looked at */
    uint32_t *def_at;       /* of each register: the instruction that writes it, plus 1 */
    uint32_t *first, *list; /* of each register: its readers */
    uint32_t *targets;      /* of each instruction: targets of branches up to and with it */
    uint32_t *seen;         /* of each instruction: the search that has come to it */
    uint32_t search;
    VEC(uint32_t) todo;
};

static void note_def(void *user, uint32_t reg)
{
    struct reach *r = user;
    r->def_at[reg] = r->at + 1;
}

static void count_use(void *user, uint32_t reg)
{
    struct reach *r = user;
    r->first[reg + 1]++;
}

static void note_use(void *user, uint32_t reg)
{
    struct reach *r = user;
    r->list[r->first[reg]++] = r->at;
}

/* What an instruction writes counts as read, too: only moves are asked about, and those know themselves. */
static void each_use(struct reach *r, void (*see)(void *user, uint32_t reg))
{
    const struct ptx_func *f = r->d->f;
    for (r->at = 0; r->at < f->insts.n; r->at++) {
        const struct ptx_inst *inst = &f->insts.at[r->at];
        if (inst->guard)
            see(r, inst->guard - 1);
        for (uint32_t k = 0; k < inst->operand_count; k++)
            ptx_each_register(&inst->operands[k], see, r);
    }
}

static struct reach *reach_new(const struct decoder *d)
{
    const struct ptx_func *f = d->f;
    struct reach *r = xcalloc(1, sizeof *r);
    uint32_t regs = (uint32_t) f->regs.n;
    r->d = d;
    r->def_at = xcalloc(regs + 1, sizeof *r->def_at);
    r->first = xcalloc(regs + 2, sizeof *r->first);
    r->targets = xcalloc(f->insts.n + 1, sizeof *r->targets);
    r->seen = xcalloc(f->insts.n + 1, sizeof *r->seen);
    for (uint32_t i = 0; i < f->insts.n; i++) {
        r->targets[i] = (i ? r->targets[i - 1] : 0) + d->is_target[i];
        r->at = i;
        if (f->insts.at[i].operand_count)
            ptx_each_register(&f->insts.at[i].operands[0], note_def, r);
    }
    each_use(r, count_use);
    for (uint32_t k = 0; k < regs; k++)
        r->first[k + 1] += r->first[k];
    r->list = xcalloc(r->first[regs] + 1, sizeof *r->list);
    each_use(r, note_use);
    for (uint32_t k = regs; k > 0; k--) /* each has moved to its end */
        r->first[k] = r->first[k - 1];
    r->first[0] = 0;
    return r;
}

static void reach_free(struct reach **r)
{
    free((*r)->def_at);
    free((*r)->first);
    free((*r)->list);
    free((*r)->targets);
    free((*r)->seen);
    VEC_FREE(&(*r)->todo);
    free(*r);
    *r = NULL;
}

static void go_to(struct reach *r, const char *name, uint32_t scope)
{
    const struct ptx_label *l = ptx_label_of(r->d->f, name, scope);
    if (l)
        VEC_PUSH(&r->todo, l->at);
}

/* Adds what runs after an instruction. */
static void go_on(struct reach *r, uint32_t at)
{
    const struct ptx_inst *i = &r->d->f->insts.at[at];
    bool branch = str_eq(i->mods[0], "bra"), table = str_eq(i->mods[0], "brx"),
         ends =
             str_eq(i->mods[0], "ret") || str_eq(i->mods[0], "exit") || str_eq(i->mods[0], "trap");
    if (branch && i->operand_count)
        go_to(r, i->operands[i->operand_count - 1].name, i->scope);
    const struct ptx_label *l =
        table ? ptx_label_of(r->d->f, i->operands[i->operand_count - 1].name, i->scope) : NULL;
    for (uint32_t k = 0; l && k < l->target_count; k++)
        go_to(r, l->targets[k], l->scope);
    if (i->guard || !(branch || table || ends))
        VEC_PUSH(&r->todo, at + 1);
}

/* Whether a reader can be met from behind the definition without the move. */
static bool is_met(struct reach *r, uint32_t reg, uint32_t move, uint32_t def)
{
    uint32_t count = (uint32_t) r->d->f->insts.n, here = ++r->search, readers = ++r->search;
    for (uint32_t k = r->first[reg]; k < r->first[reg + 1]; k++)
        if (r->list[k] != move)
            r->seen[r->list[k]] = readers;
    r->todo.n = 0;
    VEC_PUSH(&r->todo, def + 1);
    while (r->todo.n) {
        uint32_t at = VEC_LAST(&r->todo);
        r->todo.n--;
        if (at >= count || at == move || r->seen[at] == here)
            continue;
        if (r->seen[at] == readers)
            return true;
        r->seen[at] = here;
        go_on(r, at);
    }
    return false;
}

/* All readers stand behind the move, and nothing jumps between. */
static bool are_behind(const struct reach *r, uint32_t reg, uint32_t move)
{
    for (uint32_t k = r->first[reg]; k < r->first[reg + 1]; k++)
        if (r->list[k] < move || r->targets[r->list[k]] != r->targets[move])
            return false;
    return true;
}

/* Whether the result of the move, an instruction by its number, sees every value of the source that it was given, and no later one. */
static bool reach_alone(struct reach *r, uint32_t reg, uint32_t move, uint32_t source)
{
    while (r->d->same_as[source])
        source = r->d->same_as[source] - 1;
    uint32_t def = r->def_at[source];
    bool once = !def || !r->targets[def - 1]; /* before the first place that can be jumped to */
    return once || are_behind(r, reg, move) || !is_met(r, reg, move, def - 1);
}

/* ---- moves ---- */

/* ld.param of a kernel's parameter: the result is a constant of the frame. */
static bool param_constant(struct decoder *d, const struct ptx_inst *i, uint32_t *out_vreg)
{
    const struct ptx_operand *o = &i->operands[1];
    enum ptx_type t = decode_last_type(i);
    uint32_t at, width = decode_reg_width(d, i->operands[0].reg);
    if (i->mod_count != 3 || t == PTX_NONE || o->kind != PTX_OPERAND_MEMORY ||
        !decode_kernel_param_at(d, o->var, &at) || width < decode_type_width(t) || width == 0 ||
        o->offset < 0 || at + (uint64_t) o->offset + ptx_types[t].size > d->code->params_size)
        return false;
    struct frame_constant f = {.kind = CONSTANT_PARAM,
                               .size = (uint8_t) width,
                               .value = at + (uint64_t) o->offset,
                               .source = (uint8_t) ptx_types[t].size,
                               .is_signed = ptx_types[t].kind == PTX_KIND_SIGNED,
                               .vreg = decode_new_vreg(d, width)};
    VEC_PUSH(&d->constants, f);
    *out_vreg = f.vreg;
    return true;
}

/* No other instruction writes its result, and it has no guard. */
static bool may_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return !i->guard && i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == 1 && decode_reg_width(d, i->operands[0].reg);
}

/* A register of the same width with one definition, or one that shares a vector register itself. */
static bool is_stable_reg(const struct decoder *d, const struct ptx_operand *o, uint32_t width)
{
    return o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) == width &&
           (d->defs[o->reg] == 1 || d->defs[o->reg] == UINT32_MAX);
}

/* An operand whose vector register is set up with the frame. */
static bool is_constant(const struct decoder *d, const struct ptx_operand *o, uint32_t width)
{
    enum special s;
    switch (o->kind) {
    case PTX_OPERAND_INT:
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64: return true;
    case PTX_OPERAND_SYMBOL: return o->var || ptx_var_named(d->m->ptx, o->name);
    case PTX_OPERAND_SPECIAL:
        s = decode_special_named(o->name);
        return s < SPECIAL_CLOCK && decode_special_width(s) == width;
    default: return false;
    }
}

/* True: the result has a vector register, or shares one (same_as). */
static bool try_alias(struct decoder *d, const struct ptx_inst *i)
{
    uint32_t reg = i->operands[0].reg, width = decode_reg_width(d, reg);
    const struct ptx_operand *o = &i->operands[1];
    enum ptx_type t = decode_last_type(i);
    bool mov = str_eq(i->mods[0], "mov") && i->mod_count == 2 && decode_type_width(t) == width,
         cvta = str_eq(i->mods[0], "cvta") && !ptx_has_mod(i, "shared") &&
                !ptx_has_mod(i, "shared::cta") && !ptx_has_mod(i, "shared::cluster");
    if (str_eq(i->mods[0], "ld") && ptx_has_mod(i, "param"))
        return param_constant(d, i, &d->vregs[reg]);
    if (decode_moves_narrow(d, i)) {
        mov = true;
        t = PTX_B32;
    }
    if ((mov || cvta) && is_stable_reg(d, o, width) && o->reg != reg) {
        d->same_as[reg] = o->reg + 1;
        return true;
    }
    return mov && is_constant(d, o, width) && (d->vregs[reg] = decode_source_vreg(d, o, t)) != 0;
}

bool decode_is_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == UINT32_MAX;
}

/* A chain of moves that leads back to itself has no value; it is cut. */
static bool leads_back(const struct decoder *d, uint32_t reg)
{
    uint32_t r = reg;
    for (uint32_t n = 0; d->same_as[r]; n++) {
        r = d->same_as[r] - 1;
        if (r == reg || n > d->f->regs.n)
            return true;
    }
    return false;
}

bool decode_find_aliases(struct decoder *d)
{
    struct reach *reach = reach_new(d);
    VEC_EACH (i, &d->f->insts) {
        d->inst = i;
        if (!may_alias(d, i) || !try_alias(d, i))
            continue;
        uint32_t reg = i->operands[0].reg, source = d->same_as[reg];
        if (source && (leads_back(d, reg) ||
                       !reach_alone(reach, reg, (uint32_t) (i - d->f->insts.at), source - 1)))
            d->same_as[reg] = 0;
        else
            d->defs[reg] = UINT32_MAX; /* marks it: decode_insts emits nothing for it */
    }
    reach_free(&reach);
    return !d->failed;
}
