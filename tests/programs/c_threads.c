/* SPDX-License-Identifier: Apache-2.0 */
/* Headers that are written in C++ here, in a program in C. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int class;

static void *count(void *times)
{
    for (int i = 0; i < *(int *) times; i++) {
        pthread_mutex_lock(&lock);
        class++;
        pthread_mutex_unlock(&lock);
    }
    return times;
}

int main(int argc, char **argv)
{
    pthread_t threads[3];
    int times = 100, option, n = 0;
    struct timespec zero = {0, 0};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, count, &times);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    while ((option = getopt(argc, argv, "ab:")) != -1)
        n++;
    printf("%d %d %d\n", class, EINTR, n);
    printf("%d %ld\n", div(7, 2).rem, zero.tv_nsec);
    return 0;
}
