/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

int main(void)
{
    int n = 400, inside = 0;
    for (int py = 0; py < n; py++)
        for (int px = 0; px < n; px++) {
            double cx = 3.0 * px / n - 2.0, cy = 2.0 * py / n - 1.0, x = 0, y = 0;
            int k = 0;
            while (k < 200 && x * x + y * y < 4.0) {
                double t = x * x - y * y + cx;
                y = 2.0 * x * y + cy;
                x = t;
                k++;
            }
            inside += k == 200;
        }
    printf("%d\n", inside);
    return 0;
}
