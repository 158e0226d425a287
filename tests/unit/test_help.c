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

#include "eval/library/builtin.h"
#include "magic/magic.h"
#include "session/cell/session_state.h"

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

/* For each row, what is asked and what is wanted. */
static void each(struct wc_session *s,
                 void (*check)(struct wc_session *s, const char *text, const char *wanted),
                 const char *const rows[][2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        check(s, rows[i][0], rows[i][1]);
}

static void names(void **state)
{
    struct wc_session *s = *state;
    run(s, "int counter = 1; double count_all(int x) { return x; } __global__ void count_k(int *p) "
           "{}\n"
           "#define COUNT_MAX 5\nstruct count_s { int a; }; enum { COUNT_ONE };");
    static const char *const rows[][2] = {
        {"coun|", "count_all:function count_k:kernel count_s:type counter:variable count:function "
         "count_nonzero:function"},
        {"x = COUN| + 1",                  "COUNT_MAX:macro COUNT_ONE:constant"},
        {"cudaMemcpyAs|",                  "cudaMemcpyAsync:function"},
        {"cudaMemcpyHostToD|",             "cudaMemcpyHostToDevice:constant"},
        {"INT_MA|",                        "INT_MAX:macro"},
        {"__syncthreads_c|",               "__syncthreads_count:function"},
        {"threadI|",                       "threadIdx:variable"},
        {"conti|",                         "continue:keyword"},
        {"int my_local_name = 3;\nmy_lo|", "my_local_name:text"},
        {"12|",                            ""},
    };
    each(s, expect, rows, sizeof rows / sizeof *rows);
    struct wc_completions c;
    offered(s, "count_k|", &c);
    assert_string_equal(c.items[0].signature, "__global__ void count_k(int *p)");
    offered(s, "a + coun|ter", &c);
    assert_int_equal(c.start, 4);
    assert_int_equal(c.end, 8);
}

/* Values for the argument, then the user's names, the most used first, then the library's. */
static void ranks(void **state)
{
    struct wc_session *s = *state;
    struct wc_completions c;
    run(s, "enum colour { RED, GREEN }; void paint(int x, enum colour c) {}\n"
           "int zebra = 1, zeal = 2;\nzebra + zebra + zebra;");
    offered(s, "cudaMemcpy(a, b, n, |", &c);
    assert_string_equal(c.items[0].text, "cudaMemcpyDefault");
    assert_string_equal(c.items[0].signature, "cudaMemcpyKind");
    offered(s, "paint(f(1, 2), |", &c);
    assert_string_equal(c.items[0].text, "GREEN");
    offered(s, "int zeb = ze|", &c);
    assert_string_equal(c.items[0].text, "zebra");
    assert_string_equal(c.items[1].text, "zeal");
    expect(s, "paint(1, G|", "GREEN:constant");
}

static void headers(void **state)
{
    struct wc_session *s = *state;
    static const char *const rows[][2] = {
        {"#include <vec|",            "vector:path vector_functions.h:path vector_types.h:path"},
        {"#include <cuda_fp1|",       "cuda_fp16.h:path cuda_fp16.hpp:path"                    },
        {"#include <stdio|",          "stdio.h:path"                                           },
        {"int x;\n  # include <omp|", "omp.h:path"                                             },
        {"#include <vector> vec|",    "vector:text"                                            },
    };
    each(s, expect, rows, sizeof rows / sizeof *rows);
}

static void members(void **state)
{
    struct wc_session *s = *state;
    run(s, "struct inner { int deep; }; struct point { float x, y; struct inner in[4]; struct "
           "point *next; };\n"
           "struct point p, *q = &p, all[3], p1;");
    static const char *const rows[][2] = {
        {"p1.n|",                   "next:property"                                  },
        {"p.|",                     "in:property next:property x:property y:property"},
        {"p.n|",                    "next:property"                                  },
        {"q->x + q->|",             "in:property next:property x:property y:property"},
        {"p.in[2].|",               "deep:property"                                  },
        {"q->next->in[i + 1].d|",   "deep:property"                                  },
        {"all[unknown].y|",         "y:property"                                     },
        {"(p).|",                   ""                                               },
        {"1.|",                     ""                                               },
        {"nothing.|",               ""                                               },
        {"threadIdx.|",             "x:property y:property z:property"               },
        {"blockDim.x * blockIdx.|", "x:property y:property z:property"               },
    };
    each(s, expect, rows, sizeof rows / sizeof *rows);
    struct wc_completions c;
    offered(s, "p.in|", &c);
    assert_string_equal(c.items[0].signature, "inner [4]");
}

/* What the cell itself declares, in functions, parameters and kernels, though none of it has run. */
static void members_of_what_is_not_defined_yet(void **state)
{
    struct wc_session *s = *state;
    static const char *const rows[][2] = {
        {"struct body { float mass; };\nstruct body b;\nb.|",                                      "mass:property"                   },
        {"struct body { float mass; };\nvoid f(struct body *b, int n) {\n  for (int i = 0; i < "
         "n; i++) b[i].|",                                                                "mass:property"                   },
        {"struct body { float mass; };\n__global__ void k(body *bodies) { bodies[threadIdx.x].m|",
         "mass:property"                                                                                                             },
        {"struct body { float mass; };\n__global__ void k(body *bodies) { if (1) { bodies->|",
         "mass:property"                                                                                                             },
        {"cudaDeviceProp prop;\nprop.warp|",                                                       "warpSize:property"               },
        {"void f() { dim3 grid(2, 2); grid.|",                                                     "x:property y:property z:property"},
    };
    each(s, expect, rows, sizeof rows / sizeof *rows);
}

static void magics(void **state)
{
    struct wc_session *s = *state;
    run(s, "__global__ void scale_up(int *p) {}\n__global__ void scale_down(int *p) {}\nint "
           "scale_n = 2;");
    static const char *const rows[][2] = {
        {"%devic|",         "device:magic devices:magic"               },
        {"int x;\n%devic|", "device:magic devices:magic"               },
        {"%%inter|",        "interact:magic"                           },
        {"%inter|",         ""                                         },
        {"%ptx sc|",        "scale_down:kernel scale_up:kernel"        },
        {"%timing |",       "full:argument off:argument short:argument"},
        {"%clear -|",       "--wait:argument"                          },
        {"%nonsense a|",    ""                                         },
    };
    each(s, expect, rows, sizeof rows / sizeof *rows);
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
           "struct pair { int a; double b; }; int seven = 7; struct pair both = {1, 2.5}, all[3];\n"
           "#define TWELVE (3 * 4)\ndevice float x[3] = {1, 2, 6};");
    static const char *const rows[][2] = {
        {"__INT_MAX|__",          "__INT_MAX__\npredefined macro\n"                                            },
        {"tw|ice",                "__global__ void twice(int n, float *x)\n"                                   },
        {"twice|",                "Doubles everything.\nIn place.\nkernel, defined in In[1], line 3\n"         },
        {"twice|",                "256 B of shared memory per block"                                           },
        {"twice|",                "; %ptx twice shows it"                                                      },
        {"limit|",                "int limit(int a)\n\nHow far\nit goes.\nfunction, defined in In[1], line 7\n"},
        {"pair|",                 "    double b;  // byte 8\n16 bytes\n"                                       },
        {"seven|",                "= 7\n"                                                                      },
        {"both|",                 "= {.a = 1, .b = 2.5}\n"                                                     },
        {"TWELVE|",               "#define TWELVE (3 * 4)\nmacro, defined in In[1], line 9\n"                  },
        {"x|",                    "mean"                                                                       },
        {"printf|",               "Prints formatted text"                                                      },
        {"cudaMemcpy|",           "\nSee also: cudaMalloc, cudaFree\n"                                         },
        {"cudaMemcpy|",           "(CUDA Runtime API 6.11)"                                                    },
        {"atomicAdd|",            "(CUDA C++ 10.14.1.1)"                                                       },
        {"__syncthreads|()",      "all threads of the block"                                                   },
        {"INT_MAX|",              "2147483647"                                                                 },
        {"while|",                "(C11 6.8.5.1)"                                                              },
        {"%pt|x k",               "%ptx KERNEL"                                                                },
        {"twice<<<1, 32>>>(5, |", "__global__ void twice"                                                      },
        {"cudaMemcpy(a, b, |",    "cudaMemcpyKind kind"                                                        },
        {"twice<<<|",             "__global__ void twice"                                                      },
        {"twice<<<(n + 31) / |",  "__global__ void twice"                                                      },
        {"threadIdx.x|",          "unsigned int x\n\nmember of threadIdx\n"                                    },
        {"both.b|",               "double b\n\nmember of both\n"                                               },
        {"x + all[seven].b|",     "double b\n\nmember of all[seven]\n"                                         },
    };
    each(s, says, rows, sizeof rows / sizeof *rows);
    assert_true(wc_inspect(s, "cudaFree", 8, 8, 0, &b));
    assert_string_equal(b.items[0].type, "text/html");
    assert_non_null(
        strstr(b.items[0].data,
               "font-weight:bold;font-size:13px;white-space:pre-wrap\">cudaError_t cudaFree("));
    assert_non_null(strstr(b.items[0].data, "<b>Example</b></div>\n<pre style="));
    assert_non_null(
        strstr(b.items[0].data,
               "<b>See also</b> <code>cudaMalloc</code>, <code>cudaMemcpy</code></div>\n"));
    assert_true(wc_inspect(s, "limit", 5, 5, 0, &b));
    assert_non_null(strstr(b.items[0].data, ">int limit(int a)</pre>\n<div "));
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
        TEST(ranks),
        TEST(headers),
        TEST(members),
        TEST(members_of_what_is_not_defined_yet),
        TEST(magics),
        TEST(files),
        TEST(inspection),
        TEST(every_name_has_help),
    };
    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
