/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of the program as coroutines: makecontext(3) and a list in creation order, scheduled round robin. A thread's
 * interpreter state (its stacks, its propagating exception) lies in struct vm while it runs and is swapped out with it.
 * Needs vm.h; threads yield in run() in vm.c. */
#include "eval/vm/vm_thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "eval/vm/vm.h"

#if defined(__SANITIZE_ADDRESS__)
#define FIBERS_ARE_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBERS_ARE_WATCHED 1
#endif
#endif
#ifdef FIBERS_ARE_WATCHED
#include <sanitizer/asan_interface.h>
#endif

enum {
    THREADS_MAX = 1024,
    NATIVE_STACK = 8 << 20, /* bytes: the front end runs on it when a function is first called */
    GUARD = 64 << 10,       /* bytes below it that are inaccessible */
    RESERVE = 256 << 10,    /* bytes of it for calls between two safepoints */
    SLOTS = 1 << 18,
    TICK_US = 5000,   /* a time slice */
    NAP_NS = 10000000 /* between polls of the session while all threads sleep */
};

struct vm_thread {
    struct vm_thread *next; /* a ring through struct vm_threads' `first` */
    uint64_t number, function, argument;
    struct span at;

    enum { READY, WAITING, ENDED } state;

    uint64_t until; /* WAITING: clock_ns() at which it continues in any case; 0: never */
    uint64_t seen;  /* WAITING: `changes` when it began to wait */
    bool cancelled; /* its next switch fails */
    bool cancel_pending, cancel_disabled, cancel_anywhere; /* POSIX 2.9.5 */

    /* As in struct vm, while it does not run: */
    union value *stack;
    uint32_t slots;
    frame_vec frames;
    cleanup_vec cleanups;
    struct cleanup thrown;
    uintptr_t stack_low, stack_high;
    uintptr_t stack_end;   /* of the front end's safepoints */
    uint64_t data;         /* vm->thread_data */
    VEC(char *) variables; /* its bytes of vm->thread_variables; NULL: as they begin */
    struct device *device; /* its current one; NULL: that in which threads begin */

    ucontext_t context;
    char *mapping;      /* of its stack, guard included; NULL: the session's own thread */
    void *native;       /* the stack: lowest address */
    size_t native_size; /* bytes */
};

struct vm_threads {
    struct vm_thread first, *running;
    uint32_t count;
    uint64_t last_number, changes;
    bool failed; /* a thread has failed: the first one fails too */
    pthread_t tick;
    long tick_us; /* the length of a time slice */
    atomic_bool ticking;
};

/* ---- thread_local variables ---- */

void vm_thread_variable(struct vm *vm, struct object *o)
{
    char *initial = xcalloc(1, o->size + 1);
    memcpy(initial, (const void *) (uintptr_t) o->start, o->size);
    VEC_EACH (v, &vm->thread_variables)
        if (v->object == o) { /* a jump back to its declaration */
            free(v->initial);
            v->initial = initial;
            return;
        }
    VEC_PUSH(&vm->thread_variables, (struct thread_variable){o, initial});
}

void vm_thread_variable_ends(struct vm *vm, const struct object *o)
{
    VEC_EACH (v, &vm->thread_variables)
        if (v->object == o)
            v->object = NULL;
}

void vm_thread_variables_free(struct vm *vm)
{
    VEC_EACH (v, &vm->thread_variables)
        free(v->initial);
    VEC_FREE(&vm->thread_variables);
}

static void put_variables_aside(struct vm *vm, struct vm_thread *t)
{
    for (size_t i = 0; i < vm->thread_variables.n; i++) {
        const struct object *o = vm->thread_variables.at[i].object;
        if (i == t->variables.n)
            VEC_PUSH(&t->variables, NULL);
        if (o && !t->variables.at[i])
            t->variables.at[i] = xcalloc(1, o->size + 1);
        if (o)
            memcpy(t->variables.at[i], (const void *) (uintptr_t) o->start, o->size);
    }
}

static void take_variables_back(struct vm *vm, const struct vm_thread *t)
{
    for (size_t i = 0; i < vm->thread_variables.n; i++) {
        const struct thread_variable *v = vm->thread_variables.at + i;
        const char *bytes = i < t->variables.n ? t->variables.at[i] : NULL;
        if (v->object)
            memcpy((void *) (uintptr_t) v->object->start, bytes ? bytes : v->initial,
                   v->object->size);
    }
}

static void variables_free(struct vm_thread *t)
{
    VEC_EACH (v, &t->variables)
        free(*v);
    VEC_FREE(&t->variables);
}

/* ---- switching ---- */

static void swap_out(struct vm *vm, struct vm_thread *t)
{
    t->stack = vm->stack;
    t->slots = vm->stack_slots;
    t->frames = vm->frames;
    t->cleanups = vm->cleanups;
    t->thrown = vm->thrown;
    t->stack_low = vm->stack_low;
    t->stack_high = vm->stack_high;
    t->stack_end = lang_safepoint(vm->lang)->stack_end;
    t->data = vm->thread_data;
    t->device = launcher_opened(vm->launcher);
    put_variables_aside(vm, t);
}

static void swap_in(struct vm *vm, const struct vm_thread *t)
{
    take_variables_back(vm, t);
    vm->stack = t->stack;
    vm->stack_slots = t->slots;
    vm->frames = t->frames;
    vm->cleanups = t->cleanups;
    vm->thrown = t->thrown;
    vm->stack_low = t->stack_low;
    vm->stack_high = t->stack_high;
    lang_safepoint(vm->lang)->stack_end = t->stack_end;
    vm->thread_data = t->data;
    launcher_set_current(vm->launcher, t->device);
}

static void thread_free(struct vm_thread *t)
{
#ifdef FIBERS_ARE_WATCHED
    if (t->native) /* its last frames never returned; the addresses may be mapped again for something else */
        __asan_unpoison_memory_region(t->native, t->native_size);
#endif
    if (t->mapping)
        munmap(t->mapping, NATIVE_STACK);
    if (t->stack)
        munmap(t->stack, SLOTS * sizeof *t->stack);
    VEC_FREE(&t->frames);
    VEC_FREE(&t->cleanups);
    variables_free(t);
    free(t);
}

static void free_ended(struct vm_threads *ts)
{
    for (struct vm_thread *t = &ts->first; t->next != &ts->first;) {
        struct vm_thread *next = t->next;
        if (next->state != ENDED || next == ts->running) {
            t = next;
            continue;
        }
        t->next = next->next;
        ts->count--;
        thread_free(next);
    }
}

/* AddressSanitizer tracks stacks, so every switch is announced to it. */
static void leave_stack(const struct vm_thread *from, const struct vm_thread *to, void **out_fake)
{
#ifdef FIBERS_ARE_WATCHED
    __sanitizer_start_switch_fiber(from->state == ENDED ? NULL : out_fake, to->native,
                                   to->native_size);
#endif
}

static void enter_stack(void *fake)
{
#ifdef FIBERS_ARE_WATCHED
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
}

static void switch_to(struct vm *vm, struct vm_thread *to)
{
    struct vm_threads *ts = vm->threads;
    struct vm_thread *from = ts->running;
    void *fake = NULL;
    swap_out(vm, from);
    swap_in(vm, to);
    ts->running = to;
    leave_stack(from, to, &fake);
    swapcontext(&from->context, &to->context);
    enter_stack(fake);
    free_ended(ts);
}

/* Whether the running thread may continue. */
static bool may_go_on(const struct vm *vm)
{
    const struct vm_threads *ts = vm->threads;
    return !ts->running->cancelled && !(ts->failed && ts->running == &ts->first);
}

static bool can_run(const struct vm_threads *ts, const struct vm_thread *t)
{
    if (ts->failed) /* only the first thread runs, so that it fails */
        return t == &ts->first;
    return t->state == READY || (t->state == WAITING && (t->seen != ts->changes || t->cancelled ||
                                                         (t->until && clock_ns() >= t->until)));
}

/* The next runnable thread after the running one; NULL: none. */
static struct vm_thread *next_thread(const struct vm_threads *ts)
{
    for (struct vm_thread *t = ts->running->next; t != ts->running; t = t->next)
        if (can_run(ts, t))
            return t;
    return NULL;
}

static bool anybody_sleeps(const struct vm_threads *ts)
{
    const struct vm_thread *t = ts->running;
    do {
        if (t->state == WAITING && t->until)
            return true;
        t = t->next;
    } while (t != ts->running);
    return false;
}

static bool interrupted(const struct vm *vm)
{
    return atomic_load_explicit(vm->interrupt, memory_order_relaxed);
}

static void nap(struct vm *vm, uint64_t until)
{
    uint64_t now = clock_ns(), end = until && until < now + NAP_NS ? until : now + NAP_NS;
    if (end > now)
        nanosleep(&(struct timespec){.tv_nsec = (long) (end - now)}, NULL);
    poll_now(vm->poll, NULL);
}

/* ---- the end of time slices ---- */

static void *tick(void *arg)
{
    struct vm *vm = arg;
    while (atomic_load(&vm->threads->ticking)) {
        usleep((useconds_t) vm->threads->tick_us);
        poll_request(vm->poll);
    }
    return NULL;
}

static void tick_start(struct vm *vm)
{
    struct vm_threads *ts = vm->threads;
    const char *wanted = getenv("WARPCELL_TIME_SLICE");
    long us = wanted ? strtol(wanted, NULL, 10) : 0;
    ts->tick_us = us > 0 && us < TICK_US ? us : TICK_US;
    atomic_store(&ts->ticking, vm->poll != NULL);
    if (vm->poll && pthread_create(&ts->tick, NULL, tick, vm))
        atomic_store(&ts->ticking, false); /* then threads yield only when they wait */
}

/* ---- creation and exit ---- */

static void thread_main(unsigned low, unsigned high)
{
    struct vm *vm = (struct vm *) ((uintptr_t) high << 32 | low); /* makecontext(3) passes ints */
    struct vm_threads *ts = vm->threads;
    struct vm_thread *t = ts->running;
    union value argument = {.u = t->argument}, unused;
    enter_stack(NULL);
    bool good = vm_call(vm, t->function, &argument, 1, &unused, t->at);
    if (!(good && vm_end_thread_statics(vm)) && !t->cancelled)
        ts->failed = true;
    t->state = ENDED;
    ts->changes++;
    struct vm_thread *next = next_thread(ts);
    switch_to(vm, next ? next : &ts->first);
}

static void *map(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static struct vm_thread *thread_new(struct vm *vm)
{
    struct vm_thread *t = xcalloc(1, sizeof *t);
    t->mapping = map(NATIVE_STACK);
    t->stack = map(SLOTS * sizeof *t->stack);
    if (!t->mapping || !t->stack || mprotect(t->mapping, GUARD, PROT_NONE)) {
        thread_free(t);
        return NULL;
    }
    t->slots = SLOTS;
    t->native = t->mapping + GUARD;
    t->native_size = NATIVE_STACK - GUARD;
    t->stack_low = (uintptr_t) t->native;
    t->stack_high = t->stack_low + t->native_size;
    t->stack_end = t->stack_low + RESERVE;
    getcontext(&t->context);
    t->context.uc_stack = (stack_t){.ss_sp = t->native, .ss_size = t->native_size};
    makecontext(&t->context, (void (*)(void)) thread_main, 2, (unsigned) (uintptr_t) vm,
                (unsigned) ((uintptr_t) vm >> 32));
    return t;
}

static void threads_begin(struct vm *vm)
{
    struct vm_threads *ts = vm->threads = xcalloc(1, sizeof *ts);
    ts->first.next = ts->running = &ts->first;
    ts->first.number = ts->last_number = 1;
    pthread_attr_t attr;
    if (!pthread_getattr_np(pthread_self(), &attr)) {
        pthread_attr_getstack(&attr, &ts->first.native, &ts->first.native_size);
        pthread_attr_destroy(&attr);
    }
    tick_start(vm);
}

bool vm_thread_start(struct vm *vm, uint64_t function, uint64_t argument, struct span at,
                     uint64_t *out_number)
{
    if (!vm->threads)
        threads_begin(vm);
    struct vm_threads *ts = vm->threads;
    struct vm_thread *t = ts->count < THREADS_MAX ? thread_new(vm) : NULL;
    if (!t) {
        struct diag *d =
            vm_error(vm, DIAG_MEMORY, at, "no room for another thread: %u are running", ts->count);
        diag_help(vm->diags, d, "join threads before you start more of them");
        return false;
    }
    ts->count++;
    t->number = *out_number = ++ts->last_number;
    t->function = function;
    t->argument = argument;
    t->at = at;
    struct vm_thread *last = &ts->first;
    while (last->next != &ts->first)
        last = last->next;
    t->next = &ts->first; /* who waits longest is next, when all are woken */
    last->next = t;
    switch_to(vm, t);
    return may_go_on(vm);
}

/* ---- operations of threads ---- */

bool vm_thread_yield(struct vm *vm)
{
    struct vm_thread *next = vm->threads ? next_thread(vm->threads) : NULL;
    if (next)
        switch_to(vm, next);
    return !vm->threads || may_go_on(vm);
}

static void report_deadlock(struct vm *vm, struct span at)
{
    const struct vm_threads *ts = vm->threads;
    struct diag *d =
        ts && ts->count
            ? vm_error(vm, DIAG_RUNTIME, at, "deadlock: %u threads wait, and none can go on",
                       ts->count + 1)
            : vm_error(vm, DIAG_RUNTIME, at,
                       "deadlock: this wait never ends, since no other thread is running");
    const struct vm_thread *t = ts ? ts->running->next : NULL;
    for (; t && t != ts->running; t = t->next)
        diag_note(vm->diags, d, vm_place_in(vm, &t->frames), "another thread waits here");
}

bool vm_thread_wait(struct vm *vm, uint64_t until, struct span at)
{
    struct vm_threads *ts = vm->threads;
    if (!ts && !until) {
        report_deadlock(vm, at);
        return false;
    }
    if (!ts) {
        nap(vm, until);
        return true;
    }
    struct vm_thread *self = ts->running;
    self->state = WAITING;
    self->until = until;
    self->seen = ts->changes;
    while (!interrupted(vm)) {
        struct vm_thread *next = next_thread(ts);
        if (next) {
            switch_to(vm, next);
            break;
        }
        if (can_run(ts, self))
            break;
        if (!anybody_sleeps(ts)) {
            self->state = READY;
            report_deadlock(vm, at);
            return false;
        }
        nap(vm, until);
    }
    self->state = READY;
    return may_go_on(vm);
}

void vm_thread_wake(struct vm *vm)
{
    if (vm->threads)
        vm->threads->changes++;
}

void vm_thread_cancel(struct vm *vm, uint64_t number)
{
    struct vm_threads *ts = vm->threads;
    struct vm_thread *t = ts ? &ts->first : NULL;
    while (t && t->number != number)
        t = t->next == &ts->first ? NULL : t->next;
    if (!t)
        return;
    t->cancel_pending = true;
    ts->changes++;
}

bool vm_thread_cancelled(const struct vm *vm)
{
    const struct vm_thread *t = vm->threads ? vm->threads->running : NULL;
    return t && t->cancel_pending && !t->cancel_disabled;
}

bool vm_thread_set_cancel(struct vm *vm, bool enable)
{
    struct vm_thread *t = vm->threads ? vm->threads->running : NULL;
    bool was = !t || !t->cancel_disabled;
    if (t)
        t->cancel_disabled = !enable;
    return was;
}

bool vm_thread_set_cancel_anywhere(struct vm *vm, bool anywhere)
{
    struct vm_thread *t = vm->threads ? vm->threads->running : NULL;
    bool was = t && t->cancel_anywhere;
    if (t)
        t->cancel_anywhere = anywhere;
    return was;
}

bool vm_thread_cancel_here(struct vm *vm)
{
    return vm_thread_cancelled(vm) && vm->threads->running->cancel_anywhere &&
           vm_throw_standard(vm, "__pthread_ended", vm_place(vm));
}

uint64_t vm_thread_self(const struct vm *vm)
{
    return vm->threads ? vm->threads->running->number : 1;
}

bool vm_thread_ended(const struct vm *vm, uint64_t number)
{
    const struct vm_threads *ts = vm->threads;
    if (!ts || number == 1)
        return !ts;
    for (const struct vm_thread *t = ts->first.next; t != &ts->first; t = t->next)
        if (t->number == number)
            return t->state == ENDED;
    return true;
}

/* Runs the other threads until they have ended or none of them can continue. */
static void finish_threads(struct vm *vm)
{
    struct vm_threads *ts = vm->threads;
    while (ts->count && !ts->failed && !interrupted(vm)) {
        struct vm_thread *next = next_thread(ts);
        if (next)
            switch_to(vm, next);
        else if (anybody_sleeps(ts))
            nap(vm, 0);
        else
            break;
        free_ended(ts);
    }
}

bool vm_threads_end(struct vm *vm, bool finish)
{
    struct vm_threads *ts = vm->threads;
    if (!ts)
        return true;
    if (finish)
        finish_threads(vm);
    bool ok = !ts->failed;
    ts->failed = false;
    for (struct vm_thread *t = ts->first.next; t != &ts->first; t = t->next)
        t->cancelled = true;
    while (ts->first.next != &ts->first) {
        switch_to(vm, ts->first.next);
        free_ended(ts);
    }
    if (atomic_exchange(&ts->ticking, false))
        pthread_join(ts->tick, NULL);
    vm->threads = NULL;
    variables_free(&ts->first);
    free(ts);
    return ok;
}
