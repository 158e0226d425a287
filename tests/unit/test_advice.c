/* SPDX-License-Identifier: Apache-2.0 */
/* Advice below the table of launches: each kind where it belongs, in its words, once for each kernel, and not when it is off.
 * And the bytes in that table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "base/str.h"
#include "warpcell.h"

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    buf_put(user, b->items[b->count - 1].data, b->items[b->count - 1].size);
}

static void on_error(void *user, const struct wc_error *e)
{
    fail_msg("%s", e->plain);
}

static struct buf shown;

static int set_up(void **state)
{
    struct wc_options o = {
        .on = {.user = &shown, .stream = on_stream, .output = on_output, .error = on_error},
        .device = "cpu",
        .terminal = true,
        .columns = 2000
    };
    *state = wc_open(&o);
    return 0;
}

static int tear_down(void **state)
{
    struct wc_session *s = *state;
    wc_close(s);
    buf_free(&shown);
    return 0;
}

/* The lines of advice that a cell gives. */
static const char *advice(struct wc_session *s, const char *code)
{
    static char lines[4096];
    struct wc_cell cell = {.name = "In[1]", .code = code, .size = strlen(code)};
    buf_free(&shown);
    assert_int_equal(wc_run(s, &cell), WC_OK);
    size_t n = 0;
    lines[0] = 0;
    for (const char *p = shown.p; p && (p = strstr(p, "advice: ")); p += strcspn(p, "\n"))
        n += (size_t) snprintf(lines + n, sizeof lines - n, "%.*s\n", (int) strcspn(p, "\n"), p);
    return lines;
}

/* The code, which defines what it launches with `first`: its advice comes once, again after the switch, and not while it is off. */
static void comes_once(struct wc_session *s, const char *first, const char *launch,
                       const char *wanted)
{
    assert_string_equal(advice(s, first), "");
    assert_string_equal(advice(s, "%advice off"), "");
    assert_string_equal(advice(s, launch), "");
    assert_string_equal(advice(s, "%advice on"), "");
    assert_string_equal(advice(s, launch), wanted);
    assert_string_equal(advice(s, launch), "");
}

static void most_of_the_device_idle(void **state)
{
    char wanted[200];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 2)
        skip();
    snprintf(wanted, sizeof wanted,
             "advice: long_one: 1 block keeps only 1 of %ld cores busy; more and smaller blocks "
             "would use the rest\n",
             cores);
    comes_once(*state,
               "__global__ void long_one(float *x)\n"
               "{\n"
               "    float v = threadIdx.x;\n"
               "    for (int i = 0; i < 200000; i++)\n"
               "        v = v * 1.0001f + 0.5f;\n"
               "    x[threadIdx.x] = v;\n"
               "}\n"
               "device float x[256];",
               "long_one<<<1, 256>>>(x);", wanted);
}

static void a_block_that_is_no_multiple_of_32(void **state)
{
    comes_once(*state,
               "__global__ void fill(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
               "device int x[50000];",
               "fill<<<500, 100>>>(x);",
               "advice: fill: blocks of 100 threads leave 28 of 128 lanes idle, because a warp "
               "has 32 lanes; use a block size of 128\n");
    assert_string_equal(advice(*state, "fill<<<500, 96>>>(x);"), "");
}

/* Spills are known once the compiler has been asked, as for the full table. */
static void spilled_registers(void **state)
{
    struct wc_session *s = *state;
    const char *lines;
    advice(s, "%timing full\n"
              "__global__ void __launch_bounds__(1024, 2) greedy(float *x)\n"
              "{\n"
              "    float v[96];\n"
              "    for (int i = 0; i < 96; i++)\n"
              "        v[i] = x[i * 1024 + threadIdx.x];\n"
              "    __syncthreads();\n"
              "    for (int k = 0; k < 8; k++)\n"
              "        for (int i = 0; i < 96; i++)\n"
              "            v[i] = v[i] * v[(i * 7 + 1) % 96] + v[(i * 5 + 3) % 96];\n"
              "    for (int i = 0; i < 96; i++)\n"
              "        x[i * 1024 + threadIdx.x] = v[i];\n"
              "}\n"
              "device float x[96 * 1024];");
    assert_string_equal(advice(s, "%advice off\ngreedy<<<64, 1024>>>(x);"), "");
    lines = advice(s, "%advice on\ngreedy<<<64, 1024>>>(x);");
    unsigned bytes = 0;
    char wanted[200];
    assert_int_equal(sscanf(lines, "advice: greedy: %u bytes per thread are spilled", &bytes), 1);
    snprintf(wanted, sizeof wanted,
             "advice: greedy: %u bytes per thread are spilled to slow local memory; use fewer live "
             "variables or a smaller __launch_bounds__\n",
             bytes);
    assert_string_equal(lines, wanted);
    assert_true(bytes >= 4 && bytes % 4 == 0);
    assert_string_equal(advice(s, "greedy<<<64, 1024>>>(x);"), "");
}

static void a_transfer_that_dwarfs_its_kernel(void **state)
{
    struct wc_session *s = *state;
    char amount[32], copying[32], running[32], wanted[200];
    static const char work[] = "cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);\n"
                               "one<<<512, 32>>>(d);\n"
                               "cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);";
    assert_string_equal(advice(s, "__global__ void one(char *x) { x[threadIdx.x] = 1; }\n"
                                  "size_t n = 64 << 20;\n"
                                  "char *h = (char *) malloc(n), *d;\n"
                                  "memset(h, 0, n);\n"
                                  "cudaMalloc(&d, n);\n"
                                  "one<<<512, 32>>>(d);"),
                        "");
    assert_string_equal(advice(s, "%advice off"), "");
    assert_string_equal(advice(s, work), "");
    assert_string_equal(advice(s, "%advice on\ncudaMemcpy(d, h, n, cudaMemcpyHostToDevice);"), "");
    assert_string_equal(advice(s, "one<<<512, 32>>>(d);"), ""); /* copies are of their cell */
    const char *line = advice(s, work);
    assert_int_equal(sscanf(line,
                            "advice: copying %15[0-9.] MiB between host and device took %15[0-9.] "
                            "ms, the kernels %31[^;];",
                            amount, copying, running),
                     3);
    snprintf(
        wanted, sizeof wanted,
        "advice: copying 128.0 MiB between host and device took %s ms, the kernels %s; keep the "
        "data on the device between launches\n",
        copying, running);
    assert_string_equal(line, wanted);
    assert_string_equal(advice(s, work), "");
}

static void double_where_float_was_meant(void **state)
{
    comes_once(*state,
               "__global__ void half(float *x) { x[blockIdx.x * 32 + threadIdx.x] *= 0.1; }\n"
               "__global__ void meant(double *x) { x[blockIdx.x * 32 + threadIdx.x] *= 0.1; }\n"
               "__global__ void floats(float *x) { x[blockIdx.x * 32 + threadIdx.x] *= 0.1f; }\n"
               "device float x[16384];\n"
               "device double y[16384];",
               "half<<<512, 32>>>(x);",
               "advice: half: the data is float, but the kernel computes in double, which is 32 or "
               "64 times slower on most GPUs; write 0.5f for 0.5 and sqrtf for sqrt\n");
    assert_string_equal(advice(*state, "meant<<<512, 32>>>(y); floats<<<512, 32>>>(x);"), "");
}

/* Nobody can change the blocks of a kernel that we generate. */
static void none_about_generated_kernels(void **state)
{
    assert_string_equal(advice(*state, "__device__ float slow(float v)\n"
                                       "{\n"
                                       "    for (int i = 0; i < 200000; i++)\n"
                                       "        v = v * 1.0001f + 0.5f;\n"
                                       "    return v;\n"
                                       "}\n"
                                       "device float x[256];\n"
                                       "auto y = slow(x);"),
                        "");
    assert_non_null(strstr(shown.p, "slow(x)"));
}

/* Whether the row of the table that starts with `name` contains the text. */
static bool row_has(const char *name, const char *text)
{
    const char *row = strstr(shown.p, name);
    assert_non_null(row);
    char *line = strndup(row, strcspn(row, "\n"));
    bool found = strstr(line, text);
    free(line);
    return found;
}

/* A fused kernel gets its arrays in structs. Each of them counts, once. */
static void bytes_of_generated_kernels(void **state)
{
    advice(*state, "%timing full\n"
                   "device float x[262144] = 1, y[262144] = 2, z[262144];\n"
                   "float a = 3;\n"
                   "y = a * x + y;\n"
                   "z = x * x + x;\n"
                   "printf(\"%g\", max(fabs(x - y)));\n");
    assert_true(row_has("y = a * x + y", " 3.0 MiB"));
    assert_true(row_has("z = x * x + x", " 2.0 MiB"));
    assert_true(row_has("max(fabs(x - y)): reduce ", " 2.0 MiB"));
}

/* How many bytes lie behind the pointers of a struct is not known. */
static void bytes_behind_the_users_struct(void **state)
{
    advice(*state, "struct arrays { float *a, *b; };\n"
                   "__global__ void both(arrays s, float *c)\n"
                   "{ int i = blockIdx.x * 256 + threadIdx.x; c[i] = s.a[i] + s.b[i]; }\n"
                   "__global__ void one(float *c)\n"
                   "{ int i = blockIdx.x * 256 + threadIdx.x; c[i] = i; }\n"
                   "device float x[65536], y[65536], z[65536];\n"
                   "arrays s = {x, y};\n"
                   "%timing full\n"
                   "both<<<256, 256>>>(s, z);\n"
                   "one<<<256, 256>>>(z);\n");
    assert_false(row_has("both ", "KiB"));
    assert_true(row_has("one ", " 256.0 KiB"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(most_of_the_device_idle),
        TEST(a_block_that_is_no_multiple_of_32),
        TEST(spilled_registers),
        TEST(a_transfer_that_dwarfs_its_kernel),
        TEST(double_where_float_was_meant),
        TEST(none_about_generated_kernels),
        TEST(bytes_of_generated_kernels),
        TEST(bytes_behind_the_users_struct),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
