/* SPDX-License-Identifier: Apache-2.0 */
/* Breakpoints as clients of the Debug Adapter Protocol set them. They become the debugger's when a cell or a launch begins, and at a stop. Next:
 * debug/debug_host.c, debug/debug_code.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dap/debug_dap_impl.h"
#include "debug/debug_lines.h"

static void breakpoint_free(struct dap_breakpoint *b)
{
    free(b->path);
    free(b->function);
    free(b->condition);
    free(b->log);
}

void dap_forget_breakpoints(struct debug_dap *p, const char *path)
{
    for (size_t k = p->breakpoints.n; k-- > 0;)
        if (!path || (p->breakpoints.at[k].path && !strcmp(p->breakpoints.at[k].path, path))) {
            breakpoint_free(&p->breakpoints.at[k]);
            VEC_REMOVE(&p->breakpoints, k);
        }
}

/* Each source that a client knows by the path: a cell that ran twice has two. The session's thread. */
void dap_apply_breakpoints(struct debug_dap *p)
{
    debugger_delete_of_client(p->d);
    VEC_EACH (b, &p->breakpoints)
        if (b->function)
            debugger_break(p->d, &(struct debug_breakpoint){.of_client = true,
                                                            .function = b->function,
                                                            .condition = b->condition,
                                                            .ignore = b->ignore});
    for (uint32_t id = 1; source_get(p->sources, id); id++) {
        const struct source *src = source_get(p->sources, id);
        char *path = src->kind == SOURCE_BUILTIN ? NULL : debug_cell_path(src);
        for (size_t k = 0; path && k < p->breakpoints.n; k++) {
            const struct dap_breakpoint *b = &p->breakpoints.at[k];
            struct debug_breakpoint wanted = {.of_client = true,
                                              .file = (char *) (uintptr_t) src->name,
                                              .line = b->line,
                                              .condition = b->condition,
                                              .log = b->log,
                                              .ignore = b->ignore};
            if (b->path && !strcmp(b->path, path))
                debugger_break(p->d, &wanted);
        }
        free(path);
    }
}

/* Host code that runs takes them at its next statement, a launch when it begins or stops. */
static void apply_now(struct debug_dap *p)
{
    if (p->stopped)
        dap_apply_breakpoints(p);
    else if (p->d)
        debugger_refresh(p->d);
}

static char *copied(const json_t *args, const char *name)
{
    const char *text = dap_text(args, name, "");
    return *text ? xstrdup(text) : NULL;
}

/* The text of a path: a cell that a client has dumped, or a file. From malloc; NULL: not known. */
static char *text_of(const struct debug_dap *p, const char *path)
{
    const char *cell = json_string_value(json_object_get(p->dumped, path));
    FILE *file = cell ? NULL : fopen(path, "r");
    struct buf text = {0};
    char part[4096];
    if (!file)
        return cell ? xstrdup(cell) : NULL;
    for (size_t n; (n = fread(part, 1, sizeof part, file));)
        buf_put(&text, part, n);
    fclose(file);
    return buf_take(&text);
}

static uint64_t ignored_hits(const json_t *one)
{
    const char *hits = dap_text(one, "hitCondition", "");
    uint64_t n = *hits ? strtoull(hits, NULL, 10) : 0;
    return n - (n > 0);
}

/* Takes a breakpoint over. line: where it is, which is the next line with code; 0: there is none. */
static json_t *take_breakpoint(struct debug_dap *p, const json_t *one, const char *path,
                               uint32_t line)
{
    if (!line)
        return json_pack("{sb ss si s{ss}}", "verified", 0, "message",
                         "no code is on this line or below it", "line",
                         (int) dap_number(one, "line", 0), "source", "path", path);
    struct dap_breakpoint b = {.path = xstrdup(path),
                               .line = line,
                               .condition = copied(one, "condition"),
                               .log = copied(one, "logMessage"),
                               .ignore = ignored_hits(one)};
    VEC_PUSH(&p->breakpoints, b);
    return json_pack("{si sb si s{ss}}", "id", (int) p->breakpoints.n, "verified", 1, "line",
                     (int) line, "source", "path", path);
}

json_t *dap_set_breakpoints(struct debug_dap *p, const json_t *args, const char **out_error)
{
    const json_t *source = json_object_get(args, "source"),
                 *all = json_object_get(args, "breakpoints");
    const char *path = dap_text(source, "path", NULL);
    json_t *out = json_array(), *one;
    size_t k;
    if (!path) {
        json_decref(out);
        *out_error = "setBreakpoints needs source.path";
        return NULL;
    }
    dap_forget_breakpoints(p, path);
    char *text = text_of(p, path);
    json_array_foreach(all, k, one)
    {
        int64_t line = dap_number(one, "line", 0);
        uint32_t wanted = line > 0 && line < INT32_MAX ? (uint32_t) line : 1;
        uint32_t bound = text ? debug_line_with_code(str_of(text), wanted) : wanted;
        json_array_append_new(out, take_breakpoint(p, one, path, bound));
    }
    free(text);
    apply_now(p);
    return json_pack("{so}", "breakpoints", out);
}

json_t *dap_set_function_breakpoints(struct debug_dap *p, const json_t *args,
                                     const char **out_error)
{
    json_t *out = json_array(), *one;
    size_t k;
    (void) out_error;
    for (size_t n = p->breakpoints.n; n-- > 0;)
        if (p->breakpoints.at[n].function) {
            breakpoint_free(&p->breakpoints.at[n]);
            VEC_REMOVE(&p->breakpoints, n);
        }
    json_array_foreach(json_object_get(args, "breakpoints"), k, one)
    {
        struct dap_breakpoint b = {.function = copied(one, "name"),
                                   .condition = copied(one, "condition"),
                                   .ignore = ignored_hits(one)};
        if (b.function)
            VEC_PUSH(&p->breakpoints, b);
        else
            breakpoint_free(&b);
        json_array_append_new(
            out, b.function ? json_pack("{si sb}", "id", (int) p->breakpoints.n, "verified", 1)
                            : json_pack("{sb ss}", "verified", 0, "message",
                                        "a function breakpoint needs a name"));
    }
    apply_now(p);
    return json_pack("{so}", "breakpoints", out);
}

json_t *dap_listed_breakpoints(const struct debug_dap *p)
{
    json_t *all = json_array();
    for (size_t k = 0; k < p->breakpoints.n; k++) {
        const struct dap_breakpoint *b = &p->breakpoints.at[k];
        json_t *entry = NULL, *known;
        size_t i;
        if (!b->path)
            continue;
        json_array_foreach(all, i, known) if (!strcmp(dap_text(known, "source", ""), b->path))
            entry = known;
        if (!entry) {
            entry = json_pack("{ss s[]}", "source", b->path, "breakpoints");
            json_array_append_new(all, entry);
        }
        json_array_append_new(json_object_get(entry, "breakpoints"),
                              json_pack("{si}", "line", (int) b->line));
    }
    return all;
}
