/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <semaphore.h>

/* Inside compile/ only: runs code that may crash on a thread of its own. It installs process-wide signal handlers meanwhile, so
 * only one may run at a time. A crash of any other thread still ends the process. Thread-safety: unsafe. */

struct guarded;

/* NULL: no thread could be created. */
struct guarded *guarded_start(void (*work)(void *user), void *user);
/* Posted once, when the work has returned or crashed. */
sem_t *guarded_done(struct guarded *g);
/* Instead of waiting: the work continues at the lowest priority, and its end is not reported. It must own everything it
 * uses. */
void guarded_abandon(struct guarded **g);
/* Call it after guarded_done was posted. Returns the signal of the crash, or 0. Frees *g. */
int guarded_end(struct guarded **g);
