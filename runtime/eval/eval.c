/* SPDX-License-Identifier: Apache-2.0 */
/* Connects the parts of eval/: a session's host code from start to end, cells and main. Next: vm/vm.c. */
#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "device/device_open.h"
#include "eval/cuda/cuda_graph.h"
#include "eval/debug/host_debug.h"
#include "eval/gen/gen.h"
#include "eval/jit/jit.h"
#include "eval/library/vm_file.h"
#include "eval/mpi/mpi_end.h"
#include "eval/mpi/mpi_link.h"
#include "eval/vm/vm_thread.h"

static const uint64_t HOST_RANGE = (uint64_t) 256 << 30;

struct vm *vm_new(struct lang *lang, struct intern *names, struct sources *sources,
                  struct launcher *launcher, const struct vm_hooks *hooks, uint64_t memory,
                  const atomic_bool *interrupt, struct poll_hook *poll)
{
    struct vm *vm = xcalloc(1, sizeof *vm);
    vm->lang = lang;
    vm->names = names;
    vm->sources = sources;
    vm->launcher = launcher;
    vm->hooks = *hooks;
    vm->rooms = (struct vm_rooms){.library = builtin_table,
                                  .compile = gen_code,
                                  .capture_launch = graph_add_launch,
                                  .display_object = vm_display_table,
                                  .jit = jit_open(),
                                  .stops = &host_stops};
    vm->interrupt = interrupt;
    vm->poll = poll;
    vm->nothing.start = UINT64_MAX; /* above all addresses */
    for (size_t k = 0; k < 2 * VM_MET; k++)
        vm->met[k / VM_MET][k % VM_MET] = &vm->nothing;
    mpi_link(vm);
    random_seed(&vm->random, 1);
    for (uint64_t n = space_affordable(memory ? memory : HOST_RANGE); !vm->host && n; n /= 2)
        vm->host = space_new_with(&(struct space_options){
            .range = n, .shared = cuda_device_likely()}); /* the worker of a GPU copies from it */
    CHECK(vm->host);
    void *stack = mmap(NULL, VM_STACK_SLOTS * sizeof *vm->stack, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(stack != MAP_FAILED);
    vm->stack = stack;
    vm->stack_slots = VM_STACK_SLOTS;
    return vm;
}

void vm_free(struct vm **at)
{
    struct vm *vm = *at;
    *at = NULL;
    if (!vm)
        return;
    struct diags unused = {0};
    mpi_end(vm);
    host_debug_set(vm, NULL);
    vm->diags = &unused;
    vm->exiting = true; /* the session ends: no more destructors run */
    vm_threads_end(vm, false);
    vm_release(vm, 0);
    vm_release_deferred(vm);
    vm_forget_further(vm);
    vm_forget_generators(vm);
    VEC_FREE(&vm->deferred_destructors);
    VEC_FREE(&vm->statics);
    vm_thread_variables_free(vm);
    VEC_FREE(&vm->jump_points);
    VEC_FREE(&vm->frame_memory);
    VEC_FREE(&vm->held_exceptions);
    pointer_map_free(&vm->tables);
    for (struct code *c; (c = vm->codes);)
        code_free(&c);
    diags_free(&unused);
    vm_tables_free(vm);
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
    VEC_FREE(&vm->deferred_releases);
    VEC_FREE(&vm->literals);
    VEC_FREE(&vm->handles);
    VEC_EACH (m, &vm->managed)
        free(*m);
    VEC_FREE(&vm->managed);
    VEC_FREE(&vm->dead_code);
    vm_results_free(vm);
    free(vm);
}

void vm_rest(struct vm *vm)
{
    if (!vm->frames.n && !vm->threads)
        madvise(vm->stack, VM_STACK_SLOTS * sizeof *vm->stack, MADV_DONTNEED);
}

/* ---- cells and programs ---- */

/* main's arguments in the program's memory: argv[argc] is null. */
static bool make_argv(struct vm *vm, struct span at, uint64_t *out)
{
    const struct vm_arguments *a = &vm->arguments;
    struct object *table = vm_new_object(vm, 8 * (uint64_t) (a->count + 1), HOST_HEAP, "argv", at);
    if (!table)
        return false;
    for (int i = 0; i < a->count; i++) {
        size_t n = strlen(a->at[i]) + 1;
        struct object *o = vm_new_object(vm, n, HOST_HEAP, "argv", at);
        if (!o)
            return false;
        memcpy((void *) (uintptr_t) o->start, a->at[i], n);
        memcpy((void *) (uintptr_t) (table->start + 8 * (uint64_t) i), &o->start, 8);
    }
    *out = table->start;
    return true;
}

/* Calls the functions of the unit with the attribute constructor, and has those with destructor called at the end: each
 * list by priority, then in the order of definition. */
static bool run_constructors(struct vm *vm, const struct unit *u)
{
    union value unused[1] = {0};
    bool ok = true;
    for (uint32_t now = 1; now && ok;) {
        uint32_t next = 0;
        for (uint32_t i = 0; i < u->function_count && ok; i++) {
            struct symbol *s = u->functions[i]->symbol;
            if (s->ends == now)
                vm_at_exit(vm, s, 0);
            if (s->starts == now)
                ok = vm_call(vm, vm_handle(vm, "function", s), unused, 0, unused, s->at);
            next = s->ends > now && (!next || s->ends < next) ? s->ends : next;
            next = s->starts > now && (!next || s->starts < next) ? s->starts : next;
        }
        now = next;
    }
    return ok;
}

static bool run_main(struct vm *vm, const struct unit *u)
{
    struct symbol *main = u->main;
    union value args[2] = {{.i = vm->arguments.count}}, result;
    if (!make_argv(vm, main->at, &args[1].u))
        return false;
    uint32_t count = main->type->param_count < 2 ? main->type->param_count : 2;
    vm->program = vm->ran_main = true;
    vm->unlooked = 0;
    bool ok = run_constructors(vm, u) &&
              vm_call(vm, vm_handle(vm, "function", main), args, count, &result, main->at);
    ok = vm_threads_end(vm, false) && ok; /* the program ends when main does */
    vm->program = false;
    if (!ok)
        return false;
    vm->exit_code = main->type->base->kind == TYPE_VOID ? 0 : (int) (result.u & 0xff);
    return true;
}

/* Objects made for variables whose declaration was never reached. */
static void drop_undefined(struct vm *vm, const struct stmt *s)
{
    for (uint32_t k = 0; k < s->count; k++) {
        struct symbol *v = s->list[k]->symbol;
        if (s->list[k]->kind == STMT_BLOCK)
            drop_undefined(vm, s->list[k]);
        else if (s->list[k]->kind == STMT_DECLARE && v->storage == STORAGE_SESSION &&
                 v->live.object && !v->live.defined)
            vm_drop(vm, v);
    }
}

void vm_debug(struct vm *vm, struct debugger *d)
{
    host_debug_set(vm, d);
}

bool vm_run(struct vm *vm, struct unit *u, struct diags *out)
{
    size_t floor = vm->frames.n; /* not 0: a magic of the running cell runs code */
    struct host_debug *debug = vm->debug;
    vm->diags = out;
    if (debug)
        host_debug_begin(debug, u);
    vm->exiting = vm->aborted = vm->skip_destructors = false;
    vm->capture = NULL;
    vm->exit_code = 0;
    vm_report_managed(vm);
    vm->thrown = (struct cleanup){0};
    if (!floor) {
        vm->ran_main = false;
        vm_streams_reset(vm);
    }
    struct code *code = gen_code(vm, NULL, u->body, out);
    bool ok = code && vm_execute(vm, code, u->body->at);
    if (ok && u->main)
        ok = run_main(vm, u);
    if (!ok)
        drop_undefined(vm, u->body);
    vm->failed = !ok && !vm->exiting;
    code_free(&code);
    if (debug && vm->debug == debug)
        host_debug_end(debug);
    if (!floor) {
        vm_results_settle(vm);
        vm_release_deferred(vm);
    }
    return ok;
}
