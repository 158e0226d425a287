/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes that change what a program means, C11's atomics, values of flexible arrays, and small headers of POSIX. */
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void say(char **text) { printf("end of %s\n", *text); }
static void count(int *n) { printf("end of %d\n", *n); }
static void release(void *p) { free(*(void **) p); puts("released"); }

static int early(int n)
{
    int kept __attribute__((cleanup(count))) = n;
    char *name __attribute__((__cleanup__(say))) = "early";
    if (n > 1)
        return kept + 1;
    for (int i = 0; i < 2; i++) {
        int inner __attribute__((cleanup(count))) = 10 + i;
        if (i)
            break;
    }
    return kept;
}

static int real_one(int x) { return x + 1; }
static int other_name(int x) __attribute__((alias("real_one")));
int numbers = 41;
extern int same_numbers __attribute__((alias("numbers")));

struct text { int n; char s[]; };
struct text hello = {5, "hello"};
static struct text list = {3, {'a', 'b', 'c'}};
struct { int n; struct { int x, y; } at[]; } points = {2, {{1, 2}, {.y = 4}}};

static _Atomic int shared;
static _Atomic(long) also;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static sem_t ready, done;

static void *work(void *unused)
{
    sem_wait(&ready);
    for (int i = 0; i < 100000; i++) {
        shared++;
        atomic_fetch_add(&also, 2);
    }
    sem_post(&done);
    return NULL;
}

static volatile sig_atomic_t seen;
static void on_signal(int number) { seen = number; }

#define NAME(x) _Generic((x), int *: "int *", const int *: "const int *", void *: "void *", const void *: "const void *", \
                         const volatile void *: "const volatile void *", default: "other")

int main(void)
{
    printf("%d\n", early(1));
    printf("%d\n", early(2));
    {
        void *block __attribute__((cleanup(release))) = malloc(10);
        (void) block;
    }
    int unset;
    (void) unset;
    printf("%d %d\n", other_name(1), same_numbers + 1);
    static struct text own = {2, "xy"};
    printf("%s %c%c %d %d %s %zu\n", hello.s, list.s[0], list.s[2], points.at[0].y, points.at[1].y, own.s, sizeof hello);

    pthread_t threads[3];
    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(threads + i, NULL, work, NULL);
    printf("%d\n", atomic_load(&shared));
    for (int i = 0; i < 3; i++)
        sem_post(&ready);
    for (int i = 0; i < 3; i++)
        sem_wait(&done);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    int expected = 5, left;
    sem_getvalue(&done, &left);
    printf("%d %ld %d\n", shared, also, left);
    printf("%d ", atomic_compare_exchange_strong(&shared, &expected, 7));
    printf("%d ", expected);
    printf("%d %d\n", atomic_exchange(&shared, 9), shared);
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d\n", atomic_flag_test_and_set(&flag));

    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    printf("%d %d\n", (int) seen == SIGUSR1, signal(SIGUSR1, SIG_IGN) == on_signal);
    printf("%s %s\n", setlocale(LC_ALL, "C"), localeconv()->decimal_point);
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[4095] = 1;
    printf("%d %d\n", page[0], page[4095]);
    printf("%d\n", munmap(page, 4096));

    int v = 3;
    const int c = 4;
    printf("%s, %s, %s, %s\n", NAME(1 ? &v : &c), NAME(1 ? &v : (void *) 0), NAME(1 ? &v : (const void *) &c),
           NAME(1 ? (volatile int *) &v : (const void *) &c));
    extern typeof(real_one) real_one;
    typeof(real_one) *f = real_one;
    printf("%d %zu %zu\n", f(4), sizeof(void), sizeof(struct __attribute__((packed)) { char a; int b; }));
    return 0;
}
