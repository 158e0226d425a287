/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a library's call, which the thread that runs it shares with workers that are free. It goes on by itself if none is, so a part may
 * fork too. A new thread for each part would cost 50 us of processor time. It needs the queue. Next: library/library_fork.c. */
#include "device/cpu/cpu_pool.h"

struct forked_call {
    void (*run)(void *user, uint32_t part);
    void *user;
    uint32_t next, count, unfinished;
    pthread_cond_t over;
    struct forked_call *older;
};

static void take_out(struct worker_pool *p, const struct forked_call *f)
{
    struct forked_call **at = &p->forked;
    while (*at != f)
        at = &(*at)->older;
    *at = f->older;
}

/* With the lock held, which it releases meanwhile. The call may be over when this returns. */
static void run_part(struct worker_pool *p, struct forked_call *f)
{
    uint32_t part = f->next++;
    if (f->next == f->count)
        take_out(p, f);
    pthread_mutex_unlock(&p->lock);
    f->run(f->user, part);
    pthread_mutex_lock(&p->lock);
    if (!--f->unfinished)
        pthread_cond_signal(&f->over);
}

bool pool_help_forked(struct worker_pool *p)
{
    if (!p->forked)
        return false;
    run_part(p, p->forked);
    return true;
}

/* Workers that look for work see the news; for the other parts some are woken. */
static void announce(struct worker_pool *p, uint32_t parts)
{
    atomic_fetch_add(&p->news, 1);
    for (uint32_t k = 0; k < p->sleeping && p->looking + k < parts; k++)
        pthread_cond_signal(&p->work);
}

void pool_fork(void *pool, uint32_t count, void (*run)(void *user, uint32_t part), void *user)
{
    struct worker_pool *p = pool;
    struct forked_call f = {.run = run,
                            .user = user,
                            .count = count,
                            .unfinished = count,
                            .over = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&p->lock);
    f.older = p->forked;
    p->forked = &f;
    announce(p, count - 1);
    while (f.next < count)
        run_part(p, &f);
    while (f.unfinished)
        pthread_cond_wait(&f.over, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_cond_destroy(&f.over);
}
