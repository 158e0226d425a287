// Strings: cutting, searching, converting, formatting.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim(char *s)
{
    size_t n = strlen(s), start = strspn(s, " \t");
    while (n > start && isspace((unsigned char) s[n - 1]))
        n--;
    memmove(s, s + start, n - start);
    s[n - start] = '\0';
}

int main()
{
    char line[] = "grid=16; block = 256 ;shared=0x40;;name=  saxpy ", copy[64];
    int count = 0;
    for (char *part = strtok(line, ";"); part; part = strtok(NULL, ";")) {
        char *equals = strchr(part, '='), *end;
        strcpy(copy, equals + 1);
        *equals = '\0';
        trim(part);
        trim(copy);
        long v = strtol(copy, &end, 0);
        if (*copy && !*end)
            printf("%-8s%5ld\n", part, v);
        else
            printf("%-8s%5s\n", part, copy);
        count++;
    }
    printf("%d settings\n", count);
    char text[100] = "the quick brown fox";
    for (char *c = text; *c; c++)
        if (c == text || c[-1] == ' ')
            *c = (char) toupper((unsigned char) *c);
    strcat(text, " jumps");
    printf("%s, %zu, %s, %s\n", text, strlen(text), strstr(text, "Fox"), strrchr(text, 'u'));
    printf("[%8.3f] [%-8d] [%+d] [%08x] [%e] [%g] [%5s] [%.2s] [%c] [%%] [%lu]\n", 3.14159, 42, 7, 48879, 12345.678, 1e-5, "ab", "xyz", 'q',
           1234567890123ul);
    char out[16];
    int wanted = snprintf(out, sizeof(out), "%s-%d", "a long prefix", 12345);
    printf("%s (%d)\n", out, wanted);
    double sum = 0;
    int used, n = 0;
    const char *numbers = "1.5 2e2 -3 16";
    for (double v; sscanf(numbers, "%lf%n", &v, &used) == 1; numbers += used, n++)
        sum += v;
    printf("%d numbers, %g; %d %g %d\n", n, sum, atoi("12abc"), atof("2.5e3x"), strncmp("abcd", "abef", 2));
    return 0;
}
