/* SPDX-License-Identifier: Apache-2.0 */
/* %dash: a panel that stays in its cell and is redrawn while later cells run, about twice a second, and when they end.
 * Nothing is sent between cells, so a server that looks for idle kernels finds this one idle; after its time limit it stops
 * by itself. A thread requests polls of the interpreter; everything else runs on the session's thread. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/clock.h"
#include "magic/magic_internal.h"

enum { SECONDS = 600, SECONDS_MOST = 86400, EVERY_MS = 500, HISTORY = 40, VARIABLES = 8 };

struct dash {
    struct wc_session *s;
    char id[32];
    uint64_t until, last; /* ns */
    uint64_t working, running,
        launches; /* at the last redraw: ns in launches, and in unfinished ones */
    double busy[HISTORY], rate;
    int count;
    bool asking;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stopping;
    bool stopped;
};

static void *ask(void *arg)
{
    struct dash *d = arg;
    pthread_mutex_lock(&d->lock);
    while (!d->stopped) {
        struct timespec t = clock_timespec(clock_read(CLOCK_REALTIME) + EVERY_MS * 1000000L);
        pthread_cond_timedwait(&d->stopping, &d->lock, &t);
        if (!d->stopped)
            poll_request(&d->s->poll);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

void dash_free(struct dash **at)
{
    struct dash *d = *at;
    *at = NULL;
    if (!d)
        return;
    pthread_mutex_lock(&d->lock);
    d->stopped = true;
    pthread_cond_signal(&d->stopping);
    pthread_mutex_unlock(&d->lock);
    if (d->asking)
        pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->stopping);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

/* ---- what it shows ---- */

/* How long the launch that the session waits for has been running. */
static uint64_t running_ns(const struct wc_session *s, uint64_t now)
{
    const struct progress *p = &s->progress.now;
    return p->since && !strcmp(p->doing, "running") ? now - p->since : 0;
}

/* The fraction of the time since the last redraw in which the device was busy: from the driver, else the time of
 * launches. */
static void measure(struct dash *d, const struct device_smi *smi)
{
    uint64_t now = clock_ns(), launches, working, running = running_ns(d->s, now);
    launch_totals(d->s->launcher, &launches, &working);
    double wall = (double) (now - d->last + 1),
           worked = (double) (working + running) - (double) (d->working + d->running),
           part = smi && smi->load >= 0 ? smi->load / 100.0 : worked / wall;
    memmove(d->busy, d->busy + 1, (HISTORY - 1) * sizeof *d->busy);
    d->busy[HISTORY - 1] = part > 1 ? 1 : part < 0 ? 0 : part;
    d->count += d->count < HISTORY;
    d->rate = (double) (launches - d->launches) / wall * 1e9;
    d->last = now;
    d->launches = launches;
    d->working = working;
    d->running = running;
}

static int by_size(const void *a, const void *b)
{
    const struct smi_variable *v = a, *w = b;
    return v->bytes < w->bytes ? 1 : v->bytes > w->bytes ? -1 : strcmp(v->name, w->name);
}

static void put_history(struct buf *out, const struct dash *d)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    for (int i = HISTORY - d->count; i < HISTORY; i++)
        buf_puts(out, blocks[(int) (d->busy[i] * 7 + 0.5)]);
}

static void put_facts(struct buf *out, const struct dash *d, const struct device_smi *smi,
                      const char *state)
{
    struct device *dev = launcher_opened(d->s->launcher);
    if (dev) {
        print_device(out, device_props(dev)->id);
        buf_puts(out, ": ");
    }
    buf_printf(out, "%s%s%s\n", dev ? device_props(dev)->name : "no device opened yet",
               *state ? "  " : "", state);
    buf_printf(out, "busy      %3.0f %%  ", 100 * d->busy[HISTORY - 1]);
    put_history(out, d);
    buf_puts(out, "\nlaunches  ");
    print_count(out, d->launches);
    buf_puts(out, ", ");
    print_count(out, (uint64_t) (d->rate + 0.5));
    buf_puts(out, " a second, ");
    print_time(out, d->working);
    buf_puts(out, " on the device");
    for (size_t i = 0; (dev = launcher_open_device(d->s->launcher, i)); i++) {
        buf_puts(out, i ? ", " : "\nmemory    ");
        if (launcher_open_device(d->s->launcher, 1))
            buf_printf(out, "%s: ", device_props(dev)->id);
        print_bytes(out, device_memory_used(dev));
        buf_puts(out, " of ");
        print_bytes(out, device_props(dev)->total_memory);
    }
    if (smi && smi->temperature >= 0)
        buf_printf(out, "\nstate     %d °C, %.0f W of %.0f W, %d MHz", smi->temperature,
                   smi->power / 1000.0, smi->power_limit / 1000.0, smi->clock_sm);
    buf_putc(out, '\n');
}

static void put_variables(struct display *out, struct dash *d, struct buf *facts)
{
    static const struct table_column columns[] = {
        {"variable", false, false},
        {"type",     false, false},
        {"bytes",    true,  false},
        {"",         false, true }
    };
    struct arena a = {0};
    uint32_t count;
    struct smi_variable *all = magic_variables(d->s, &a, &count);
    const char *cells[VARIABLES * 4];
    if (count)
        qsort(all, count, sizeof *all, by_size);
    uint32_t shown = count < VARIABLES ? count : VARIABLES;
    for (uint32_t i = 0; i < shown; i++) {
        struct buf bytes = {0};
        print_bytes(&bytes, all[i].bytes);
        cells[4 * i] = all[i].name;
        cells[4 * i + 1] = all[i].type;
        cells[4 * i + 2] = arena_strndup(&a, bytes.p, bytes.n);
        cells[4 * i + 3] =
            arena_printf(&a, "%.4f", (double) all[i].bytes / (double) (all->bytes + 1));
        buf_free(&bytes);
    }
    struct table t = {NULL, columns, 4, shown, cells};
    display_panel(out, (struct str){facts->p, facts->n}, shown ? &t : NULL, &d->s->vm->style);
    free(all);
    arena_free(&a);
}

static void draw(struct dash *d, enum wc_output what, const char *state)
{
    struct device *dev = launcher_opened(d->s->launcher);
    struct device_smi smi, *known = dev && device_smi(dev, &smi) ? &smi : NULL;
    struct display out = {.id = d->id};
    struct buf facts = {0};
    measure(d, known);
    put_facts(&facts, d, known, state);
    put_variables(&out, d, &facts);
    session_display(d->s, &out, what);
    display_free(&out);
    buf_free(&facts);
}

/* ---- when ---- */

void dash_poll(struct wc_session *s, bool ended)
{
    struct dash *d = s->dash;
    uint64_t now = clock_ns();
    if (!d || !s->options.on.widget || s->silent || s->capture ||
        (!ended && now - d->last < EVERY_MS * 900000ull))
        return;
    bool over = now > d->until;
    draw(d, WC_UPDATE, over ? "(stopped; %dash starts it again)" : ended ? "" : "● running");
    if (over)
        dash_free(&s->dash);
}

MAGIC(dash)
{
    char *end, *text = arena_strndup(&s->diags->arena, args.p, args.n);
    long seconds = args.n ? strtol(text, &end, 10) : SECONDS;
    dash_free(&s->dash);
    if (str_eq(args, "off"))
        return true;
    if (args.n && (*end || seconds < 1 || seconds > SECONDS_MOST)) {
        diag_error(s->diags, DIAG_SYNTAX, at,
                   "%%dash takes a number of seconds from 1 to %d, or off", SECONDS_MOST);
        return false;
    }
    struct dash *d = xcalloc(1, sizeof *d);
    d->s = s;
    d->last = clock_ns();
    launch_totals(s->launcher, &d->launches, &d->working);
    d->until = d->last + (uint64_t) seconds * 1000000000u;
    snprintf(d->id, sizeof d->id, "warpcell-dash-%u", ++s->dashes);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->stopping, NULL);
    s->dash = d;
    draw(d, WC_DISPLAY,
         s->options.on.widget ? "" : "(a snapshot: a terminal has no live dashboard)");
    d->asking = s->options.on.widget && !pthread_create(&d->thread, NULL, ask, d);
    return true;
}
