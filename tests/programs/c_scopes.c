/* SPDX-License-Identifier: Apache-2.0 */
/* What conditions declare, what __has_include finds, attributes of several declarators, values of assignments to bit-fields. */
#include <stdio.h>

#define HEADER <stdio.h>
#ifdef __has_include
#if defined __has_include && __has_include(HEADER) && __has_include("stdio.h") && !__has_include(<no_such_header.h>)
#define FOUND 1
#endif
#endif

enum { in = 0 };

static int ended;

static void note(int *p)
{
    printf("%d ends, %d\n", *p, ++ended);
}

static int number(void *unused)
{
    (void) unused;
    return 7;
}

int main(void)
{
    printf("%d\n", FOUND);
    if (sizeof(enum { in = 1 }))
        printf("%d", in);
    printf("%d", in);
    switch (sizeof(enum { in = 2 })) {
    default: printf("%d", in);
    }
    while (sizeof(enum { in = 3 })) {
        printf("%d", in);
        break;
    }
    do
        printf("%d", in);
    while (0 * sizeof(enum { in = 4 }));
    printf("%d\n", in);

    __attribute__((cleanup(note))) int a = 1, b = 2;

    struct {
        unsigned two : 2;
        unsigned all : 32;
    } s = {0};
    int minus = -10;
    printf("%d %d\n", minus < (s.two = 3), minus < (s.all = 3));
    printf("%d %d\n", minus < (s.two += 1), minus < ++s.two);

    void *(*called)(void *) = (void *(*) (void *) ) number;
    void (*dropped)(void *) = (void (*)(void *)) number;
    dropped(NULL);
    printf("%ld\n", (long) called(NULL));
    printf("%d %d\n", __ATOMIC_RELAXED, __ATOMIC_SEQ_CST);
    return 0;
}
