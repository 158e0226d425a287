/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of the cell being typed, while no key comes. A kernel may take a while to compile, so a thread looks for keys and interrupts the
 * session. Next: screen.c, which draws them. */
#include "edit.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "editor/utf16.h"

bool edit_is_diagnosed(const struct edit *e)
{
    return e->checked.n && e->checked.n == e->text.n && !memcmp(e->checked.p, e->text.p, e->text.n);
}

/* What is not CUDA C has no errors, and a cell that goes on is not wrong yet. */
bool edit_may_diagnose(const struct edit *e)
{
    char indent[64];
    return e->repl->colour_out && e->text.n && !text_blank(e->text.p, e->text.n) &&
           !strchr("%!?", e->text.p[strspn(e->text.p, " \t\n")]) && !edit_is_diagnosed(e) &&
           wc_is_complete(e->repl->session, e->text.p, e->text.n, indent) == WC_COMPLETE;
}

struct cell_diagnosis {
    struct edit *edit;
    bool interrupted;
};

static void mark(void *user, const struct wc_diagnostic *d)
{
    struct cell_diagnosis *all = user;
    struct edit *e = all->edit;
    const struct text *t = &e->checked;
    size_t from = utf16_offset(t->p, t->n, d->start.line, d->start.character),
           to = utf16_offset(t->p, t->n, d->end.line, d->end.character);
    all->interrupted |= !strcmp(d->kind, "interrupted");
    if (all->interrupted)
        return;
    if (!*e->note)
        snprintf(e->note, sizeof e->note, "%s: %.*s", d->warning ? "warning" : d->kind,
                 (int) strcspn(d->message, "\n"), d->message);
    for (size_t i = from; i < to || (i == from && i < t->n); i++)
        e->wrong[i] = true;
}

struct key_watch {
    struct repl *repl;
    int ended; /* eventfd: the check has ended */
};

static void *watch_keys(void *user)
{
    struct key_watch *w = user;
    struct pollfd on[] = {
        {.fd = STDIN_FILENO,     .events = POLLIN},
        {.fd = w->repl->wake[0], .events = POLLIN},
        {.fd = w->ended,         .events = POLLIN}
    };
    while (poll(on, 3, -1) < 0 && errno == EINTR)
        continue;
    if (!on[2].revents)
        wc_interrupt(w->repl->session);
    return NULL;
}

void edit_diagnose(struct edit *e)
{
    struct cell_diagnosis all = {.edit = e};
    struct key_watch watch = {e->repl, eventfd(0, EFD_CLOEXEC)};
    struct wc_cell cell = {.name = "this cell", .size = e->text.n};
    uint64_t one = 1;
    pthread_t thread;
    if (watch.ended < 0)
        return;
    free(e->wrong);
    e->wrong = calloc(e->text.n + 1, sizeof *e->wrong);
    *e->note = '\0';
    text_set(&e->checked, e->text.p, e->text.n);
    cell.code = e->checked.p;
    if (e->wrong && !pthread_create(&thread, NULL, watch_keys, &watch)) {
        wc_diagnose(e->repl->session, &cell, false, mark, &all);
        (void) !write(watch.ended, &one, sizeof one);
        pthread_join(thread, NULL);
    }
    close(watch.ended);
    if (all.interrupted) /* it is looked at again after the key */
        text_set(&e->checked, "", 0);
}
