/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of one call on several threads, which live as long as the call. The device's own threads may run other launches meanwhile. */
#include <pthread.h>

#include "base/check.h"
#include "device/cpu/library/library_impl.h"

struct forked_part {
    void (*run)(void *user, uint32_t part);
    void *user;
    uint32_t number;
};

static void *run_part(void *p)
{
    const struct forked_part *part = p;
    part->run(part->user, part->number);
    return NULL;
}

void library_fork(uint32_t parts, void (*run)(void *user, uint32_t part), void *user)
{
    enum { MOST = 64 };
    struct forked_part all[MOST];
    pthread_t threads[MOST];
    bool begun[MOST] = {false};
    CHECK(parts <= MOST);
    for (uint32_t i = 1; i < parts; i++) {
        all[i] = (struct forked_part){run, user, i};
        begun[i] = !pthread_create(&threads[i], NULL, run_part, &all[i]);
    }
    run(user, 0);
    for (uint32_t i = 1; i < parts; i++)
        if (begun[i])
            pthread_join(threads[i], NULL);
        else
            run(user, i);
}

uint32_t library_parts(const struct library_call *c, uint64_t n, uint64_t least)
{
    uint64_t parts = n / least, most = c->threads < 64 ? c->threads : 64;
    return (uint32_t) (parts < 1 ? 1 : parts < most ? parts : most);
}
