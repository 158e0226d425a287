// POSIX threads that wait for each other: conditions and barriers.
#include <stdio.h>
#include <pthread.h>
#define N 4
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
int slot, has; pthread_barrier_t bar;
void *put(void *a) { for (int i = 1; i <= 50; i++) { pthread_mutex_lock(&m); while (has) pthread_cond_wait(&empty, &m); slot = i; has = 1; pthread_cond_signal(&full); pthread_mutex_unlock(&m); } return NULL; }
void *take(void *a) { long s = 0; for (int i = 1; i <= 50; i++) { pthread_mutex_lock(&m); while (!has) pthread_cond_wait(&full, &m); s += slot; has = 0; pthread_cond_signal(&empty); pthread_mutex_unlock(&m); } return (void *) s; }
void *work(void *a) { long id = (long) a; for (int r = 0; r < 3; r++) { if (id == r) printf("round %d\n", r); pthread_barrier_wait(&bar); } if (id == 3) pthread_exit((void *) 99L); return (void *) id; }
int main() {
    pthread_t p, t, w[N]; void *r;
    pthread_create(&t, NULL, take, NULL); pthread_create(&p, NULL, put, NULL);
    pthread_join(p, NULL); pthread_join(t, &r); printf("%ld\n", (long) r);
    pthread_barrier_init(&bar, NULL, N);
    for (long i = 0; i < N; i++) pthread_create(&w[i], NULL, work, (void *) i);
    for (int i = 0; i < N; i++) { pthread_join(w[i], &r); printf("%ld ", (long) r); }
    printf("\n");
}
