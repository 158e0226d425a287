/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a session's host code comes into being and goes. Next: vm.c, which runs it. */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/check.h"
#include "eval/file.h"
#include "eval/graph.h"
#include "eval/vm.h"

static const uint64_t HOST_RANGE = (uint64_t) 256 << 30;

struct vm *vm_new(struct lang *lang, struct intern *names, struct sources *sources,
                  struct launcher *launcher, const struct vm_hooks *hooks, uint64_t memory,
                  const atomic_bool *interrupt, struct watch *watch)
{
    struct vm *vm = xcalloc(1, sizeof *vm);
    vm->lang = lang;
    vm->names = names;
    vm->sources = sources;
    vm->launcher = launcher;
    vm->hooks = *hooks;
    vm->interrupt = interrupt;
    vm->watch = watch;
    random_seed(&vm->random, 1);
    for (uint64_t n = memory ? memory : HOST_RANGE; !vm->host && n; n /= 2)
        vm->host = space_new_with(&(struct space_options){
            .range = n, .shared = cuda_device_likely()}); /* the worker of a GPU copies from it */
    CHECK(vm->host);
    void *stack = mmap(NULL, VM_STACK_SLOTS * sizeof *vm->stack, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(stack != MAP_FAILED);
    vm->stack = stack;
    return vm;
}

void vm_free(struct vm **at)
{
    struct vm *vm = *at;
    *at = NULL;
    if (!vm)
        return;
    struct diags unused = {0};
    vm->diags = &unused;
    vm->exiting = true; /* the session ends: nobody's destructors run any more */
    vm_release(vm, 0);
    vm_bury(vm);
    VEC_FREE(&vm->graves);
    VEC_FREE(&vm->statics);
    for (struct code *c; (c = vm->codes);)
        code_free(&c);
    diags_free(&unused);
    VEC_EACH (h, &vm->handles) {
        struct launch_event *e = vm_handle_of(vm, "cudaEvent_t", (*h)->start);
        launch_event_free(vm->launcher, &e);
    }
    vm_streams_free(vm);
    vm_files_close(vm);
    graphs_free(vm);
    space_free_all(&vm->host);
    munmap(vm->stack, VM_STACK_SLOTS * sizeof *vm->stack);
    VEC_FREE(&vm->textures);
    VEC_FREE(&vm->frames);
    VEC_FREE(&vm->cleanups);
    VEC_FREE(&vm->graveyard);
    VEC_FREE(&vm->literals);
    VEC_FREE(&vm->handles);
    VEC_EACH (m, &vm->managed)
        free(*m);
    VEC_FREE(&vm->managed);
    VEC_FREE(&vm->dead_code);
    free(vm);
}
