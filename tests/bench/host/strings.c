/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main()
{
    int n = 300000, used = 0, room = 16;
    char *s = (char *) malloc(room), piece[16];
    for (int i = 0; i < n; i++) {
        int k = sprintf(piece, "%d,", i);
        if (used + k + 1 > room) {
            room = 2 * (used + k + 1);
            s = (char *) realloc(s, room);
        }
        memcpy(s + used, piece, k + 1);
        used += k;
    }
    unsigned h = 0;
    for (int i = 0; i < used; i++)
        h = h * 31 + s[i];
    printf("%d %u\n", used, h);
    return 0;
}
