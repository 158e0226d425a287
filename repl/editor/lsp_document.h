/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>

#include "editor/lsp_server.h"
#include "warpcell.h"

/* A text that is open in the editor. Its last version that has no error is defined in a session of its own, for completion and help.
 * Thread-safety: one thread. */
struct lsp_document {
    struct lsp_document *next;
    char *uri, *path; /* path: of a file: URI, else the URI */
    char *text;
    size_t size;
    json_int_t version;
    bool changed;               /* since it was checked */
    struct wc_session *session; /* never NULL */
};

struct lsp_document *lsp_document_new(const char *uri, const struct lsp_options *options);
void lsp_document_free(struct lsp_document **d);
void lsp_document_set(struct lsp_document *d, const char *text, json_int_t version);
struct wc_session *lsp_session_open(const struct lsp_options *options);

/* Places in the text: {"line": 0, "character": 3}, and bytes. A place behind the end of a line is its end. */
size_t lsp_offset(const struct lsp_document *d, const json_t *position);
json_t *lsp_position(const struct lsp_document *d, size_t offset);
json_t *lsp_place(struct wc_place at);
json_t *lsp_range(struct wc_place start, struct wc_place end);
/* The URI of a file, from malloc. */
char *lsp_uri(const char *path);
