/* SPDX-License-Identifier: Apache-2.0 */
/* Subshells (JEP 91; C-8): further lines of requests. The session runs one cell at a time whoever sends it, so cells of
 * different subshells take turns; but queries and widget messages of one subshell are answered while a cell of another
 * runs (kernel_attend). The control thread makes and deletes them, the shell thread uses them. */
#include <string.h>

#include "core/history.h"
#include "core/kernel.h"
#include "wire/json.h"
#include "wire/must.h"

void subshells_open(struct jupyter_kernel *k)
{
    pthread_mutex_init(&k->subshell_lock, NULL);
    k->main_shell.history = history_new();
}

static struct subshell *find(struct jupyter_kernel *k, const char *id) /* locked */
{
    for (struct subshell *s = k->main_shell.next; s; s = s->next)
        if (!s->deleted && strcmp(s->id, id) == 0)
            return s;
    return NULL;
}

struct subshell *subshell_of(struct jupyter_kernel *k, const json_t *header)
{
    const char *id = json_get_text(header, "subshell_id", NULL);
    if (!id)
        return &k->main_shell;
    pthread_mutex_lock(&k->subshell_lock);
    struct subshell *s = find(k, id);
    pthread_mutex_unlock(&k->subshell_lock);
    return s;
}

static void drop_all(struct jupyter_kernel *k, bool only_deleted)
{
    pthread_mutex_lock(&k->subshell_lock);
    for (struct subshell **at = &k->main_shell.next; *at;) {
        struct subshell *s = *at;
        if (only_deleted && !s->deleted) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        history_free(&s->history);
        free(s);
    }
    pthread_mutex_unlock(&k->subshell_lock);
}

void subshells_reap(struct jupyter_kernel *k)
{
    drop_all(k, true);
}

void subshells_close(struct jupyter_kernel *k)
{
    drop_all(k, false);
    history_free(&k->main_shell.history);
    pthread_mutex_destroy(&k->subshell_lock);
}

/* ---- for the handlers of the control thread ---- */

json_t *subshell_create(struct jupyter_kernel *k)
{
    struct subshell *s = must(calloc(1, sizeof *s));
    wire_new_uuid(s->id);
    s->history = history_new();
    json_t *id = json_string(s->id);
    pthread_mutex_lock(&k->subshell_lock);
    s->next = k->main_shell.next;
    k->main_shell.next = s;
    pthread_mutex_unlock(&k->subshell_lock);
    return id;
}

/* Its queued requests are still handled; then the shell thread frees it. */
bool subshell_delete(struct jupyter_kernel *k, const char *id)
{
    pthread_mutex_lock(&k->subshell_lock);
    struct subshell *s = find(k, id);
    if (s)
        s->deleted = true;
    pthread_mutex_unlock(&k->subshell_lock);
    return s != NULL;
}

json_t *subshell_ids(struct jupyter_kernel *k)
{
    json_t *ids = json_array();
    pthread_mutex_lock(&k->subshell_lock);
    for (struct subshell *s = k->main_shell.next; s; s = s->next)
        if (!s->deleted)
            json_array_append_new(ids, json_string(s->id));
    pthread_mutex_unlock(&k->subshell_lock);
    return ids;
}
