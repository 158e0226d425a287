/* SPDX-License-Identifier: Apache-2.0 */
/* Runs self-describing PTX files on the cpu device through device.h alone. Lines that begin with //! say what
 * to do; they are documented here because only this program reads them:
 *
 *   //! buffer x f32 [128] 1 2 0x7f800000 5..9 3*10    device array; values repeat to fill its length
 *   //! launch k grid 2 1 block 64 shared 0 cooperative : x 100 2.5f 7l   arguments: buffers, s32, f32 (f), f64 (d), 64 bits (l)
 *   //! image t x 4 4 0 1 f32 linear clamp              texture of width, height, depth (or layers), channels, channel type:
 *                                                       linear normalized fraction repeat|clamp|mirror|border layered cube
 *                                                       fetch (plain memory) surface
 *   //! expect x f32 3 5 7                              compared bit by bit, NaN with any NaN; "~3" allows 3 ulp
 *   //! fails some words                                loading must fail with a message that has these words
 *   //! faults illegal address thread 5 0 0 block 1 0 0 near x line 12 others 31 regrouped 9 file a.cu
 *                                                       regrouped: the others where vector code makes warps of its own
 *   //! prints hello\n                                  the kernel's whole output
 *
 * Usage: run_ptx FILE... ; exit status 1 if one failed. */
#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/str.h"
#include "device/cpu/cpu.h"
#include "device/device.h"
#include "device/device_image.h"
#include "device/device_open.h"
#include "diag/diag.h"

enum { BUFFERS = 400 };

struct array {
    char name[32], type[8];
    uint64_t address, count;
    uint32_t size;
};

struct test {
    const char *file;
    struct device *device;
    struct device_module *module;
    struct array arrays[BUFFERS];
    int array_count;
    struct buf printed;
    struct device_fault fault;
    enum device_status status;
    bool launched, failed, load_failed;
    char load_error[512];
    int checks;
};

/* A kernel that hangs is stopped after a while: its test fails, the others still run. */
enum { BUSY_S = 5, WAITING_S = 300 };

static atomic_bool too_long;

static void on_alarm(int number)
{
    atomic_store(&too_long, true);
}

/* In processor time, of which other programs take nothing, or if it only waits. */
static void set_alarms(bool on)
{
    const struct itimerval busy = {.it_value.tv_sec = on ? BUSY_S : 0};
    setitimer(ITIMER_PROF, &busy, NULL);
    alarm(on ? WAITING_S : 0);
}

static bool fail(struct test *t, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(struct test *t, int line, const char *format, ...)
{
    va_list ap;
    printf("not ok %s:%d: ", t->file, line);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    printf("\n");
    t->failed = true;
    return false;
}

static uint32_t type_size(const char *type)
{
    return (uint32_t) atoi(type + 1) / 8;
}

/* One value of the type as bits. */
static uint64_t parse_value(const char *s, const char *type)
{
    uint64_t bits = 0;
    if (type[0] == 'f' && strncmp(s, "0x", 2)) {
        double v = strtod(s, NULL);
        float f = strtof(s, NULL);
        if (type_size(type) == 8)
            memcpy(&bits, &v, 8);
        else
            memcpy(&bits, &f, 4);
        return bits;
    }
    return s[0] == '-' ? (uint64_t) strtoll(s, NULL, 0) : strtoull(s, NULL, 0);
}

/* Words 1, 5..9, 3*10 to bits; the number of values. */
static size_t parse_values(char *text, const char *type, uint64_t *out, size_t most)
{
    size_t n = 0;
    char *save;
    for (char *w = strtok_r(text, " \t\n", &save); w && n < most;
         w = strtok_r(NULL, " \t\n", &save)) {
        char *dots = strstr(w, ".."), *star = strchr(w, '*');
        if (dots) {
            long long from = strtoll(w, NULL, 0), to = strtoll(dots + 2, NULL, 0);
            for (long long v = from; v <= to && n < most; v++) {
                char word[32];
                snprintf(word, sizeof word, "%lld", v);
                out[n++] = parse_value(word, type);
            }
        } else {
            long times = star ? strtol(star + 1, NULL, 10) : 1;
            while (times-- > 0 && n < most)
                out[n++] = parse_value(w, type);
        }
    }
    return n;
}

static struct array *array_named(struct test *t, const char *name)
{
    for (int i = 0; i < t->array_count; i++)
        if (!strcmp(t->arrays[i].name, name))
            return &t->arrays[i];
    return NULL;
}

static bool do_buffer(struct test *t, int line, char *text)
{
    if (t->array_count == BUFFERS)
        return fail(t, line, "too many buffers");
    struct array *a = &t->arrays[t->array_count];
    static uint64_t values[1 << 16];
    unsigned long long count = 0;
    int used = 0;
    if (sscanf(text, "%31s %7s [%llu]%n", a->name, a->type, &count, &used) < 3 || !used)
        return fail(t, line, "buffer: name, type, [length]");
    a->count = count;
    a->size = type_size(a->type);
    struct diags diags = {0};
    if (!device_alloc(t->device, a->count * a->size, &diags, (struct span){0}, &a->address))
        return fail(t, line, "no memory");
    device_name(t->device, a->address, a->name);
    t->array_count++;
    size_t n = parse_values(text + used, a->type, values, sizeof values / sizeof *values);
    char *bytes = calloc(a->count + 1, a->size);
    for (uint64_t i = 0; n && i < a->count; i++)
        memcpy(bytes + i * a->size, &values[i % n], a->size);
    struct device_fault fault;
    device_write(t->device, a->address, bytes, a->count * a->size, &fault);
    free(bytes);
    return true;
}

static bool put_argument(struct test *t, int line, const char *word, const struct device_param *p,
                         char *params)
{
    struct array *a = array_named(t, word);
    uint64_t bits;
    size_t n = strlen(word);
    bool is_hex = !strncmp(word, "0x", 2);
    if (a)
        bits = a->address;
    else if (!is_hex && word[n - 1] == 'f')
        bits = parse_value(word, "f32");
    else if (!is_hex && word[n - 1] == 'd')
        bits = parse_value(word, "f64");
    else if (isdigit((unsigned char) word[0]) || word[0] == '-')
        bits = parse_value(word, "u64");
    else
        return fail(t, line, "what is argument '%s'?", word);
    memcpy(params + p->offset, &bits, p->size < 8 ? p->size : 8);
    return true;
}

static uint32_t at_least_one(uint32_t n)
{
    return n ? n : 1;
}

static bool do_image(struct test *t, int line, char *text)
{
    char name[32], buffer[32], type[8];
    unsigned w, h, z, channels;
    struct device_sampler s = {
        .wrap = {WRAP_CLAMP, WRAP_CLAMP, WRAP_CLAMP}
    };
    if (sscanf(text, "%31s %31s %u %u %u %u %7s", name, buffer, &w, &h, &z, &channels, type) != 7)
        return fail(t, line, "image: name, buffer, width, height, depth, channels, type");
    struct array *a = array_named(t, buffer);
    if (!a || t->array_count == BUFFERS)
        return fail(t, line, "no buffer '%s'", buffer);
    uint32_t bits = (uint32_t) atoi(type + 1);
    bool layered = strstr(text, " layered") || strstr(text, " cube");
    struct device_image i = {.address = a->address,
                             .width = w,
                             .height = h,
                             .depth = layered ? 0 : z,
                             .layers = layered ? z : 0,
                             .channels = (uint8_t) channels,
                             .bits = (uint8_t) bits,
                             .kind = type[0] == 'f'   ? CHANNEL_FLOAT
                                     : type[0] == 's' ? CHANNEL_SIGNED
                                                      : CHANNEL_UNSIGNED,
                             .cube = strstr(text, " cube") != NULL,
                             .linear = strstr(text, " fetch") != NULL,
                             .row_pitch = (uint64_t) w * channels * bits / 8};
    i.slice_pitch = i.row_pitch * at_least_one(h);
    if (i.slice_pitch * at_least_one(z) > a->count * a->size)
        return fail(t, line, "the buffer is too small");
    s.linear_filter = strstr(text, " linear") != NULL;
    s.normalized = strstr(text, " normalized") != NULL;
    s.read_normalized = strstr(text, " fraction") != NULL;
    for (int k = 0; k < 3; k++)
        s.wrap[k] = strstr(text, " repeat")   ? WRAP_REPEAT
                    : strstr(text, " mirror") ? WRAP_MIRROR
                    : strstr(text, " border") ? WRAP_BORDER
                                              : WRAP_CLAMP;
    struct array *image = &t->arrays[t->array_count++];
    *image = (struct array){.count = 0};
    snprintf(image->name, sizeof image->name, "%s", name);
    image->address = device_image_new(t->device, &i, strstr(text, " surface") ? NULL : &s);
    return true;
}

static bool do_launch(struct test *t, int line, char *text)
{
    char name[200], params[DEVICE_PARAMS_MAX] = {0};
    struct device_launch l = {
        .grid = {1, 1, 1},
          .block = {1, 1, 1},
          .tag = 7
    };
    char *colon = strstr(text, " : "), *save;
    struct diags diags = {0};
    if (t->load_failed)
        return fail(t, line, "not loaded: %s", t->load_error);
    if (colon)
        *colon = '\0';
    sscanf(text, "%199s", name);
    uint32_t *into = NULL, shared = 0;
    strtok_r(text, " \t\n", &save);
    for (char *w; (w = strtok_r(NULL, " \t\n", &save));) {
        if (!strcmp(w, "grid"))
            into = &l.grid.x;
        else if (!strcmp(w, "block"))
            into = &l.block.x;
        else if (!strcmp(w, "shared"))
            into = &shared;
        else if (!strcmp(w, "cooperative"))
            l.cooperative = true;
        else
            *into++ = (uint32_t) atoi(w);
    }
    if (!(l.kernel = device_kernel(t->module, name)))
        return fail(t, line, "no kernel '%s'", name);
    const struct device_kernel_info *info = device_kernel_info(l.kernel);
    uint32_t k = 0;
    for (char *w = colon ? strtok_r(colon + 3, " \t\n", &save) : NULL; w;
         w = strtok_r(NULL, " \t\n", &save), k++)
        if (k >= info->param_count || !put_argument(t, line, w, &info->params[k], params))
            return k >= info->param_count ? fail(t, line, "too many arguments") : false;
    l.params = params;
    l.shared_dynamic = shared;
    l.params_size = info->params_size;
    if (!device_launch(t->device, &l, &diags, (struct span){0}))
        return fail(t, line, "launch: %s", diags.first->text);
    atomic_store(&too_long, false);
    set_alarms(true);
    t->status = device_sync(t->device, DEVICE_ALL_STREAMS, &t->fault);
    set_alarms(false);
    t->launched = true;
    return true;
}

static bool is_nan(uint64_t bits, const char *type)
{
    return type[0] == 'f' && (type_size(type) == 4 ? (bits & 0x7fffffff) > 0x7f800000
                                                   : (bits << 1) > (uint64_t) 0x7ff0 << 49);
}

static double as_double(uint64_t bits, const char *type)
{
    double d;
    float f;
    memcpy(&d, &bits, 8);
    memcpy(&f, &bits, 4);
    return type[0] != 'f' ? (double) (int64_t) bits : type_size(type) == 4 ? f : d;
}

/* Distance of two floats in steps of their type. */
static uint64_t ulps(uint64_t a, uint64_t b, const char *type)
{
    uint32_t size = type_size(type);
    uint64_t sign = (uint64_t) 1 << (8 * size - 1);
    int64_t x = (int64_t) (a & sign ? sign - a : a), y = (int64_t) (b & sign ? sign - b : b);
    return (uint64_t) (x > y ? x - y : y - x);
}

static bool do_expect(struct test *t, int line, char *text)
{
    char name[32], type[8];
    static uint64_t values[1 << 16];
    int used = 0;
    unsigned long long tolerance = 0;
    sscanf(text, "%31s %7s%n", name, type, &used);
    struct array *a = array_named(t, name);
    if (!a)
        return fail(t, line, "no buffer '%s'", name);
    if (t->status != DEVICE_OK)
        return fail(t, line, "%s in thread %u: %s (PTX line %u: %s) %s",
                    device_fault_name(t->fault.kind), t->fault.thread.x, t->fault.kernel,
                    t->fault.ptx_line, t->fault.instruction, t->fault.text);
    char *rest = text + used;
    while (*rest == ' ')
        rest++;
    if (*rest == '~')
        tolerance = strtoull(rest + 1, &rest, 10);
    size_t n = parse_values(rest, type, values, sizeof values / sizeof *values);
    uint32_t size = type_size(type);
    uint64_t count = a->count * a->size / size;
    char *bytes = malloc(a->count * a->size + 8);
    struct device_fault fault;
    device_read(t->device, bytes, a->address, a->count * a->size, &fault);
    bool ok = true;
    for (uint64_t i = 0; i < count && n && ok; i++) {
        uint64_t got = 0, want = size == 8 ? values[i % n]
                                           : values[i % n] & (((uint64_t) 1 << 8 * size) - 1);
        memcpy(&got, bytes + i * size, size);
        if (got != want && !(is_nan(got, type) && is_nan(want, type)) &&
            !(tolerance && ulps(got, want, type) <= tolerance))
            ok = fail(t, line, "%s[%llu] is 0x%llx (%.9g), not 0x%llx (%.9g)", name,
                      (unsigned long long) i, (unsigned long long) got, as_double(got, type),
                      (unsigned long long) want, as_double(want, type));
    }
    free(bytes);
    t->checks++;
    return ok && (n || fail(t, line, "no values"));
}

static void chomp(char *s)
{
    size_t n = strlen(s);
    while (n && isspace((unsigned char) s[n - 1]))
        s[--n] = '\0';
}

static bool do_fails(struct test *t, int line, char *text)
{
    chomp(text);
    t->checks++;
    if (!t->load_failed)
        return fail(t, line, "loaded, but should have failed with '%s'", text);
    return strstr(t->load_error, text) ||
           fail(t, line, "failed with '%s', not '%s'", t->load_error, text);
}

static bool dim_is(const struct device_dim *d, const char *s)
{
    unsigned x = 0, y = 0, z = 0;
    sscanf(s, "%u %u %u", &x, &y, &z);
    return d->x == x && d->y == y && d->z == z;
}

static bool others_of(const struct test *t, const char *text, uint64_t *out)
{
    const struct cpu_device *d = (const struct cpu_device *) t->device;
    const char *at = d->exec.set->vector_bytes ? strstr(text, " regrouped ") : NULL;
    size_t skip = strlen(" regrouped ");
    if (!at && (at = strstr(text, " others ")))
        skip = strlen(" others ");
    if (at)
        *out = strtoull(at + skip, NULL, 10);
    return at;
}

static bool do_faults(struct test *t, int line, char *text)
{
    uint64_t others;
    const char *kind = device_fault_name(t->fault.kind), *at;
    const struct device_fault *f = &t->fault;
    chomp(text);
    t->checks++;
    enum device_status status = t->status;
    t->status = DEVICE_OK; /* it is accounted for */
    if (status != DEVICE_FAULT)
        return fail(t, line, "no fault, but '%s' was expected", text);
    if (strncmp(text, kind, strlen(kind)))
        return fail(t, line, "the fault is '%s' (%s)", kind, f->text);
    if ((at = strstr(text, " thread ")) && !dim_is(&f->thread, at + 8))
        return fail(t, line, "thread %u %u %u", f->thread.x, f->thread.y, f->thread.z);
    if ((at = strstr(text, " block ")) && !dim_is(&f->block, at + 7))
        return fail(t, line, "block %u %u %u", f->block.x, f->block.y, f->block.z);
    if ((at = strstr(text, " near ")) && strncmp(at + 6, f->nearest_name, strlen(f->nearest_name)))
        return fail(t, line, "near '%s'", f->nearest_name);
    if ((at = strstr(text, " line ")) && f->line != (uint32_t) atoi(at + 6))
        return fail(t, line, "line %u", f->line);
    if (others_of(t, text, &others) && f->others != others)
        return fail(t, line, "%llu others", (unsigned long long) f->others);
    if ((at = strstr(text, " file ")) && strcmp(at + 6, f->file))
        return fail(t, line, "file '%s'", f->file);
    if ((at = strstr(text, " offset "))) {
        struct array *a = array_named(t, f->nearest_name);
        if (!a || f->address - a->address != strtoull(at + 8, NULL, 10))
            return fail(t, line, "address %llx", (unsigned long long) f->address);
    }
    if ((at = strstr(text, " says ")) && !strstr(f->text, at + 6))
        return fail(t, line, "it says '%s'", f->text);
    return true;
}

static bool do_prints(struct test *t, int line, char *text)
{
    struct buf want = {0};
    chomp(text);
    for (const char *s = text; *s; s++) {
        bool newline = s[0] == '\\' && s[1] == 'n';
        buf_putc(&want, newline ? '\n' : *s);
        s += newline;
    }
    bool ok = want.n == t->printed.n &&
              !memcmp(want.p ? want.p : "", t->printed.p ? t->printed.p : "", want.n);
    t->checks++;
    if (!ok)
        fail(t, line, "printed '%s'", t->printed.p ? t->printed.p : "");
    buf_free(&want);
    return ok;
}

static void on_output(void *user, uint32_t tag, const char *text, size_t n)
{
    struct test *t = user;
    buf_put(&t->printed, text, n);
}

static void run_line(struct test *t, int line, char *text)
{
    static const struct {
        const char *word;
        bool (*run)(struct test *t, int line, char *text);
    } commands[] = {
        {"buffer ", do_buffer},
        {"image ",  do_image },
        {"launch ", do_launch},
        {"expect ", do_expect},
        {"fails ",  do_fails },
        {"faults ", do_faults},
        {"prints ", do_prints}
    };

    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (!strncmp(text, commands[k].word, strlen(commands[k].word))) {
            commands[k].run(t, line, text + strlen(commands[k].word));
            return;
        }
    fail(t, line, "what is '%s'?", text);
}

static char *read_all(const char *path, size_t *out_n)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    struct buf b = {0};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        buf_put(&b, part, n);
    fclose(f);
    *out_n = b.n;
    return buf_take(&b);
}

struct options {
    const char *set;      /* of ops.h; NULL: the best */
    uint32_t fail_checks; /* of struct vector_source */
};

static void choose(struct device *device, const struct options *o)
{
    struct cpu_device *d = (struct cpu_device *) device;
    const struct op_set *set = o->set ? op_set_named(o->set) : NULL;
    if (set) /* else the processor lacks it */
        d->exec.set = set;
    d->fail_checks = o->fail_checks;
}

static bool run_file(const char *path, const struct options *options)
{
    struct test t = {.file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path};
    struct device_events events = {.user = &t, .output = on_output, .interrupt = &too_long};
    struct diags diags = {0};
    size_t n = 0;
    char *text = read_all(path, &n), *save;
    if (!text || !(t.device = cpu_device_open(&events, 1 << 28, &diags))) {
        free(text);
        return fail(&t, 0, "cannot open it");
    }
    cpu_device_set_arch(t.device, 90, false); /* for clusters */
    choose(t.device, options);
    t.module = device_load(t.device, text, n, &diags, (struct span){0});
    if (!t.module) {
        t.load_failed = true;
        snprintf(t.load_error, sizeof t.load_error, "%s",
                 diags.first ? diags.first->text : "(no message)");
    }
    int line = 0;
    char *p = text;
    while (p && *p && !t.failed) {
        char *end = strchr(p, '\n');
        line++;
        if (end)
            *end = '\0';
        if (!strncmp(p, "//! ", 4))
            run_line(&t, line, p + 4);
        p = end ? end + 1 : NULL;
    }
    (void) save;
    if (!t.failed && !t.checks)
        fail(&t, line, "it checks nothing");
    if (!t.failed)
        printf("ok %s (%d checks)\n", t.file, t.checks);
    device_unload(t.device, &t.module);
    device_close(&t.device);
    diags_free(&diags);
    buf_free(&t.printed);
    free(text);
    return !t.failed;
}

int main(int argc, char **argv)
{
    int failed = 0, run = 0;
    struct options o = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGALRM, on_alarm);
    signal(SIGPROF, on_alarm);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--set") && i + 1 < argc)
            o.set = argv[++i];
        else if (!strcmp(argv[i], "--fail-checks") && i + 1 < argc)
            o.fail_checks = (uint32_t) atoi(argv[++i]);
        else
            failed += (run++, !run_file(argv[i], &o));
    }
    printf("%d of %d failed\n", failed, run);
    return failed || !run;
}
