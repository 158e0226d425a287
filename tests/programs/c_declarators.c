/* SPDX-License-Identifier: Apache-2.0 */
/* Declarators in several parentheses, uname. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

int *((*h)(int));
int ((((q)))) = 4;
int (((*arr))[3]);
int (*((*fp)[2]))(int);

void set(int((*x))) { *x = 3; }
int one(int v) { return v + 1; }
int *((where))(int v) { static int s; s = v; return &s; }

int main(void)
{
    int v, rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*two[2])(int) = {one, one};
    struct utsname names;
    int named = uname(&names);
    set(&v);
    arr = rows + 1;
    fp = &two;
    h = where;
    printf("%d %d %d %d %d\n", v, q, (*arr)[2], (*fp)[1](8), *h(9));
    printf("%d %d %d\n", named, strlen(names.sysname) > 0, strlen(names.machine) > 0);
    return 0;
}
