/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table of the displays and comms that were updated, and a list of those that have an update waiting, in the
 * order in which they became due. Next: iopub.c. */
#include "iopub/updates.h"

#include <stdlib.h>
#include <string.h>

#include "wire/must.h"

struct update_entry {
    struct update_entry *next_in_bucket;
    struct update_entry *next, **at; /* in the list of waiting ones; at: NULL when not in it */
    uint64_t due;                    /* ms: the next update may go */
    struct update waiting;           /* content NULL: none */
    char key[];
};

enum { BUCKETS = 1024 };

struct updates {
    struct update_entry *bucket[BUCKETS];
    struct update_entry *first, **last;
};

struct updates *updates_new(void)
{
    struct updates *u = must(calloc(1, sizeof *u));
    u->last = &u->first;
    return u;
}

void update_free(struct update *up)
{
    json_decref(up->content);
    free(up->parent);
    *up = (struct update){0};
}

void updates_free(struct updates **at)
{
    struct updates *u = *at;
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct update_entry *e = u->bucket[i], *next; e; e = next) {
            next = e->next_in_bucket;
            update_free(&e->waiting);
            free(e);
        }
    }
    free(u);
    *at = NULL;
}

static struct update_entry **bucket_of(struct updates *u, const char *key)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (const char *p = key; *p; p++)
        h = (h ^ (unsigned char) *p) * 16777619u;
    return &u->bucket[h % BUCKETS];
}

static struct update_entry *find(struct updates *u, const char *key)
{
    struct update_entry *e = *bucket_of(u, key);
    while (e && strcmp(e->key, key))
        e = e->next_in_bucket;
    return e;
}

static struct update_entry *find_or_add(struct updates *u, const char *key)
{
    struct update_entry *e = find(u, key), **bucket = bucket_of(u, key);
    if (e)
        return e;
    e = must(calloc(1, sizeof *e + strlen(key) + 1));
    strcpy(e->key, key);
    e->next_in_bucket = *bucket;
    *bucket = e;
    return e;
}

static void enlist(struct updates *u, struct update_entry *e)
{
    e->at = u->last;
    *u->last = e;
    u->last = &e->next;
}

static void unlist(struct updates *u, struct update_entry *e)
{
    *e->at = e->next;
    if (e->next)
        e->next->at = e->at;
    else
        u->last = e->at;
    e->next = NULL;
    e->at = NULL;
}

/* State updates are partial: keys that the later one lacks keep the earlier one's values. */
static void merge(struct update *earlier, json_t *content)
{
    json_t *before = json_object_get(json_object_get(earlier->content, "data"), "state");
    json_t *data = json_object_get(content, "data"), *state = json_object_get(data, "state");
    if (strcmp(earlier->type, "comm_msg") == 0 && before && state) {
        json_t *both = json_copy(before);
        json_object_update(both, state);
        json_object_set_new(data, "state", both);
    }
    json_decref(earlier->content);
    earlier->content = content;
}

bool updates_put(struct updates *u, const char *key, const char *type, struct bytes parent,
                 json_t *content, uint64_t now)
{
    struct update_entry *e = find_or_add(u, key);
    if (e->waiting.content) {
        merge(&e->waiting, content);
    } else if (now >= e->due) {
        e->due = now + UPDATE_MS;
        return true;
    } else {
        e->waiting = (struct update){type, NULL, 0, content};
        enlist(u, e);
    }
    struct update *w = &e->waiting;
    if (w->parent_size != parent.n || memcmp(w->parent, parent.p, parent.n)) {
        w->parent = must(realloc(w->parent, parent.n + 1));
        memcpy(w->parent, parent.p, parent.n);
        w->parent_size = parent.n;
    }
    return false;
}

static void take(struct updates *u, struct update_entry *e, uint64_t now, struct update *out)
{
    *out = e->waiting;
    e->waiting = (struct update){0};
    e->due = now + UPDATE_MS;
    unlist(u, e);
}

bool updates_take(struct updates *u, const char *key, uint64_t now, struct update *out)
{
    struct update_entry *e = find(u, key);
    if (!e || !e->waiting.content)
        return false;
    take(u, e, now, out);
    return true;
}

void updates_replaced(struct updates *u, const char *key, uint64_t now)
{
    struct update gone;
    if (updates_take(u, key, now, &gone))
        update_free(&gone);
    find_or_add(u, key)->due = now + UPDATE_MS;
}

static bool is_of(const struct update_entry *e, const struct bytes *parent)
{
    return !parent || (e->waiting.parent_size == parent->n &&
                       memcmp(e->waiting.parent, parent->p, parent->n) == 0);
}

bool updates_take_due(struct updates *u, const struct bytes *parent, uint64_t now,
                      struct update *out)
{
    for (struct update_entry *e = u->first; e; e = e->next) {
        if (e->due > now || !is_of(e, parent))
            continue;
        take(u, e, now, out);
        return true;
    }
    return false;
}

int updates_wait(const struct updates *u, uint64_t now)
{
    int wait = -1;
    for (const struct update_entry *e = u->first; e; e = e->next) {
        int left = e->due > now ? (int) (e->due - now) : 0;
        if (wait < 0 || left < wait)
            wait = left;
    }
    return wait;
}
