/* SPDX-License-Identifier: Apache-2.0 */
/* Function bodies of the PTX parser (PTX ISA 4.3, 6, 9.7): declarations in nested scopes, labels, predicated instructions and their operands. Names
 * of registers and local variables are resolved here; others stay names. It needs the parser of ptx_parse.c.
 * Next: device/cpu/decode/decode.c, which decodes what this reads. */
#include "ptx/ptx_parser.h"

#include <ctype.h>
#include <string.h>

enum { REGS_MAX = 1 << 18, SCOPE_DEPTH_MAX = 64 };

struct body {
    struct ptx_parser *p;
    struct ptx_func *f;
    VEC(struct ptx_symbol) symbols;
    uint32_t scope, depth;
    uint32_t loc; /* of the instructions that follow */
};

static bool scope_within(const struct ptx_func *f, uint32_t inner, uint32_t outer)
{
    while (inner != outer && inner)
        inner = f->scopes.at[inner].parent;
    return inner == outer;
}

/* %r12 as %r and 12; false: it does not end in a number without leading zeros */
static bool split_number(struct str s, struct str *out_prefix, uint32_t *out_number)
{
    size_t n = s.n;
    uint64_t v = 0, scale = 1;
    while (n && isdigit((unsigned char) s.p[n - 1]) && s.n - n < 9) {
        v += scale * (uint64_t) (s.p[--n] - '0');
        scale *= 10;
    }
    if (n == s.n || (s.p[n] == '0' && s.n - n > 1))
        return false;
    *out_prefix = (struct str){s.p, n};
    *out_number = (uint32_t) v;
    return true;
}

static bool name_is(const char *name, struct str s)
{
    return strlen(name) == s.n && !memcmp(name, s.p, s.n);
}

/* Innermost first. out_reg: the register's number when it is one. */
static const struct ptx_symbol *find_symbol(const struct body *b, struct str name,
                                            uint32_t *out_reg)
{
    struct str prefix = {0};
    uint32_t number = 0;
    bool numbered = split_number(name, &prefix, &number);
    for (size_t i = b->symbols.n; i-- > 0;) {
        const struct ptx_symbol *s = &b->symbols.at[i];
        if (!scope_within(b->f, b->scope, s->scope))
            continue;
        if (!s->count && name_is(s->name, name)) {
            *out_reg = s->first;
            return s;
        }
        if (s->count && numbered && number < s->count && name_is(s->name, prefix)) {
            *out_reg = s->first + number;
            return s;
        }
    }
    return NULL;
}

bool ptx_register_named(const struct ptx_func *f, struct str name, uint32_t *out)
{
    struct str prefix = {0};
    uint32_t number = 0;
    bool numbered = split_number(name, &prefix, &number);
    VEC_EACH (r, &f->register_names) {
        bool one = !r->count && name_is(r->name, name);
        if (!one && !(numbered && number < r->count && name_is(r->name, prefix)))
            continue;
        *out = r->first + (one ? 0 : number);
        return true;
    }
    return false;
}

/* ---- operands ---- */

static bool parse_operand(struct body *b, struct ptx_operand *o, int depth);
static bool parse_list(struct body *b, struct ptx_operand *o, char end, int depth);

/* [ reg | symbol | number ] { + | - number } ] */
static bool parse_memory(struct body *b, struct ptx_operand *o)
{
    struct ptx_parser *p = b->p;
    o->kind = PTX_OPERAND_MEMORY;
    if (p->tok.kind == PTX_T_NAME) {
        const struct ptx_symbol *s = find_symbol(b, p->tok.text, &o->reg);
        o->has_reg = s && s->is_reg;
        o->var = s ? s->var : NULL;
        if (!(o->name = parser_name(p)))
            return false;
    } else {
        uint64_t v;
        if (!parser_int(p, &v))
            return false;
        o->offset = (int64_t) v;
    }
    while (parser_is(p, '+') || parser_is(p, '-')) {
        bool minus = parser_take(p, '-');
        uint64_t v;
        if (!minus)
            parser_next(p);
        if (!parser_int(p, &v))
            return false;
        o->offset = (int64_t) ((uint64_t) o->offset + (minus ? -v : v));
    }
    if (parser_is(p, ',')) { /* [texture, {x, y}] */
        struct ptx_operand list = {0};
        parser_next(p);
        if (!parse_list(b, &list, ']', 1))
            return false;
        o->parts = list.parts;
        o->part_count = list.part_count;
        return true;
    }
    return parser_want(p, ']');
}

static bool parse_list(struct body *b, struct ptx_operand *o, char end, int depth)
{
    struct ptx_parser *p = b->p;
    struct ptx_operand parts[64];
    uint32_t n = 0;
    o->kind = PTX_OPERAND_LIST;
    while (!parser_is(p, end)) {
        if (n == sizeof parts / sizeof *parts)
            return parser_error(p, p->tok.line, "more than %u operands in a list", n);
        if (!parse_operand(b, &parts[n++], depth + 1) ||
            (!parser_is(p, end) && !parser_want(p, ',')))
            return false;
    }
    parser_next(p);
    o->parts = ARENA_ARRAY(&p->m->arena, struct ptx_operand, n + 1);
    memcpy(o->parts, parts, n * sizeof *parts);
    o->part_count = n;
    return true;
}

static bool parse_named(struct body *b, struct ptx_operand *o)
{
    struct ptx_parser *p = b->p;
    if (str_eq(p->tok.text, "_")) {
        o->kind = PTX_OPERAND_SINK;
        parser_next(p);
        return true;
    }
    const struct ptx_symbol *s = find_symbol(b, p->tok.text, &o->reg);
    const char *dot = s ? NULL : memchr(p->tok.text.p, '.', p->tok.text.n);
    uint32_t line = p->tok.line;
    if (dot && dot > p->tok.text.p) {
        struct str whole = p->tok.text, reg = {whole.p, (size_t) (dot - whole.p)};
        if ((s = find_symbol(b, reg, &o->reg)) && s->is_reg)
            o->select = (struct str){dot + 1, whole.n - reg.n - 1};
        else
            s = NULL;
    }
    if (!(o->name = parser_name(p)))
        return false;
    if (s && s->is_reg) {
        o->kind = PTX_OPERAND_REG;
    } else if (s) {
        o->kind = PTX_OPERAND_SYMBOL;
        o->var = s->var;
    } else if (*o->name == '%') {
        static const char *const vectors[] = {"%tid", "%ntid", "%ctaid", "%nctaid"};
        bool special = strchr(o->name, '.') || islower((unsigned char) o->name[1]);
        for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
            if (!strcmp(o->name, vectors[i]))
                special = false;
        if (!special)
            return parser_error(p, line, "register '%s' was not declared", o->name);
        o->kind = PTX_OPERAND_SPECIAL;
    } else {
        o->kind = PTX_OPERAND_SYMBOL;
        while (parser_is(p, '+')) { /* mov.u64 %rd1, symbol+8 */
            uint64_t v;
            parser_next(p);
            if (!parser_int(p, &v))
                return false;
            o->offset = (int64_t) ((uint64_t) o->offset + v);
        }
    }
    return true;
}

static bool parse_operand(struct body *b, struct ptx_operand *o, int depth)
{
    struct ptx_parser *p = b->p;
    *o = (struct ptx_operand){0};
    if (depth > 4)
        return parser_error(p, p->tok.line, "operands nested too deeply");
    if (parser_take(p, '!')) {
        o->negate = true;
        return p->tok.kind == PTX_T_NAME
                   ? parse_named(b, o)
                   : parser_error(p, p->tok.line, "expected a predicate after '!'");
    }
    if (parser_take(p, '['))
        return parse_memory(b, o);
    if (parser_take(p, '{'))
        return parse_list(b, o, '}', depth);
    if (parser_take(p, '('))
        return parse_list(b, o, ')', depth);
    if (p->tok.kind == PTX_T_NAME)
        return parse_named(b, o);
    bool minus = parser_take(p, '-');
    if (minus && p->tok.kind == PTX_T_NAME) {
        o->negate = true;
        return parse_named(b, o);
    }
    if (p->tok.kind == PTX_T_F32 || p->tok.kind == PTX_T_F64) {
        bool wide = p->tok.kind == PTX_T_F64;
        o->kind = wide ? PTX_OPERAND_F64 : PTX_OPERAND_F32;
        o->bits = p->tok.bits ^ (minus ? (uint64_t) 1 << (wide ? 63 : 31) : 0);
        parser_next(p);
        return true;
    }
    o->kind = PTX_OPERAND_INT;
    if (!parser_int(p, &o->bits))
        return false;
    if (minus)
        o->bits = -o->bits;
    return true;
}

/* Operands up to ';'. "p|q" is one list operand. */
static bool parse_operands(struct body *b, struct ptx_inst *inst)
{
    struct ptx_parser *p = b->p;
    struct ptx_operand ops[PTX_OPERANDS_MAX];
    uint32_t n = 0;
    while (!parser_is(p, ';')) {
        if (n == PTX_OPERANDS_MAX)
            return parser_error(p, inst->line, "too many operands");
        if (!parse_operand(b, &ops[n], 0))
            return false;
        if (parser_take(p, '|')) {
            struct ptx_operand *parts = ARENA_ARRAY(&p->m->arena, struct ptx_operand, 2);
            parts[0] = ops[n];
            if (!parse_operand(b, &parts[1], 0))
                return false;
            ops[n] =
                (struct ptx_operand){.kind = PTX_OPERAND_LIST, .parts = parts, .part_count = 2};
        }
        n++;
        if (!parser_is(p, ';') && !parser_want(p, ','))
            return false;
    }
    inst->operands = ARENA_ARRAY(&p->m->arena, struct ptx_operand, n + 1);
    memcpy(inst->operands, ops, n * sizeof *ops);
    inst->operand_count = n;
    return true;
}

/* ---- statements ---- */

static bool split_mods(struct ptx_parser *p, struct ptx_inst *inst)
{
    const char *s = inst->name.p, *end = s + inst->name.n;
    while (s < end) {
        const char *dot = memchr(s, '.', (size_t) (end - s));
        const char *stop = dot ? dot : end;
        if (inst->mod_count == PTX_MODS_MAX)
            return parser_error(p, inst->line, "too many modifiers");
        inst->mods[inst->mod_count++] = (struct str){s, (size_t) (stop - s)};
        s = stop + 1;
    }
    return inst->mod_count || parser_error(p, inst->line, "expected an instruction");
}

/* [@[!]p] mnemonic [operands] ; */
static bool parse_inst(struct body *b)
{
    struct ptx_parser *p = b->p;
    struct ptx_inst inst = {
        .line = p->tok.line, .loc = b->loc, .scope = b->scope, .text.p = p->tok.text.p};
    if (parser_take(p, '@')) {
        inst.guard_negate = parser_take(p, '!');
        uint32_t reg;
        const struct ptx_symbol *s =
            p->tok.kind == PTX_T_NAME ? find_symbol(b, p->tok.text, &reg) : NULL;
        if (!s || !s->is_reg || b->f->regs.at[reg] != PTX_PRED)
            return parser_error(p, inst.line, "expected a predicate register after '@'");
        inst.guard = reg + 1;
        parser_next(p);
    }
    if (p->tok.kind != PTX_T_NAME || !isalpha((unsigned char) *p->tok.text.p))
        return parser_error(p, p->tok.line, "expected an instruction before '%.*s'",
                            p->tok.text.n > 40 ? 40 : (int) p->tok.text.n, p->tok.text.p);
    inst.name = p->tok.text;
    parser_next(p);
    if (!split_mods(p, &inst) || !parse_operands(b, &inst))
        return false;
    inst.text.n = (size_t) (p->tok.text.p - inst.text.p);
    parser_next(p);
    VEC_PUSH(&b->f->insts, inst);
    return true;
}

/* .reg .type name[<n>] {, name[<n>]} ; */
static bool parse_regs(struct body *b)
{
    struct ptx_parser *p = b->p;
    struct str word = {p->tok.text.p + 1, p->tok.text.n - 1};
    enum ptx_type type =
        p->tok.kind == PTX_T_NAME && p->tok.text.n ? ptx_type_named(word) : PTX_NONE;
    if (type == PTX_NONE)
        return parser_error(p, p->tok.line, "expected a register type");
    parser_next(p);
    do {
        struct ptx_symbol s = {.scope = b->scope, .is_reg = true, .first = (uint32_t) b->f->regs.n};
        uint64_t n = 1;
        if (!(s.name = parser_name(p)))
            return false;
        if (parser_take(p, '<')) {
            if (!parser_int(p, &n) || !parser_want(p, '>'))
                return false;
            s.count = n < REGS_MAX ? (uint32_t) n : REGS_MAX;
            if (!n)
                continue;
        }
        if (n > REGS_MAX - b->f->regs.n)
            return parser_error(p, p->tok.line, "more than %d registers", REGS_MAX);
        for (uint64_t i = 0; i < n; i++)
            VEC_PUSH(&b->f->regs, type);
        VEC_PUSH(&b->symbols, s);
        if (!b->scope)
            VEC_PUSH(&b->f->register_names, (struct ptx_register_names){s.name, s.first, s.count});
    } while (parser_take(p, ','));
    return parser_want(p, ';');
}

static bool add_local(void *user, struct ptx_var *v)
{
    struct body *b = user;
    v->index = (uint32_t) b->f->vars.n;
    VEC_PUSH(&b->f->vars, v);
    VEC_PUSH(&b->symbols, (struct ptx_symbol){.name = v->name, .scope = b->scope, .var = v});
    return true;
}

/* label: [.branchtargets a, b; | .callprototype ...; | .calltargets ...;] */
static bool parse_label(struct body *b, const char *name, uint32_t line)
{
    struct ptx_parser *p = b->p;
    struct ptx_label label = {.name = name, .scope = b->scope, .at = (uint32_t) b->f->insts.n};
    VEC_EACH (l, &b->f->labels)
        if (l->name == name && l->scope == b->scope)
            return parser_error(p, line, "label '%s' is defined twice", name);
    if (parser_take_name(p, ".branchtargets")) {
        VEC(const char *) targets = {0};
        bool ok = true;
        do {
            const char *t = parser_name(p);
            ok = t != NULL;
            VEC_PUSH(&targets, t);
        } while (ok && parser_take(p, ','));
        label.targets = ARENA_ARRAY(&p->m->arena, const char *, targets.n);
        memcpy(label.targets, targets.at, targets.n * sizeof *targets.at);
        label.target_count = (uint32_t) targets.n;
        VEC_FREE(&targets);
        if (!ok || !parser_want(p, ';'))
            return false;
    } else if (parser_is_name(p, ".callprototype") || parser_is_name(p, ".calltargets")) {
        while (!parser_is(p, ';') && p->tok.kind != PTX_T_END)
            parser_next(p);
        if (!parser_want(p, ';'))
            return false;
    }
    VEC_PUSH(&b->f->labels, label);
    return true;
}

static bool open_scope(struct body *b)
{
    if (++b->depth > SCOPE_DEPTH_MAX)
        return parser_error(b->p, b->p->tok.line, "blocks nested too deeply");
    VEC_PUSH(&b->f->scopes, (struct ptx_scope){b->scope});
    b->scope = (uint32_t) b->f->scopes.n - 1;
    return true;
}

static bool parse_statement(struct body *b)
{
    struct ptx_parser *p = b->p;
    bool known;
    enum ptx_space space;
    if (parser_take(p, ';'))
        return true;
    if (parser_take(p, '{'))
        return open_scope(b);
    if (p->tok.kind != PTX_T_NAME)
        return parse_inst(b);
    if (*p->tok.text.p == '.') {
        if (!parse_directive_line(p, &known))
            return false;
        b->loc = (uint32_t) p->m->locs.n - 1;
        if (known)
            return true;
        if (ptx_space_named(p->tok.text, &space)) {
            parser_next(p);
            if (space == PTX_REG)
                return parse_regs(b);
            return parse_vars(p, space, false, false, add_local, b) && parser_want(p, ';');
        }
        return parser_error(p, p->tok.line, "directive '%.*s' is not supported",
                            (int) p->tok.text.n, p->tok.text.p);
    }
    struct ptx_parser ahead = *p; /* a name followed by ':' is a label */
    parser_next(&ahead);
    if (parser_is(&ahead, ':')) {
        uint32_t line = p->tok.line;
        const char *name = parser_name(p);
        parser_next(p);
        return name && parse_label(b, name, line);
    }
    return parse_inst(b);
}

bool parse_body(struct ptx_parser *p, struct ptx_func *f)
{
    struct body b = {.p = p, .f = f};
    bool ok = true;
    VEC_PUSH(&f->scopes, (struct ptx_scope){0});
    for (size_t i = 0; i < f->params.n; i++)
        VEC_PUSH(&b.symbols,
                 (struct ptx_symbol){.name = f->params.at[i]->name, .var = f->params.at[i]});
    for (size_t i = 0; i < f->returns.n; i++)
        VEC_PUSH(&b.symbols,
                 (struct ptx_symbol){.name = f->returns.at[i]->name, .var = f->returns.at[i]});
    while (ok) {
        if (p->tok.kind == PTX_T_END) {
            ok = parser_error(p, p->tok.line, "the text ends inside '%s'", f->name);
        } else if (parser_take(p, '}')) {
            if (!b.depth)
                break;
            b.depth--;
            b.scope = f->scopes.at[b.scope].parent;
        } else {
            ok = parse_statement(&b);
        }
    }
    VEC_FREE(&b.symbols);
    return ok;
}
