/* SPDX-License-Identifier: Apache-2.0 */
/* history_request: the last n cells, a range of them, or those that match a glob (S-6). There is one session, 1;
 * a range may also name it 0, "the current one". */
#include "core/history.h"

#include <fnmatch.h>
#include <string.h>

#include "wire/json.h"
#include "wire/must.h"

struct history_entry {
    int line;
    json_t *input, *output;
};

struct history {
    struct history_entry *at;
    size_t n, cap;
};

struct history *history_new(void)
{
    return must(calloc(1, sizeof(struct history)));
}

void history_free(struct history **h)
{
    for (size_t i = 0; *h && i < (*h)->n; i++) {
        json_decref((*h)->at[i].input);
        json_decref((*h)->at[i].output);
    }
    if (*h)
        free((*h)->at);
    free(*h);
    *h = NULL;
}

void history_add(struct history *h, int line, json_t *input, json_t *output)
{
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 64;
        h->at = must(realloc(h->at, h->cap * sizeof *h->at));
    }
    h->at[h->n++] = (struct history_entry){line, input, output ? output : json_null()};
}

static bool same_input(const struct history_entry *a, const struct history_entry *b)
{
    return json_equal(a->input, b->input);
}

/* Whether a later entry that is wanted too has the same input. */
static bool comes_again(const struct history *h, const bool *wanted, size_t i)
{
    for (size_t k = i + 1; k < h->n; k++)
        if (wanted[k] && same_input(&h->at[i], &h->at[k]))
            return true;
    return false;
}

static void mark_range(const struct history *h, const json_t *q, bool *wanted)
{
    long session = json_get_int(q, "session", 0);
    long start = json_get_int(q, "start", 0), stop = json_get_int(q, "stop", -1);
    for (size_t i = 0; i < h->n && session >= 0 && session <= 1; i++)
        wanted[i] = h->at[i].line >= start && (stop < 0 || h->at[i].line < stop);
}

static void mark_search(const struct history *h, const json_t *q, bool *wanted)
{
    const char *pattern = json_get_text(q, "pattern", "*");
    for (size_t i = 0; i < h->n; i++)
        wanted[i] = fnmatch(pattern, json_string_value(h->at[i].input), 0) == 0;
    for (size_t i = 0; i < h->n && json_get_bool(q, "unique", false); i++)
        wanted[i] = wanted[i] && !comes_again(h, wanted, i);
}

static void keep_last(const struct history *h, long n, bool *wanted)
{
    for (size_t i = h->n; i-- > 0;)
        if (wanted[i] && n-- <= 0)
            wanted[i] = false;
}

json_t *history_answer(const struct history *h, const json_t *q)
{
    const char *access = json_get_text(q, "hist_access_type", "tail");
    bool with_output = json_get_bool(q, "output", false);
    bool *wanted = must(calloc(h->n + 1, sizeof *wanted));
    if (strcmp(access, "range") == 0) {
        mark_range(h, q, wanted);
    } else if (strcmp(access, "search") == 0) {
        mark_search(h, q, wanted);
    } else if (strcmp(access, "tail") == 0) {
        memset(wanted, true, h->n);
    }
    if (strcmp(access, "range") && json_is_integer(json_object_get(q, "n")))
        keep_last(h, json_get_int(q, "n", 0), wanted);
    json_t *list = json_array();
    for (size_t i = 0; i < h->n; i++) {
        const struct history_entry *e = &h->at[i];
        if (wanted[i])
            json_array_append_new(list, with_output
                                            ? json_pack("[ii[OO]]", 1, e->line, e->input, e->output)
                                            : json_pack("[iiO]", 1, e->line, e->input));
    }
    free(wanted);
    return list;
}
