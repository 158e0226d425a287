/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that we generate: whole-array expressions and the library of compute/ (texts that compute/ writes). They are
 * compiled, cached and listed like the user's kernels, but their definitions are not part of the session's program. Next:
 * compute/expression.c, which writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "launch/launcher.h"

static struct made *find(struct launcher *l, const char *name, struct str text)
{
    VEC_EACH (m, &l->made)
        if ((*m)->size == text.n && !memcmp((*m)->text, text.p, text.n) &&
            !strcmp((*m)->name, name))
            return *m;
    return NULL;
}

struct kernel *launch_made(struct launcher *l, const char *name, struct str text, size_t prelude,
                           const char *const *mentions, uint32_t mention_count)
{
    struct made *m = find(l, name, text);
    if (m)
        return &m->kernel;
    m = xcalloc(1, sizeof *m);
    VEC_PUSH(&l->made, m);
    char source_name[64];
    snprintf(source_name, sizeof source_name, "array expression %016llx",
             (unsigned long long) (hash_bytes(text.p, text.n) ^ hash_bytes(name, strlen(name))));
    const struct source *src = sources_add(l->sources, SOURCE_BUILTIN, source_name, text.p, text.n);
    snprintf(m->name, sizeof m->name, "%s", name);
    m->text = xstrndup(text.p, text.n);
    m->size = text.n;
    m->prelude = prelude;
    m->mentions = xcalloc(mention_count + 1, sizeof *m->mentions);
    for (uint32_t i = 0; i < mention_count; i++)
        m->mentions[i] = mentions[i];
    struct span all = {src->id, 0, (uint32_t) text.n};
    m->kernel = (struct kernel){.name = m->name, .at = all, .def = &m->def, .made = true};
    m->def = (struct device_def){.kind = DEVICE_KERNEL,
                                 .name = m->name,
                                 .at = all,
                                 .mentions = m->mentions,
                                 .mention_count = mention_count,
                                 .order = UINT32_MAX,
                                 .kernel = &m->kernel};
    return &m->kernel;
}

const char *launch_name(struct launcher *l, const char *text)
{
    if (!l->made_names)
        l->made_names = intern_new();
    return intern_cstr(l->made_names, text);
}

void made_launched(const struct launch_request *r)
{
    struct made *m = (struct made *) ((char *) r->kernel - offsetof(struct made, kernel));
    m->label = r->label;
    m->template_args = r->template_args;
}

const struct compiled *launch_labelled(struct launcher *l, struct str label, struct str *out_own)
{
    for (size_t i = l->made.n; i-- > 0;) {
        const struct made *m = l->made.at[i];
        if (!m->label || !str_eq(label, m->label))
            continue;
        *out_own = (struct str){m->text + m->prelude, m->size - m->prelude};
        VEC_EACH (e, &l->entries)
            if ((*e)->kernel == &m->kernel)
                return &(*e)->compiled;
    }
    return NULL;
}

void made_free(struct launcher *l)
{
    VEC_EACH (m, &l->made) {
        free((*m)->text);
        free((void *) (*m)->mentions);
        free(*m);
    }
    VEC_FREE(&l->made);
    intern_free(&l->made_names);
}
