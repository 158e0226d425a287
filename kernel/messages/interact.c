/* SPDX-License-Identifier: Apache-2.0 */
/* Where an interactive cell's outputs go: slot after slot, each a display that later runs update. Text that is printed between
 * two displays is one slot, which grows. Next: session_widget.c of the runtime, which runs the cells. */
#include "messages/interact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages/comm.h"
#include "messages/messages.h"
#include "wire/json.h"
#include "wire/must.h"

enum {
    TEXT_MOST = 64 << 10, /* bytes of one text; it is sent whole whenever it grows */
    MOST_SLOTS = 1000,
    MOST_WIDGETS = 32,
};

struct interact {
    struct interact *next;
    unsigned number;
    unsigned slots, at;      /* on the page; filled by this run */
    char *alias[MOST_SLOTS]; /* the id that the program's own updates of a slot use, or NULL */
    unsigned widget[MOST_WIDGETS]; /* numbers of the session's */
    size_t widgets;
    char *text; /* of the slot that is growing */
    size_t size;
    bool text_is_new, cut;
};

void interacts_free(struct interact **at)
{
    for (struct interact *in; (in = *at);) {
        *at = in->next;
        for (unsigned i = 0; i < MOST_SLOTS; i++)
            free(in->alias[i]);
        free(in->text);
        free(in);
    }
}

struct interact *interact_begin(struct jupyter_kernel *k, unsigned n)
{
    struct interact *in = kernel_handlers(k)->interacts;
    while (in && in->number != n)
        in = in->next;
    if (!in) {
        in = must(calloc(1, sizeof *in));
        in->number = n;
        in->text = must(malloc(TEXT_MOST));
        in->next = kernel_handlers(k)->interacts;
        kernel_handlers(k)->interacts = in;
    }
    in->at = 0;
    return in;
}

/* Takes content. */
static void fill(struct jupyter_kernel *k, struct interact *in, unsigned slot, json_t *content)
{
    char id[64];
    snprintf(id, sizeof id, "%s-cell%u-%u", kernel_session_id(k), in->number, slot);
    json_object_set_new(content, "transient", json_pack("{ss}", "display_id", id));
    if (slot < in->slots) {
        iopub_update(kernel_iopub(k), id, "update_display_data", request_header(kernel_current(k)),
                     content);
        return;
    }
    in->slots = slot + 1;
    iopub_publish(kernel_iopub(k), "display_data", request_header(kernel_current(k)), content);
}

static json_t *plain(const char *text, size_t n)
{
    return json_pack("{s{so} s{}}", "data", "text/plain", json_text(text, n), "metadata");
}

static void show_text(struct jupyter_kernel *k, struct interact *in)
{
    if (in->text_is_new)
        fill(k, in, in->at, plain(in->text, in->size));
    in->text_is_new = false;
}

/* The slot that is growing is full: further text is another output. */
static void end_text(struct jupyter_kernel *k, struct interact *in)
{
    show_text(k, in);
    in->at += in->size > 0;
    in->size = 0;
    in->cut = false;
}

void interact_text(struct jupyter_kernel *k, struct interact *in, const char *text, size_t n)
{
    static const char more[] = "[...]\n";
    if (in->at >= MOST_SLOTS || in->cut)
        return;
    size_t room = TEXT_MOST - sizeof more - in->size;
    in->cut = n > room;
    if (in->cut)
        while (room && (text[room] & 0xC0) == 0x80) /* between characters */
            room--;
    size_t take = in->cut ? room : n;
    memcpy(in->text + in->size, text, take);
    in->size += take;
    if (in->cut) {
        memcpy(in->text + in->size, more, sizeof more - 1);
        in->size += sizeof more - 1;
    }
    in->text_is_new = true;
}

void interact_attend(struct jupyter_kernel *k, struct interact *in)
{
    show_text(k, in);
}

static unsigned slot_of(const struct interact *in, const char *alias)
{
    unsigned i = 0;
    while (i < in->slots && !(in->alias[i] && strcmp(in->alias[i], alias) == 0))
        i++;
    return i;
}

void interact_show(struct jupyter_kernel *k, struct interact *in, json_t *content, bool update)
{
    const char *alias = json_get_text(json_object_get(content, "transient"), "display_id", "");
    unsigned slot = update ? slot_of(in, alias) : in->slots;
    if (!update || slot == in->slots) {
        end_text(k, in);
        slot = in->at++;
    }
    if (slot >= MOST_SLOTS) {
        json_decref(content);
        return;
    }
    char *own = *alias ? must(strdup(alias)) : NULL;
    free(in->alias[slot]);
    in->alias[slot] = own;
    fill(k, in, slot, content);
}

void interact_clear(struct interact *in)
{
    in->at = 0;
    in->size = 0;
    in->cut = in->text_is_new = false;
}

void interact_widget(struct interact *in, unsigned number)
{
    for (size_t i = 0; i < in->widgets; i++)
        if (in->widget[i] == number)
            return;
    if (in->widgets < MOST_WIDGETS)
        in->widget[in->widgets++] = number;
}

/* "radius = 8, mode = edges" */
static json_t *values(struct jupyter_kernel *k, const struct interact *in)
{
    json_t *all = json_string("");
    for (size_t i = 0; i < in->widgets; i++) {
        const struct comm *c = comm_find(k, COMM_WIDGET, in->widget[i]);
        char *value = c ? comm_value(c) : NULL;
        if (!value)
            continue;
        const char *before = json_string_value(all);
        json_t *longer = json_sprintf("%s%s%s = %s", before, *before ? ", " : "",
                                      json_get_text(c->state, "description", ""), value);
        json_decref(all);
        free(value);
        all = longer;
    }
    return all;
}

void interact_end(struct jupyter_kernel *k, struct interact *in)
{
    end_text(k, in);
    json_t *line = values(k, in);
    if (json_string_length(line) && in->at < MOST_SLOTS)
        fill(k, in, in->at++, plain(json_string_value(line), json_string_length(line)));
    json_decref(line);
    for (unsigned i = in->at; i < in->slots; i++) /* an earlier run had more */
        fill(k, in, i, plain("", 0));
}
