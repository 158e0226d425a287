/* SPDX-License-Identifier: Apache-2.0 */
/* Sectors, bank passes and collisions of requests (device/access_pattern.h), against the table of hand-worked ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "device/access_pattern.h"

struct pattern {
    const char *name;
    uint32_t bytes, mask, sectors, ideal, passes, ideal_passes, addresses, most;
    uint64_t at[ACCESS_LANES];
};

static uint32_t patterns(struct pattern *out)
{
    uint32_t n = 0;
#define P(label, bytes_, mask_, base, step, index, s, i, p, ip, a, m)                              \
    out[n] = (struct pattern){label, bytes_, mask_, s, i, p, ip, a, m, {0}};                       \
    for (int lane = 0; lane < ACCESS_LANES; lane++)                                                \
        out[n].at[lane] = (uint64_t) (4096 + (base) + (step) * (index));                           \
    n++;
#include "access_patterns.def"
    return n;
}

static void put(char *to, size_t cap, uint32_t sectors, uint32_t ideal, uint32_t passes,
                uint32_t ideal_passes, uint32_t addresses, uint32_t most)
{
    snprintf(to, cap, "%u of %u sectors, %u of %u passes, %u addresses, %u lanes at one", sectors,
             ideal, passes, ideal_passes, addresses, most);
}

static void test_the_table(void **state)
{
    struct pattern all[128];
    uint32_t n = patterns(all);
    assert_true(n >= 60 && n <= 128);
    for (uint32_t i = 0; i < n; i++) {
        const struct pattern *p = all + i;
        struct access_request r = {p->at, p->mask, p->bytes};
        struct sector_counts s;
        struct bank_counts b;
        struct collision_counts c;
        char expected[200], found[200];
        access_sectors(&r, &s, NULL);
        access_banks(&r, &b, NULL);
        access_collisions(&r, &c);
        int at = snprintf(expected, sizeof expected, "%s: ", p->name);
        snprintf(found, sizeof found, "%s: ", p->name);
        put(expected + at, sizeof expected - (size_t) at, p->sectors, p->ideal, p->passes,
            p->ideal_passes, p->addresses, p->most);
        put(found + at, sizeof found - (size_t) at, s.count, s.ideal, b.passes, b.ideal,
            c.addresses, c.most);
        assert_string_equal(found, expected);
    }
}

static void test_the_lists(void **state)
{
    uint64_t at[ACCESS_LANES], sectors[SECTORS_MOST];
    struct bank_word words[BANK_WORDS_MOST];
    struct sector_counts s;
    struct bank_counts b;
    for (uint32_t l = 0; l < ACCESS_LANES; l++)
        at[l] = 992 - 32 * l;
    struct access_request r = {at, 0xffffffff, 4};
    access_sectors(&r, &s, sectors);
    assert_int_equal(s.count, 32);
    for (uint32_t k = 0; k < 32; k++)
        assert_int_equal(sectors[k], k);
    access_banks(&r, &b, words);
    assert_int_equal(b.words, 32);
    for (uint32_t l = 0; l < 32; l++) { /* words 248, 240, ...: banks 24, 16, 8, 0 in turn */
        assert_int_equal(words[l].lane, l);
        assert_int_equal(words[l].bank, 24 - l % 4 * 8);
        assert_int_equal(words[l].pass, l / 4);
    }
}

/* A lane's 16 bytes are four words of a group of eight lanes; the second group's passes follow the first one's. */
static void test_groups_follow_each_other(void **state)
{
    uint64_t at[ACCESS_LANES];
    struct bank_word words[BANK_WORDS_MOST];
    struct bank_counts b;
    for (uint32_t l = 0; l < ACCESS_LANES; l++)
        at[l] = 16 * l;
    access_banks(&(struct access_request){at, 0xffffffff, 16}, &b, words);
    assert_int_equal(b.words, 128);
    for (uint32_t k = 0; k < 128; k++) {
        assert_int_equal(words[k].lane, k / 4);
        assert_int_equal(words[k].bank, k % 32);
        assert_int_equal(words[k].pass, k / 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_the_lists),
        cmocka_unit_test(test_groups_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
