/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of an editor on a stream. Next: dap_server.c, lsp_server.c. */
#include "editor/base_protocol.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER_MOST = 1024 };

static const uint64_t MESSAGE_MOST = UINT64_C(64) << 20; /* bytes */
static const char length_name[] = "Content-Length:";

/* A header line without its end. false: it is too long, or the input ends in it. */
static bool read_line(FILE *in, char line[HEADER_MOST], bool *out_end)
{
    size_t n = 0;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (n + 1 == HEADER_MOST)
            return false;
        line[n++] = (char) c;
    }
    *out_end = c == EOF && !n;
    n -= n && line[n - 1] == '\r';
    line[n] = '\0';
    return c != EOF;
}

static bool read_length(const char *digits, uint64_t *out)
{
    char *end;
    digits += strspn(digits, " ");
    *out = strtoull(digits, &end, 10);
    return end != digits && !*end && *digits != '-' && *out <= MESSAGE_MOST;
}

enum received message_read(FILE *in, char **out_text, size_t *out_size, const char **out_why)
{
    char line[HEADER_MOST];
    uint64_t length = 0;
    bool known = false, end = false;
    for (bool first = true; read_line(in, line, &end) && *line; first = false) {
        bool is_length = !strncasecmp(line, length_name, sizeof length_name - 1);
        if (is_length && !read_length(line + sizeof length_name - 1, &length)) {
            *out_why = "Content-Length is no number of bytes up to 64 MiB";
            return RECEIVED_BAD;
        }
        known |= is_length;
        if (first && !strchr(line, ':'))
            break;
    }
    if (end && !known)
        return RECEIVED_END;
    if (!known || *line) {
        *out_why = "a message begins with 'Content-Length: N', and an empty line";
        return RECEIVED_BAD;
    }
    char *text = malloc(length + 1);
    if (!text || fread(text, 1, length, in) != length) {
        free(text);
        *out_why = "the input ends inside of a message";
        return RECEIVED_BAD;
    }
    text[length] = '\0';
    *out_text = text;
    *out_size = length;
    return RECEIVED;
}

bool message_write(FILE *out, const char *text, size_t n)
{
    fprintf(out, "Content-Length: %zu\r\n\r\n", n);
    fwrite(text, 1, n, out);
    return !fflush(out) && !ferror(out);
}
