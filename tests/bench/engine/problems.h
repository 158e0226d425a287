/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The problems of the engine's benchmark: inputs, launches and timing, the same for every implementation.
 *
 *     PROGRAM kernel runs [answer]   prints wall:processor milliseconds of each run after two warm-ups
 *     PROGRAM --launch               prints microseconds of an empty kernel: launched and waited for, queued
 *
 * `answer` gets the result of the first run on fresh input, for the comparison in run.py. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MILLION = 1 << 20,
    SIDE = 4096,
    BODIES = 8192,
    COLUMNS = 1024,
    BUFFERS = 3,
    LAUNCHES = 4000
};

enum contents { ZERO, UNIT, ANGLE, BYTE, WORD, SIGNED }; /* [0,1), [-50,50), 0..255, any, [-1,1) */

struct buffer {
    size_t count; /* of 4 bytes each */
    enum contents contents;
    void *at;
};

struct problem {
    const char *name;
    int buffers, answer; /* which one holds it */
    bool fresh;          /* works in place: refilled before each run */
    struct buffer buffer[BUFFERS];
};

/* clang-format off */
static struct problem problems[] = {
    {"empty",   1, 0, false, {{64, ZERO, 0}}},
    {"saxpy",   2, 1, false, {{16 * MILLION, UNIT, 0}, {16 * MILLION, UNIT, 0}}},
    {"trig",    2, 1, false, {{10000000, ANGLE, 0}, {10000000, ZERO, 0}}},
    {"box3f",   2, 1, false, {{SIDE * SIDE, UNIT, 0}, {SIDE * SIDE, ZERO, 0}}},
    {"box3i",   2, 1, false, {{SIDE * SIDE, BYTE, 0}, {SIDE * SIDE, ZERO, 0}}},
    {"mmnaive", 3, 2, false, {{MILLION, SIGNED, 0}, {MILLION, SIGNED, 0}, {MILLION, ZERO, 0}}},
    {"mmtile",  3, 2, false, {{MILLION, SIGNED, 0}, {MILLION, SIGNED, 0}, {MILLION, ZERO, 0}}},
    {"redtree", 2, 1, false, {{16 * MILLION, UNIT, 0}, {16 * MILLION / 256, ZERO, 0}}},
    {"redshfl", 2, 1, false, {{16 * MILLION, UNIT, 0}, {16 * MILLION / 256, ZERO, 0}}},
    {"scan",    2, 1, false, {{4 * MILLION, UNIT, 0}, {4 * MILLION, ZERO, 0}}},
    {"nbody",   2, 1, false, {{4 * BODIES, SIGNED, 0}, {4 * BODIES, ZERO, 0}}},
    {"mandel",  1, 0, false, {{2048 * 2048, ZERO, 0}}},
    {"hist",    2, 1, false, {{16 * MILLION, WORD, 0}, {256, ZERO, 0}}},
    {"bitonic", 1, 0, true,  {{MILLION, SIGNED, 0}}},
    {"transpose", 2, 1, false, {{SIDE * SIDE, UNIT, 0}, {SIDE * SIDE, ZERO, 0}}},
    {"softmax", 2, 1, false, {{4 * MILLION, ANGLE, 0}, {4 * MILLION, ZERO, 0}}},
    {"sobel8",  2, 1, false, {{SIDE * SIDE / 4, WORD, 0}, {SIDE * SIDE / 4, ZERO, 0}}},
    {"horner64", 2, 1, false, {{4 * MILLION, UNIT, 0}, {4 * MILLION, ZERO, 0}}},
    {"globalhist", 2, 1, false, {{8 * MILLION, WORD, 0}, {4096, ZERO, 0}}},
    {"aos3",    2, 0, true,  {{12 * MILLION, UNIT, 0}, {12 * MILLION, SIGNED, 0}}},
    {"sort16",  2, 1, false, {{16 * MILLION, UNIT, 0}, {16 * MILLION, ZERO, 0}}},
};

/* clang-format on */

struct argument {
    char type; /* 'i' int, 'f' float, 'b' buffer number i */
    int i;
    float f;
};

struct shape {
    int grid_x, grid_y, block_x, block_y;
};

typedef void launch_fn(const char *kernel, struct shape shape, const struct argument *list, int n);

#define INT(v)                                                                                     \
    {                                                                                              \
        'i', v, 0                                                                                  \
    }
#define FLOAT(v)                                                                                   \
    {                                                                                              \
        'f', 0, v                                                                                  \
    }
#define BUF(v)                                                                                     \
    {                                                                                              \
        'b', v, 0                                                                                  \
    }
#define SHAPE(gx, gy, bx, by) ((struct shape){gx, gy, bx, by})
#define LAUNCH(name, shape, ...)                                                                   \
    do {                                                                                           \
        const struct argument list_[] = {__VA_ARGS__};                                             \
        launch(name, shape, list_, sizeof list_ / sizeof *list_);                                  \
    } while (0)

static inline void sort_launches(int n, launch_fn *launch)
{
    LAUNCH("bitonic_near", SHAPE(n / 2048, 1, 1024, 1), BUF(0), INT(2), INT(2048));
    for (int s = 4096; s <= n; s <<= 1) {
        for (int j = s / 2; j >= 2048; j >>= 1)
            LAUNCH("bitonic_far", SHAPE(n / 512, 1, 256, 1), BUF(0), INT(s), INT(j));
        LAUNCH("bitonic_near", SHAPE(n / 2048, 1, 1024, 1), BUF(0), INT(s), INT(s));
    }
}

/* $ENGINE_ODD: sizes are primes and blocks have 96 threads, where the kernel takes any. */
static inline int size(int usual)
{
    if (!getenv("ENGINE_ODD"))
        return usual;
    for (int n = usual;; n--) {
        int d = 2;
        while (d * d <= n && n % d)
            d++;
        if (d * d > n)
            return n;
    }
}

static inline struct shape line(int n)
{
    int block = getenv("ENGINE_ODD") ? 96 : 256;
    return (struct shape){(n + block - 1) / block, 1, block, 1};
}

static inline struct shape plane(int n, int x, int y)
{
    if (getenv("ENGINE_ODD"))
        x = 32, y = 3;
    return (struct shape){(n + x - 1) / x, (n + y - 1) / y, x, y};
}

/* The launches that solve a problem, for implementations that have launches. */
static inline void issue(const struct problem *p, launch_fn *launch)
{
    const char *k = p->name;
    int n = (int) p->buffer[0].count, prime = size(n), side = size(SIDE);
    struct shape of = line(prime);
    if (!strcmp(k, "empty"))
        LAUNCH(k, SHAPE(1, 1, 32, 1), BUF(0));
    else if (!strcmp(k, "saxpy"))
        LAUNCH(k, of, INT(prime), FLOAT(2.5f), BUF(0), BUF(1));
    else if (!strncmp(k, "box3", 4))
        LAUNCH(k, plane(side, 16, 16), INT(side), INT(side), BUF(0), BUF(1));
    else if (!strcmp(k, "mmnaive"))
        LAUNCH(k, plane(size(1024), 16, 16), INT(size(1024)), BUF(0), BUF(1), BUF(2));
    else if (!strcmp(k, "mmtile"))
        LAUNCH(k, SHAPE(64, 64, 16, 16), INT(1024), BUF(0), BUF(1), BUF(2));
    else if (!strcmp(k, "mandel"))
        LAUNCH(k, plane(size(2048), 16, 16), INT(size(2048)), INT(size(2048)), INT(256), BUF(0));
    else if (!strcmp(k, "nbody"))
        LAUNCH(k, SHAPE(BODIES / 256, 1, 256, 1), INT(BODIES), BUF(0), BUF(1));
    else if (!strcmp(k, "hist"))
        LAUNCH(k, SHAPE(1024, 1, 256, 1), INT(prime), BUF(0), BUF(1));
    else if (!strcmp(k, "bitonic"))
        sort_launches(n, launch);
    else if (!strcmp(k, "transpose"))
        LAUNCH(k, SHAPE(SIDE / 32, SIDE / 32, 32, 8), INT(SIDE), BUF(0), BUF(1));
    else if (!strcmp(k, "softmax"))
        LAUNCH(k, line(32 * size(n / COLUMNS)), INT(size(n / COLUMNS)), INT(size(COLUMNS)), BUF(0),
               BUF(1));
    else if (!strcmp(k, "sobel8"))
        LAUNCH(k, plane(side, 32, 8), INT(side), INT(side), BUF(0), BUF(1));
    else if (!strcmp(k, "aos3"))
        LAUNCH(k, line(size(n / 3)), INT(size(n / 3)), FLOAT(0.01f), BUF(0), BUF(1));
    else if (!strcmp(k, "sort16"))
        LAUNCH(k, line(size(n / 16)), INT(size(n / 16)), BUF(0), BUF(1));
    else if (!strncmp(k, "red", 3) || !strcmp(k, "scan")) /* whose blocks have 256 threads */
        LAUNCH(k, SHAPE((prime + 255) / 256, 1, 256, 1), INT(prime), BUF(0), BUF(1));
    else /* trig, horner64, globalhist */
        LAUNCH(k, of, INT(prime), BUF(0), BUF(1));
}

#undef INT
#undef FLOAT
#undef BUF
#undef LAUNCH
#undef SHAPE

static inline uint32_t scramble(uint32_t v)
{
    v = (v ^ (v >> 15)) * 0x2c1b3c6du;
    v = (v ^ (v >> 12)) * 0x297a2d39u;
    return v ^ (v >> 15);
}

static inline void fill(struct problem *p)
{
    for (int k = 0; k < p->buffers; k++) {
        struct buffer *b = &p->buffer[k];
        if (!b->at)
            b->at = aligned_alloc(4096, (b->count * 4 + 4095) & ~4095ul);
        float *f = b->at;
        uint32_t *u = b->at;
        for (size_t i = 0; i < b->count; i++) {
            uint32_t h = scramble((uint32_t) i * 4 + (uint32_t) k + 1);
            float x = (float) (h >> 8) * 0x1p-24f;
            switch (b->contents) {
            case ZERO: u[i] = 0; break;
            case UNIT: f[i] = x; break;
            case ANGLE: f[i] = 100 * x - 50; break;
            case BYTE: u[i] = h >> 24; break;
            case WORD: u[i] = h; break;
            case SIGNED: f[i] = 2 * x - 1; break;
            }
        }
    }
}

static inline double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec * 1e3 + (double) t.tv_nsec * 1e-6;
}

/* Processor time of all threads: what a busy neighbour cannot take away. (getrusage is exact to 4 ms only.) */
static inline double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double) t.tv_sec * 1e3 + (double) t.tv_nsec * 1e-6;
}

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static inline struct problem *problem_named(const char *name)
{
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (!strcmp(problems[i].name, name))
            return &problems[i];
    fprintf(stderr, "no kernel '%s'\n", name);
    exit(1);
}

/* What an implementation provides; `put` and `get` may do nothing where buffers are shared. */
struct implementation {
    void (*open)(struct problem *p);
    void (*put)(struct problem *p);
    void (*queue)(struct problem *p);
    void (*wait)(void);
    void (*get)(struct problem *p);
};

static inline void time_launches(const struct implementation *m)
{
    static double us[LAUNCHES];
    struct problem *p = problem_named("empty");
    fill(p);
    m->open(p);
    for (int i = -100; i < LAUNCHES; i++) {
        double t = now_ms();
        m->queue(p);
        m->wait();
        if (i >= 0)
            us[i] = 1e3 * (now_ms() - t);
    }
    qsort(us, LAUNCHES, sizeof *us, by_value);
    double t = now_ms();
    for (int i = 0; i < LAUNCHES; i++)
        m->queue(p);
    m->wait();
    printf("%.2f %.2f\n", us[LAUNCHES / 2], 1e3 * (now_ms() - t) / LAUNCHES);
}

static inline void write_answer(const struct problem *p, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        exit(1);
    fwrite(p->buffer[p->answer].at, 4, p->buffer[p->answer].count, f);
    fclose(f);
}

static inline int drive(int argc, char **argv, const struct implementation *m)
{
    if (argc > 1 && !strcmp(argv[1], "--launch")) {
        time_launches(m);
        return 0;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: %s kernel runs [answer]\n", argv[0]);
        return 1;
    }
    struct problem *p = problem_named(argv[1]);
    int runs = atoi(argv[2]);
    fill(p);
    m->open(p);
    for (int i = -2; i < runs; i++) {
        if (p->fresh || i == -2) {
            fill(p);
            m->put(p);
        }
        double cpu = processor_ms(), wall = now_ms();
        m->queue(p);
        m->wait();
        wall = now_ms() - wall;
        cpu = processor_ms() - cpu;
        if (i == -2 && argc > 3) {
            m->get(p);
            write_answer(p, argv[3]);
        }
        if (i >= 0)
            printf("%.4f:%.3f ", wall, cpu);
    }
    puts("");
    return 0;
}
