/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "diag/source.h"

/* The threads of the user's program (std::thread, pthread_create): coroutines on the session's thread, each with its own
 * stacks. One runs at a time. It gives up control when it waits, sleeps or yields, and every few milliseconds at a safepoint
 * of the interpreter's loop, so two threads never use the VM at once. The headers thread.h and pthread.h build locks and
 * conditions on these calls. Ownership: the VM owns its threads. They end with the cell that started them. Thread-safety: as
 * struct vm. */

struct object;
struct vm;

/* Starts a thread that calls function(argument), a void (*)(void *), and lets it run first. false: a diag was recorded. */
bool vm_thread_start(struct vm *vm, uint64_t function, uint64_t argument, struct span at,
                     uint64_t *out_number);

/* The functions below return false if the caller must fail: the program has ended elsewhere, or a diag was recorded. */

/* Lets another thread run, if one can. */
bool vm_thread_yield(struct vm *vm);
/* The running thread waits for a condition: others run until one calls vm_thread_wake or, unless `until` is 0, until
 * clock_ns() reaches `until`. It may return early. A deadlock of all threads is an error at `at`. */
bool vm_thread_wait(struct vm *vm, uint64_t until, struct span at);
/* A condition that a thread may wait for has changed. */
void vm_thread_wake(struct vm *vm);

uint64_t vm_thread_self(const struct vm *vm); /* 1: the program's first thread */
bool vm_thread_ended(const struct vm *vm, uint64_t number);

/* Cancellation (POSIX 2.9.5): the thread asks at its cancellation points whether it has to end. Threads begin with it enabled and deferred. */
void vm_thread_cancel(struct vm *vm, uint64_t number);
bool vm_thread_cancelled(const struct vm *vm);         /* the running one */
bool vm_thread_set_cancel(struct vm *vm, bool enable); /* Returns whether it was enabled. */
bool vm_thread_set_cancel_anywhere(struct vm *vm,
                                   bool anywhere); /* the same for the asynchronous type */
/* Throws what ends the running thread, if that is cancelled anywhere: at a safepoint of the program's code. */
bool vm_thread_cancel_here(struct vm *vm);

/* From now on each thread has its own bytes of the object; a new one begins with those that it has now. */
void vm_thread_variable(struct vm *vm, struct object *o);
void vm_thread_variable_ends(struct vm *vm, const struct object *o);
void vm_thread_variables_free(struct vm *vm);

/* At the end of a cell: the remaining threads run to completion (finish) or are ended where they are. */
bool vm_threads_end(struct vm *vm, bool finish);
