/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's atomic operations of volatile variables. */
#include <stdio.h>
volatile int x = 3; volatile long l = 5; volatile unsigned char c = 250;
int main(void) {
    printf("%d %d %d\n", __sync_fetch_and_add(&x, 4), __sync_sub_and_fetch(&x, 2), x);
    printf("%d %d\n", __sync_bool_compare_and_swap(&l, 5, 9), __sync_bool_compare_and_swap(&l, 5, 7)); printf("%ld\n", l);
    printf("%d %d\n", __sync_add_and_fetch(&c, 10), __sync_lock_test_and_set(&c, 1)); __sync_lock_release(&c); printf("%d\n", c);
    printf("%ld %ld\n", __atomic_fetch_or(&l, 6, __ATOMIC_SEQ_CST), __atomic_load_n(&l, __ATOMIC_RELAXED));
}
