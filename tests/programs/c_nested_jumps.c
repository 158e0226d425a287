/* SPDX-License-Identifier: Apache-2.0 */
/* A goto out of a nested function: GNU C. What the function around has made is still there. */
#include <stdio.h>
#include <stdlib.h>

static int between(void (*f)(void))
{
    int here = 7, more[3] = {1, 2, 3};
    f();
    return here + more[0];
}

/* Variables keep their values, those declared behind __label__ too. */
static int kept(int n)
{
    __label__ out;
    int a = n, b[2] = {n, n + 1};
    double c = n * 0.5;
    int *p = &b[1];
    void leave(void) { goto out; }
    a++;
    c += 1;
    a += 100 * (n > 1 ? (leave(), 1) : 2);
    b[0] = -1;
out:
    printf("%d %d %d %g\n", a, b[0], *p, c);
    return a;
}

/* Backwards, in a loop whose block begins anew each time. */
static int again(void)
{
    int tries = 0, sum = 0;
    for (int i = 0; i < 3000; i++) {
        __label__ retry;
        int own = i;
        void fail(int once) { if (tries++ % 3 == once) goto retry; }
    retry:
        fail(0);
        sum += own;
    }
    return sum + tries;
}

static int deepest(int n)
{
    __label__ done;
    void down(int k)
    {
        if (!k)
            goto done;
        down(k - 1);
    }
    down(n);
done:
    return n;
}

static int levels(int which)
{
    __label__ one, two;
    void outer(void)
    {
        __label__ two;
        void inner(void) { if (which == 1) goto one; goto two; }
        inner();
        printf("not here\n");
    two:
        printf("two of outer\n");
        goto two_again;
    two_again:
        return;
    }
    outer();
    return 3;
one:
    return 1;
two:
    return 2;
}

static int chosen(int i)
{
    __label__ a, b, c;
    void *pick(int k) { return k == 0 ? &&a : k == 1 ? &&b : &&c; }
    goto *pick(i);
a:
    return 10;
b:
    return 20;
c:
    return 30;
}

/* Each call has labels of its own: the goto leads to the call whose function it is. */
static void recursive(int n, void (*proc)(void))
{
    __label__ here;
    void jump(void) { goto here; }
    if (n == 3)
        recursive(n - 1, jump);
    else if (n > 0)
        recursive(n - 1, proc);
    else
        proc();
    printf("returned in %d\n", n);
    return;
here:
    printf("arrived in %d\n", n);
}

int main(void)
{
    __label__ found;
    int v[8] = {3, 1, 4, 1, 5, 9, 2, 6}, compared = 0;
    void stop(void) { goto found; }
    int compare(const void *a, const void *b)
    {
        if (++compared == 4)
            stop();
        return *(const int *) a - *(const int *) b;
    }
    printf("%d %d\n", kept(1), kept(2));
    printf("%d\n", again());
    printf("%d\n", deepest(500));
    printf("%d %d\n", levels(1), levels(2));
    printf("%d %d %d\n", chosen(0), chosen(1), chosen(2));
    recursive(5, NULL);
    qsort(v, 8, sizeof *v, compare);
    printf("sorted\n");
found:
    printf("compared %d\n", compared);
    {
        __label__ past;
        void leave(void) { goto past; }
        printf("%d\n", between(leave));
    past:
        printf("past\n");
    }
    return 0;
}
