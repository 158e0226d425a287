/* SPDX-License-Identifier: Apache-2.0 */
/* Reads DWARF from the sections of a PTX module. PTX writes a section as lists of numbers and labels, so it is assembled first: bytes, and the
 * labels that belong at some of their offsets. Then the tree of entries (DWARF 2, 7.5) is flattened, each with the attributes that a
 * debugger needs. Types are made from entries when they are asked for. Next: dwarf_type.c. */
#include "debug/dwarf/dwarf.h"

#include <stdlib.h>
#include <string.h>

#include "debug/dwarf/dwarf_impl.h"
#include "ptx/ptx_lex.h"

/* ---- assembling ---- */

static void put_number(struct dwarf_section *s, uint64_t v, uint32_t width)
{
    for (uint32_t k = 0; k < width; k++)
        VEC_PUSH(&s->bytes, (uint8_t) (v >> 8 * k));
}

static uint32_t width_of(struct str directive)
{
    static const struct {
        const char *name;
        uint32_t width;
    } widths[] = {
        {".b8",  1},
        {".b16", 2},
        {".b32", 4},
        {".b64", 8}
    };

    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (str_eq(directive, widths[i].name))
            return widths[i].width;
    return 0;
}

static bool is_section(struct str name)
{
    return name.n > 6 && !memcmp(name.p, ".debug", 6);
}

static void assemble(struct dwarf *d, struct str text, struct dwarf_section *out)
{
    struct ptx_lexer x = {text.p, text.p + text.n, 1};
    uint32_t width = 1;
    bool adds = false, minus = false;
    for (struct ptx_token t; (t = ptx_lex(&x)).kind != PTX_T_END && t.kind != PTX_T_BAD;) {
        if (t.kind == PTX_T_NAME && width_of(t.text)) {
            width = width_of(t.text);
        } else if (t.kind == PTX_T_NAME) {
            const char *name = intern_name(d->names, t.text.p, t.text.n);
            struct dwarf_label l = {.offset = out->bytes.n, .name = name};
            uint64_t place = pointer_map_get(&d->places, name, UINT64_MAX);
            l.func = place == UINT64_MAX ? NULL : d->m->funcs.at[place >> 32];
            l.at = (uint32_t) place;
            if (!is_section(t.text))
                VEC_PUSH(&out->labels, l);
            put_number(out, 0, width);
        } else if (t.kind == PTX_T_PUNCT) {
            adds = t.text.p[0] == '+';
            minus = t.text.p[0] == '-';
        } else if (t.kind == PTX_T_INT && adds && out->bytes.n >= width) { /* label + number */
            uint64_t v = t.bits;
            memcpy(out->bytes.at + out->bytes.n - width, &v, width);
            adds = false;
        } else if (t.kind == PTX_T_INT) {
            put_number(out, minus ? -t.bits : t.bits, width);
            minus = false;
        }
    }
}

static void note_labels(struct dwarf *d)
{
    for (size_t i = 0; i < d->m->funcs.n; i++) {
        const struct ptx_func *f = d->m->funcs.at[i];
        VEC_EACH (l, &f->labels)
            if (!strncmp(l->name, "$L__", 4))
                pointer_map_set(&d->places, intern_cstr(d->names, l->name),
                                (uint64_t) i << 32 | l->at);
    }
}

/* ---- reading bytes ---- */

struct dwarf_reader dwarf_reader_at(const struct dwarf_section *s, uint64_t at, uint64_t end)
{
    uint64_t n = s->bytes.n;
    return (struct dwarf_reader){s, at < n ? at : n, end < n ? end : n};
}

uint64_t dwarf_fixed(struct dwarf_reader *r, uint32_t width)
{
    uint64_t v = 0;
    if (r->end - r->at < width) {
        r->at = r->end;
        return 0;
    }
    memcpy(&v, r->s->bytes.at + r->at, width);
    r->at += width;
    return v;
}

uint64_t dwarf_uleb(struct dwarf_reader *r)
{
    uint64_t v = 0;
    for (uint32_t shift = 0; r->at < r->end; shift += 7) {
        uint8_t byte = r->s->bytes.at[r->at++];
        if (shift < 64)
            v |= (uint64_t) (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return v;
}

int64_t dwarf_sleb(struct dwarf_reader *r)
{
    uint64_t v = 0;
    uint32_t shift = 0;
    uint8_t byte = 0;
    do {
        byte = (uint8_t) dwarf_fixed(r, 1);
        if (shift < 64)
            v |= (uint64_t) (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && r->at < r->end);
    if (shift < 64 && byte & 0x40)
        v |= ~UINT64_C(0) << shift;
    return (int64_t) v;
}

static const char *read_string(struct dwarf *d, struct dwarf_reader *r)
{
    uint64_t start = r->at;
    while (r->at < r->end && r->s->bytes.at[r->at])
        r->at++;
    const char *s = arena_strndup(&d->arena, (const char *) r->s->bytes.at + start, r->at - start);
    r->at += r->at < r->end;
    return s;
}

const struct dwarf_label *dwarf_label_at(const struct dwarf_section *s, uint64_t offset)
{
    size_t low = 0, high = s->labels.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->labels.at[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->labels.n && s->labels.at[low].offset == offset ? &s->labels.at[low] : NULL;
}

/* ---- entries ---- */

struct form_value {
    uint64_t number, at, size; /* at, size: of a block, in .debug_info */
    const char *text;
    const struct dwarf_label *label;
    bool block;
};

/* DWARF 2, 7.5.4. False: an unknown form, after which nothing can be read. */
static bool read_form(struct dwarf *d, struct dwarf_reader *r, uint32_t form,
                      struct form_value *out)
{
    static const uint8_t fixed[32] = {[0x05] = 2, [0x06] = 4, [0x07] = 8, [0x0b] = 1, [0x0c] = 1,
                                      [0x10] = 4, [0x11] = 1, [0x12] = 2, [0x13] = 4, [0x14] = 8};
    static const uint8_t blocks[32] = {[0x03] = 2, [0x04] = 4, [0x0a] = 1};
    *out = (struct form_value){0};
    if (form < 32 && fixed[form]) {
        out->number = dwarf_fixed(r, fixed[form]);
        return true;
    }
    switch (form) {
    case 0x01:
        out->label = dwarf_label_at(r->s, r->at);
        out->number = dwarf_fixed(r, 8);
        return true;
    case 0x08: out->text = read_string(d, r); return true;
    case 0x0d: out->number = (uint64_t) dwarf_sleb(r); return true;
    case 0x0e: {
        struct dwarf_reader s = dwarf_reader_at(&d->strings, dwarf_fixed(r, 4), UINT64_MAX);
        out->text = read_string(d, &s);
        return true;
    }
    case 0x0f: out->number = dwarf_uleb(r); return true;
    case 0x03:
    case 0x04:
    case 0x0a:
    case 0x09:
        out->block = true;
        out->size = form == 0x09 ? dwarf_uleb(r) : dwarf_fixed(r, blocks[form]);
        out->at = r->at;
        r->at = out->size < r->end - r->at ? r->at + out->size : r->end;
        return true;
    default: return false;
    }
}

/* The offset of a member: a number, or the expression DW_OP_plus_uconst (0x23). */
static uint64_t member_offset(const struct dwarf *d, const struct form_value *v)
{
    if (!v->block)
        return v->number;
    struct dwarf_reader r = dwarf_reader_at(&d->info, v->at, v->at + v->size);
    uint64_t op = dwarf_fixed(&r, 1);
    return op == 0x23 || op == 0x10 ? dwarf_uleb(&r) : 0;
}

static void set_attribute(struct dwarf *d, struct die *e, uint32_t attribute,
                          const struct form_value *v)
{
    switch (attribute) {
    case 0x02:
        e->located = true;
        e->listed = !v->block;
        e->location_at = v->block ? v->at : v->number;
        e->location_size = v->size;
        break;
    case 0x03: e->name = v->text; break;
    case 0x0b: e->size = v->number; break;
    case 0x0c: e->bit_offset = (uint32_t) v->number; break;
    case 0x0d: e->bits = (uint32_t) v->number; break;
    case 0x11: e->low = v->label; break;
    case 0x12: e->high = v->label; break;
    case 0x1c: e->constant = (int64_t) v->number; break;
    case 0x22:
    case 0x2f: e->count = v->number + 1; break;
    case 0x37: e->count = v->number; break;
    case 0x31:
    case 0x47: e->origin = v->number; break;
    case 0x38: e->offset_in = member_offset(d, v); break;
    case 0x3a: e->file = (uint32_t) v->number; break;
    case 0x3b: e->line = (uint32_t) v->number; break;
    case 0x3c: e->declaration = true; break;
    case 0x3e: e->encoding = (uint32_t) v->number; break;
    case 0x49: e->type = v->number; break;
    case 0x2007: e->linkage = v->text; break;
    default: break;
    }
}

static struct dwarf_reader abbreviation(const struct dwarf *d, uint64_t code)
{
    uint64_t at = code < d->abbreviations.n ? d->abbreviations.at[code] : 0;
    return dwarf_reader_at(&d->abbrev, at, UINT64_MAX);
}

/* DWARF 2, 7.5.3: code, tag, whether it has children, then attributes with their forms up to (0, 0). */
static void read_abbreviations(struct dwarf *d)
{
    struct dwarf_reader r = dwarf_reader_at(&d->abbrev, 0, UINT64_MAX);
    while (r.at < r.end) {
        uint64_t code = dwarf_uleb(&r), attribute, form;
        if (!code || code > 4096)
            return;
        while (d->abbreviations.n <= code)
            VEC_PUSH(&d->abbreviations, 0);
        d->abbreviations.at[code] = r.at;
        dwarf_uleb(&r);
        dwarf_fixed(&r, 1);
        do {
            attribute = dwarf_uleb(&r);
            form = dwarf_uleb(&r);
        } while ((attribute || form) && r.at < r.end);
    }
}

static bool read_entry(struct dwarf *d, struct dwarf_reader *r, struct die *out, bool *out_children)
{
    uint64_t offset = r->at, code = dwarf_uleb(r);
    *out = (struct die){.offset = offset};
    *out_children = false;
    if (!code)
        return true;
    struct dwarf_reader a = abbreviation(d, code);
    out->tag = (uint32_t) dwarf_uleb(&a);
    *out_children = dwarf_fixed(&a, 1) != 0;
    for (;;) {
        uint32_t attribute = (uint32_t) dwarf_uleb(&a), form = (uint32_t) dwarf_uleb(&a);
        struct form_value v;
        if (!attribute && !form)
            return true;
        if (!read_form(d, r, form, &v))
            return false;
        set_attribute(d, out, attribute, &v);
    }
}

/* The header of a unit (7.5.1): length, version, abbreviations, size of addresses. NVRTC writes one unit. */
enum { UNIT_HEADER = 11 };

static void read_entries(struct dwarf *d)
{
    struct dwarf_reader r = dwarf_reader_at(&d->info, UNIT_HEADER, UINT64_MAX);
    VEC(uint32_t) parents = {0};
    while (r.at < r.end) {
        struct die e;
        bool children;
        if (!read_entry(d, &r, &e, &children))
            break;
        if (!e.tag) { /* the end of a list of children */
            if (parents.n)
                d->entries.at[parents.at[--parents.n]].end = (uint32_t) d->entries.n;
            if (!parents.n)
                break;
            continue;
        }
        e.end = (uint32_t) d->entries.n + 1;
        VEC_PUSH(&d->entries, e);
        if (children)
            VEC_PUSH(&parents, (uint32_t) d->entries.n - 1);
    }
    while (parents.n)
        d->entries.at[parents.at[--parents.n]].end = (uint32_t) d->entries.n;
    VEC_FREE(&parents);
}

const struct die *dwarf_entry_at(const struct dwarf *d, uint64_t offset)
{
    size_t low = 0, high = d->entries.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (d->entries.at[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->entries.n && d->entries.at[low].offset == offset ? &d->entries.at[low] : NULL;
}

struct dwarf *dwarf_read(const struct ptx_module *m)
{
    struct dwarf *d = xcalloc(1, sizeof *d);
    d->m = m;
    d->names = intern_new();
    note_labels(d);
    VEC_EACH (s, &m->sections) {
        struct dwarf_section *to = !strcmp(s->name, ".debug_info")     ? &d->info
                                   : !strcmp(s->name, ".debug_abbrev") ? &d->abbrev
                                   : !strcmp(s->name, ".debug_loc")    ? &d->lists
                                   : !strcmp(s->name, ".debug_str")    ? &d->strings
                                                                       : NULL;
        if (to)
            assemble(d, s->text, to);
    }
    read_abbreviations(d);
    read_entries(d);
    dwarf_make_types(d);
    dwarf_correct_lists(d);
    if (!d->entries.n)
        dwarf_free(&d);
    return d;
}

static void section_free(struct dwarf_section *s)
{
    VEC_FREE(&s->bytes);
    VEC_FREE(&s->labels);
}

void dwarf_free(struct dwarf **at)
{
    struct dwarf *d = *at;
    if (!d)
        return;
    section_free(&d->info);
    section_free(&d->abbrev);
    section_free(&d->lists);
    section_free(&d->strings);
    VEC_FREE(&d->abbreviations);
    VEC_FREE(&d->entries);
    VEC_FREE(&d->corrections);
    pointer_map_free(&d->places);
    intern_free(&d->names);
    arena_free(&d->arena);
    free(d);
    *at = NULL;
}
