// Arrays whose size is known when the program runs: parameters, two dimensions, sizeof, and rows by pointers.
#include <stdio.h>
#include <stdlib.h>

static void identity(int n, double *m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] = i == j;
}

static double trace_of_power(int n, int power)
{
    double m[n * n], p[n * n], t[n * n];
    for (int i = 0; i < n * n; i++)
        m[i] = (i % (n + 2)) % 2;
    identity(n, p);
    for (; power; power--) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int k = 0; k < n; k++)
                    s += p[i * n + k] * m[k * n + j];
                t[i * n + j] = s;
            }
        for (int i = 0; i < n * n; i++)
            p[i] = t[i];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i * n + i];
    return sum + (sizeof(m) == n * n * sizeof(double) ? 0 : 1e9);
}

int main()
{
    for (int n = 2; n < 6; n++)
        printf("%d: %g\n", n, trace_of_power(n, 3));
    int rows = 4, columns[4] = {1, 4, 2, 3};
    int **ragged = (int **) malloc(rows * sizeof(int *)), total = 0;
    for (int r = 0; r < rows; r++) {
        ragged[r] = (int *) calloc(columns[r], sizeof(int));
        for (int c = 0; c < columns[r]; c++)
            ragged[r][c] = (r + 1) * (c + 1);
    }
    for (int r = 0; r < rows; r++) {
        int line[columns[r]], sum = 0;
        for (int c = 0; c < columns[r]; c++) {
            line[c] = ragged[r][c] * 2;
            sum += line[c];
        }
        total += sum;
        printf("row %d: %zu elements, sum %d\n", r, sizeof(line) / sizeof(line[0]), sum);
        free(ragged[r]);
    }
    free(ragged);
    char *grown = NULL;
    size_t used = 0, room = 0;
    for (int c = 'a'; c <= 'z'; c++) {
        if (used + 1 >= room)
            grown = (char *) realloc(grown, room = room ? 2 * room : 4);
        grown[used++] = (char) c;
        grown[used] = '\0';
    }
    printf("%d, %s in %zu bytes\n", total, grown, room);
    free(grown);
    return 0;
}
