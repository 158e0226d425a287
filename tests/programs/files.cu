// Files: writing, reading by line, by format and by block, seeking, and what failure looks like.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int id;
    float value;
};

int main()
{
    const char *name = "warpcell-test-file.txt";
    FILE *f = fopen(name, "w");
    if (!f) {
        perror(name);
        return 1;
    }
    fprintf(f, "# samples\n");
    for (int i = 0; i < 4; i++)
        fprintf(f, "%d %.2f\n", i, i * 1.25);
    fputs("end\n", f);
    fclose(f);

    char line[64];
    int lines = 0, id, read = 0;
    float value, sum = 0;
    f = fopen(name, "r");
    while (fgets(line, sizeof(line), f)) {
        lines++;
        if (sscanf(line, "%d %f", &id, &value) == 2) {
            read++;
            sum += value;
        }
    }
    printf("%d lines, %d samples, sum %g, at the end: %d\n", lines, read, sum, feof(f) != 0);
    rewind(f);
    int first = fgetc(f), second = getc(f);
    printf("'%c' then '%c'\n", first, second);
    fclose(f);

    struct record all[5], one;
    for (int i = 0; i < 5; i++) {
        all[i].id = 10 + i;
        all[i].value = i / 2.0f;
    }
    f = fopen(name, "wb");
    printf("%zu written\n", fwrite(all, sizeof(all[0]), 5, f));
    fclose(f);
    f = fopen(name, "rb");
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    fseek(f, 3 * (long) sizeof(one), SEEK_SET);
    size_t got = fread(&one, sizeof(one), 1, f);
    printf("%zu read of %ld bytes: %d %g\n", got, size, one.id, one.value);
    printf("%zu more\n", fread(all, sizeof(one), 5, f));
    fclose(f);
    remove(name);
    printf("%s\n", fopen(name, "r") ? "still there" : "gone");
    return 0;
}
