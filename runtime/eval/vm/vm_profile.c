/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the CUDA API and launches as events of %profile. The interpreter's loop comes here instead of calling a function itself while
 * vm->profiled is set. */
#include <string.h>

#include "base/clock.h"
#include "eval/vm/vm.h"
#include "launch/profile.h"

static const char *name_of(const struct call_site *s)
{
    if (s->kind == CALL_LAUNCH)
        return "cudaLaunchKernel";
    const struct builtin *b =
        s->kind == CALL_BUILTIN ? ((const struct builtin_call *) s)->builtin : NULL;
    return b && !strncmp(b->section, "CUDA Runtime API", 16) ? b->name : NULL;
}

bool vm_profiled_call(struct vm *vm, const struct call_site *s, union value *at)
{
    const char *name = name_of(s);
    struct profile_event e = {.kind = PROFILE_CALL, .name = name, .start = clock_ns()};
    bool ok = s->run(vm, s, at);
    e.end = clock_ns();
    if (name)
        launcher_profile_add(vm->launcher, &e);
    return ok;
}
