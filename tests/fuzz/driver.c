/* SPDX-License-Identifier: Apache-2.0 */
/* What libFuzzer does, for compilers without it: every seed, then mutations of them, without looking at coverage.
 *
 *     fuzz_NAME [-runs=N] [-seed=N] [-write=FILE] FILE|FOLDER...
 *
 * -write keeps the input of the moment in FILE, so that a crash leaves it there. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "base/vec.h"
#include "fuzz.h"

enum { INPUT_MAX = 1 << 14 };

struct seeds {
    VEC(struct buf) inputs;
};

static unsigned long random_state;

static unsigned next_random(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned) (random_state >> 33);
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
    for (unsigned n = 1 + next_random() % 4; n; n--) {
        size_t at = size ? next_random() % size : 0;
        if (next_random() % 2 && size < max) {
            memmove(data + at + 1, data + at, size - at);
            data[at] = (uint8_t) next_random();
            size++;
        } else if (size) {
            data[at] = (uint8_t) next_random();
        }
    }
    return size;
}

static void add_file(struct seeds *s, const char *path)
{
    struct buf b = {0};
    char bytes[4096];
    FILE *f = fopen(path, "rb");
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f));)
        buf_put(&b, bytes, n);
    if (f)
        fclose(f);
    VEC_PUSH(&s->inputs, b);
}

static void add(struct seeds *s, const char *path)
{
    struct stat st;
    struct dirent **names;
    int count;
    if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
        add_file(s, path);
        return;
    }
    count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct buf file = {0};
        buf_printf(&file, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            add_file(s, file.p);
        buf_free(&file);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
}

static void try(const uint8_t *data, size_t n, const char *keep)
{
    FILE *f = keep ? fopen(keep, "wb") : NULL;
    if (f) {
        fwrite(data, 1, n, f);
        fclose(f);
    }
    LLVMFuzzerTestOneInput(data, n);
}

static void try_mutation(const struct seeds *s, const char *keep)
{
    static uint8_t bytes[INPUT_MAX], crossed[INPUT_MAX];
    const struct buf *seed = s->inputs.at + next_random() % s->inputs.n;
    size_t n = seed->n < INPUT_MAX ? seed->n : INPUT_MAX;
    if (n)
        memcpy(bytes, seed->p, n);
    n = LLVMFuzzerCustomMutator(bytes, n, INPUT_MAX, next_random());
    if (next_random() % 4) {
        try(bytes, n, keep);
        return;
    }
    const struct buf *other = s->inputs.at + next_random() % s->inputs.n;
    n = LLVMFuzzerCustomCrossOver(bytes, n, (const uint8_t *) (other->p ? other->p : ""), other->n,
                                  crossed, INPUT_MAX, next_random());
    try(crossed, n, keep);
}

int main(int argc, char **argv)
{
    struct seeds seeds = {0};
    unsigned long runs = 0;
    const char *keep = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "-runs=", 6))
            runs = strtoul(argv[i] + 6, NULL, 10);
        else if (!strncmp(argv[i], "-seed=", 6))
            random_state = strtoul(argv[i] + 6, NULL, 10);
        else if (!strncmp(argv[i], "-write=", 7))
            keep = argv[i] + 7;
        else
            add(&seeds, argv[i]);
    }
    if (!seeds.inputs.n)
        return 2;
    VEC_EACH (seed, &seeds.inputs)
        try((const uint8_t *) (seed->p ? seed->p : ""), seed->n, keep);
    for (unsigned long i = 0; i < runs; i++)
        try_mutation(&seeds, keep);
    printf("ok: %zu seeds, %lu mutations\n", seeds.inputs.n, runs);
    VEC_EACH (seed, &seeds.inputs)
        buf_free(seed);
    VEC_FREE(&seeds.inputs);
    return 0;
}
