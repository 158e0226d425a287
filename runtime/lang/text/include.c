/* SPDX-License-Identifier: Apache-2.0 */
/* #include: headers that Warpcell provides (headers.def), and the user's own files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "lang/text/preprocess_impl.h"

enum header_side {
    SIDE_NONE,
    SIDE_HOST,
    SIDE_DEVICE,
    SIDE_TEXT,
    SIDE_BOTH,
    SIDE_LIBRARY,
    SIDE_LATER
};

static const struct {
    const char *name;
    enum header_side side;
} headers[] = {

#define HEADER(name, side) {name, SIDE_##side},
#include "lang/text/headers.def"
#undef HEADER
};

enum { HEADER_COUNT = sizeof headers / sizeof *headers };

/* Samples include some helpers by several paths: common/inc/helper_cuda.h. */
static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* The text for <cuda/launch> is cuda_launch.h. */
static const char *path_text(struct preprocessor *pp, const char *name)
{
    return strncmp(name, "cuda/", 5) ? base_name(name)
                                     : arena_printf(pp->in.arena, "cuda_%s.h", name + 5);
}

/* The text that replaces all the headers of such a folder: "cub.h" for cub/device/device_scan.cuh. NULL: none. */
static const char *folder_text(struct preprocessor *pp, const char *name)
{
    for (size_t i = 0; i < HEADER_COUNT; i++) {
        size_t n = strlen(headers[i].name);
        if ((headers[i].side == SIDE_TEXT || headers[i].side == SIDE_BOTH) &&
            headers[i].name[n - 1] == '/' && !strncmp(name, headers[i].name, n))
            return arena_printf(pp->in.arena, "%.*s.h", (int) strcspn(name, "/"), name);
    }
    return NULL;
}

static enum header_side side_of(const char *name)
{
    for (size_t i = 0; i < HEADER_COUNT; i++) {
        size_t n = strlen(headers[i].name);
        bool folder = headers[i].name[n - 1] == '/';
        bool anywhere = headers[i].side == SIDE_TEXT && !strchr(headers[i].name, '/');
        const char *wanted = anywhere ? base_name(name) : name;
        if (folder ? !strncmp(name, headers[i].name, n) : !strcmp(wanted, headers[i].name))
            return headers[i].side;
    }
    return SIDE_NONE;
}

static bool is_file(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Where projects keep the headers that their makefiles name with -I: in such a folder beside the program or above it. */
static bool find_above(const struct source *from, const char *name, struct buf *path)
{
    static const char *const folders[] = {"",        "include/",    "inc/",   "common/",
                                          "Common/", "common/inc/", "utils/", "src/"};

    enum { LEVELS = 5 };

    const char *slash = strrchr(from->name, '/');
    struct buf folder = {0};
    buf_put(&folder, from->name, slash ? (size_t) (slash - from->name) + 1 : 0);
    bool found = false;
    for (int level = 0; level < LEVELS && !found; level++) {
        for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
            path->n = 0;
            buf_put(path, folder.p ? folder.p : "", folder.n);
            buf_printf(path, "%s%s", folders[i], name);
            found = is_file(path->p);
        }
        buf_puts(&folder, "../");
    }
    buf_free(&folder);
    return found;
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* The first file of that name in the folders of -I. behind: not before the folder behind the one of this file; or NULL. */
static bool find_in_folders(const struct preprocess_input *in, const char *behind, const char *name,
                            struct buf *path)
{
    size_t first = 0, found = in->folder_count;
    for (size_t i = in->folder_count; i-- > first && name[0] != '/';) {
        path->n = 0;
        buf_printf(path, "%s/%s", in->folders[i], name);
        if (behind && is_same_file(path->p, behind))
            first = i + 1;
        else if (is_file(path->p))
            found = i;
    }
    path->n = 0;
    if (found < in->folder_count)
        buf_printf(path, "%s/%s", in->folders[found], name);
    return found < in->folder_count;
}

/* Beside the including file, or in the working directory. */
static bool find_beside(const struct source *from, const char *name, struct buf *path)
{
    const char *slash = strrchr(from->name, '/');
    if (name[0] != '/' && slash) {
        buf_put(path, from->name, (size_t) (slash - from->name) + 1);
        buf_puts(path, name);
        if (is_file(path->p))
            return true;
    }
    path->n = 0;
    buf_puts(path, name);
    return is_file(path->p);
}

/* The path without "./" and "folder/..". */
static char *shortened(const char *path)
{
    struct buf out = {0};
    for (const char *p = path; *p;) {
        size_t n = strcspn(p, "/"), cut = out.n > 1 ? out.n - 1 : 0; /* out: "/" or ends with one */
        while (cut && out.p[cut - 1] != '/')
            cut--;
        bool goes_up =
            n == 2 && !strncmp(p, "..", 2) && out.n > 1 && strncmp(out.p + cut, "../", 3);
        if (goes_up)
            out.n = cut;
        else if (n != 1 || *p != '.' || !p[n])
            buf_put(&out, p, n + (p[n] == '/'));
        p += n + strspn(p + n, "/");
    }
    return buf_take(&out);
}

/* The shortest name of the file, which its source has. Takes the path. */
static char *only_name(char *path)
{
    char *shorter = shortened(path);
    bool same = is_same_file(path, shorter); /* a folder may be a symbolic link */
    free(same ? path : shorter);
    return same ? shorter : path;
}

/* The file's path, on the heap, or NULL. */
static char *find_file(const struct preprocess_input *in, const struct source *from,
                       const char *name, enum include_form form)
{
    struct buf path = {0};
    bool next = form == INCLUDE_NEXT, above = from->kind == SOURCE_FILE && name[0] != '/' && !next;
    if ((form == INCLUDE_QUOTED && find_beside(from, name, &path)) ||
        find_in_folders(in, next ? from->name : NULL, name, &path) ||
        (above && find_above(from, name, &path)))
        return only_name(buf_take(&path));
    buf_free(&path);
    return NULL;
}

static bool read_whole(const char *path, struct buf *out)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    char piece[1 << 14];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, f)))
        buf_put(out, piece, n);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

/* The latest version of a file that the session has read, or NULL. */
static const struct source *latest(struct preprocessor *pp, const char *path)
{
    const struct source *found = source_named(pp->in.sources, path);
    for (unsigned i = 2; found; i++) {
        const struct source *later =
            source_named(pp->in.sources, arena_printf(pp->in.arena, "%s#%u", path, i));
        if (!later)
            break;
        found = later;
    }
    return found;
}

/* A file that was edited is read again: its own include guard must not hide it. */
static void forget_macros(struct preprocessor *pp, const struct source *old)
{
    for (struct name *n = pp->in.names->all; n; n = n->next)
        if (n->macro && n->macro->at.source == old->id)
            macro_set(pp, n, NULL);
}

/* The text of a file as a source; one that has not changed since it was last included is the same source. */
static const struct source *source_of(struct preprocessor *pp, const char *path, struct span at)
{
    struct buf text = {0};
    if (!read_whole(path, &text)) {
        diag_error(pp->in.diags, DIAG_SYSTEM, at, "cannot read '%s': %s", path, strerror(errno));
        buf_free(&text);
        return NULL;
    }
    const struct source *old = latest(pp, path);
    bool same = old && old->text.n == text.n && (!text.n || !memcmp(old->text.p, text.p, text.n));
    if (old && !same)
        forget_macros(pp, old);
    if (!same)
        old = sources_add(pp->in.sources, SOURCE_FILE, path, text.n ? text.p : "", text.n);
    buf_free(&text);
    return old;
}

/* ---- programs of several files: what headers define is shared, so one that an earlier file has read gives its macros only ---- */

static bool same_source(const struct source *a, const struct source *b)
{
    return a == b || (a->kind == SOURCE_FILE && b->kind == SOURCE_FILE &&
                      (!strcmp(a->name, b->name) || is_same_file(a->name, b->name)));
}

/* The macros of a header, and first of those that it includes, also if they had been read before it. */
static void give_macros(struct preprocessor *pp, struct header_read *h)
{
    if (h->given == pp->file)
        return;
    h->given = pp->file;
    for (size_t i = 0; i < pp->included.n; i++) {
        if (!same_source(pp->included.at[i].from, h->src))
            continue;
        VEC_EACH (other, &pp->headers)
            if (same_source(other->src, pp->included.at[i].to))
                give_macros(pp, other);
    }
    for (size_t i = h->first; i < h->last; i++) {
        struct macro_change change = pp->out->changes.at[i];
        struct macro *m = change.after;
        if (m ? m->kind == MACRO_PLAIN : change.name->macro != NULL)
            macro_set_for_device(pp, change.name, m, m ? m->directive : (struct span){0});
    }
}

static bool header_known(struct preprocessor *pp, const struct source *src, struct span at)
{
    const struct source *from = source_get(pp->in.sources, at.source);
    if (src->kind != SOURCE_FILE || !pp->in.behind_count)
        return false;
    if (from)
        VEC_PUSH(&pp->included, (struct header_edge){from, src});
    VEC_EACH (h, &pp->headers)
        if (h->file < pp->file && same_source(h->src, src)) {
            give_macros(pp, h);
            return true;
        }
    return false;
}

static void header_begin(struct preprocessor *pp, const struct source *src, size_t *out_index)
{
    *out_index = pp->headers.n;
    VEC_PUSH(&pp->headers, (struct header_read){.src = src,
                                                .file = pp->file,
                                                .given = pp->file,
                                                .first = pp->out->changes.n,
                                                .last = pp->out->changes.n});
}

static void header_end(struct preprocessor *pp, size_t index)
{
    pp->headers.at[index].last = pp->out->changes.n;
}

static void include_source(struct preprocessor *pp, const struct source *src, struct span at)
{
    if (pp->depth >= INCLUDE_DEPTH_MAX) {
        diag_error(pp->in.diags, DIAG_SYNTAX, at, "'%s' includes itself without end", src->name);
        return;
    }
    if (header_known(pp, src, at))
        return;
    VEC_EACH (once, &pp->once)
        if (!strcmp(*once, src->name) ||
            (src->kind == SOURCE_FILE && is_same_file(*once, src->name)))
            return;
    size_t index;
    header_begin(pp, src, &index);
    pp->depth++;
    read_text(pp, src, 0, (uint32_t) src->text.n);
    pp->depth--;
    header_end(pp, index);
}

void include_file(struct preprocessor *pp, const char *path, struct span at)
{
    const struct source *src = source_of(pp, path, at);
    if (src)
        include_source(pp, src, at);
}

void include_text(struct preprocessor *pp, const char *header, struct span at)
{
    bool known = false;
    for (const struct header_text *t = header_texts; t->name; t++)
        known |= !strcmp(t->name, header);
    if (!known && *header == 'c')
        header = arena_printf(pp->in.arena, "%s.h", header + 1);
    const char *name = arena_printf(pp->in.arena, "<%s>", header);
    const struct source *src = source_named(pp->in.sources, name);
    for (const struct header_text *t = header_texts; !src && t->name; t++)
        if (!strcmp(t->name, header))
            src = sources_add(pp->in.sources, SOURCE_BUILTIN, name, t->text, strlen(t->text));
    CHECK(src);
    include_source(pp, src, at);
}

/* nvcc declared texture references without an #include, until CUDA 12. */
void include_unasked(struct preprocessor *pp, const struct source *src, const struct tokens *tokens)
{
    const struct name *texture = name_cstr(pp->in.names, "texture");
    bool uses = false,
         own = src->kind == SOURCE_BUILTIN || texture->macro || texture->ordinary || texture->tag;
    for (size_t i = 0; i + 1 < tokens->n && !own; i++) {
        const struct token *t = tokens->at + i;
        if (t->kind != TOKEN_NAME || t->name != texture)
            continue;
        own = i && (t[-1].kind == TOKEN_CLASS || t[-1].kind == TOKEN_STRUCT ||
                    t[-1].kind == TOKEN_SCOPE);
        uses |= t[1].kind == TOKEN_LESS;
    }
    if (uses && !own)
        include_text(pp, "cuda_texture_types.h", (struct span){src->id, 0, 0});
}

void include_each_header(void (*see)(void *user, const char *name), void *user)
{
    for (size_t i = 0; i < HEADER_COUNT; i++)
        if (headers[i].side != SIDE_LATER)
            see(user, headers[i].name);
}

bool include_exists(struct preprocessor *pp, const struct file *f, const char *name,
                    enum include_form form)
{
    enum header_side side = side_of(name);
    if (side != SIDE_NONE && side != SIDE_LATER)
        return true;
    char *path = find_file(&pp->in, f->src, name, form);
    free(path);
    return path != NULL;
}

/* Where a header was looked for, in this order. best: a header of a similar name, or NULL. */
static void say_where(struct preprocessor *pp, struct diag *e, const struct source *from,
                      bool angled, const char *best)
{
    struct buf where = {0};
    if (best)
        buf_printf(&where, "did you mean <%s>? ", best);
    buf_puts(&where, "it was looked for ");
    buf_puts(&where, angled ? "among Warpcell's own headers"
                            : "beside the including file, in the working directory");
    for (size_t i = 0; i < pp->in.folder_count; i++)
        buf_printf(&where, ", in '%s'", pp->in.folders[i]);
    if (from->kind == SOURCE_FILE)
        buf_puts(&where, ", in include, inc, common, utils and src of the folders above it");
    diag_help(pp->in.diags, e, "%s; add a folder with -I FOLDER or %%include_path", where.p);
    buf_free(&where);
}

static void unknown(struct preprocessor *pp, const struct source *from, const char *name,
                    struct span at, bool angled)
{
    struct diag *e =
        diag_error(pp->in.diags, DIAG_NAME, at, angled ? "no header <%s>" : "no file '%s'", name);
    struct name_match match = {.wanted = name};
    for (size_t i = 0; i < HEADER_COUNT; i++)
        name_match_try(&match, headers[i].name);
    say_where(pp, e, from, angled, name_match_best(&match));
}

/* C11 7.2: each inclusion defines the macro anew, by whether NDEBUG is defined there. Kernels have NVRTC's own, unless a macro of
 * the program stands in front of it (put_macro in compile/emit.c): for them it comes back where that one is removed. */
static void include_assert(struct preprocessor *pp, struct span at)
{
    struct names *names = pp->in.names;
    struct macro *m = name_cstr(names, ASSERT_MACRO)->macro;
    struct name *n = name_cstr(names, "assert");
    if (name_cstr(names, "NDEBUG")->macro)
        include_text(pp, "__no_assert.h", at);
    else if (m && n->macro && n->macro->directive.source != m->directive.source)
        macro_restore(pp, n, m, at);
    else if (m)
        macro_set(pp, n, m);
    if (m && pp->in.dialect && pp->in.dialect->language == LANGUAGE_C)
        macro_set(pp, name_cstr(pp->in.names, "static_assert"),
                  name_cstr(pp->in.names, "__static_assert_macro")->macro);
}

static void include_name(struct preprocessor *pp, struct file *f, const char *name, struct span at,
                         enum include_form form, struct span directive)
{
    bool ours = form == INCLUDE_ANGLED && side_of(name) != SIDE_NONE;
    char *path = ours ? NULL : find_file(&pp->in, f->src, name, form);
    if (path) {
        include_file(pp, path, at);
        free(path);
        return;
    }
    enum header_side side = side_of(name);
    const char *folder = folder_text(pp, name), *text = folder ? folder : path_text(pp, name);
    switch (side) {
    case SIDE_HOST:
        if (!strcmp(name, "assert.h") || !strcmp(name, "cassert"))
            include_assert(pp, directive);
        VEC_PUSH(&pp->out->headers, intern_cstr(pp->in.names->texts, name));
        break;
    case SIDE_BOTH:
    case SIDE_LIBRARY:
    case SIDE_DEVICE:
        VEC_PUSH(&pp->out->directives,
                 (struct directive){.kind = DEVICE_INCLUDE,
                                    .name = name_cstr(pp->in.names, name),
                                    .at = directive,
                                    .position = (uint32_t) pp->out->tokens.n - 1});
        if (side == SIDE_BOTH)
            include_text(pp, text, at);
        if (side == SIDE_LIBRARY) /* by its name without ".h" */
            VEC_PUSH(&pp->out->headers, intern_name(pp->in.names->texts, name, strcspn(name, ".")));
        break;
    case SIDE_TEXT: include_text(pp, text, at); break;
    case SIDE_LATER:
        diag_warning(pp->in.diags, DIAG_NAME, at,
                     "<%s> is not supported yet: what it declares is unknown", name);
        break;
    case SIDE_NONE: unknown(pp, f->src, name, at, form != INCLUDE_QUOTED); break;
    }
}

enum include_form include_form_of(const struct preprocessor *pp, bool angled, bool next)
{
    if (next && pp->depth)
        return INCLUDE_NEXT;
    return angled ? INCLUDE_ANGLED : INCLUDE_QUOTED;
}

void include_directive(struct preprocessor *pp, struct file *f, struct span at,
                       const struct token *line, size_t n, bool next)
{
    struct tokens full = {0};
    if (n && line[0].kind != TOKEN_STRING && line[0].kind != TOKEN_LESS)
        expand_list(pp, line, n, &full);
    else
        for (size_t i = 0; i < n; i++)
            VEC_PUSH(&full, line[i]);
    struct buf name = {0};
    bool angled = full.n && full.at[0].kind == TOKEN_LESS, good = false;
    struct span where = full.n ? full.at[0].at : at;
    if (full.n && full.at[0].kind == TOKEN_STRING) {
        buf_put(&name, full.at[0].text.p + 1, full.at[0].text.n - 2);
        good = true;
    }
    for (size_t i = 1; angled && i < full.n && !good; i++) {
        good = full.at[i].kind == TOKEN_GREATER;
        where = span_join(where, full.at[i].at);
        if (!good)
            buf_put(&name, full.at[i].text.p, full.at[i].text.n);
    }
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] == '\\')
            name.p[i] = '/'; /* as programs written on Windows have it */
    if (good && name.n)
        include_name(pp, f, name.p, where, include_form_of(pp, angled, next), at);
    else
        diag_help(pp->in.diags,
                  diag_error(pp->in.diags, DIAG_SYNTAX, at, "'#include' needs a file"),
                  "write #include \"file.h\" or #include <header>");
    buf_free(&name);
    VEC_FREE(&full);
}
