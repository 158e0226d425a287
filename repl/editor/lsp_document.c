/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of the editor, and places in them. Next: lsp_server.c. */
#include "editor/lsp_document.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "editor/utf16.h"

/* What the session says while it is set up is not for the editor. */
static void no_stream(void *user, int fd, const char *text, size_t n)
{
    (void) user;
    (void) fd;
    (void) text;
    (void) n;
}

static void no_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    (void) user;
    (void) what;
    (void) b;
}

static void no_error(void *user, const struct wc_error *e)
{
    (void) user;
    fputs(e->plain, stderr);
}

static void no_clear(void *user, bool wait)
{
    (void) user;
    (void) wait;
}

struct wc_session *lsp_session_open(const struct lsp_options *o)
{
    struct wc_options options = {
        .on = {.stream = no_stream, .output = no_output, .error = no_error, .clear = no_clear},
        .device = o->device ? o->device : "cpu",
        .nvrtc = o->nvrtc
    };
    struct wc_session *s = wc_open(&options);
    for (int i = 0; i < o->setup_count; i++) {
        struct wc_cell line = {.name = "option", .code = o->setup[i], .size = strlen(o->setup[i])};
        wc_run(s, &line);
    }
    return s;
}

static int digit(char c)
{
    return isdigit((unsigned char) c) ? c - '0' : (tolower((unsigned char) c) - 'a' + 10);
}

/* "file:///a%20b" is "/a b". From malloc. */
static char *path_of(const char *uri)
{
    static const char scheme[] = "file://";
    const char *from = strncmp(uri, scheme, sizeof scheme - 1) ? uri : uri + sizeof scheme - 1;
    char *path = malloc(strlen(from) + 1), *to = path;
    for (; *from; from++) {
        bool escaped = from != uri && *from == '%' && isxdigit((unsigned char) from[1]) &&
                       isxdigit((unsigned char) from[2]);
        *to++ = (char) (escaped ? 16 * digit(from[1]) + digit(from[2]) : *from);
        from += escaped ? 2 : 0;
    }
    *to = '\0';
    return path;
}

char *lsp_uri(const char *path)
{
    static const char hex[] = "0123456789ABCDEF";
    char *uri = malloc(3 * strlen(path) + 8), *to = uri;
    to = stpcpy(to, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char) *path;
        if (isalnum(c) || strchr("/-._~", c)) {
            *to++ = (char) c;
            continue;
        }
        *to++ = '%';
        *to++ = hex[c >> 4];
        *to++ = hex[c & 15];
    }
    *to = '\0';
    return uri;
}

struct lsp_document *lsp_document_new(const char *uri, const struct lsp_options *options)
{
    struct lsp_document *d = calloc(1, sizeof *d);
    d->uri = strdup(uri);
    d->path = path_of(uri);
    d->text = strdup("");
    d->session = lsp_session_open(options);
    return d;
}

void lsp_document_free(struct lsp_document **at)
{
    struct lsp_document *d = *at;
    *at = NULL;
    wc_close(d->session);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

void lsp_document_set(struct lsp_document *d, const char *text, json_int_t version)
{
    free(d->text);
    d->text = strdup(text);
    d->size = strlen(text);
    d->version = version;
    d->changed = true;
}

/* ---- places ---- */

static unsigned long long from_zero(const json_t *position, const char *name)
{
    json_int_t n = json_integer_value(json_object_get(position, name));
    return n > 0 ? (unsigned long long) n : 0;
}

size_t lsp_offset(const struct lsp_document *d, const json_t *position)
{
    return utf16_offset(d->text, d->size, from_zero(position, "line"),
                        from_zero(position, "character"));
}

json_t *lsp_place(struct wc_place at)
{
    return json_pack("{si si}", "line", (int) at.line, "character", (int) at.character);
}

json_t *lsp_position(const struct lsp_document *d, size_t offset)
{
    struct wc_place at = {0};
    for (size_t i = 0; i < offset && i < d->size; i++)
        if (d->text[i] == '\n')
            at = (struct wc_place){at.line + 1, 0};
        else
            at.character += utf16_units((unsigned char) d->text[i]);
    return lsp_place(at);
}

json_t *lsp_range(struct wc_place start, struct wc_place end)
{
    return json_pack("{so so}", "start", lsp_place(start), "end", lsp_place(end));
}
