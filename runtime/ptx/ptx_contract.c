/* SPDX-License-Identifier: Apache-2.0 */
/* Contraction of products and sums, as ptxas does it. PTX ISA 9.7.3: mul and add or sub without a rounding modifier may become one fused multiply-add.
 * NVRTC forms most of them itself, but no differences: it leaves `c - a * b` to ptxas, so without this the last digits would differ from a GPU's.
 *
 * What ptxas 12 and 13 do above -O0, as the machine code of small kernels shows: a product is contracted if all that reads it are sums and differences of
 * its basic block that take it, with the same .ftz and without a rounding modifier. However many there are, each becomes an fma, and the product is
 * gone. If both operands of a sum are such products it takes the one that is read less often, else the first; the other one then is read as it is, and so by
 * all. A product that an instruction under a predicate reads is contracted there, one that is itself under a predicate is not. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "ptx/ptx.h"

enum { NOWHERE = UINT32_MAX };

struct ptx_product {
    uint32_t at;     /* the instruction; NOWHERE: the register is none, or none any more */
    uint32_t writes; /* of the register */
    uint32_t reads;
};

/* What an instruction is here. */
struct summary {
    bool product, sum, ftz, sat; /* a mul, or an add or sub, without a rounding modifier */
    bool writes;                 /* its first operand */
    enum ptx_type type;
};

struct contraction {
    struct ptx_func *f;
    struct summary *is;     /* by instruction, */
    uint32_t *block;        /* a number for each basic block */
    struct ptx_product *of; /* by register */
};

/* ---- instructions ---- */

static bool is_float(enum ptx_type t)
{
    return ptx_types[t].kind == PTX_KIND_FLOAT;
}

static bool is_one_of(const struct ptx_inst *i, const char *const *names, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (str_eq(i->mods[0], names[k]))
            return true;
    return false;
}

/* A barrier does not end what ptxas looks at, a fence and a call do. */
static bool ends_block(const struct ptx_inst *i)
{
    static const char *const names[] = {"bra",  "brx",  "ret",    "exit",
                                        "trap", "call", "membar", "fence"};
    return is_one_of(i, names, sizeof names / sizeof *names);
}

/* Whether the first operand is written; if not, or if it is an address, it is read. */
static bool writes_first(const struct ptx_inst *i)
{
    static const char *const none[] = {"st",  "red",     "bra",      "brx",
                                       "bar", "barrier", "prefetch", "call"};
    return !is_one_of(i, none, sizeof none / sizeof *none) &&
           i->operands[0].kind != PTX_OPERAND_MEMORY;
}

static struct summary summary_of(const struct ptx_inst *i)
{
    struct summary s = {.writes = i->operand_count && writes_first(i),
                        .type = ptx_type_named(i->mods[i->mod_count - 1])};
    if (!is_float(s.type) || i->operand_count != 3)
        return s;
    bool plain = true;
    for (uint32_t k = 1; k + 1 < i->mod_count; k++) {
        s.ftz |= str_eq(i->mods[k], "ftz");
        s.sat |= str_eq(i->mods[k], "sat");
        plain &= str_eq(i->mods[k], "ftz") || str_eq(i->mods[k], "sat");
    }
    s.product = plain && str_eq(i->mods[0], "mul");
    s.sum = plain && (str_eq(i->mods[0], "add") || str_eq(i->mods[0], "sub"));
    return s;
}

static void number_blocks(struct contraction *c)
{
    struct ptx_func *f = c->f;
    VEC_EACH (l, &f->labels)
        if (l->at < f->insts.n)
            c->block[l->at] = 1;
    for (uint32_t n = 1; n < f->insts.n; n++)
        c->block[n] = c->block[n - 1] + (c->block[n] || ends_block(&f->insts.at[n - 1]));
}

/* ---- registers ---- */

static void note_read(void *user, uint32_t reg)
{
    struct contraction *c = user;
    c->of[reg].reads++;
}

static void note_write(void *user, uint32_t reg)
{
    struct contraction *c = user;
    c->of[reg].writes++;
}

static void count_uses(struct contraction *c)
{
    for (uint32_t n = 0; n < c->f->insts.n; n++) {
        const struct ptx_inst *i = &c->f->insts.at[n];
        for (uint32_t k = 0; k < i->operand_count; k++)
            ptx_each_register(&i->operands[k], !k && c->is[n].writes ? note_write : note_read, c);
    }
}

/* Neither register is written between the two instructions. */
static bool keeps(const struct contraction *c, uint32_t from, uint32_t to,
                  const struct ptx_operand *o)
{
    for (uint32_t n = from + 1; n < to && o->kind == PTX_OPERAND_REG; n++) {
        const struct ptx_inst *i = &c->f->insts.at[n];
        const struct ptx_operand *d = i->operands;
        if (!c->is[n].writes)
            continue;
        if (d->kind == PTX_OPERAND_REG && d->reg == o->reg)
            return false;
        for (uint32_t k = 0; k < d->part_count; k++)
            if (d->parts[k].kind == PTX_OPERAND_REG && d->parts[k].reg == o->reg)
                return false;
    }
    return true;
}

/* ---- which products ---- */

static bool is_product(const struct contraction *c, const struct ptx_operand *o)
{
    return o->kind == PTX_OPERAND_REG && c->of[o->reg].at != NOWHERE;
}

/* The sum could take the product that is its k-th operand. */
static bool may_take(const struct contraction *c, uint32_t n, uint32_t k)
{
    const struct ptx_inst *i = &c->f->insts.at[n];
    const struct ptx_operand *o = &i->operands[k];
    const struct summary *sum = &c->is[n];
    if (!sum->sum || !k || !is_product(c, o))
        return false;
    uint32_t at = c->of[o->reg].at;
    const struct ptx_inst *m = &c->f->insts.at[at];
    const struct ptx_operand *other = &i->operands[3 - k];
    return at < n && c->block[at] == c->block[n] && c->is[at].type == sum->type &&
           c->is[at].ftz == sum->ftz && !(other->kind == PTX_OPERAND_REG && other->reg == o->reg) &&
           keeps(c, at, n, &m->operands[1]) && keeps(c, at, n, &m->operands[2]);
}

/* The operand that the sum takes; 0: none. */
static uint32_t taken_by(const struct contraction *c, uint32_t n)
{
    const struct ptx_inst *i = &c->f->insts.at[n];
    if (!c->is[n].sum)
        return 0;
    bool first = may_take(c, n, 1), second = may_take(c, n, 2);
    if (first && second)
        return c->of[i->operands[2].reg].reads < c->of[i->operands[1].reg].reads ? 2 : 1;
    return first ? 1 : second ? 2 : 0;
}

static void find_products(struct contraction *c)
{
    for (uint32_t n = 0; n < c->f->insts.n; n++) {
        const struct ptx_inst *i = &c->f->insts.at[n];
        if (c->is[n].product && !c->is[n].sat && !i->guard &&
            i->operands[0].kind == PTX_OPERAND_REG && c->of[i->operands[0].reg].writes == 1)
            c->of[i->operands[0].reg].at = n;
    }
}

static void drop(struct contraction *c, uint32_t reg)
{
    c->of[reg].at = NOWHERE;
}

/* What anything reads as it is stays. */
static void drop_if_read(struct contraction *c, uint32_t n, uint32_t k)
{
    const struct ptx_operand *o = &c->f->insts.at[n].operands[k];
    if (is_product(c, o) && !may_take(c, n, k))
        drop(c, o->reg);
    for (uint32_t e = 0; e < o->part_count; e++)
        if (is_product(c, &o->parts[e]))
            drop(c, o->parts[e].reg);
}

static void drop_read(struct contraction *c)
{
    for (uint32_t n = 0; n < c->f->insts.n; n++) {
        const struct ptx_inst *i = &c->f->insts.at[n];
        for (uint32_t k = c->is[n].writes; k < i->operand_count; k++)
            drop_if_read(c, n, k);
    }
}

/* So does the product that a sum of two does not take. */
static void drop_second(struct contraction *c)
{
    for (uint32_t n = 0; n < c->f->insts.n; n++) {
        uint32_t taken = taken_by(c, n);
        if (taken && is_product(c, &c->f->insts.at[n].operands[3 - taken]))
            drop(c, c->f->insts.at[n].operands[3 - taken].reg);
    }
}

/* ---- instructions in their place ---- */

static struct ptx_operand negated(const struct ptx_operand *o)
{
    struct ptx_operand n = *o;
    n.minus = true;
    return n;
}

/* fma(a, b, c) of a sum that takes its k-th operand. */
static void become_fma(struct ptx_module *m, struct contraction *c, uint32_t n, uint32_t k)
{
    struct ptx_inst *i = &c->f->insts.at[n];
    const struct ptx_inst *product = &c->f->insts.at[c->of[i->operands[k].reg].at];
    struct ptx_operand *o = ARENA_ARRAY(&m->arena, struct ptx_operand, 4);
    bool differs = str_eq(i->mods[0], "sub");
    o[0] = i->operands[0];
    o[1] = differs && k == 2 ? negated(&product->operands[1]) : product->operands[1];
    o[2] = product->operands[2];
    o[3] = differs && k == 1 ? negated(&i->operands[2]) : i->operands[3 - k];
    i->operands = o;
    i->operand_count = 4;
    for (uint32_t at = i->mod_count++; at > 1; at--)
        i->mods[at] = i->mods[at - 1];
    i->mods[0] = (struct str){"fma", 3};
    i->mods[1] = (struct str){"rn", 2};
}

/* Nobody reads the register any more. */
static void become_move(struct ptx_inst *i)
{
    static const struct str bits[] = {
        [2] = {"b16", 3},
          [4] = {"b32", 3},
          [8] = {"b64", 3}
    };
    i->mods[1] = bits[ptx_types[ptx_type_named(i->mods[i->mod_count - 1])].size];
    i->mods[0] = (struct str){"mov", 3};
    i->mod_count = 2;
    i->operand_count = 2;
}

static void replace(struct ptx_module *m, struct contraction *c)
{
    for (uint32_t n = 0; n < c->f->insts.n; n++) {
        uint32_t k = taken_by(c, n);
        if (k)
            become_fma(m, c, n, k);
    }
    for (uint32_t r = 0; r < c->f->regs.n; r++)
        if (c->of[r].at != NOWHERE)
            become_move(&c->f->insts.at[c->of[r].at]);
}

static void contract(struct ptx_module *m, struct contraction *c)
{
    struct ptx_func *f = c->f;
    c->of = xcalloc(f->regs.n + 1, sizeof *c->of);
    c->block = xcalloc(f->insts.n + 1, sizeof *c->block);
    for (uint32_t r = 0; r < f->regs.n; r++)
        c->of[r].at = NOWHERE;
    count_uses(c);
    number_blocks(c);
    find_products(c);
    drop_read(c);
    drop_second(c);
    replace(m, c);
    free(c->of);
    free(c->block);
}

/* Most functions have no product without a rounding modifier. */
static void contract_if_any(struct ptx_module *m, struct ptx_func *f)
{
    struct contraction c = {.f = f, .is = xcalloc(f->insts.n + 1, sizeof *c.is)};
    bool products = false, sums = false;
    for (uint32_t n = 0; n < f->insts.n; n++) {
        c.is[n] = summary_of(&f->insts.at[n]);
        products |= c.is[n].product;
        sums |= c.is[n].sum;
    }
    if (products && sums)
        contract(m, &c);
    free(c.is);
}

/* Code for a debugger (11.5.3), which ptxas leaves as it is. */
static bool is_for_debugger(const struct ptx_module *m)
{
    VEC_EACH (s, &m->sections)
        if (!strcmp(s->name, ".debug_info"))
            return true;
    return false;
}

void ptx_contract(struct ptx_module *m)
{
    if (is_for_debugger(m))
        return;
    VEC_EACH (f, &m->funcs)
        if ((*f)->has_body)
            contract_if_any(m, *f);
}
