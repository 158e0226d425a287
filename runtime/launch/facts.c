/* SPDX-License-Identifier: Apache-2.0 */
/* Facts from PTX text (PTX ISA 8.x, section 4: statements end with ';', instructions are opcode.modifiers operands). Registers
 * carry a mask of parameters that grows until nothing changes. */
#include "launch/facts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"

enum { REGISTERS = 1 << 12, OPERANDS = 24, PASSES = 16 };

/* sinf and its kin reduce large arguments with one multiplication in double, by this: nobody asked for that. */
static const char TRIG_SCALE[] = "0d3BF921FB54442D19";

struct scan {
    const char *entry;
    size_t entry_length;

    struct {
        struct str name; /* "%rd4"; empty: a free place */
        uint32_t mask;
    } registers[REGISTERS]; /* hashed */

    uint32_t count;
    bool changed, lost;
    struct code_facts facts;
};

static uint32_t *mask_of(struct scan *s, struct str name)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < name.n; i++)
        h = (h ^ (unsigned char) name.p[i]) * 16777619u;
    for (;; h++) {
        struct str *at = &s->registers[h % REGISTERS].name;
        if (!at->n) {
            s->lost |= ++s->count > REGISTERS * 3 / 4;
            *at = name;
        }
        if (at->n == name.n && !memcmp(at->p, name.p, name.n))
            return &s->registers[h % REGISTERS].mask;
    }
}

struct operand {
    struct str name; /* a register or a parameter */
    bool memory;     /* inside [ ] */
};

static bool name_part(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static uint32_t read_operands(struct operand *out, const char *p, const char *end)
{
    uint32_t n = 0;
    bool memory = false;
    while (p < end && n < OPERANDS) {
        memory = *p == '[' || (memory && *p != ']');
        if (*p != '%' && !isalpha((unsigned char) *p) && *p != '_' && *p != '$') {
            p += isdigit((unsigned char) *p) ? strspn(p, "0123456789abcdefABCDEFxX.") : 1;
            continue;
        }
        const char *start = p;
        while (p < end && name_part(*p))
            p++;
        out[n++] = (struct operand){
            {start, (size_t) (p - start)},
            memory
        };
    }
    return n;
}

/* The index in "NAME_param_3", or -1. */
static int param_index(const struct scan *s, struct str name)
{
    size_t n = s->entry_length;
    if (name.n <= n + 7 || memcmp(name.p, s->entry, n) || memcmp(name.p + n, "_param_", 7))
        return -1;
    return atoi(name.p + n + 7);
}

static void spread(struct scan *s, struct str to, uint32_t mask)
{
    uint32_t *at = mask_of(s, to);
    s->changed |= (*at | mask) != *at;
    *at |= mask;
}

static bool has(struct str op, const char *part)
{
    return memmem(op.p, op.n, part, strlen(part));
}

static bool starts(struct str op, const char *word)
{
    size_t n = strlen(word);
    return op.n >= n && !memcmp(op.p, word, n) && (op.n == n || op.p[n] == '.');
}

/* Loads, stores and atomics: who they touch. What a load gives is no address of the same array. */
static bool memory_access(struct scan *s, struct str op, const struct operand *o, uint32_t n)
{
    bool load = starts(op, "ld") || starts(op, "ldu"), store = starts(op, "st"),
         atomic = starts(op, "atom") || starts(op, "red"), copy = starts(op, "cp");
    uint32_t mask = 0, stored = 0;
    if (!load && !store && !atomic && !copy)
        return false;
    if (has(op, ".param") || has(op, ".shared") || has(op, ".local") || has(op, ".const")) {
        if (!copy) { /* an address that is put away comes back from where it is not followed */
            for (uint32_t i = 0; i < n && !load; i++)
                s->lost |= !o[i].memory && *mask_of(s, o[i].name);
            return true;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (o[i].memory)
            mask |= *mask_of(s, o[i].name);
        else
            stored |= *mask_of(s, o[i].name);
    }
    s->lost |= (store || atomic) && stored;
    s->facts.reads |= load || atomic || copy ? mask : 0;
    s->facts.writes |= store || atomic ? mask : 0;
    return true;
}

static void instruction(struct scan *s, const char *p, const char *end)
{
    struct operand o[OPERANDS];
    if (*p == '@')
        while (p < end && !isspace((unsigned char) *p))
            p++;
    while (p < end && isspace((unsigned char) *p))
        p++;
    const char *start = p;
    while (p < end && name_part(*p))
        p++;
    struct str op = {start, (size_t) (p - start)};
    uint32_t n = read_operands(o, p, end), mask = 0;
    if (!n || *start == '.')
        return;
    if (starts(op, "ld") && has(op, ".param") && n == 2) {
        int i = param_index(s, o[1].name);
        if (i >= 0 && i < 32 && (has(op, ".u64") || has(op, ".b64") || has(op, ".s64")))
            spread(s, o[0].name, 1u << i);
        return;
    }
    if (has(op, ".f64") && !starts(op, "ld") && !starts(op, "st") && !starts(op, "mov") &&
        !starts(op, "cvt") && !memmem(p, (size_t) (end - p), TRIG_SCALE, sizeof TRIG_SCALE - 1))
        s->facts.doubles = true;
    if (memory_access(s, op, o, n))
        return;
    for (uint32_t i = 1; i < n; i++)
        mask |= *mask_of(s, o[i].name);
    if (mask)
        spread(s, o[0].name, mask);
}

/* A statement is taken to end with its line: NVRTC breaks only those of calls, whose pieces name no pointer. */
static const char *statement_end(const char *p, const char *end)
{
    while (p < end && *p != ';' && *p != '\n')
        p++;
    return p;
}

static void scan_body(struct scan *s, const char *p, const char *end)
{
    while (p < end) {
        while (p < end && (isspace((unsigned char) *p) || *p == ';' || *p == '{' || *p == '}'))
            p++;
        if (p >= end)
            break;
        const char *stop = statement_end(p, end);
        const char *colon = memchr(p, ':', (size_t) (stop - p));
        if (*p != '.' && *p != '/' && !(colon && colon[1] == '\n'))
            instruction(s, p, stop);
        p = stop;
    }
}

/* The body of the entry: from its first '{' to the '}' in the first column. */
static bool find_body(const char *ptx, const char *entry, const char **out_start,
                      const char **out_end)
{
    size_t n = strlen(entry);
    for (const char *p = ptx; (p = strstr(p, ".entry "));) {
        p += 7;
        if (strncmp(p, entry, n) || name_part(p[n]))
            continue;
        const char *start = strstr(p, "\n{"), *end = start ? strstr(start, "\n}") : NULL;
        *out_start = start ? start + 2 : NULL;
        *out_end = end;
        return end;
    }
    return false;
}

void facts_read(struct code_facts *out, const char *ptx, const char *entry)
{
    const char *start, *end;
    *out = (struct code_facts){0};
    if (!find_body(ptx, entry, &start, &end))
        return;
    struct scan *s = xcalloc(1, sizeof *s);
    s->entry = entry;
    s->entry_length = strlen(entry);
    s->changed = true;
    for (int pass = 0; pass < PASSES && s->changed && !s->lost; pass++) {
        s->changed = false;
        scan_body(s, start, end);
    }
    *out = s->facts;
    out->known = !s->changed && !s->lost;
    free(s);
}
