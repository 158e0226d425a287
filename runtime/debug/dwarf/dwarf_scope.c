/* SPDX-License-Identifier: Apache-2.0 */
/* Which variables an instruction sees, and where they are (DWARF 2, 2.4 and 3.3). A register is encoded by its name: the number of DW_OP_regx is the
 * register's name as bytes, the last character lowest. Next: debug_value.c. */
#include <string.h>

#include "debug/dwarf/dwarf_impl.h"

static bool covers(const struct die *e, const struct ptx_func *f, uint32_t inst)
{
    return e->low && e->high && e->low->func == f && e->high->func == f && e->low->at <= inst &&
           inst < e->high->at;
}

static const struct die *subprogram(const struct dwarf *d, const struct ptx_func *f)
{
    VEC_EACH (e, &d->entries)
        if (e->tag == TAG_SUBPROGRAM && e->low && e->low->func == f)
            return e;
    return NULL;
}

static const char *name_of(const struct dwarf *d, const struct die *e)
{
    const struct die *origin = e->name || !e->origin ? NULL : dwarf_entry_at(d, e->origin);
    return e->name ? e->name : origin ? origin->name : NULL;
}

const char *dwarf_function_name(const struct dwarf *d, const struct ptx_func *f)
{
    const struct die *e = subprogram(d, f);
    return e ? name_of(d, e) : NULL;
}

static void add(const struct dwarf *d, const struct die *e, uint32_t number, debug_variables *out)
{
    const char *name = name_of(d, e);
    const struct die *origin = e->type || !e->origin ? NULL : dwarf_entry_at(d, e->origin);
    if (name && *name)
        VEC_PUSH(out,
                 (struct debug_variable){.name = name,
                                         .type = dwarf_type_at(d, origin ? origin->type : e->type),
                                         .parameter = e->tag == TAG_PARAMETER,
                                         .number = number,
                                         .line = origin ? origin->line : e->line,
                                         .die = e});
}

/* Inner scopes first: they hide outer ones. */
static void add_scope(const struct dwarf *d, const struct die *scope, const struct ptx_func *f,
                      uint32_t inst, debug_variables *out)
{
    uint32_t first = (uint32_t) (scope - d->entries.at) + 1, parameters = 0;
    for (uint32_t k = first; k < scope->end; k = d->entries.at[k].end) {
        const struct die *e = &d->entries.at[k];
        if ((e->tag == TAG_LEXICAL_BLOCK || e->tag == TAG_INLINED) && covers(e, f, inst))
            add_scope(d, e, f, inst, out);
    }
    for (uint32_t k = first; k < scope->end; k = d->entries.at[k].end) {
        const struct die *e = &d->entries.at[k];
        if (e->tag == TAG_VARIABLE || e->tag == TAG_PARAMETER)
            add(d, e, parameters, out);
        parameters += e->tag == TAG_PARAMETER;
    }
}

void dwarf_variables(const struct dwarf *d, const struct ptx_func *f, uint32_t inst,
                     debug_variables *out)
{
    const struct die *function = f ? subprogram(d, f) : NULL;
    if (function)
        add_scope(d, function, f, inst, out);
    for (uint32_t k = 1; k < d->entries.n; k = d->entries.at[k].end)
        if (d->entries.at[k].tag == TAG_VARIABLE)
            add(d, &d->entries.at[k], 0, out);
}

/* ---- locations ---- */

static struct dwarf_location register_location(const struct ptx_func *f, uint64_t number)
{
    struct dwarf_location l = {.kind = LOCATION_NONE};
    char name[8];
    size_t n = 0;
    for (int shift = 56; shift >= 0; shift -= 8)
        if (number >> shift & 0xff)
            name[n++] = (char) (number >> shift & 0xff);
    if (f && ptx_register_named(f, (struct str){name, n}, &l.reg))
        l.kind = LOCATION_REGISTER;
    return l;
}

/* DWARF 2, 2.4.3 and 7.7.1: the forms that NVRTC writes. */
static struct dwarf_location evaluate(const struct dwarf *d, const struct dwarf_section *s,
                                      uint64_t at, uint64_t size, const struct ptx_func *f)
{
    struct dwarf_reader r = dwarf_reader_at(s, at, at + size);
    struct dwarf_location l = {.kind = LOCATION_NONE};
    (void) d;
    while (r.at < r.end) {
        uint64_t op = dwarf_fixed(&r, 1);
        if (op == 0x03) { /* DW_OP_addr */
            const struct dwarf_label *label = dwarf_label_at(s, r.at);
            l.addend = dwarf_fixed(&r, 8);
            l.kind = label ? LOCATION_SYMBOL : LOCATION_NONE;
            l.symbol = str_of(label ? label->name : NULL);
        } else if (op == 0x90) { /* DW_OP_regx */
            l = register_location(f, dwarf_uleb(&r));
        } else if (op == 0x23) { /* DW_OP_plus_uconst */
            l.addend += dwarf_uleb(&r);
        } else {
            return (struct dwarf_location){.kind = LOCATION_NONE};
        }
    }
    return l;
}

/* DWARF 2, 7.7.3: (begin, end, expression) up to (0, 0). */
bool dwarf_next_range(const struct dwarf *d, uint64_t *at, struct dwarf_range *out)
{
    struct dwarf_reader r = dwarf_reader_at(&d->lists, *at, UINT64_MAX);
    out->low = dwarf_label_at(&d->lists, r.at);
    out->high = dwarf_label_at(&d->lists, r.at + 8);
    dwarf_fixed(&r, 8);
    dwarf_fixed(&r, 8);
    out->size = dwarf_fixed(&r, 2);
    out->at = r.at;
    *at = r.at + out->size;
    return r.at < r.end && out->low && out->high && out->low->func &&
           out->low->func == out->high->func;
}

struct dwarf_location dwarf_listed(const struct dwarf *d, uint64_t list, const struct ptx_func *f,
                                   uint32_t inst)
{
    struct dwarf_range r;
    for (uint64_t at = list; dwarf_next_range(d, &at, &r);)
        if (r.low->func == f && r.low->at <= inst && inst < r.high->at)
            return evaluate(d, &d->lists, r.at, r.size, f);
    return (struct dwarf_location){.kind = LOCATION_NONE};
}

struct dwarf_location dwarf_locate(const struct dwarf *d, const struct debug_variable *v,
                                   const struct ptx_func *f, uint32_t inst)
{
    const struct die *e = v->die;
    if (!e || !e->located)
        return (struct dwarf_location){.kind = LOCATION_NONE};
    if (!e->listed)
        return evaluate(d, &d->info, e->location_at, e->location_size, f);
    struct dwarf_location l = dwarf_listed(d, e->location_at, f, inst);
    for (uint32_t k = 0; l.kind != LOCATION_NONE && k < e->correction_count; k++) {
        const struct dwarf_correction *c = &d->corrections.at[e->correction + k];
        if (c->first <= inst && inst < c->end)
            return c->location;
    }
    return l;
}
