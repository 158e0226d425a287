/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

enum { N = 10 };

int columns[N], rising[2 * N], falling[2 * N];

int place(int row)
{
    int count = 0;
    if (row == N)
        return 1;
    for (int c = 0; c < N; c++) {
        if (columns[c] || rising[row + c] || falling[row - c + N])
            continue;
        columns[c] = rising[row + c] = falling[row - c + N] = 1;
        count += place(row + 1);
        columns[c] = rising[row + c] = falling[row - c + N] = 0;
    }
    return count;
}

int main(void)
{
    printf("%d\n", place(0));
    return 0;
}
