/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
int main()
{
    int n = 5000000, count = 0;
    char *composite = (char *) calloc(n + 1, 1);
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long) i * i; j <= n; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
