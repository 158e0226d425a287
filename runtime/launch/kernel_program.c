/* SPDX-License-Identifier: Apache-2.0 */
/* The definitions that a kernel is compiled with, and the instance of a template that it is. */
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

bool launch_same_args(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

bool launch_program_has(const struct device_program *p, const struct device_def *def)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->defs[i] == def)
            return true;
    return false;
}

void launch_program_add(struct device_program *p, struct device_def *def)
{
    p->defs = xrealloc(p->defs, (p->count + 1) * sizeof *p->defs);
    p->defs[p->count++] = def;
}

void launch_program(struct launcher *l, const struct kernel *k, struct device_program *out)
{
    lang_device_program(l->lang, NULL, out);
    if (k->made)
        launch_program_add(out, k->def);
}
