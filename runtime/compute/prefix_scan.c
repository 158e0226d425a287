/* SPDX-License-Identifier: Apache-2.0 */
/* Prefix sums and operations built on them: compress, where, histogram. kernels/scan.cu has the algorithms. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

enum { WARP = 32, CHUNK_LEAST = 1024 };

static uint32_t chunk_of(const struct job *j, int64_t n)
{
    const struct device_props *p = device_props(launcher_opened(j->launcher));
    int64_t most = (int64_t) p->multiprocessors * 64, chunk = (n + most - 1) / most;
    chunk = chunk < CHUNK_LEAST ? CHUNK_LEAST : chunk;
    return (uint32_t) ((chunk + WARP - 1) / WARP * WARP);
}

static struct expression one(const struct array *a, struct operand *room)
{
    struct dtype t = a->dtype;
    t.name = dtype_text(t);
    *room = (struct operand){.kind = OPERAND_ARRAY, .type = t.name, .array = a};
    return (struct expression){.text = "v0", .dtype = t, .operands = room, .count = 1};
}

static bool countable(const struct job *j, const struct array *a)
{
    if (array_count(a) <= INT32_MAX)
        return true;
    diag_error(j->diags, DIAG_MEMORY, j->at,
               "an array of %" PRId64 " elements is too long for this function", array_count(a));
    return false;
}

/* The counting pass and the scan of its counts: an array of chunks + 1 sums. */
static struct array *starts(const struct job *j, const struct functor *f, const char *source,
                            struct dtype t, const char *name, uint32_t n, uint32_t chunk)
{
    uint32_t chunks = blocks_of(n, chunk);
    struct array *sums = compute_temporary(j, t, 1, &(int64_t){(int64_t) chunks + 1});
    if (!sums)
        return NULL;
    uint64_t to = array_address(sums);
    char args[192];
    snprintf(args, sizeof args, "%s, unsigned, %s", name, source);
    struct work w = {
        .library = "scan",
        .text = {f->text.p, f->text.n},
        .kernel = "warpcell::chunk_sums",
        .args = launch_name(j->launcher, args),
        .grid = { chunks,        1,         1},
        .block = { WARP,        1,         1}
    };
    bool ok =
        compute_run(j, &w, (struct work_arg[]){ARG(n), ARG(chunk), FUNCTOR_ARG(f), ARG(to)}, 4);
    w.text = (struct str){0};
    w.kernel = "warpcell::scan_sums";
    w.args = launch_name(j->launcher, name);
    w.grid.x = 1;
    ok = ok && compute_run(j, &w, (struct work_arg[]){ARG(chunks), ARG(to)}, 2);
    if (!ok)
        array_unref(&sums);
    return sums;
}

/* The type that kernels/scan.cu adds up. */
static void term_name(char *out, size_t n, struct dtype t, bool product)
{
    if (t.kind == DTYPE_OTHER)
        snprintf(out, n, "warpcell::complex_term<%s, %s>", t.name, product ? "true" : "false");
    else
        snprintf(out, n, product ? "warpcell::factor<%s>" : "%s", t.name);
}

struct array *compute_scan(const struct job *j, const struct array *x, struct dtype result,
                           bool product)
{
    char term[64];
    struct operand room;
    struct expression e = one(x, &room);
    struct functor f;
    struct array *out = countable(j, x) ? compute_temporary(j, result, 1, x->shape) : NULL;
    if (!out || !x->shape[0])
        return out;
    term_name(term, sizeof term, result, product);
    uint32_t n = (uint32_t) x->shape[0], chunk = chunk_of(j, n);
    struct array *sums = functor_make(j, &e, "expression", 0, NULL, &f)
                             ? starts(j, &f, f.type, result, term, n, chunk)
                             : NULL;
    bool ok = sums;
    if (ok) {
        uint64_t from = array_address(sums), to = array_address(out);
        char args[192];
        snprintf(args, sizeof args, "%s, unsigned, %s", term, f.type);
        struct work w = {
            .library = "scan",
            .text = {f.text.p, f.text.n},
            .kernel = "warpcell::scan_chunks",
            .args = launch_name(j->launcher, args),
            .grid = {  blocks_of(n,  chunk),        1, 1},
            .block = { WARP,     1,        1}
        };
        ok = compute_run(
            j, &w, (struct work_arg[]){ARG(n), ARG(chunk), FUNCTOR_ARG(&f), ARG(from), ARG(to)}, 5);
    }
    functor_free(&f);
    array_unref(&sums);
    if (!ok)
        array_unref(&out);
    return out;
}

struct array *compute_scan_axis(const struct job *j, const struct array *x, struct dtype result,
                                bool product, uint32_t axis)
{
    enum { BLOCK = 64 };

    struct operand room;
    struct expression e = one(x, &room);
    struct functor f;
    struct array *out = compute_temporary(j, result, x->rank, x->shape);
    if (!out || !array_count(out))
        return out;
    bool ok = functor_make(j, &e, "expression", 0, NULL, &f);
    int64_t length = x->shape[axis], lines = array_count(x) / length, inner = out->stride[axis];
    uint64_t to = array_address(out);
    char term[64], args[192];
    term_name(term, sizeof term, result, product);
    snprintf(args, sizeof args, "%s, %s", term, f.type);
    struct work w = {
        .library = "scan",
        .text = {f.text.p, f.text.n},
        .kernel = "warpcell::scan_lines",
        .args = launch_name(j->launcher, args),
        .grid = {  blocks_of(lines,  BLOCK),        1, 1},
        .block = { BLOCK,    1,        1}
    };
    struct work_arg params[] = {ARG(lines), ARG(length), ARG(inner), FUNCTOR_ARG(&f), ARG(to)};
    if (!ok || !compute_run(j, &w, params, 5))
        array_unref(&out);
    functor_free(&f);
    return out;
}

struct array *compute_part(const struct array *z, bool imaginary)
{
    struct array *v = array_ref_view(z);
    v->dtype = dtype_part(z->dtype);
    v->offset += imaginary ? v->dtype.size : 0;
    for (uint32_t k = 0; k < v->rank; k++)
        v->stride[k] *= 2;
    return v;
}

/* What distinguishes functors over one array and the index source: their text, C++ name and bytes. */
static struct array *compressed(const struct job *j, const struct functor *flag,
                                const char *flag_name, const struct functor *source,
                                const char *source_name, struct dtype t, uint32_t n)
{
    uint32_t chunk = chunk_of(j, n);
    struct dtype counts = dtype_of(DTYPE_I32);
    struct array *sums = starts(j, flag, flag_name, counts, counts.name, n, chunk);
    struct device_fault fault;
    int32_t total = 0;
    if (!sums ||
        !launch_status(j->launcher, array_peek(sums, sums->shape[0] - 1, 1, &total, &fault), &fault,
                       j->diags, j->at)) {
        array_unref(&sums);
        return NULL;
    }
    struct array *out = compute_temporary(j, t, 1, &(int64_t){total});
    if (out) {
        struct buf text = {0};
        char args[256];
        uint64_t before = array_address(sums), to = array_address(out);
        buf_put(&text, flag->text.p, flag->text.n);
        buf_put(&text, source->text.p, source->text.n);
        snprintf(args, sizeof args, "unsigned, %s, %s, %s%s", flag_name, source_name,
                 dtype_is_half(t) ? "warpcell::" : "", dtype_text(t));
        struct work w = {
            .library = "scan",
            .text = {text.p,  text.n},
            .kernel = "warpcell::compress",
            .args = launch_name(j->launcher, args),
            .grid = {  blocks_of(n, chunk),      1, 1},
            .block = { WARP,    1,      1}
        };
        struct work_arg params[] = {ARG(n),      ARG(chunk), FUNCTOR_ARG(flag), FUNCTOR_ARG(source),
                                    ARG(before), ARG(to)};
        if (!compute_run(j, &w, params, 6))
            array_unref(&out);
        buf_free(&text);
    }
    array_unref(&sums);
    return out;
}

struct array *compute_compress(const struct job *j, const struct array *x, const struct array *mask)
{
    struct operand rooms[2];
    struct expression test = one(mask, rooms), value;
    struct functor flag = {0}, source = {.size = 1};
    struct dtype t = dtype_of(DTYPE_I32);
    struct array *out = NULL;
    if (!countable(j, mask))
        return NULL;
    if (x && x->shape[0] != mask->shape[0]) {
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "the array has %" PRId64 " elements, its mask %" PRId64, x->shape[0],
                   mask->shape[0]);
        return NULL;
    }
    test.text = "v0 != 0";
    test.dtype = dtype_of(DTYPE_BOOL);
    bool ok = launcher_device(j->launcher, j->diags, j->at) &&
              functor_make(j, &test, "flag", 0, NULL, &flag);
    if (ok && x) {
        value = one(x, rooms + 1);
        t = x->dtype;
        ok = functor_make(j, &value, "expression", 0, NULL, &source);
    }
    if (ok)
        out = compressed(j, &flag, "warpcell::flag", &source, x ? source.type : "warpcell::number",
                         t, (uint32_t) mask->shape[0]);
    functor_free(&flag);
    functor_free(&source);
    return out;
}

struct array *compute_unique(const struct job *j, const struct array *x)
{
    struct array *sorted = compute_sort(j, x, false);
    struct operand room;
    struct functor flag = {.size = 8}, source = {0};
    struct array *out = NULL;
    if (!sorted)
        return NULL;
    struct expression e = one(sorted, &room);
    char name[96];
    uint64_t address = array_address(sorted);
    memcpy(flag.bytes, &address, sizeof address);
    snprintf(name, sizeof name, "warpcell::first_of<%s>", x->dtype.name);
    if (functor_make(j, &e, "expression", 0, NULL, &source))
        out = compressed(j, &flag, name, &source, source.type, x->dtype, (uint32_t) x->shape[0]);
    functor_free(&source);
    array_unref(&sorted);
    return out;
}

struct array *compute_histogram(const struct job *j, const struct array *x, int64_t bins,
                                double low, double high)
{
    enum { BLOCK = 256, EACH = 64, SHARED_BINS = 8192 };

    if (bins < 1 || bins > INT32_MAX || !(low < high)) {
        diag_error(j->diags, DIAG_RUNTIME, j->at,
                   bins < 1 ? "a histogram needs at least one bin"
                            : "the lower bound of a histogram must be below its upper bound");
        return NULL;
    }
    struct operand room;
    struct expression e = one(x, &room);
    struct functor f;
    struct array *out =
        countable(j, x) ? compute_temporary(j, dtype_of(DTYPE_I32), 1, &bins) : NULL;
    struct device_fault fault;
    if (out && !launch_status(j->launcher, array_fill(out, &(int32_t){0}, &fault), &fault, j->diags,
                              j->at)) /* which the checker sees */
        array_unref(&out);
    if (!out || !functor_make(j, &e, "expression", 0, NULL, &f))
        return out;
    bool shared = bins <= SHARED_BINS;
    uint32_t n = (uint32_t) f.n,
             most = device_props(launcher_opened(j->launcher))->multiprocessors * 8,
             blocks = blocks_of(n, BLOCK * EACH);
    int32_t count = (int32_t) bins;
    uint64_t to = array_address(out);
    char args[96];
    snprintf(args, sizeof args, "unsigned, %s", f.type);
    struct work w = {
        .library = "scan",
        .text = {f.text.p, f.text.n},
        .kernel = "warpcell::histogram",
        .args = launch_name(j->launcher, args),
        .grid = { blocks < most ? blocks : most,       1,        1},
        .block = { BLOCK,       1,        1},
        .shared = shared ? (uint32_t) bins * 4 : 0
    };
    struct work_arg params[] = {ARG(n),    FUNCTOR_ARG(&f), ARG(count), ARG(low),
                                ARG(high), ARG(shared),     ARG(to)};
    if (!compute_run(j, &w, params, 7))
        array_unref(&out);
    functor_free(&f);
    return out;
}
