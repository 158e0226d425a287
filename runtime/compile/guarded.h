/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <semaphore.h>

/* Inside compile/ only: work that may crash. Thread-safety: unsafe, and one at a time, since what a crash does is said to the
 * whole process meanwhile; a crash of any other thread is what it always was. */

struct guarded;

/* NULL: there is no thread to be had. */
struct guarded *guarded_start(void (*work)(void *user), void *user);
/* Posted once, when the work is over in one way or the other. */
sem_t *guarded_done(struct guarded *g);
/* After that. The number of the signal that it crashed with, or 0. */
int guarded_end(struct guarded **g);
