/* SPDX-License-Identifier: Apache-2.0 */
/* %diff: runs a statement twice on the same inputs, under two instruction sets of the cpu device or two orders of threads, and names the
 * first store whose value differs. A side that is observed remembers who stored each element (launch/attach.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device/fault_text.h"
#include "magic/magic_internal.h"
#include "magic/measure/snapshot.h"

enum { ELEMENTS_MOST = 4096 /* differing ones of a block that are looked up */ };

struct diff_side {
    const char *label; /* "seed 1" */
    const char *set;   /* instruction set; NULL: the best one */
    uint32_t seed;
    bool observed; /* in the interpreter; else as launches usually run */
};

struct diff_place { /* where the two sides differ */
    const struct snapshot_block *block;
    uint64_t element, elements;    /* the first by its store, or by its index; how many differ */
    struct launch_store stores[2]; /* of the two sides */
    bool known[2];
    char *now; /* the block's bytes after the second run */
};

struct diff {
    struct snapshot memory;
    struct diff_side sides[2];
    struct diff_place found;
};

/* ---- running ---- */

static bool run_side(struct diff *d, uint32_t number, struct unit *u)
{
    const struct diff_side *side = d->sides + number;
    struct wc_session *s = d->memory.s;
    if (!launcher_use_ops(s->launcher, side->set, s->diags, d->memory.at))
        return false;
    if (side->observed &&
        !launcher_remember_stores(s->launcher, side->seed, s->diags, d->memory.at))
        return false;
    if (!number)
        snapshot_watch(&d->memory, true);
    bool ok = session_perform(s, u);
    snapshot_watch(&d->memory, false);
    return ok;
}

/* The last store to any part of an element. */
static bool find_store(struct diff *d, const struct snapshot_block *b, uint64_t element,
                       struct launch_store *out)
{
    uint64_t at = b->start + element * b->element_size;
    for (uint64_t k = 0; k < b->element_size; k++)
        if (launcher_last_store(d->memory.s->launcher, at + k, out) == STORED_BY)
            return true;
    return false;
}

static bool element_differs(const struct snapshot_block *b, const char *now, uint64_t element)
{
    uint64_t n = b->element_size;
    return memcmp(b->first + element * n, now + element * n, n) != 0;
}

/* Among the differing elements of a block, the one whose last store came first; without stores, the first one. */
static void look_for(struct diff *d, const struct snapshot_block *b, char *now)
{
    struct difference difference;
    struct diff_place new = {.block = b, .now = now};
    uint64_t looked = 0;
    snapshot_compare(b, now, &difference);
    new.element = difference.first;
    new.elements = difference.count;
    for (uint64_t i = difference.first; difference.count && (i + 1) * b->element_size <= b->size;
         i++) {
        struct launch_store store;
        if (looked == ELEMENTS_MOST || !element_differs(b, now, i))
            continue;
        looked++;
        if (!find_store(d, b, i, &store) || (new.known[1] && store.order > new.stores[1].order))
            continue;
        new.element = i;
        new.stores[1] = store;
        new.known[1] = true;
    }
    bool earlier =
        !d->found.block ||
        (new.known[1] && (!d->found.known[1] || new.stores[1].order < d->found.stores[1].order));
    if (difference.count && earlier) {
        new.elements += d->found.elements;
        free(d->found.now);
        d->found = new;
        return;
    }
    d->found.elements += difference.count;
    free(now);
}

static bool compare_blocks(struct diff *d)
{
    for (uint32_t i = 0; i < d->memory.count; i++) {
        char *now = snapshot_read(&d->memory, d->memory.blocks + i);
        if (!now)
            return false;
        look_for(d, d->memory.blocks + i, now);
    }
    return true;
}

/* The second side is the observed one, if only one is. What the first side stored is known after it has run again. */
static bool run_both(struct diff *d, struct unit *u)
{
    struct wc_session *s = d->memory.s;
    if (!run_side(d, 0, u) || !snapshot_read_first(&d->memory))
        return false;
    launcher_forget_stores(s->launcher);
    bool silent = s->silent;
    s->silent = true; /* its output has been shown */
    bool ok = snapshot_restore(&d->memory, false) && run_side(d, 1, u) && compare_blocks(d);
    launcher_forget_stores(s->launcher);
    if (ok && d->found.block && d->sides[0].observed) {
        ok = snapshot_restore(&d->memory, false) && run_side(d, 0, u);
        d->found.known[0] =
            ok && find_store(d, d->found.block, d->found.element, &d->found.stores[0]);
    }
    ok = ok && snapshot_restore(&d->memory, true);
    s->silent = silent;
    return ok;
}

/* ---- the report ---- */

static void put_value(struct buf *out, const struct snapshot_block *b, const char *bytes,
                      uint64_t element)
{
    const char *p = bytes + element * b->element_size;
    if (b->element == TYPE_FLOAT || b->element == TYPE_DOUBLE)
        buf_printf(out, "%.*g", b->element == TYPE_FLOAT ? 9 : 17, snapshot_value(b, p));
    else if (b->element < TYPE_NULLPTR && b->element > TYPE_VOID)
        dtype_print(out, type_dtype(type_basic(b->element)), p);
    else
        for (uint64_t i = 0; i < b->element_size && i < 16; i++)
            buf_printf(out, "%02x", (unsigned char) p[i]);
}

static void put_store(struct buf *out, const struct diff *d, uint32_t side)
{
    const struct launch_store *store = &d->found.stores[side];
    device_put_thread(out, store->thread, store->block);
    buf_puts(out, " stores ");
    put_value(out, d->found.block, side ? d->found.now : d->found.block->first, d->found.element);
    buf_printf(out, " with %s", d->sides[side].label);
}

static void put_help(struct diff *d, struct diag *to)
{
    struct wc_session *s = d->memory.s;
    if (d->sides[0].set || d->sides[1].set)
        diag_help(s->diags, to,
                  "instruction sets differ in approximate functions only (sin, cos, ex2, lg2, "
                  "rsqrt), within the error that PTX "
                  "allows, and where threads race: %%check finds that");
    else
        diag_help(s->diags, to,
                  "a result that depends on the order of threads is a race: %%check finds it");
}

static void report(struct diff *d)
{
    const struct diff_place *f = &d->found;
    struct wc_session *s = d->memory.s;
    struct buf text = {0};
    if (!f->block) {
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < d->memory.count; i++)
            bytes += d->memory.blocks[i].size;
        buf_printf(&text, "no difference between %s and %s: ", d->sides[0].label,
                   d->sides[1].label);
        print_bytes(&text, bytes);
        buf_printf(&text, " in %" PRIu32 " array%s\n", d->memory.count,
                   d->memory.count == 1 ? "" : "s");
        magic_text_show(s, &text, WC_DISPLAY);
        return;
    }
    buf_printf(&text, "%s[%" PRIu64 "] is ", f->block->name, f->element);
    put_value(&text, f->block, f->block->first, f->element);
    buf_printf(&text, " with %s and ", d->sides[0].label);
    put_value(&text, f->block, f->now, f->element);
    buf_printf(&text, " with %s", d->sides[1].label);
    if (f->elements > 1)
        buf_printf(&text, "; %" PRIu64 " elements differ, and this one was stored first",
                   f->elements);
    struct span place = f->known[1]   ? f->stores[1].at
                        : f->known[0] ? f->stores[0].at
                                      : d->memory.at;
    struct diag *w = diag_warning(s->diags, DIAG_DEVICE, place, "%s", text.p);
    for (uint32_t side = 0; side < 2; side++) {
        struct buf note = {0};
        if (!f->known[side])
            continue;
        put_store(&note, d, side);
        bool elsewhere = side == 0 && f->known[1] &&
                         memcmp(&f->stores[0].at, &f->stores[1].at, sizeof f->stores[0].at) != 0;
        diag_note(s->diags, w, elsewhere ? f->stores[0].at : (struct span){0}, "%s", note.p);
        buf_free(&note);
    }
    put_help(d, w);
    buf_free(&text);
}

/* ---- arguments ---- */

static struct str take_word(struct str *args)
{
    size_t n = 0;
    while (n < args->n && args->p[n] != ' ')
        n++;
    struct str word = {args->p, n};
    *args = str_trim((struct str){args->p + n, args->n - n});
    return word;
}

static bool take_seed(struct wc_session *s, struct diff_side *side, struct str word, struct span at)
{
    char *text = arena_strndup(&s->diags->arena, word.p, word.n), *end;
    side->seed = (uint32_t) strtoul(text, &end, 10);
    side->label = arena_printf(&s->diags->arena, "seed %s", text);
    side->observed = true;
    if (word.n && !*end && *text != '-')
        return true;
    diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "'%s' is no seed", text),
              "%%diff --seeds 0 1 k<<<grid, block>>>(x);");
    return false;
}

/* "native" is how launches usually run; the others are interpreted, so that stores can be observed. */
static bool take_set(struct wc_session *s, struct diff_side *side, struct str word, struct span at)
{
    const char *text = arena_strndup(&s->diags->arena, word.p, word.n);
    bool native = str_eq(word, "native");
    side->label = text;
    side->set = native ? NULL : text;
    side->observed = !native;
    if (native || str_eq(word, "base") || str_eq(word, "avx2") || str_eq(word, "avx512"))
        return true;
    diag_help(s->diags,
              diag_error(s->diags, DIAG_SYNTAX, at, "there is no instruction set '%s'", text),
              "base, avx2, avx512, or native for the machine code that launches usually run");
    return false;
}

static bool take_sides(struct diff *d, struct str *args)
{
    struct wc_session *s = d->memory.s;
    struct str rest = *args, option = take_word(&rest);
    bool seeds = str_eq(option, "--seeds"), sets = str_eq(option, "--sets");
    if (!seeds && !sets) {
        d->sides[0] = (struct diff_side){.label = "native"};
        d->sides[1] = (struct diff_side){.label = "base", .set = "base", .observed = true};
        return true;
    }
    for (int i = 0; i < 2; i++) {
        struct str word = take_word(&rest);
        if (!(seeds ? take_seed : take_set)(s, d->sides + i, word, d->memory.at))
            return false;
    }
    if (d->sides[0].observed && !d->sides[1].observed) { /* run_both wants it second */
        struct diff_side first = d->sides[0];
        d->sides[0] = d->sides[1];
        d->sides[1] = first;
    }
    *args = rest;
    return true;
}

static bool run(struct diff *d, struct unit *u)
{
    struct wc_session *s = d->memory.s;
    struct diags quiet = {0};
    uint64_t bytes, ns;
    uint32_t records;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &records);
    bool ok = run_both(d, u);
    launcher_forget_stores(s->launcher);
    launcher_use_ops(s->launcher, NULL, &quiet, d->memory.at);
    launch_records_cut(s->launcher, records);
    launch_records_hold(s->launcher, false);
    if (launcher_opened(s->launcher))
        device_copied(launcher_opened(s->launcher), &bytes, &ns);
    diags_free(&quiet);
    return ok;
}

MAGIC(diff)
{
    struct diff d = {
        .memory = {.s = s, .at = at}
    };
    struct unit *u = take_sides(&d, &args) ? magic_prepare_statement(s, args, at, "%diff") : NULL;
    bool ok = u && run(&d, u);
    if (ok)
        report(&d);
    if (u)
        session_done(s, u);
    free(d.found.now);
    snapshot_free(&d.memory);
    return ok;
}
