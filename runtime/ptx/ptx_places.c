/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrites .loc and .file (PTX ISA 11.5). NVRTC writes the .file table after the code that refers to it, so the text is read twice. It needs the
 * lexer only. Next: compile/places.c, its user. */
#include "ptx/ptx_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "ptx/ptx_lex.h"

struct numbered_file {
    uint64_t number;
    char *name;
};

struct file_table {
    struct numbered_file *at;
    size_t n, cap;
};

struct place_map {
    struct file_table was, now;
    void (*map)(void *user, struct ptx_place *place);
    void *user;
    struct buf *out;
    const char *from; /* the start of the text not yet copied */
};

static void file_table_free(struct file_table *t)
{
    VEC_EACH (file, t)
        free(file->name);
    VEC_FREE(t);
}

static bool is_directive(const struct ptx_token *t, const char *name)
{
    return t->kind == PTX_T_NAME && str_eq(t->text, name);
}

/* Reads `.file number "name"`, whose first token has been read. */
static bool read_file(struct ptx_lexer *x, struct file_table *files)
{
    struct ptx_token number = ptx_lex(x), name = ptx_lex(x);
    if (number.kind != PTX_T_INT || name.kind != PTX_T_STRING)
        return false;
    VEC_PUSH(files, ((struct numbered_file){number.bits, xstrndup(name.text.p, name.text.n)}));
    return true;
}

static bool read_table(struct str ptx, struct file_table *files)
{
    struct ptx_lexer x = {ptx.p, ptx.p + ptx.n, 1};
    for (struct ptx_token t; (t = ptx_lex(&x)).kind != PTX_T_END;)
        if (is_directive(&t, ".file") && !read_file(&x, files))
            return false;
    return true;
}

static uint64_t number_of(struct file_table *files, const char *name)
{
    VEC_EACH (file, files)
        if (!strcmp(file->name, name))
            return file->number;
    uint64_t number = files->n + 1;
    VEC_PUSH(files, ((struct numbered_file){number, xstrdup(name)}));
    return number;
}

static void copy_up_to(struct place_map *m, const char *to)
{
    buf_put(m->out, m->from, (size_t) (to - m->from));
    m->from = to;
}

/* Replaces the `file line` that follows .loc or inlined_at. */
static bool map_place(struct place_map *m, struct ptx_lexer *x)
{
    struct ptx_token file = ptx_lex(x), line = ptx_lex(x);
    if (file.kind != PTX_T_INT || line.kind != PTX_T_INT)
        return false;
    struct ptx_place place = {.line = (uint32_t) line.bits};
    VEC_EACH (known, &m->was)
        if (known->number == file.bits)
            place.file = known->name;
    if (!place.file)
        return false;
    m->map(m->user, &place);
    copy_up_to(m, file.text.p);
    buf_printf(m->out, "%llu %u", (unsigned long long) number_of(&m->now, place.file), place.line);
    m->from = line.text.p + line.text.n;
    return true;
}

static bool skip_file(struct place_map *m, struct ptx_lexer *x, const struct ptx_token *directive)
{
    struct ptx_token number = ptx_lex(x), name = ptx_lex(x);
    copy_up_to(m, directive->text.p);
    m->from = name.text.p + name.text.n + 1; /* its closing quote */
    return number.kind == PTX_T_INT && name.kind == PTX_T_STRING;
}

static bool rewrite(struct place_map *m, struct str ptx)
{
    struct ptx_lexer x = {ptx.p, ptx.p + ptx.n, 1};
    bool ok = true;
    m->from = ptx.p;
    for (struct ptx_token t; ok && (t = ptx_lex(&x)).kind != PTX_T_END;) {
        if (is_directive(&t, ".file"))
            ok = skip_file(m, &x, &t);
        else if (is_directive(&t, ".loc") || is_directive(&t, "inlined_at"))
            ok = map_place(m, &x);
    }
    copy_up_to(m, ptx.p + ptx.n);
    buf_putc(m->out, '\n');
    VEC_EACH (file, &m->now)
        buf_printf(m->out, "\t.file\t%llu \"%s\"\n", (unsigned long long) file->number, file->name);
    return ok;
}

bool ptx_map_places(struct str ptx, void (*map)(void *user, struct ptx_place *place), void *user,
                    struct buf *out)
{
    struct place_map m = {.map = map, .user = user, .out = out};
    bool ok = read_table(ptx, &m.was) && rewrite(&m, ptx);
    file_table_free(&m.was);
    file_table_free(&m.now);
    return ok;
}
