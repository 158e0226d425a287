/* SPDX-License-Identifier: Apache-2.0 */
/* Inline assembly of GNU C. Blank templates only keep a compiler from moving code. Others are translated to statements if they are made of
 * moves, arithmetic, comparisons, rdtsc and jumps to labels of asm goto: an operand in a register and each register they name are hidden variables
 * of 64 bits. Any other instruction or constraint is refused by name. */
#include "lang/parse/parse_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS_MAX = 16, TEXT_MAX = 64, REGISTERS = 16 };

struct asm_operand {
    struct str name; /* [name], or empty */
    struct node *value;
    struct name *variable; /* that holds it; NULL: it is in memory */
    bool reads, writes;
};

struct asm_text {
    struct parser *p;
    struct span at;
    struct asm_operand operands[OPERANDS_MAX];
    uint32_t count, outputs;
    node_vec list;
    struct name *registers[REGISTERS]; /* those that were named */
    struct name *left, *right;         /* what was compared last */
    struct name *carry;                /* of the last sum or difference; NULL: nothing reads it */
    struct name *first, *second;       /* the operands of that */
    VEC(struct name *) labels;
    bool failed;
};

/* Where an operand of an instruction is. */
struct asm_place {
    enum { PLACE_NONE, PLACE_NUMBER, PLACE_VARIABLE, PLACE_LVALUE, PLACE_ADDRESS } kind;

    int64_t number;
    struct name *variable;
    struct node *node; /* the lvalue, or the address */
    struct node *type; /* of the operand; NULL: a register or an address */
    int bits;          /* that the register's name says; 0: none */
};

static void refuse(struct asm_text *t, const char *what, const char *text)
{
    if (!t->failed)
        not_yet(t->p, t->at,
                arena_printf(t->p->in.arena, "%s '%s' in inline assembly", what, text));
    t->failed = true;
}

/* ---- nodes ---- */

static struct node *new_node(struct asm_text *t, enum node_kind kind, int op)
{
    struct node *n = node_new(t->p, kind, t->at);
    n->op = (uint16_t) op;
    n->name_at = t->at;
    return n;
}

static struct node *number_node(struct asm_text *t, int64_t value)
{
    struct node *n = new_node(t, NODE_INTEGER, TYPE_LONG);
    n->integer = value;
    return n;
}

static struct node *name_node(struct asm_text *t, struct name *name)
{
    struct node *n = new_node(t, NODE_NAME, 0);
    n->name = name;
    return n;
}

static struct node *unary(struct asm_text *t, enum token_kind op, struct node *operand)
{
    struct node *n = new_node(t, NODE_UNARY, op);
    n->unary.operand = operand;
    return n;
}

static struct node *binary(struct asm_text *t, enum token_kind op, struct node *l, struct node *r)
{
    struct node *n = new_node(t, NODE_BINARY, op);
    n->binary.left = l;
    n->binary.right = r;
    return n;
}

static struct node *cast(struct asm_text *t, struct node *type, struct node *operand)
{
    struct node *n = new_node(t, NODE_CAST, TOKEN_LPAREN);
    n->cast.type = type;
    n->cast.operand = operand;
    return n;
}

static struct node *integer_type(struct asm_text *t, int bits, bool is_signed)
{
    static const enum type_kind kinds[4][2] = {
        {TYPE_UCHAR,  TYPE_SCHAR},
        {TYPE_USHORT, TYPE_SHORT},
        {TYPE_UINT,   TYPE_INT  },
        {TYPE_ULONG,  TYPE_LONG }
    };

    int i = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    return new_node(t, NODE_TYPE_BASIC, kinds[i][is_signed]);
}

/* The type of an operand, as a value: typeof(0, value). */
static struct node *type_of(struct asm_text *t, struct node *value)
{
    struct node *n = new_node(t, NODE_TYPE_OF, TOKEN_TYPEOF);
    n->unary.operand = binary(t, TOKEN_COMMA, number_node(t, 0), value);
    return n;
}

/* *(type *) address */
static struct node *at_address(struct asm_text *t, struct node *type, struct node *address)
{
    struct node *pointer = new_node(t, NODE_TYPE_POINTER, 0);
    pointer->derived.base = type;
    return unary(t, TOKEN_STAR, cast(t, pointer, address));
}

static void put(struct asm_text *t, struct node *value)
{
    struct node *n = new_node(t, NODE_EXPRESSION, 0);
    n->expression.value = value;
    VEC_PUSH(&t->list, n);
}

static void put_assign(struct asm_text *t, struct node *place, struct node *value)
{
    struct node *n = new_node(t, NODE_ASSIGN, TOKEN_ASSIGN);
    n->binary.left = place;
    n->binary.right = value;
    put(t, n);
}

/* A hidden variable of 64 bits, which is 0. */
static struct name *declare(struct asm_text *t, const char *text)
{
    struct node *d = new_node(t, NODE_DECLARATOR, 0), *n = new_node(t, NODE_DECLARATION, 0);
    node_vec one = {0};
    d->name = name_cstr(t->p->in.names, text);
    d->declarator.type = n->declaration.type = integer_type(t, 64, false);
    d->declarator.init = number_node(t, 0);
    VEC_PUSH(&one, d);
    node_list(t->p, n, &one);
    VEC_PUSH(&t->list, n);
    return d->name;
}

/* ---- registers and operands ---- */

static const char register_names[REGISTERS][4] = {"ax",  "bx",  "cx",  "dx",  "si",  "di",
                                                  "r8",  "r9",  "r10", "r11", "r12", "r13",
                                                  "r14", "r15", "xx",  "yy"};

static struct name *register_variable(struct asm_text *t, int i)
{
    if (!t->registers[i]) {
        char text[16];
        snprintf(text, sizeof text, " asm %s", register_names[i]);
        t->registers[i] = declare(t, text);
    }
    return t->registers[i];
}

/* "eax", "r8d", "cl": its number, and its bits. Negative: there is none of that name here. */
static int register_named(struct str s, int *out_bits)
{
    *out_bits = 64;
    for (int i = 0; i < REGISTERS - 2; i++) {
        const char *name = register_names[i];
        size_t n = strlen(name);
        bool numbered = *name == 'r';
        if (numbered && s.n >= n && !memcmp(s.p, name, n)) {
            char end = s.n > n ? s.p[n] : 0;
            if (s.n > n + 1 || (end && !strchr("dwb", end)))
                continue;
            *out_bits = end == 'd' ? 32 : end == 'w' ? 16 : end == 'b' ? 8 : 64;
            return i;
        }
        if (numbered)
            continue;
        if (s.n == 3 && (*s.p == 'r' || *s.p == 'e') && !memcmp(s.p + 1, name, 2)) {
            *out_bits = *s.p == 'r' ? 64 : 32;
            return i;
        }
        *out_bits = s.n == 2 && !memcmp(s.p, name, 2) ? 16 : 8;
        bool low = (s.n == 2 && name[1] == 'x' && s.p[0] == name[0] && s.p[1] == 'l') ||
                   (s.n == 3 && name[1] == 'i' && !memcmp(s.p, name, 2) && s.p[2] == 'l');
        if (*out_bits == 16 || low)
            return i;
    }
    return -1;
}

/* The constraint's letters. false: one of them is not known. */
static bool read_constraint(struct asm_text *t, struct asm_operand *o, struct str c, bool output)
{
    static const char fixed[] = "abcdSD";
    bool memory = false, other = false;
    int reg = -1, tied = -1;
    o->writes = output;
    o->reads = !output;
    for (size_t i = 1; i + 1 < c.n; i++) {
        const char *at = strchr(fixed, c.p[i]);
        if (c.p[i] == '+')
            o->reads = true;
        else if (c.p[i] == 'm')
            memory = true;
        else if (strchr("rgqQRinI", c.p[i]))
            other = true;
        else if (at)
            reg = (int) (at - fixed);
        else if (c.p[i] >= '0' && c.p[i] <= '9' && !output)
            tied = c.p[i] - '0';
        else if (!strchr("=&%", c.p[i]))
            return false;
    }
    if (tied >= (int) t->outputs || (tied >= 0 && !t->operands[tied].variable))
        return false;
    if (memory && !other && reg < 0 && tied < 0)
        return true;
    char text[16];
    snprintf(text, sizeof text, " asm %u", t->count);
    o->variable = tied >= 0  ? t->operands[tied].variable
                  : reg >= 0 ? register_variable(t, reg)
                             : declare(t, text);
    return true;
}

static void find_effect(const struct node *n, void *user)
{
    bool steps = n->kind == NODE_UNARY && (n->op == TOKEN_INC || n->op == TOKEN_DEC);
    if (steps || n->kind == NODE_CALL || n->kind == NODE_POSTFIX || n->kind == NODE_ASSIGN)
        *(bool *) user = true;
    node_each(n, find_effect, user);
}

/* An lvalue is mentioned wherever it is read and written. One whose evaluation has effects is evaluated here, once. */
static void evaluate_place(struct asm_text *t, struct asm_operand *o)
{
    bool effects = false, is_value = o->variable && !o->writes;
    find_effect(o->value, &effects);
    if (!effects || is_value)
        return;
    char text[24];
    snprintf(text, sizeof text, " asm place %u", t->count);
    struct name *place = declare(t, text);
    struct node *address = unary(t, TOKEN_AMP, o->value);
    put_assign(t, name_node(t, place), cast(t, integer_type(t, 64, false), address));
    o->value = at_address(t, type_of(t, o->value), name_node(t, place));
}

/* [name] "constraint" (value), ... */
static void parse_operands(struct asm_text *t, bool outputs)
{
    struct parser *p = t->p;
    while (!p->panic && (parse_is(p, TOKEN_STRING) || parse_is(p, TOKEN_LBRACKET))) {
        struct asm_operand o = {0};
        if (parse_take(p, TOKEN_LBRACKET)) {
            o.name = p->t->text;
            parse_advance(p);
            parse_expect(p, TOKEN_RBRACKET, "after the operand's name");
        }
        struct str constraint = p->t->text;
        parse_expect(p, TOKEN_STRING, "as the constraint");
        parse_expect(p, TOKEN_LPAREN, "before the operand");
        o.value = p->panic ? new_node(t, NODE_ERROR, 0) : parse_expression(p);
        parse_expect(p, TOKEN_RPAREN, "after the operand");
        if (t->count == OPERANDS_MAX || !read_constraint(t, &o, constraint, outputs))
            refuse(t, "the constraint",
                   arena_printf(p->in.arena, "%.*s", (int) constraint.n - 2, constraint.p + 1));
        else {
            evaluate_place(t, &o);
            t->operands[t->count++] = o;
        }
        t->outputs = outputs ? t->count : t->outputs;
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
}

/* The bits of a variable as a value of that type. */
static struct node *bits_of(struct asm_text *t, struct name *variable, struct node *type)
{
    return at_address(t, type, unary(t, TOKEN_AMP, name_node(t, variable)));
}

static void load_operands(struct asm_text *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        struct asm_operand *o = t->operands + i;
        if (o->variable && o->reads)
            put_assign(t, bits_of(t, o->variable, type_of(t, o->value)), o->value);
    }
}

static void store_operands(struct asm_text *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        struct asm_operand *o = t->operands + i;
        if (o->variable && o->writes)
            put_assign(t, o->value, bits_of(t, o->variable, type_of(t, o->value)));
    }
}

/* ---- operands of instructions ---- */

static struct asm_operand *operand_named(struct asm_text *t, struct str s)
{
    for (uint32_t i = 0; s.n && *s.p == '[' && i < t->count; i++)
        if (t->operands[i].name.n == s.n - 2 && !memcmp(t->operands[i].name.p, s.p + 1, s.n - 2))
            return t->operands + i;
    size_t i = s.n == 1 && *s.p >= '0' && *s.p <= '9' ? (size_t) (*s.p - '0') : SIZE_MAX;
    return i < t->count ? t->operands + i : NULL;
}

/* %%reg or %0, %[name], %k0: what it names. */
static bool read_percent(struct asm_text *t, struct str s, struct asm_place *out)
{
    if (s.n > 2 && s.p[1] == '%') {
        int i = register_named((struct str){s.p + 2, s.n - 2}, &out->bits);
        out->kind = PLACE_VARIABLE;
        out->variable = i < 0 ? NULL : register_variable(t, i);
        return i >= 0;
    }
    struct str rest = {s.p + 1, s.n - 1};
    const char *modifier = rest.n > 1 ? memchr("bwkq", *rest.p, 4) : NULL;
    if (modifier) {
        out->bits = *modifier == 'b' ? 8 : *modifier == 'w' ? 16 : *modifier == 'k' ? 32 : 64;
        rest = (struct str){rest.p + 1, rest.n - 1};
    }
    const struct asm_operand *o = operand_named(t, rest);
    if (!o)
        return false;
    out->kind = o->variable ? PLACE_VARIABLE : PLACE_LVALUE;
    out->variable = o->variable;
    out->node = o->value;
    out->type = type_of(t, o->value);
    return true;
}

/* offset(base, index, scale) */
static bool read_address(struct asm_text *t, struct str s, struct asm_place *out)
{
    const char *open = memchr(s.p, '(', s.n), *end = s.p + s.n - 1;
    struct node *sum = number_node(t, strtol(s.p, NULL, 0));
    int64_t scale = 1;
    struct node *parts[2] = {0};
    int n = 0;
    for (const char *p = open + 1; p < end; n++) {
        const char *stop = memchr(p, ',', (size_t) (end - p));
        stop = stop ? stop : end;
        while (p < stop && *p == ' ')
            p++;
        struct asm_place part = {0};
        if (n < 2 && p < stop) {
            if (!read_percent(t, (struct str){p, (size_t) (stop - p)}, &part) || !part.variable)
                return false;
            parts[n] = name_node(t, part.variable);
        } else if (n == 2) {
            scale = strtol(p, NULL, 0);
        }
        p = stop + 1;
    }
    if (parts[0])
        sum = binary(t, TOKEN_PLUS, sum, parts[0]);
    if (parts[1])
        sum = binary(t, TOKEN_PLUS, sum, binary(t, TOKEN_STAR, parts[1], number_node(t, scale)));
    out->kind = PLACE_ADDRESS;
    out->node = cast(t, integer_type(t, 64, false), sum);
    return n <= 3;
}

static bool read_place(struct asm_text *t, struct str s, struct asm_place *out)
{
    *out = (struct asm_place){0};
    if (s.n > 1 && *s.p == '$') {
        char *end;
        out->kind = PLACE_NUMBER;
        out->number = (int64_t) strtoull(s.p + 1, &end, 0);
        return end == s.p + s.n;
    }
    if (s.n && s.p[s.n - 1] == ')')
        return read_address(t, s, out);
    return s.n > 1 && *s.p == '%' && read_percent(t, s, out);
}

/* The lvalue, as a value of that type. */
static struct node *access(struct asm_text *t, const struct asm_place *a, struct node *type)
{
    switch (a->kind) {
    case PLACE_NUMBER: return cast(t, type, number_node(t, a->number));
    case PLACE_VARIABLE: return bits_of(t, a->variable, type);
    case PLACE_LVALUE: return at_address(t, type, unary(t, TOKEN_AMP, a->node));
    default: return at_address(t, type, a->node);
    }
}

/* ---- instructions ---- */

struct instruction {
    struct asm_place from, to; /* of one operand: to */
    struct node *type;         /* of the operands */
    int bits;                  /* 0: those of the operand's type */
};

static struct node *value_of(struct asm_text *t, const struct instruction *i,
                             const struct asm_place *a)
{
    struct node *value = access(t, a, i->type);
    return a->kind == PLACE_NUMBER ? number_node(t, a->number)
                                   : cast(t, integer_type(t, 64, true), value);
}

static void set(struct asm_text *t, const struct instruction *i, struct node *value)
{
    if (i->bits == 32 && i->to.kind == PLACE_VARIABLE) /* the upper half becomes 0 */
        put_assign(t, name_node(t, i->to.variable), cast(t, integer_type(t, 32, false), value));
    else
        put_assign(t, access(t, &i->to, i->type), cast(t, i->type, value));
}

static void compare(struct asm_text *t, struct node *left, struct node *right)
{
    if (!t->left) {
        t->left = declare(t, " asm left");
        t->right = declare(t, " asm right");
    }
    put_assign(t, name_node(t, t->left), left);
    put_assign(t, name_node(t, t->right), right);
}

static const struct {
    const char *name;
    enum token_kind op;
    bool is_signed, tests; /* tests: the flags of the result, which is dropped */
} arithmetic[] = {
    {"add",  TOKEN_PLUS,  true, false},
    {"sub",  TOKEN_MINUS, true, false},
    {"and",  TOKEN_AMP,   true, false},
    {"or",   TOKEN_PIPE,  true, false},
    {"xor",  TOKEN_XOR,   true, false},
    {"imul", TOKEN_STAR,  true, false},
    {"shl",  TOKEN_SHL,   true, false},
    {"sal",  TOKEN_SHL,   true, false},
    {"test", TOKEN_AMP,   true, true },
};

static const struct {
    const char *name;
    enum token_kind op;
    bool is_signed;
} conditions[] = {
    {"je",  TOKEN_EQ,         true },
    {"jz",  TOKEN_EQ,         true },
    {"jne", TOKEN_NOT_EQ,     true },
    {"jnz", TOKEN_NOT_EQ,     true },
    {"jg",  TOKEN_GREATER,    true },
    {"jge", TOKEN_GREATER_EQ, true },
    {"jl",  TOKEN_LESS,       true },
    {"jle", TOKEN_LESS_EQ,    true },
    {"ja",  TOKEN_GREATER,    false},
    {"jae", TOKEN_GREATER_EQ, false},
    {"jb",  TOKEN_LESS,       false},
    {"jbe", TOKEN_LESS_EQ,    false},
};

/* The label that %l0, %l[name] names. NULL: there is none. */
static struct name *label_named(struct asm_text *t, struct str s)
{
    if (s.n < 3 || memcmp(s.p, "%l", 2) != 0)
        return NULL;
    struct str rest = {s.p + 2, s.n - 2};
    if (*rest.p == '[')
        rest = (struct str){rest.p + 1, rest.n - 2};
    VEC_EACH (l, &t->labels)
        if (str_eq(rest, (*l)->text))
            return *l;
    size_t i = (size_t) atoi(rest.p);
    bool number = *rest.p >= '0' && *rest.p <= '9';
    return number && i >= t->count && i - t->count < t->labels.n ? t->labels.at[i - t->count]
                                                                 : NULL;
}

static bool jump(struct asm_text *t, const char *name, struct str where)
{
    struct name *label = label_named(t, where);
    struct node *go = new_node(t, NODE_GOTO, 0), *n = new_node(t, NODE_IF, 0);
    if (!label)
        return false;
    go->name = label;
    if (!strcmp(name, "jmp")) {
        VEC_PUSH(&t->list, go);
        return true;
    }
    for (size_t i = 0; t->left && i < sizeof conditions / sizeof *conditions; i++) {
        if (strcmp(conditions[i].name, name) != 0)
            continue;
        struct node *type = integer_type(t, 64, conditions[i].is_signed);
        n->selection.condition = binary(t, conditions[i].op, cast(t, type, name_node(t, t->left)),
                                        cast(t, type, name_node(t, t->right)));
        n->selection.body = go;
        VEC_PUSH(&t->list, n);
        return true;
    }
    return false;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

static struct node *widened(struct asm_text *t, const struct instruction *i, struct node *value)
{
    return cast(t, integer_type(t, 64, false), cast(t, integer_type(t, i->bits, false), value));
}

/* add, sub, and with the carry or borrow of the last one adc, sbb. */
static bool add_carrying(struct asm_text *t, const char *name, const struct instruction *i)
{
    bool takes = name[2] == 'c' || name[1] == 'b', adds = *name == 'a';
    enum token_kind op = adds ? TOKEN_PLUS : TOKEN_MINUS;
    if (!i->bits)
        return false;
    put_assign(t, name_node(t, t->first), widened(t, i, value_of(t, i, &i->to)));
    put_assign(t, name_node(t, t->second), widened(t, i, value_of(t, i, &i->from)));
    struct node *result = binary(t, op, name_node(t, t->first), name_node(t, t->second));
    if (takes)
        result = binary(t, op, result, name_node(t, t->carry));
    set(t, i, result);
    /* a sum is less than what was added to, and a borrow is due where less is taken from */
    struct node *less = widened(t, i, adds ? value_of(t, i, &i->to) : name_node(t, t->first));
    struct node *more = widened(t, i, name_node(t, adds ? t->first : t->second));
    struct node *out = binary(t, TOKEN_LESS, less, more);
    if (takes)
        out = binary(t, TOKEN_PIPE, out,
                     binary(t, TOKEN_AMP, name_node(t, t->carry), binary(t, TOKEN_EQ, less, more)));
    put_assign(t, name_node(t, t->carry), out);
    compare(t, value_of(t, i, &i->to), number_node(t, 0));
    return true;
}

static bool operate(struct asm_text *t, const char *name, const struct instruction *i, int count)
{
    struct node *to = count ? value_of(t, i, &i->to) : NULL;
    if (count == 2 && !strcmp(name, "mov")) {
        bool copies = !i->bits && i->from.kind != PLACE_NUMBER;
        set(t, i, copies ? access(t, &i->from, i->type) : value_of(t, i, &i->from));
        return true;
    }
    if (count == 2 && !strcmp(name, "lea")) {
        bool variable = i->from.kind == PLACE_LVALUE;
        set(t, i,
            cast(t, integer_type(t, 64, false),
                 variable ? unary(t, TOKEN_AMP, i->from.node) : i->from.node));
        return variable || i->from.kind == PLACE_ADDRESS;
    }
    if (count == 2 && !strcmp(name, "cmp")) {
        compare(t, to, value_of(t, i, &i->from));
        return true;
    }
    if (count == 2 && !strcmp(name, "xchg")) {
        struct name *kept = declare(t, " asm kept");
        struct instruction back = {.to = i->from, .type = i->type, .bits = i->bits};
        put_assign(t, name_node(t, kept), to);
        set(t, i, value_of(t, i, &i->from));
        set(t, &back, name_node(t, kept));
        return i->from.kind != PLACE_NUMBER;
    }
    static const char *const carrying[] = {"add", "sub", "adc", "sbb", NULL};
    if (count == 2 && t->carry && is_one_of(name, carrying))
        return add_carrying(t, name, i);
    for (size_t k = 0; count == 2 && k < sizeof arithmetic / sizeof *arithmetic; k++) {
        if (strcmp(arithmetic[k].name, name) != 0)
            continue;
        struct node *result = binary(t, arithmetic[k].op, to, value_of(t, i, &i->from));
        if (!arithmetic[k].tests)
            set(t, i, result);
        compare(t, arithmetic[k].tests ? result : value_of(t, i, &i->to), number_node(t, 0));
        return true;
    }
    enum token_kind one = !strcmp(name, "inc")   ? TOKEN_PLUS
                          : !strcmp(name, "dec") ? TOKEN_MINUS
                                                 : 0;
    bool negates = !strcmp(name, "neg"), inverts = !strcmp(name, "not");
    if (count != 1 || (!one && !negates && !inverts))
        return false;
    set(t, i,
        one ? binary(t, one, to, number_node(t, 1))
            : unary(t, negates ? TOKEN_MINUS : TOKEN_TILDE, to));
    if (!inverts)
        compare(t, value_of(t, i, &i->to), number_node(t, 0));
    return true;
}

/* An instruction's name without the letter of its width, which *out_bits says. */
static void plain_name(char *name, int *out_bits)
{
    static const char *const bare[] = {"mov",  "lea", "cmp", "test", "xchg", "inc", "dec",
                                       "neg",  "not", "add", "sub",  "and",  "or",  "xor",
                                       "imul", "shl", "sal", "adc",  "sbb",  NULL};
    size_t n = strlen(name);
    char last = n ? name[n - 1] : 0;
    *out_bits = 0;
    if (is_one_of(name, bare) || !last || !strchr("bwlq", last))
        return;
    name[n - 1] = 0;
    if (is_one_of(name, bare))
        *out_bits = last == 'b' ? 8 : last == 'w' ? 16 : last == 'l' ? 32 : 64;
    else
        name[n - 1] = last;
}

static struct str trimmed(const char *from, const char *to)
{
    while (from < to && strchr(" \t", *from))
        from++;
    while (to > from && strchr(" \t", to[-1]))
        to--;
    return (struct str){from, (size_t) (to - from)};
}

/* The operands, which commas separate outside of parentheses. Negative: too many. */
static int split(struct str s, struct str out[2])
{
    int count = 0, depth = 0;
    const char *start = s.p, *end = s.p + s.n;
    for (const char *p = s.p; s.n && p <= end; p++) {
        depth += p < end && *p == '(';
        depth -= p < end && *p == ')';
        if (p < end && (*p != ',' || depth))
            continue;
        if (count == 2)
            return -1;
        out[count++] = trimmed(start, p);
        start = p + 1;
    }
    return count;
}

/* rdtsc and rdtscp: the counter's halves, and a processor's number. */
static void read_counter(struct asm_text *t, bool processor)
{
    enum { AX = 0, CX = 2, DX = 3 };

    struct node *call = new_node(t, NODE_CALL, 0);
    struct name *counter = declare(t, " asm counter");
    call->call.callee = name_node(t, name_cstr(t->p->in.names, "__builtin_ia32_rdtsc"));
    put_assign(t, name_node(t, counter), call);
    put_assign(t, name_node(t, register_variable(t, AX)),
               cast(t, integer_type(t, 32, false), name_node(t, counter)));
    put_assign(t, name_node(t, register_variable(t, DX)),
               binary(t, TOKEN_SHR, name_node(t, counter), number_node(t, 32)));
    if (processor)
        put_assign(t, name_node(t, register_variable(t, CX)), number_node(t, 0));
}

static bool translate(struct asm_text *t, char *name, struct str rest)
{
    static const char *const nothing[] = {"nop", "pause", "mfence", "lfence", "sfence", NULL};
    struct str parts[2];
    struct instruction i = {0};
    int count = split(rest, parts);
    if (is_one_of(name, nothing))
        return !count;
    if (!strcmp(name, "rdtsc") || !strcmp(name, "rdtscp")) {
        read_counter(t, name[5] == 'p');
        return !count;
    }
    if (*name == 'j')
        return count == 1 && jump(t, name, parts[0]);
    plain_name(name, &i.bits);
    if (count < 1 || !read_place(t, parts[count - 1], &i.to) || i.to.kind == PLACE_NUMBER ||
        (count == 2 && !read_place(t, parts[0], &i.from)))
        return false;
    if (!i.bits)
        i.bits = i.to.bits ? i.to.bits : strcmp(name, "lea") ? i.from.bits : 64;
    struct node *type = i.to.type ? i.to.type : i.from.type;
    if (!i.bits && !type)
        return false;
    i.type = i.bits ? integer_type(t, i.bits, true) : type;
    return operate(t, name, &i, count);
}

/* One line of the template. */
static void read_line(struct asm_text *t, struct str line)
{
    char name[TEXT_MAX];
    size_t n = 0;
    while (n < line.n && !strchr(" \t", line.p[n]))
        n++;
    if (n == 4 && !memcmp(line.p, "lock", 4)) { /* threads take turns between statements */
        line = trimmed(line.p + n, line.p + line.n);
        for (n = 0; n < line.n && !strchr(" \t", line.p[n]);)
            n++;
    }
    if (!line.n || t->failed)
        return;
    snprintf(name, sizeof name, "%.*s", (int) n, line.p);
    if (!translate(t, name, trimmed(line.p + n, line.p + line.n)))
        refuse(t, "the instruction", arena_printf(t->p->in.arena, "%.*s", (int) line.n, line.p));
}

/* The text without comments, line by line. */
static void read_template(struct asm_text *t, struct str text)
{
    struct buf line = {0};
    if (memmem(text.p, text.n, "adc", 3) || memmem(text.p, text.n, "sbb", 3)) {
        t->carry = declare(t, " asm carry");
        t->first = declare(t, " asm first");
        t->second = declare(t, " asm second");
    }
    for (size_t i = 0; i <= text.n; i++) {
        char c = i < text.n ? text.p[i] : '\n';
        if (c == '/' && i + 1 < text.n && text.p[i + 1] == '*') {
            while (i + 1 < text.n && !(text.p[i] == '*' && text.p[i + 1] == '/'))
                i++;
            i++;
        } else if (c == '\n' || c == ';') {
            read_line(t, trimmed(line.p ? line.p : "", (line.p ? line.p : "") + line.n));
            line.n = 0;
        } else {
            buf_put(&line, &c, 1);
        }
    }
    buf_free(&line);
}

/* The strings here, joined. */
static void parse_asm_text(struct parser *p, struct buf *out)
{
    for (; parse_is(p, TOKEN_STRING); p->t++)
        for (size_t i = 1; i + 1 < p->t->text.n; i++) {
            char c = p->t->text.p[i];
            if (c == '\\' && i + 2 < p->t->text.n) {
                c = p->t->text.p[++i];
                c = (char) (c == 'n' ? '\n' : c == 't' ? '\t' : c);
            }
            buf_put(out, &c, 1);
        }
}

/* : outputs : inputs : what it overwrites : labels */
static void parse_parts(struct asm_text *t)
{
    struct parser *p = t->p;
    for (int part = 0; !p->panic && (parse_is(p, TOKEN_COLON) || parse_is(p, TOKEN_SCOPE));
         part++) {
        part += parse_is(p, TOKEN_SCOPE);
        p->t++;
        if (part < 2)
            parse_operands(t, part == 0);
        for (; part == 2 && parse_is(p, TOKEN_STRING); parse_take(p, TOKEN_COMMA))
            p->t++;
        for (; part == 3 && parse_is(p, TOKEN_NAME); parse_take(p, TOKEN_COMMA)) {
            VEC_PUSH(&t->labels, p->t->name);
            p->t++;
        }
    }
}

struct node *parse_asm(struct parser *p)
{
    const struct token *start = p->t++;
    struct asm_text t = {.p = p, .at = start->at};
    struct node *n = node_new(p, NODE_BLOCK, start->at);
    struct buf text = {0};
    while (parse_take(p, TOKEN_VOLATILE) || parse_take(p, TOKEN_GOTO) ||
           parse_take(p, TOKEN_INLINE))
        ;
    if (parse_expect(p, TOKEN_LPAREN, "before the assembly"))
        parse_asm_text(p, &text);
    parse_parts(&t);
    load_operands(&t);
    if (!p->panic)
        read_template(&t, (struct str){text.p ? text.p : "", text.n});
    store_operands(&t);
    buf_free(&text);
    VEC_FREE(&t.labels);
    node_list(p, n, &t.list);
    parse_expect(p, TOKEN_RPAREN, "after the assembly");
    parse_expect(p, TOKEN_SEMICOLON, "after the assembly");
    n->at = span_since(p, start);
    return n;
}
