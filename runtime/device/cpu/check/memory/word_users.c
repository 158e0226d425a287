/* SPDX-License-Identifier: Apache-2.0 */
/* A map from (word, block, thread), as a number of 64 bits: an open-addressed table. Two that have one number are taken for the same, which can
 * only hide a race. */
#include "device/cpu/check/memory/word_users.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/check.h"

enum { USERS_MOST = 1 << 20, ROOM_FIRST = 64 };

struct word_user {
    uint64_t key; /* 0: free */
    uint32_t number;
};

struct word_users {
    struct word_user *at;
    uint32_t count, room;
};

static uint64_t key_of(uint64_t word, uint64_t block, uint32_t thread)
{
    uint64_t h = (word ^ (block << 12 | thread) * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
    return h ? h : 1;
}

static struct word_user *slot_of(const struct word_users *u, uint64_t key)
{
    for (uint64_t i = key;; i++) {
        struct word_user *slot = u->at + (i & (u->room - 1));
        if (!slot->key || slot->key == key)
            return slot;
    }
}

struct word_users *word_users_new(void)
{
    return xcalloc(1, sizeof(struct word_users));
}

void word_users_free(struct word_users **at)
{
    if (*at)
        free((*at)->at);
    free(*at);
    *at = NULL;
}

static void grow(struct word_users *u)
{
    struct word_users wider = {.count = u->count, .room = u->room ? 2 * u->room : ROOM_FIRST};
    wider.at = xcalloc(wider.room, sizeof *wider.at);
    for (uint32_t i = 0; i < u->room; i++)
        if (u->at[i].key)
            *slot_of(&wider, u->at[i].key) = u->at[i];
    free(u->at);
    *u = wider;
}

void word_users_put(struct word_users *u, uint64_t word, uint64_t block, uint32_t thread,
                    uint32_t number)
{
    uint64_t key = key_of(word, block, thread);
    if (u->count >= USERS_MOST)
        return;
    if (2 * (u->count + 1) > u->room)
        grow(u);
    struct word_user *slot = slot_of(u, key);
    u->count += !slot->key;
    *slot = (struct word_user){key, number};
}

uint32_t word_users_get(const struct word_users *u, uint64_t word, uint64_t block, uint32_t thread)
{
    uint64_t key = key_of(word, block, thread);
    if (u->count >= USERS_MOST)
        return WORD_USERS_FULL;
    const struct word_user *slot = u->room ? slot_of(u, key) : NULL;
    return slot && slot->key ? slot->number : 0;
}
