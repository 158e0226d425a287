/* SPDX-License-Identifier: Apache-2.0 */
/* Completion and inspection (session_complete.c, session_help.c): a cursor `|` in a text, and what is offered or said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/builtin.h"
#include "session_state.h"

static void ignore_stream(void *user, int fd, const char *text, size_t n)
{
}

static void ignore_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void fail_error(void *user, const struct wc_error *e)
{
    fail_msg("%s", e->plain);
}

static int set_up(void **state)
{
    struct wc_options o = {
        .on = {.stream = ignore_stream, .output = ignore_output, .error = fail_error},
        .device = "cpu"
    };
    *state = wc_open(&o);
    return 0;
}

static int tear_down(void **state)
{
    wc_close(*state);
    return 0;
}

static void run(struct wc_session *s, const char *code)
{
    struct wc_cell cell = {.name = "In[1]", .code = code, .size = strlen(code)};
    assert_int_equal(wc_run(s, &cell), WC_OK);
}

/* The text without its cursor; out_at is where that was. */
static char *without_cursor(const char *text, size_t *out_at)
{
    char *code = strdup(text), *bar = strchr(code, '|');
    assert_non_null(bar);
    *out_at = (size_t) (bar - code);
    memmove(bar, bar + 1, strlen(bar));
    return code;
}

/* All that is offered, as "name:type name:type". */
static const char *offered(struct wc_session *s, const char *text, struct wc_completions *out)
{
    static char list[8192];
    size_t at, n = 0;
    char *code = without_cursor(text, &at);
    wc_complete(s, code, strlen(code), at, out);
    list[0] = 0;
    for (size_t i = 0; i < out->count && n < sizeof list - 100; i++)
        n += (size_t) snprintf(list + n, sizeof list - n, "%s%s:%s", n ? " " : "",
                               out->items[i].text, out->items[i].type);
    free(code);
    return list;
}

static void expect(struct wc_session *s, const char *text, const char *wanted)
{
    struct wc_completions c;
    assert_string_equal(offered(s, text, &c), wanted);
}

static void names(void **state)
{
    struct wc_session *s = *state;
    run(s, "int counter = 1; double count_all(int x) { return x; } __global__ void count_k(int *p) "
           "{}\n"
           "#define COUNT_MAX 5\nstruct count_s { int a; }; enum { COUNT_ONE };");
    expect(s, "coun|", "count_all:function count_k:kernel count_s:type counter:variable");
    expect(s, "x = COUN| + 1", "COUNT_MAX:macro COUNT_ONE:constant");
    expect(s, "cudaMemcpyAs|", "cudaMemcpyAsync:function");
    expect(s, "cudaMemcpyHostToD|", "cudaMemcpyHostToDevice:constant");
    expect(s, "INT_MA|", "INT_MAX:macro");
    expect(s, "__syncthreads_c|", "__syncthreads_count:function");
    expect(s, "threadI|", "threadIdx:variable");
    expect(s, "conti|", "continue:keyword");
    expect(s, "int my_local_name = 3;\nmy_lo|", "my_local_name:text");
    expect(s, "12|", "");
    struct wc_completions c;
    offered(s, "count_k|", &c);
    assert_string_equal(c.items[0].signature, "__global__ void count_k(int *p)");
    offered(s, "a + coun|ter", &c);
    assert_int_equal(c.start, 4);
    assert_int_equal(c.end, 8);
}

static void members(void **state)
{
    struct wc_session *s = *state;
    run(s, "struct inner { int deep; }; struct point { float x, y; struct inner in[4]; struct "
           "point *next; };\n"
           "struct point p, *q = &p, all[3], p1;");
    expect(s, "p1.n|", "next:property");
    expect(s, "p.|", "in:property next:property x:property y:property");
    expect(s, "p.n|", "next:property");
    expect(s, "q->x + q->|", "in:property next:property x:property y:property");
    expect(s, "p.in[2].|", "deep:property");
    expect(s, "q->next->in[i + 1].d|", "deep:property");
    expect(s, "all[unknown].y|", "y:property");
    expect(s, "(p).|", "");
    expect(s, "1.|", "");
    expect(s, "nothing.|", "");
    expect(s, "threadIdx.|", "x:property y:property z:property");
    expect(s, "blockDim.x * blockIdx.|", "x:property y:property z:property");
    struct wc_completions c;
    offered(s, "p.in|", &c);
    assert_string_equal(c.items[0].signature, "inner [4]");
}

/* What the cell itself declares, in functions, parameters and kernels, though none of it has run. */
static void members_of_what_is_not_defined_yet(void **state)
{
    struct wc_session *s = *state;
    expect(s, "struct body { float mass; };\nstruct body b;\nb.|", "mass:property");
    expect(s,
           "struct body { float mass; };\nvoid f(struct body *b, int n) {\n  for (int i = 0; i < "
           "n; i++) b[i].|",
           "mass:property");
    expect(s,
           "struct body { float mass; };\n__global__ void k(body *bodies) { bodies[threadIdx.x].m|",
           "mass:property");
    expect(s, "struct body { float mass; };\n__global__ void k(body *bodies) { if (1) { bodies->|",
           "mass:property");
    expect(s, "cudaDeviceProp prop;\nprop.warp|", "warpSize:property");
    expect(s, "void f() { dim3 grid(2, 2); grid.|", "x:property y:property z:property");
}

static void magics(void **state)
{
    struct wc_session *s = *state;
    run(s, "__global__ void scale_up(int *p) {}\n__global__ void scale_down(int *p) {}\nint "
           "scale_n = 2;");
    expect(s, "%devic|", "device:magic devices:magic");
    expect(s, "int x;\n%devic|", "device:magic devices:magic");
    expect(s, "%%inter|", "interact:magic");
    expect(s, "%inter|", "");
    expect(s, "%ptx sc|", "scale_down:kernel scale_up:kernel");
    expect(s, "%timing |", "full:argument off:argument short:argument");
    expect(s, "%clear -|", "--wait:argument");
    expect(s, "%nonsense a|", "");
}

static void files(void **state)
{
    struct wc_session *s = *state;
    char folder[] = "/tmp/warpcell-XXXXXX", path[64], text[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/photo.png", folder);
    fclose(fopen(path, "w"));
    snprintf(path, sizeof path, "%s/photos", folder);
    mkdir(path, 0700);
    snprintf(text, sizeof text, "device unsigned char a[][] = load(\"%s/pho|", folder);
    struct wc_completions c;
    assert_string_equal(offered(s, text, &c), "photo.png:path photos/:path");
    assert_int_equal(c.end - c.start, 3);
    expect(s, "printf(\"%d\\n\", 1); load(\"/no/such/fo|", "");
    expect(s, "char c = '\"'; INT_MA|", "INT_MAX:macro");
    rmdir(path);
    snprintf(path, sizeof path, "%s/photo.png", folder);
    unlink(path);
    rmdir(folder);
}

/* ---- inspection ---- */

static void says(struct wc_session *s, const char *text, const char *wanted)
{
    struct wc_bundle b;
    size_t at;
    char *code = without_cursor(text, &at);
    if (!wc_inspect(s, code, strlen(code), at, 0, &b))
        fail_msg("nothing is known at '%s'", text);
    if (!strstr(b.items[b.count - 1].data, wanted))
        fail_msg("'%s' says:\n%s\nwithout: %s", text, b.items[b.count - 1].data, wanted);
    free(code);
}

static void inspection(void **state)
{
    struct wc_session *s = *state;
    struct wc_bundle b;
    run(s, "// Doubles everything.\n// In place.\n__global__ void twice(int n, float *x)\n"
           "{ __shared__ float t[64]; int i = threadIdx.x; t[i] = x[i]; __syncthreads(); x[i] = 2 "
           "* t[63 - i]; }\n"
           "/* How far\n * it goes. */\nint limit(int a) { return a; }\n"
           "struct pair { int a; double b; }; int seven = 7; struct pair both = {1, 2.5};\n"
           "#define TWELVE (3 * 4)\ndevice float x[3] = {1, 2, 6};");
    says(s, "tw|ice", "__global__ void twice(int n, float *x)\n");
    says(s, "twice|", "Doubles everything.\nIn place.\nkernel, defined in In[1], line 3\n");
    says(s, "twice|", "256 B of shared memory a block");
    says(s, "twice|", "; %ptx twice shows it");
    says(s, "limit|", "int limit(int a)\nHow far\nit goes.\nfunction, defined in In[1], line 7\n");
    says(s, "pair|", "    double b;  // byte 8\n16 bytes\n");
    says(s, "seven|", "= 7\n");
    says(s, "both|", "= {.a = 1, .b = 2.5}\n");
    says(s, "TWELVE|", "#define TWELVE (3 * 4)\nmacro, defined in In[1], line 9\n");
    says(s, "x|", "mean");
    says(s, "printf|", "Prints text");
    says(s, "cudaMemcpy|", "(CUDA Runtime API 6.11)");
    says(s, "atomicAdd|", "(CUDA C++ 10.14.1.1)");
    says(s, "__syncthreads|()", "every thread of the block");
    says(s, "INT_MAX|", "2147483647");
    says(s, "while|", "(C11 6.8.5.1)");
    says(s, "%pt|x k", "%ptx KERNEL");
    says(s, "twice<<<1, 32>>>(5, |", "__global__ void twice");
    says(s, "cudaMemcpy(a, b, |", "cudaMemcpyKind kind");
    assert_false(wc_inspect(s, "nothing_known", 13, 4, 0, &b));
    assert_false(wc_inspect(s, "", 0, 0, 0, &b));
}

/* Every row has a sentence of help, its place in a document, and a prototype that names it. */
static void every_name_has_help(void **state)
{
    for (const struct builtin *b = builtin_table; b->name; b++)
        if (strncmp(b->name, "__", 2) &&
            (!strstr(b->prototype, b->name) || strlen(b->section) < 4 || strlen(b->help) < 5 ||
             !strchr(".;", b->help[strlen(b->help) - 1])))
            fail_msg("%s: \"%s\" (%s)", b->name, b->help, b->section);
    for (const struct device_name *n = device_names; n->name; n++)
        if (!strstr(n->prototype, n->name) || strlen(n->section) < 4 ||
            n->help[strlen(n->help) - 1] != '.')
            fail_msg("%s: \"%s\" (%s)", n->name, n->help, n->section);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names),
        TEST(members),
        TEST(members_of_what_is_not_defined_yet),
        TEST(magics),
        TEST(files),
        TEST(inspection),
        TEST(every_name_has_help),
    };
    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
