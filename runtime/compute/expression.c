/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles an array expression to one fused kernel. The operands become members of a functor, a struct that the
 * kernel receives by value. Its operator()(i) loads the operands of element i and evaluates the user's expression.
 * The generated text depends on types and memory layout (contiguous, broadcast, strided), not on sizes or values,
 * so a loop over sizes compiles once. Axes along which all operands are evenly strided are merged first; most
 * expressions end up with one axis and need no division. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

/* ---- shapes ---- */

static uint32_t rank_of(const struct operand *o)
{
    return o->kind == OPERAND_ARRAY ? o->array->rank : o->kind == OPERAND_INDEX ? o->rank : 0;
}

static const int64_t *shape_of(const struct operand *o)
{
    return o->kind == OPERAND_ARRAY ? o->array->shape : o->shape;
}

static void print_shape(struct buf *out, uint32_t rank, const int64_t *shape)
{
    struct array a = {.rank = rank};
    memcpy(a.shape, shape, rank * sizeof *shape);
    array_shape_print(out, &a);
}

static bool mismatch(const struct job *j, const char *what, uint32_t rank, const int64_t *a,
                     uint32_t other_rank, const int64_t *b)
{
    struct buf left = {0}, right = {0};
    print_shape(&left, rank, a);
    print_shape(&right, other_rank, b);
    struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                "%s %s and %s cannot be broadcast together", what, left.p, right.p);
    diag_help(j->diags, d,
              "extents are compared from the last axis backwards; they must be equal, or one of "
              "them must be 1");
    buf_free(&left);
    buf_free(&right);
    return false;
}

/* Broadcasts `shape`, of `rank` axes counted from the last one, with an operand of r axes, `s`. false: they are
 * incompatible. */
static bool broadcast(int64_t *shape, uint32_t rank, const int64_t *s, uint32_t r)
{
    for (uint32_t k = 0; k < r; k++) {
        int64_t n = s[r - 1 - k];
        if (shape[k] == 1 || k >= rank)
            shape[k] = n;
        else if (n != 1 && n != shape[k])
            return false;
    }
    return true;
}

static void reversed(int64_t *out, const int64_t *shape, uint32_t rank)
{
    for (uint32_t k = 0; k < rank; k++)
        out[k] = shape[rank - 1 - k];
}

bool expression_shape(const struct job *j, const struct expression *e, uint32_t *out_rank,
                      int64_t *out_shape)
{
    int64_t shape[ARRAY_RANK_MAX] = {1, 1, 1, 1}; /* from the last axis on */
    uint32_t rank = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t r = rank_of(e->operands + i);
        const int64_t *s = shape_of(e->operands + i);
        int64_t so_far[ARRAY_RANK_MAX];
        reversed(so_far, shape, rank);
        if (!broadcast(shape, rank, s, r))
            return mismatch(j, "shapes", rank, so_far, r, s);
        rank = r > rank ? r : rank;
    }
    reversed(out_shape, shape, rank);
    *out_rank = rank;
    return true;
}

/* ---- axes ---- */

/* How an operand is laid out along the merged axes: strides in elements, 0 where it is repeated. */
struct steps {
    int64_t stride[ARRAY_RANK_MAX];
};

static void steps_of(const struct operand *o, uint32_t rank, struct steps *out)
{
    uint32_t r = rank_of(o);
    const int64_t *shape = shape_of(o);
    int64_t dense = 1;
    memset(out, 0, sizeof *out);
    for (uint32_t k = r; k-- > 0;) {
        int64_t stride = o->kind == OPERAND_ARRAY ? o->array->stride[k] : dense;
        out->stride[rank - r + k] = shape[k] == 1 ? 0 : stride;
        dense *= shape[k];
    }
}

struct axes {
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    struct steps steps[OPERANDS_MAX];
};

static bool goes_on(const struct axes *a, uint32_t count, uint32_t k)
{
    for (uint32_t i = 0; i < count; i++)
        if (a->steps[i].stride[k] != a->steps[i].stride[k + 1] * a->shape[k + 1])
            return false;
    return true;
}

static void remove_axis(struct axes *a, uint32_t count, uint32_t k)
{
    a->rank--;
    for (uint32_t m = k; m < a->rank; m++) {
        a->shape[m] = a->shape[m + 1];
        for (uint32_t i = 0; i < count; i++)
            a->steps[i].stride[m] = a->steps[i].stride[m + 1];
    }
}

static void join_axes(struct axes *a, uint32_t count)
{
    for (uint32_t k = a->rank; k-- > 0;)
        if (a->shape[k] == 1 && a->rank > 1)
            remove_axis(a, count, k);
    for (uint32_t k = a->rank - 1; a->rank > 1 && k-- > 0;)
        if (goes_on(a, count, k)) {
            a->shape[k + 1] *= a->shape[k];
            remove_axis(a, count, k);
        }
}

static void axes_of(struct axes *a, const struct operand *o, uint32_t count, uint32_t rank,
                    const int64_t *shape)
{
    a->rank = rank ? rank : 1;
    a->shape[0] = 1;
    memcpy(a->shape, shape, rank * sizeof *shape);
    for (uint32_t i = 0; i < count; i++)
        steps_of(o + i, a->rank, a->steps + i);
    join_axes(a, count);
}

/* ---- text ---- */

struct writer {
    struct functor *f;
    struct buf fields, loads;
    struct axes axes;
    int64_t row;   /* elements, if the functor takes a row's number and a place in it; 0: l */
    uint32_t used; /* bit k: some operand needs the index of axis k */
    bool full;
};

/* Adds a member to the functor, and its bytes to the parameter in C++ layout. */
static void field(struct writer *w, const void *bytes, uint32_t size)
{
    struct functor *f = w->f;
    uint32_t at = (f->size + size - 1) / size * size;
    if (at + size > sizeof f->bytes) {
        w->full = true;
        return;
    }
    memcpy(f->bytes + at, bytes, size);
    f->size = at + size;
    f->align = size > f->align ? size : f->align;
}

static bool dense_axes(const struct axes *a, const struct steps *s)
{
    int64_t stride = 1;
    for (uint32_t k = a->rank; k-- > 0;) {
        if (s->stride[k] != stride && a->shape[k] != 1)
            return false;
        stride *= a->shape[k];
    }
    return true;
}

static bool repeated(const struct axes *a, const struct steps *s)
{
    for (uint32_t k = 0; k < a->rank; k++)
        if (s->stride[k])
            return false;
    return true;
}

/* The location of operand i, as text: strides become members if the layout does not determine them. */
static void place(struct writer *w, uint32_t i, struct buf *out)
{
    const struct axes *a = &w->axes;
    const struct steps *s = a->steps + i;
    if (dense_axes(a, s) || repeated(a, s)) {
        buf_puts(out, repeated(a, s) && !dense_axes(a, s) ? "0" : "l");
        return;
    }
    const char *plus = "";
    for (uint32_t k = 0; k < a->rank; k++) {
        if (!s->stride[k])
            continue;
        w->used |= 1u << k;
        if (s->stride[k] == 1) {
            buf_printf(out, "%si%u", plus, k);
        } else {
            field(w, s->stride + k, 8);
            buf_printf(&w->fields, "    long s%u_%u;\n", i, k);
            buf_printf(out, "%si%u * s%u_%u", plus, k, i, k);
        }
        plus = " + ";
    }
}

static void operand(struct writer *w, uint32_t i, const struct operand *o)
{
    struct buf at = {0};
    if (o->kind == OPERAND_VALUE) {
        field(w, o->bytes ? o->bytes : &o->value, o->size);
        buf_printf(&w->fields, "    %s v%u;\n", o->type, i);
    } else if (o->kind == OPERAND_TABLE) {
        uint64_t table[3] = {array_address(o->array), (uint64_t) o->array->shape[0],
                             (uint64_t) o->array->stride[0]};
        for (int k = 0; k < 3; k++)
            field(w, table + k, 8);
        buf_printf(&w->fields, "    table<const %s> v%u;\n", o->type, i);
    } else if (o->kind == OPERAND_INDEX) {
        place(w, i, &at);
        if (o->base) {
            field(w, &o->base, 8);
            buf_printf(&w->fields, "    long b%u;\n", i);
            buf_printf(&at, " + b%u", i);
        }
        buf_printf(&w->loads, "        const long v%u = %s;\n", i, at.p);
    } else {
        uint64_t address = array_address(o->array);
        field(w, &address, 8);
        buf_printf(&w->fields, "    const %s *p%u;\n", o->type, i);
        place(w, i, &at);
        buf_printf(&w->loads, "        const %s v%u = p%u[%s];\n", o->type, i, i, at.p);
    }
    buf_free(&at);
}

/* A member of the functor's type for indices. */
static void index_field(struct writer *w, int64_t value)
{
    if (w->f->n <= INT32_MAX)
        field(w, &(uint32_t){(uint32_t) value}, 4);
    else
        field(w, &value, 8);
}

/* Splits l, the number of the element, into one index per axis, as far as operands need them. If the last axis is a row, i is its index, and
 * r goes on with the others. */
static void indices(struct writer *w, struct buf *out)
{
    const struct axes *a = &w->axes;
    const char *rest = "l";
    if (w->row) {
        index_field(w, w->row);
        buf_puts(&w->fields, "    Index row;\n");
        buf_puts(out, "        const Index l = r * row + i;\n        (void) l;\n");
    }
    for (uint32_t k = a->rank; k-- > 0 && w->used & ((2u << k) - 1);) {
        bool used = w->used >> k & 1, more = w->used & ((1u << k) - 1);
        bool is_row = w->row && k && k == a->rank - 1 && a->shape[k] == w->row;
        if (!k || is_row) {
            if (used)
                buf_printf(out, "        const long i%u = %s;\n", k, is_row ? "i" : rest);
            rest = "r";
            continue;
        }
        index_field(w, a->shape[k]);
        buf_printf(&w->fields, "    Index n%u;\n", k);
        if (used)
            buf_printf(out, "        const long i%u = %s %% n%u;\n", k, rest, k);
        if (more)
            buf_printf(out, "        %sr = %s / n%u;\n", *rest == 'l' && !w->row ? "Index " : "",
                       rest, k);
        rest = "r";
    }
}

static void begin(struct writer *w, struct functor *f, const struct operand *o, uint32_t count,
                  uint32_t rank, const int64_t *shape, int64_t row)
{
    *w = (struct writer){.f = f, .row = row};
    f->rank = rank;
    f->n = 1;
    for (uint32_t k = 0; k < rank; k++) {
        f->shape[k] = shape[k];
        f->n *= shape[k];
    }
    axes_of(&w->axes, o, count, rank, shape);
}

static bool finish(const struct job *j, struct writer *w, const char *name, const char *result,
                   struct str indices_text, const char *value)
{
    struct functor *f = w->f;
    if (!f->align) { /* in C++ an empty struct has a size, too */
        buf_puts(&w->fields, "    char none;\n");
        field(w, "", 1);
    }
    f->size = (f->size + f->align - 1) / f->align * f->align;
    snprintf(f->type, sizeof f->type, "warpcell::%s", name);
    buf_printf(&f->text, "\nnamespace warpcell {\nstruct %s {\n    typedef %s Index;\n", name,
               f->n <= INT32_MAX ? "unsigned" : "unsigned long");
    buf_put(&f->text, w->fields.p, w->fields.n);
    buf_printf(&f->text, "    __device__ %s operator()(%s) const\n    {\n", result,
               w->row ? "Index r, Index i" : "Index l");
    buf_put(&f->text, indices_text.p, indices_text.n);
    buf_put(&f->text, w->loads.p, w->loads.n);
    buf_printf(&f->text, "        return %s;\n    }\n};\n} // namespace warpcell\n", value);
    buf_free(&w->fields);
    buf_free(&w->loads);
    if (w->full)
        diag_error(j->diags, DIAG_TYPE, j->at, "this expression has too many operands");
    return !w->full;
}

/* An array that an expression names twice is read once. A table is read at most once for each element of the result. */
static uint64_t bytes_of_arrays(const struct operand *o, uint32_t count, int64_t n)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct array *a = o[i].array;
        bool again = false;
        if (!a)
            continue;
        for (uint32_t k = 0; k < i; k++)
            again |= o[k].array && array_address(o[k].array) == array_address(a) &&
                     array_bytes(o[k].array) == array_bytes(a);
        int64_t elements = array_count(a);
        if (o[i].kind == OPERAND_TABLE && n < elements)
            elements = n;
        sum += again ? 0 : (uint64_t) elements * a->dtype.size;
    }
    return sum;
}

/* The expression is one dense array: its functor is in kernels/common.cu. */
static bool is_dense(const struct expression *e)
{
    const struct operand *o = e->operands;
    return e->count == 1 && o->kind == OPERAND_ARRAY && !strcmp(e->text, "v0") &&
           o->array->dtype.kind == e->dtype.kind && e->dtype.kind != DTYPE_OTHER &&
           !dtype_is_half(e->dtype) && array_contiguous(o->array);
}

static void make_dense(const struct array *a, struct functor *out)
{
    uint64_t address = array_address(a);
    memcpy(out->bytes, &address, sizeof address);
    out->size = out->align = sizeof address;
    out->accessed = array_bytes(a);
    out->n = array_count(a);
    out->rank = a->rank;
    memcpy(out->shape, a->shape, a->rank * sizeof *a->shape);
    snprintf(out->type, sizeof out->type, "warpcell::dense<%s>", a->dtype.name);
}

static bool functor_of_rows(const struct job *j, const struct expression *e, const char *name,
                            uint32_t rank, const int64_t *shape, int64_t row, struct functor *out)
{
    struct writer w;
    struct buf index_text = {0};
    int64_t own[ARRAY_RANK_MAX];
    *out = (struct functor){0};
    if (!shape && is_dense(e))
        return make_dense(e->operands->array, out), true;
    if (!shape && !expression_shape(j, e, &rank, own))
        return false;
    begin(&w, out, e->operands, e->count, rank, shape ? shape : own, row);
    for (uint32_t i = 0; i < e->count; i++)
        operand(&w, i, e->operands + i);
    out->accessed = bytes_of_arrays(e->operands, e->count, out->n);
    indices(&w, &index_text);
    bool ok = finish(j, &w, name, e->dtype.name, (struct str){index_text.p, index_text.n}, e->text);
    buf_free(&index_text);
    return ok;
}

bool functor_make(const struct job *j, const struct expression *e, const char *name, uint32_t rank,
                  const int64_t *shape, struct functor *out)
{
    return functor_of_rows(j, e, name, rank, shape, 0, out);
}

/* The elements of an array as lvalues. */
static bool target_make(const struct job *j, const struct array *to, int64_t row,
                        struct functor *out)
{
    struct writer w;
    struct buf index_text = {0}, at = {0}, value = {0}, type = {0};
    struct operand o = {.kind = OPERAND_ARRAY, .array = to};
    uint64_t address = array_address(to);
    *out = (struct functor){0};
    begin(&w, out, &o, 1, to->rank, to->shape, row);
    out->accessed = array_bytes(to);
    field(&w, &address, 8);
    buf_printf(&w.fields, "    %s *p0;\n", dtype_text(to->dtype));
    place(&w, 0, &at);
    indices(&w, &index_text);
    buf_printf(&value, "p0[%s]", at.p);
    buf_printf(&type, "%s &", dtype_text(to->dtype));
    bool ok = finish(j, &w, "target", type.p, (struct str){index_text.p, index_text.n}, value.p);
    buf_free(&index_text);
    buf_free(&at);
    buf_free(&value);
    buf_free(&type);
    return ok;
}

void functor_free(struct functor *f)
{
    buf_free(&f->text);
}

/* ---- running ---- */

enum { BLOCK = 256, EACH_THREAD = 64, ROW_LEAST = 32 };

/* The elements of a row of both sides: no index is divided then. 0: they have no rows, or too short ones. Only on the cpu device, where
 * map_each runs. */
static int64_t row_of(const struct job *j, const struct expression *e, const struct array *to)
{
    struct operand o = {.kind = OPERAND_ARRAY, .array = to};
    struct axes from, target;
    if (to->rank < 2 || !device_props(launcher_opened(j->launcher))->library)
        return 0;
    axes_of(&from, e->operands, e->count, to->rank, to->shape);
    axes_of(&target, &o, 1, to->rank, to->shape);
    int64_t a = from.shape[from.rank - 1], b = target.shape[target.rank - 1], row = a < b ? a : b;
    bool rows = from.rank + target.rank > 2 && row >= ROW_LEAST &&
                array_count(to) / row * blocks_of(row, BLOCK) <= INT32_MAX;
    return rows ? row : 0;
}

/* How an expression is launched: by elements, by rows, or by warps that go through a part each. *out_number: the kernel's second parameter, if
 * it has one, the blocks of a row or the elements of a warp; else it stays. */
static struct work map_work(const struct job *j, int64_t n, int64_t row, uint64_t *out_number)
{
    if (row) {
        uint32_t block = row < BLOCK ? (uint32_t) (row + 31) / 32 * 32 : BLOCK;
        *out_number = blocks_of(row, block);
        return (struct work){
            .library = "map_rows",
            .kernel = "warpcell::map_rows",
            .grid = {(uint32_t) (n / row * (int64_t) *out_number), 1, 1},
            .block = {block,                                        1, 1}
        };
    }
    if (device_props(launcher_opened(j->launcher))->library)
        return (struct work){
            .library = "map_each",
            .kernel = "warpcell::map_each",
            .grid = {blocks_of(n, BLOCK), 1, 1},
            .block = {BLOCK,           1,             1  }
        };
    return (struct work){
        .library = "map",
        .kernel = "warpcell::map",
        .grid = {runs_of(j,    n, BLOCK, EACH_THREAD, out_number), 1, 1},
        .block = {BLOCK, 1, 1    }
    };
}

static bool run_map(const struct job *j, const struct expression *e, const struct functor *from,
                    const struct functor *to, int64_t row)
{
    struct buf text = {0};
    bool wide = from->n > INT32_MAX;
    uint64_t n = (uint64_t) (row ? row : from->n), number = 0;
    uint32_t index = wide ? 8 : 4, count = 0;
    struct work w = map_work(j, from->n, row, &number);
    struct work_arg params[4];
    params[count++] = (struct work_arg){&n, index, 0};
    if (number)
        params[count++] = (struct work_arg){&number, index, 0};
    params[count++] = FUNCTOR_ARG(from);
    params[count++] = FUNCTOR_ARG(to);
    buf_put(&text, from->text.p, from->text.n);
    buf_put(&text, to->text.p, to->text.n);
    w.text = (struct str){text.p, text.n};
    w.args = wide ? "unsigned long, warpcell::expression, warpcell::target"
                  : "unsigned, warpcell::expression, warpcell::target";
    w.mentions = e->mentions;
    w.mention_count = e->mention_count;
    bool ok = !from->n || compute_run(j, &w, params, count);
    buf_free(&text);
    return ok;
}

static bool store(const struct job *j, const struct expression *e, const struct array *to)
{
    struct functor from, target = {0};
    int64_t row = row_of(j, e, to);
    bool ok = functor_of_rows(j, e, "expression", to->rank, to->shape, row, &from) &&
              target_make(j, to, row, &target) && run_map(j, e, &from, &target, row);
    functor_free(&from);
    functor_free(&target);
    return ok;
}

struct array *compute_new(const struct job *j, const struct expression *e)
{
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    if (!expression_shape(j, e, &rank, shape))
        return NULL;
    struct array *a = compute_temporary(j, e->dtype, rank, shape);
    if (a && !store(j, e, a))
        array_unref(&a);
    return a;
}

/* The bytes that a view covers, as a range of its storage. */
static void covered(const struct array *a, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (uint32_t k = 0; k < a->rank; k++) {
        int64_t reach = (a->shape[k] - 1) * a->stride[k];
        *(reach < 0 ? low : high) += reach;
    }
    *low = (int64_t) a->offset + *low * (int64_t) a->dtype.size;
    *high = (int64_t) a->offset + (*high + 1) * (int64_t) a->dtype.size;
}

static bool same_elements(const struct array *a, const struct array *b)
{
    bool same = a->offset == b->offset && a->rank == b->rank && a->dtype.size == b->dtype.size;
    for (uint32_t k = 0; same && k < a->rank; k++)
        same = a->shape[k] == b->shape[k] && (a->stride[k] == b->stride[k] || a->shape[k] == 1);
    return same;
}

/* Whether writing an element of `to` may change an operand that another element still needs. */
static bool disturbs(const struct expression *e, const struct array *to)
{
    int64_t low, high, first, last;
    covered(to, &low, &high);
    for (uint32_t i = 0; i < e->count; i++) {
        const struct operand *o = e->operands + i;
        if (!o->array || o->array->storage != to->storage)
            continue;
        covered(o->array, &first, &last);
        bool apart = last <= low || high <= first;
        if (!apart && (o->kind == OPERAND_TABLE || !same_elements(o->array, to)))
            return true;
    }
    return false;
}

bool expression_fits(const struct job *j, const struct expression *e, const struct array *to)
{
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    if (!expression_shape(j, e, &rank, shape))
        return false;
    bool fits = rank <= to->rank;
    for (uint32_t k = 0; fits && k < rank; k++)
        fits = shape[rank - 1 - k] == 1 || shape[rank - 1 - k] == to->shape[to->rank - 1 - k];
    if (fits)
        return true;
    struct buf left = {0}, right = {0};
    print_shape(&left, to->rank, to->shape);
    print_shape(&right, rank, shape);
    diag_error(j->diags, DIAG_MEMORY, j->at,
               "shapes differ: the target is %s, the expression is %s", left.p, right.p);
    buf_free(&left);
    buf_free(&right);
    return false;
}

bool compute_into(const struct job *j, const struct expression *e, const struct array *to)
{
    if (!expression_fits(j, e, to))
        return false;
    if (!disturbs(e, to))
        return store(j, e, to);
    struct array *aside = compute_temporary(j, e->dtype, to->rank, to->shape);
    bool ok = aside && store(j, e, aside) && compute_copy(j, to, aside);
    array_unref(&aside);
    return ok;
}

bool compute_copy(const struct job *j, const struct array *to, const struct array *from)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = dtype_text(from->dtype), .array = from};
    struct dtype seen = from->dtype;
    if (dtype_is_half(seen)) /* its value is a float */
        seen = dtype_of(DTYPE_F32);
    struct expression e = {.text = "v0", .dtype = seen, .operands = &o, .count = 1};
    return compute_into(j, &e, to);
}

struct array *compute_dense(const struct job *j, const struct array *a, struct dtype dtype)
{
    if (array_contiguous(a) && a->dtype.kind == dtype.kind && a->dtype.size == dtype.size)
        return array_ref((struct array *) a);
    struct array *to = compute_temporary(j, dtype, a->rank, a->shape);
    if (to && !compute_copy(j, to, a))
        array_unref(&to);
    return to;
}

bool compute_scatter(const struct job *j, const struct expression *index,
                     const struct expression *value, const struct array *to)
{
    struct functor where, from = {0};
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    struct buf text = {0};
    if (!expression_shape(j, index, &rank, shape))
        return false;
    bool ok = functor_make(j, index, "place", rank, shape, &where) &&
              functor_make(j, value, "expression", rank, shape, &from);

    struct {
        uint64_t p;
        int64_t n, stride;
    } target = {array_address(to), to->shape[0], to->stride[0]};

    uint64_t n = (uint64_t) where.n;
    bool wide = where.n > INT32_MAX;
    buf_put(&text, where.text.p, where.text.n);
    buf_put(&text, from.text.p, from.text.n);
    buf_printf(&text, "namespace warpcell { typedef table<%s> target; }\n", dtype_text(to->dtype));
    struct work_arg params[] = {
        {&n, wide ? 8 : 4},
        FUNCTOR_ARG(&where), FUNCTOR_ARG(&from), ARG(target)
    };
    struct work w = {
        .library = "scatter",
        .text = {text.p,  text.n},
        .kernel = "warpcell::scatter",
        .args = wide ? "unsigned long, warpcell::place, warpcell::expression, warpcell::target"
                     : "unsigned, warpcell::place, warpcell::expression, warpcell::target",
        .mentions = value->mentions,
        .mention_count = value->mention_count,
        .grid = {  blocks_of(where.n, BLOCK),      1, 1},
        .block = { BLOCK,   1,      1}
    };
    ok = ok && (!n || compute_run(j, &w, params, 4));
    buf_free(&text);
    functor_free(&where);
    functor_free(&from);
    return ok;
}

bool compute_add_at(const struct job *j, const struct array *places, const struct array *values,
                    const struct array *to)
{
    char args[96];
    int64_t n = places->shape[0], apart = to->stride[0], step = values->shape[0] == 1 ? 0 : 1;
    uint64_t at = array_address(places), from = array_address(values), target = array_address(to);
    snprintf(args, sizeof args, "%s, %s", to->dtype.name, places->dtype.name);
    struct work w = {
        .library = "scatter",
        .kernel = "warpcell::add_at",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(n, BLOCK), 1, 1},
        .block = {BLOCK,           1,             1  }
    };
    struct work_arg params[] = {ARG(n), ARG(at), ARG(from), ARG(step), ARG(target), ARG(apart)};
    return !n || compute_run(j, &w, params, 6);
}
