/* SPDX-License-Identifier: Apache-2.0 */
/* From counts of PTX instructions to lines of the source: a line has the sums of its instructions and a list of its memory
 * instructions. Next: launch/attach.c, which names arrays and gives advice. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/decoded.h"
#include "device/cpu/xray/xray_impl.h"
#include "device/cpu/xray/xray_instruction.h"

static struct xray_kernel *kernel_of(struct launch_xray *x, const struct observed_launch *l)
{
    const char *name = intern_cstr(x->names, l->kernel);
    VEC_EACH (k, &x->kernels)
        if ((*k)->name == name)
            return *k;
    struct xray_kernel *new = xcalloc(1, sizeof *new);
    new->name = name;
    new->tag = l->tag;
    VEC_PUSH(&x->kernels, new);
    return new;
}

static struct xray_line *line_of(struct launch_xray *x, struct xray_kernel *k,
                                 const struct decoded_code *code, const struct ptx_inst *i)
{
    struct xray_line new = {.file = "", .line = i->line};
    uint32_t line, column;
    const char *file;
    if (ptx_user_place(code->module, i->loc, &file, &line, &column)) {
        new.file = intern_cstr(x->names, file);
        new.line = line;
        new.column = column;
    }
    VEC_EACH (l, &k->lines)
        if (l->line == new.line && (l->file == new.file || (!*l->file && !*new.file)))
            return l;
    new.ptx = intern_name(x->names, i->text.p, i->text.n);
    VEC_PUSH(&k->lines, new);
    return &VEC_LAST(&k->lines);
}

/* ---- memory instructions ---- */

static void name_variable(struct launch_xray *x, struct xray_memory *m,
                          const struct decoded_code *kernel, const struct decoded_code *code)
{
    if (!m->shared || !m->samples.n)
        return;
    const struct xray_sample *s = m->samples.at;
    uint64_t first = s->addresses[__builtin_ctz(s->mask)], at;
    const struct ptx_var *v = observed_shared_variable(kernel, code, first, &at);
    if (!v)
        return;
    m->variable = intern_cstr(x->names, v->name);
    m->variable_at = at;
    m->variable_size = v->unsized ? 0 : v->size;
}

static bool is_same(const struct xray_memory *a, const struct xray_memory *b, uint32_t inst)
{
    return a->inst == inst && a->shared == b->shared && a->act == b->act && a->bytes == b->bytes;
}

static void add_memory(struct xray_line *l, const struct xray_memory *from, uint32_t inst,
                       bool samples)
{
    struct xray_memory *to = NULL;
    VEC_EACH (m, &l->memory)
        if (is_same(m, from, inst))
            to = m;
    if (!to) {
        VEC_PUSH(&l->memory,
                 (struct xray_memory){
                     .inst = inst, .act = from->act, .shared = from->shared, .bytes = from->bytes});
        to = &VEC_LAST(&l->memory);
    }
    to->requests += from->requests;
    to->lanes += from->lanes;
    to->sectors += from->sectors;
    to->ideal_sectors += from->ideal_sectors;
    to->bytes_asked += from->bytes_asked;
    to->passes += from->passes;
    to->ideal_passes += from->ideal_passes;
    to->addresses += from->addresses;
    to->most = from->most > to->most ? from->most : to->most;
    to->moved += from->moved;
    to->again_warp += from->again_warp;
    to->again_block += from->again_block;
    to->hits += from->hits;
    for (size_t i = 0; samples && i < from->samples.n; i++)
        VEC_PUSH(&to->samples, from->samples.at[i]);
}

static void add_inst(struct launch_xray *x, struct xray_kernel *k, const struct decoded_code *code,
                     uint32_t number, const struct inst_tally *t)
{
    const struct ptx_inst *i = code->func->insts.at + number;
    struct xray_line *l = line_of(x, k, code, i);
    bool wide;
    uint64_t flops = xray_flops_of(i, &wide) * t->lanes;
    l->instructions += t->warps;
    l->lanes += t->lanes;
    l->mix[xray_mix_of(i)] += t->warps;
    l->branches += t->branches;
    l->divergent += t->divergent;
    l->barriers += t->barriers;
    l->waited += t->waited;
    l->flops[wide] += flops;
    for (int space = 0; space < XRAY_SPACES; space++)
        if (t->memory[space])
            add_memory(l, &t->memory[space]->counts, i->line, k->launches == 1);
}

static void add_code(struct launch_xray *x, struct xray_kernel *k, const struct code_tally *c)
{
    for (uint32_t i = 0; i < c->code->func->insts.n; i++)
        if (c->insts[i].warps)
            add_inst(x, k, c->code, i, c->insts + i);
}

/* ---- launches ---- */

static int by_place(const void *a, const void *b)
{
    const struct xray_line *l = a, *m = b;
    int files = strcmp(l->file, m->file);
    return files ? files : (l->line > m->line) - (l->line < m->line);
}

static int by_occurrence(const void *a, const void *b)
{
    const struct xray_sample *s = a, *t = b;
    if (s->block != t->block)
        return s->block < t->block ? -1 : 1;
    if (s->warp != t->warp)
        return s->warp < t->warp ? -1 : 1;
    return (s->iteration > t->iteration) - (s->iteration < t->iteration);
}

static void finish_memory(struct launch_xray *x, struct xray_memory *m, const struct xray_launch *l)
{
    if (m->samples.n)
        qsort(m->samples.at, m->samples.n, sizeof *m->samples.at, by_occurrence);
    VEC_EACH (b, &l->all)
        VEC_EACH (c, &(*b)->codes)
            if (!m->variable)
                name_variable(x, m, l->launch->code, c->code);
}

void xray_collect(struct launch_xray *x, struct xray_launch *l)
{
    struct xray_kernel *k = kernel_of(x, l->launch);
    k->launches++;
    k->grid = l->launch->grid;
    k->block = l->launch->block;
    VEC_EACH (b, &l->all) {
        k->cut |= (*b)->cut;
        VEC_EACH (c, &(*b)->codes)
            add_code(x, k, c);
    }
    if (k->lines.n)
        qsort(k->lines.at, k->lines.n, sizeof *k->lines.at, by_place);
    VEC_EACH (line, &k->lines)
        VEC_EACH (m, &line->memory)
            finish_memory(x, m, l);
}

void xray_kernel_free(struct xray_kernel **at)
{
    struct xray_kernel *k = *at;
    VEC_EACH (l, &k->lines) {
        VEC_EACH (m, &l->memory)
            VEC_FREE(&m->samples);
        VEC_FREE(&l->memory);
    }
    VEC_FREE(&k->lines);
    free(k);
    *at = NULL;
}
