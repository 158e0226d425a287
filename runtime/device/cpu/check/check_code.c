/* SPDX-License-Identifier: Apache-2.0 */
/* What the checker knows of the instructions of a function before they run. Next: check_observer.c. */
#include "base/check.h"
#include "device/cpu/check/check_impl.h"
#include "device/cpu/code/decoded.h"

bool checked_is_one_of(struct str word, const char *const *list)
{
    while (*list && !str_eq(word, *list))
        list++;
    return *list;
}

bool checked_calls(const struct ptx_inst *i, const char *const *functions)
{
    for (uint32_t o = 0; str_eq(i->mods[0], "call") && o < i->operand_count; o++)
        if (i->operands[o].name && checked_is_one_of(str_of(i->operands[o].name), functions))
            return true;
    return false;
}

static bool is_integer(const struct ptx_inst *i)
{
    char first = i->mod_count > 1 ? i->mods[i->mod_count - 1].p[0] : 0;
    return first == 'u' || first == 's';
}

/* The register that `to` is 64 less than, or which is 64 less it; else `to` itself. */
static uint32_t amount_of(const struct ptx_func *f, uint32_t to)
{
    VEC_EACH (i, &f->insts) {
        bool add = str_eq(i->mods[0], "add"), sub = str_eq(i->mods[0], "sub");
        if ((!add && !sub) || i->operand_count < 3 || i->operands[0].reg != to)
            continue;
        const struct ptx_operand *of = i->operands + (add ? 1 : 2);
        if (of->kind == PTX_OPERAND_REG)
            return of->reg;
    }
    return to;
}

/* A shift of 128 bits is made of shifts of 64 by n, 64 - n and n - 64, which count on PTX's own rule for large n (9.7.8.7). */
static bool is_part_of_wide_shift(const struct ptx_func *f, const struct ptx_inst *shift)
{
    struct str type = shift->mods[shift->mod_count - 1];
    if (type.n != 3 || memcmp(type.p + 1, "64", 2) || shift->operand_count < 3 ||
        shift->operands[2].kind != PTX_OPERAND_REG)
        return false;
    uint32_t amount = amount_of(f, shift->operands[2].reg);
    VEC_EACH (i, &f->insts)
        if (str_eq(i->mods[0], "add") && i->operand_count == 3 &&
            i->operands[1].kind == PTX_OPERAND_REG && i->operands[2].kind == PTX_OPERAND_INT &&
            (int64_t) i->operands[2].bits == -64 &&
            (i->operands[1].reg == amount || i->operands[1].reg == shift->operands[2].reg))
            return true;
    return false;
}

static enum inst_class class_of(const struct ptx_func *f, const struct ptx_inst *i)
{
    struct str name = i->mods[0];
    if ((str_eq(name, "div") || str_eq(name, "rem")) && is_integer(i))
        return INST_DIVISION;
    if (str_eq(name, "shl") || str_eq(name, "shr"))
        return is_part_of_wide_shift(f, i) ? INST_PLAIN : INST_SHIFT;
    if (str_eq(name, "atom") || str_eq(name, "red")) {
        struct observed_ordering o = observed_ordering_of(i);
        return o.order == ORDER_RELAXED && o.scope != SCOPE_CTA ? INST_ATOMIC : INST_RELEASING;
    }
    if (str_eq(name, "mbarrier") || (str_eq(name, "cp") && ptx_has_mod(i, "mbarrier")))
        return observed_ordering_of(i).order == ORDER_RELEASE ? INST_RELEASING : INST_PLAIN;
    if (str_eq(name, "st") && checked_array(i))
        return INST_BEYOND;
    if (str_eq(name, "st") &&
        (ptx_has_mod(i, "volatile") || ptx_has_mod(i, "relaxed") || ptx_has_mod(i, "release")))
        return INST_RELEASING;
    return INST_PLAIN;
}

/* `old = *p; do ... while atomicCAS(p, ...)`, which the CUDA programming guide shows: a stale first value only costs another round. */
static bool is_cas_read(const struct ptx_func *f, const struct ptx_inst *load)
{
    if (!str_eq(load->mods[0], "ld") || load->operand_count < 2)
        return false;
    const struct ptx_operand *from = load->operands + 1;
    VEC_EACH (i, &f->insts) {
        const struct ptx_operand *to = i->operands + 1;
        if (str_eq(i->mods[0], "atom") && ptx_has_mod(i, "cas") && i->operand_count > 1 &&
            to->kind == from->kind && to->reg == from->reg && to->offset == from->offset)
            return true;
    }
    return false;
}

/* A load with a neighbour: both have one base, one line of the source and lie in the same 8 bytes, as when a struct is copied. */
static bool is_part(const struct ptx_func *f, const struct ptx_inst *load)
{
    if (!str_eq(load->mods[0], "ld") || load->operand_count < 2)
        return false;
    const struct ptx_operand *from = load->operands + 1;
    VEC_EACH (i, &f->insts) {
        const struct ptx_operand *other = i->operands + 1;
        if (i != load && str_eq(i->mods[0], "ld") && i->operand_count > 1 && i->loc == load->loc &&
            other->kind == from->kind && other->reg == from->reg &&
            other->offset >> 3 == from->offset >> 3)
            return true;
    }
    return false;
}

static bool accesses_memory(const struct ptx_inst *i)
{
    static const char *const names[] = {"ld", "ldu", "st", "atom", "red", "mbarrier", "cp"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (str_eq(i->mods[0], names[k]))
            return true;
    return false;
}

static struct checked_code *code_make(struct launch_checker *c, const struct decoded_code *code)
{
    struct checked_code *new = xcalloc(1, sizeof *new);
    size_t n = code->func->insts.n;
    *new = (struct checked_code){code, c->insts, xcalloc(n + 1, 1),
                                 xcalloc(n + 1, sizeof *new->memories)};
    for (size_t i = 0; i < n; i++) {
        const struct ptx_inst *inst = code->func->insts.at + i;
        new->classes[i] =
            (uint8_t) (is_cas_read(code->func, inst) ? INST_CAS_READ : class_of(code->func, inst));
        new->classes[i] |= ptx_has_mod(inst, "volatile") ? INST_VOLATILE : 0;
        new->classes[i] |= is_part(code->func, inst) ? INST_PART : 0;
        if (epoch_only_reads(code, (uint32_t) i))
            new->classes[i] = INST_READS_FOLLOW;
        new->memories[i] = c->memories;
        c->memories += accesses_memory(inst);
    }
    c->insts += (uint32_t) n;
    VEC_PUSH(&c->codes, new);
    return new;
}

struct checked_code *checked_code_in(struct launch_checker *c, const struct decoded_code *code)
{
    struct checked_code *found = NULL;
    pthread_mutex_lock(&c->lock);
    VEC_EACH (known, &c->codes)
        if ((*known)->code == code)
            found = *known;
    if (!found)
        found = code_make(c, code);
    pthread_mutex_unlock(&c->lock);
    return found;
}

bool checked_stores_volatile(const struct ptx_module *m)
{
    VEC_EACH (f, &m->funcs)
        VEC_EACH (i, &(*f)->insts)
            if (i->mod_count && str_eq(i->mods[0], "st") && ptx_has_mod(i, "volatile") &&
                !checked_array(i))
                return true;
    return false;
}
