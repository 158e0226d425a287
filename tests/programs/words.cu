// Text on both sides: words counted on the host, letters on the device, sorted with qsort.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char text[16];
    int count;
};

__global__ void letters(const char *s, int n, int *count)
{
    int i = threadIdx.x;
    if (i < n && s[i] >= 'a' && s[i] <= 'z')
        atomicAdd(&count[s[i] - 'a'], 1);
}

int by_count(const void *a, const void *b)
{
    const struct word *x = (const struct word *) a, *y = (const struct word *) b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void)
{
    char text[] = "the quick brown fox jumps over the lazy dog; The dog sleeps, the fox does not.", copy[128];
    struct word words[20];
    int n = 0, count[26], *d_count;
    for (char *p = text; *p; p++)
        *p = tolower(*p);
    strcpy(copy, text);
    for (char *t = strtok(copy, " ;,."); t; t = strtok(NULL, " ;,.")) {
        int i = 0;
        while (i < n && strcmp(words[i].text, t))
            i++;
        if (i == n) {
            strncpy(words[n].text, t, sizeof words[n].text);
            words[n++].count = 0;
        }
        words[i].count++;
    }
    qsort(words, n, sizeof words[0], by_count);
    for (int i = 0; i < 4; i++)
        printf("%-6s%2d\n", words[i].text, words[i].count);
    char *d;
    cudaMalloc(&d, sizeof text);
    cudaMalloc(&d_count, sizeof count);
    cudaMemset(d_count, 0, sizeof count);
    cudaMemcpy(d, text, sizeof text, cudaMemcpyHostToDevice);
    letters<<<1, 128>>>(d, strlen(text), d_count);
    cudaMemcpy(count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    for (char c = 'a'; c <= 'e'; c++)
        printf("%c=%d ", c, count[c - 'a']);
    printf("%d words\n", n);
    cudaFree(d);
    cudaFree(d_count);
    return 0;
}
