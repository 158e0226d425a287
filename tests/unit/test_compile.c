/* SPDX-License-Identifier: Apache-2.0 */
/* The path of a kernel through emit, NVRTC, its log and the cache. Definitions are made by hand, as lang would make them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "compile/compile.h"
#include "compile/nvrtc.h"
#include "ptx/ptx.h"

enum { SKIPPED = 77, NO_ARCH = 20 };

struct world {
    struct sources *sources;
    struct intern *names;
    struct device_program program;
    struct arena arena;
    struct diags diags;
    struct compiler *compiler;
};

static void open_world(struct world *w)
{
    *w = (struct world){
        .sources = sources_new(), .names = intern_new(), .compiler = compiler_new(NULL, NULL, NULL)};
}

static void close_world(struct world *w)
{
    compiler_free(&w->compiler);
    diags_free(&w->diags);
    arena_free(&w->arena);
    free(w->program.defs);
    intern_free(&w->names);
    sources_free(&w->sources);
}

static const struct source *add_cell(struct world *w, const char *name, const char *text)
{
    return sources_add(w->sources, SOURCE_CELL, name, text, strlen(text));
}

/* The part of a cell from `first` on, `n` bytes (0: to its end), as the definition of `name`; mentions: names with blanks. */
static struct device_def *add_def(struct world *w, const struct source *cell, const char *first,
                                  size_t n, enum device_def_kind kind, const char *name,
                                  const char *mentions)
{
    struct device_def *def = ARENA_NEW(&w->arena, struct device_def);
    const char *at = strstr(cell->text.p, first);
    assert_non_null(at);
    def->kind = kind;
    def->name = name ? intern_cstr(w->names, name) : NULL;
    def->at = (struct span){cell->id, (uint32_t) (at - cell->text.p), 0};
    def->at.end = n ? def->at.start + (uint32_t) n : (uint32_t) cell->text.n;
    def->order = w->program.births++;
    def->mentions = ARENA_ARRAY(&w->arena, const char *, strlen(mentions) + 1);
    for (const char *m = mentions; *m; m += strspn(m, " ")) {
        size_t length = strcspn(m, " ");
        def->mentions[def->mention_count++] = intern_name(w->names, m, length);
        m += length;
    }
    w->program.defs = realloc(w->program.defs, (w->program.count + 1) * sizeof *w->program.defs);
    w->program.defs[w->program.count++] = def;
    return def;
}

/* The definition stands where that macro is in force. pinned: as it was there; NULL: as the session has it. */
static void add_macro(struct world *w, struct device_def *def, const char *name,
                      const struct device_def *pinned)
{
    def->macros = ARENA_NEW(&w->arena, struct macro_use);
    def->macros[0] = (struct macro_use){intern_cstr(w->names, name), pinned};
    def->macro_count = 1;
}

static struct device_def *add_kernel(struct world *w, const char *cell_name, const char *text)
{
    return add_def(w, add_cell(w, cell_name, text), text, 0, DEVICE_KERNEL, "k", "");
}

static bool compile(struct world *w, const struct device_def *kernel, struct compiled *result)
{
    return compile_kernel(w->compiler, w->sources, &w->program, kernel, NULL,
                          (struct compile_target){.arch = 75}, &w->diags, result);
}

static void assert_rendered(struct world *w, const struct diag *d, const char *expected)
{
    struct buf text = {0};
    assert_non_null(d);
    diag_render(&text, w->sources, d, RENDER_PLAIN);
    assert_string_equal(text.p, expected);
    buf_free(&text);
}

/* ---- emit ---- */

static void test_emit_closure(void **state)
{
    struct world w;
    open_world(&w);
    const struct source *one = add_cell(&w, "In[1]",
                                        "#define N 4\n__device__ int f(int x) { return x * N; } "
                                        "int h;\nstruct unused { int a; };\n");
    const struct source *two =
        add_cell(&w, "In[\"2\"]", "int z; __global__ void k(int *p)\n{ *p = f(N); }");
    add_def(&w, one, "#define N 4", 11, DEVICE_MACRO, "N", "");
    struct device_def *f = add_def(&w, one, "__device__", 41, DEVICE_FUNCTION, "f", "int x N");
    add_macro(&w, f, "N", NULL);
    add_def(&w, one, "struct unused", 24, DEVICE_TYPE, "unused", "int a");
    struct device_def *k = add_def(&w, two, "__global__", 0, DEVICE_KERNEL, "k", "int p f N");
    add_macro(&w, k, "N", NULL);
    struct buf out = {0};
    emit_program(&out, NULL, w.sources, &w.program, k, NULL);
    assert_string_equal(
        out.p, "#line 1 \"In[1]\"\n#define N 4\n"
               "#line 2 \"In[1]\"\n__device__ int f(int x) { return x * N; }\n"
               "#line 1 \"In[\\\"2\\\"]\"\n       __global__ void k(int *p)\n{ *p = f(N); }\n");
    buf_free(&out);
    close_world(&w);
}

static void test_emit_macros(void **state)
{
    struct world w;
    open_world(&w);
    const struct source *cell = add_cell(&w, "In[1]",
                                         "#define N 4\nint f(N);\n#define N 8\nint g(int N);\n"
                                         "#undef N\nvoid k(N);\n");
    add_def(&w, cell, "#define N 8", 11, DEVICE_MACRO, "N", "");
    struct device_def *old = add_def(&w, cell, "#define N 4", 11, DEVICE_MACRO, "N", "");
    w.program.count--; /* the session has the later one */
    add_macro(&w, add_def(&w, cell, "int f", 9, DEVICE_FUNCTION, "f", "N"), "N", old);
    add_def(&w, cell, "int g", 13, DEVICE_FUNCTION, "g", "N");
    struct device_def *k = add_def(&w, cell, "void k", 10, DEVICE_KERNEL, "k", "N f g");
    add_macro(&w, k, "N", NULL);
    struct buf out = {0};
    emit_program(&out, NULL, w.sources, &w.program, k, NULL);
    assert_string_equal(out.p, "#line 1 \"In[1]\"\n#define N 4\n#line 2 \"In[1]\"\nint f(N);\n"
                               "#undef N\n#line 4 \"In[1]\"\nint g(int N);\n"
                               "#line 3 \"In[1]\"\n#define N 8\n#line 6 \"In[1]\"\nvoid k(N);\n");
    buf_free(&out);
    close_world(&w);
}

/* ---- log ---- */

static void read_log(struct world *w, const char *log)
{
    nvrtc_log_read(log, w->sources, (struct span){1, 26, 27}, &w->diags);
}

static void test_log_caret(void **state)
{
    struct world w;
    open_world(&w);
    add_cell(&w, "In[3]", "int a;\n\tx = \"\xc3\xa9\" + nope(3);\n");
    read_log(&w, "In[3](2): error: identifier \"nope\" is undefined\n"
                 "  \tx = \"\xc3\xa9\" + nope(3);\n"
                 "  \t           ^\n\n"
                 "1 error detected in the compilation of \"warpcell\".\n");
    assert_int_equal(w.diags.errors, 1);
    assert_int_equal(w.diags.first->kind, DIAG_COMPILE);
    assert_rendered(&w, w.diags.first,
                    "compile error: identifier \"nope\" is undefined\n"
                    " --> In[3]:2:12\n"
                    "  |\n"
                    "2 |     x = \"\xc3\xa9\" + nope(3);\n"
                    "  |               ^^^^\n");
    close_world(&w);
}

static void test_log_notes(void **state)
{
    struct world w;
    open_world(&w);
    add_cell(&w, "In[1]", "T f(T x) { return x.foo; }\n*p = f(1);\n");
    read_log(&w,
             "In[1](1): error: expression must have class type\n"
             "            but it has type \"int\"\n"
             "  T f(T x) { return x.foo; }\n"
             "                    ^\n"
             "          detected during:\n"
             "            instantiation of \"T f(T)\" at line 2\n"
             "            instantiation of \"T g(T)\" at line 9 of \"x.h\"\n"
             "\n"
             "In[1](2): warning #177-D: variable \"p\" was declared but never referenced\n"
             "  *p = f(1);\n"
             "   ^\n\n"
             "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
             "At end of source: error: expected a \"}\"\n"
             "In[1](1): note #3196-D: to match this \"{\"\n"
             "  T f(T x) { return x.foo; }\n"
             "           ^\n\n"
             "2 errors detected in the compilation of \"warpcell\".\n");
    assert_int_equal(w.diags.errors, 2);
    assert_int_equal(w.diags.warnings, 1);
    const struct diag *first = w.diags.first, *second = first->next, *third = second->next;
    assert_string_equal(first->text, "expression must have class type; but it has type \"int\"");
    assert_int_equal(first->at.start, 18);
    assert_int_equal(first->at.end, 19);
    assert_string_equal(first->notes->text, "instantiation of \"T f(T)\"");
    assert_int_equal(first->notes->at.start, 27);
    assert_string_equal(first->notes->next->text,
                        "instantiation of \"T g(T)\" at line 9 of \"x.h\"");
    assert_int_equal(second->level, DIAG_WARNING);
    assert_int_equal(second->at.start, 28);
    assert_string_equal(second->help, "`#pragma nv_diag_suppress 177` suppresses this warning");
    assert_int_equal(third->at.start, 26);
    assert_string_equal(third->notes->text, "to match this \"{\"");
    assert_int_equal(third->notes->at.start, 9);
    assert_null(third->next);
    close_world(&w);
}

static void test_log_elsewhere(void **state)
{
    struct world w;
    open_world(&w);
    read_log(
        &w,
        "/usr/include/info(1).h(167): catastrophic error: cannot open source file \"type_traits\"\n"
        "  #  include <type_traits>\n"
        "                          ^\n\n"
        " and 1 catastrophic error detected in the compilation of \"warpcell\".\n"
        "Compilation terminated.\n");
    assert_rendered(&w, w.diags.first,
                    "compile error: cannot open source file \"type_traits\"\n"
                    " = note: in /usr/include/info(1).h, line 167: #  include <type_traits>\n");
    assert_null(w.diags.first->next);
    read_log(&w, "ptxas application ptx input, line 44; error   : Not a name of any known "
                 "instruction: 'foo'\n"
                 "ptxas fatal   : Ptx assembly aborted due to errors\n"
                 "ptxas info    : 0 bytes gmem\n");
    assert_int_equal(w.diags.errors, 2);
    assert_string_equal(w.diags.last->text, "ptxas: Not a name of any known instruction: 'foo'");
    close_world(&w);
}

/* Nothing that a log may hold makes the reader fail. */
static void test_log_garbage(void **state)
{
    static const char log[] = "In[1](2): error: \xff\xfe\n  \n  ^\n(: error: x\n(3): error: "
                              "x\nIn[1](99999999999): error: far\n"
                              "  a\n                                          ^\nIn[1](1): note: "
                              "loose\n          detected at\n";
    for (size_t n = 0; n < sizeof log; n++) {
        struct world w;
        open_world(&w);
        add_cell(&w, "In[1]", "a\n\n");
        char *part = strndup(log, n);
        read_log(&w, part);
        struct buf out = {0};
        for (struct diag *d = w.diags.first; d; d = d->next)
            diag_render(&out, w.sources, d, RENDER_ANSI);
        buf_free(&out);
        free(part);
        close_world(&w);
    }
}

/* ---- NVRTC ---- */

static bool have_nvrtc(void)
{
    struct nvrtc n = {0};
    struct diags diags = {0};
    bool loaded = nvrtc_load(&n, NULL, &diags, (struct span){0});
    nvrtc_unload(&n);
    diags_free(&diags);
    return loaded;
}

static void test_ptx(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    assert_true(compile(&w, add_kernel(&w, "In[1]", "__global__ void k(int *p) { *p = 3; }"), &r));
    assert_string_equal(r.lowered, "_Z1kPi");
    assert_non_null(strstr(r.image, ".visible .entry _Z1kPi("));
    assert_non_null(strstr(r.image, ".target sm_75"));
    assert_non_null(strstr(r.image, "\"In[1]\"")); /* not the folder's path before it */
    assert_int_equal(strlen(r.image), r.size);
    assert_int_equal(strlen(r.hash), 64);
    compiled_free(&r);
    assert_non_null(compiler_version(w.compiler, NULL));
    close_world(&w);
}

/* A file's own full path stays, even below the working folder. */
static void test_file_name(void **state)
{
    struct world w;
    struct compiled r;
    struct buf name = {0};
    char *folder = getcwd(NULL, 0);
    open_world(&w);
    buf_printf(&name, "%s/a.cu", folder);
    assert_true(compile(&w, add_kernel(&w, name.p, "__global__ void k(int *p) { *p = 4; }"), &r));
    assert_non_null(strstr(r.image, name.p));
    compiled_free(&r);
    buf_free(&name);
    free(folder);
    close_world(&w);
}

static void test_cubin(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    struct device_def *k =
        add_kernel(&w, "In[1]", "extern \"C\" __global__ void k(int *p) { *p = 3; }");
    assert_true(compile_kernel(w.compiler, w.sources, &w.program, k, NULL,
                               (struct compile_target){.arch = 75, .cubin = true}, &w.diags, &r));
    assert_memory_equal(r.image, "\177ELF", 4);
    assert_string_equal(r.lowered, "k");
    compiled_free(&r);
    close_world(&w);
}

static void test_template(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    struct device_def *k =
        add_kernel(&w, "In[1]", "template <class T, int N> __global__ void k(T *p) { *p = N; }");
    assert_true(compile_kernel(w.compiler, w.sources, &w.program, k, "float, 16",
                               (struct compile_target){.arch = 75}, &w.diags, &r));
    assert_string_equal(r.lowered, "_Z1kIfLi16EEvPT_");
    assert_non_null(strstr(r.image, r.lowered));
    compiled_free(&r);
    close_world(&w);
}

static void test_header(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    const struct source *c =
        add_cell(&w, "In[1]",
                 "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n__global__ void "
                 "k(__half *p) { *p = __float2half(3); cooperative_groups::this_grid().sync(); }");
    add_def(&w, c, "#include <cuda_fp16.h>", 22, DEVICE_INCLUDE, NULL, "");
    add_def(&w, c, "#include <coop", 31, DEVICE_INCLUDE, NULL, "");
    assert_true(compile(&w, add_def(&w, c, "__global__", 0, DEVICE_KERNEL, "k", ""), &r));
    compiled_free(&r);
    close_world(&w);
}

static void test_errors(void **state)
{
    static const char *const cases[][2] = {
        {"__global__ void k(int *p) { p[0] = 1 }", /* must show 5 */
         "compile error: expected a \";\"\n --> In[1]:1:38\n  |\n1 | __global__ void k(int *p) { "
         "p[0] = 1 }\n"
         "  |                                      ^\n"},
        {"// \xe4\xb8\xad\n\t__global__ void k(int *p) {\n\t\tp[0] = /* \xe4\xb8\xad\xc3\xa9 */ "
         "nope;\n}",                      "compile error: identifier \"nope\" is undefined\n --> In[1]:3:19\n  |\n"
         "3 |         p[0] = /* \xe4\xb8\xad\xc3\xa9 */ nope;\n"
         "  |                          ^^^^\n"                              },
        {"void k(int *p) { }",
         "compile error: A function without execution space annotations "
         "(__host__/__device__/__global__) is considered a "
         "host function, and host functions are not allowed in JIT mode\n --> In[1]:1:6\n  |\n1 | "
         "void k(int *p) { }\n"
         "  |      ^\n  = help: write __device__ or __host__ __device__ before it\n"                     },
        {"__global__ void k(int *p) { *p = 1;",
         "compile error: expected a \"}\"\n --> In[1]:1:35\n  |\n1 | __global__ void k(int *p) { "
         "*p = 1;\n"
         "  |                                   ^\n  = note: to match this \"{\"\n --> "
         "In[1]:1:27\n  "
         "|\n"
         "1 | __global__ void k(int *p) { *p = 1;\n  |                           ^\n"                    },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world w;
        struct compiled r;
        open_world(&w);
        assert_false(compile(&w, add_kernel(&w, "In[1]", cases[i][0]), &r));
        assert_rendered(&w, w.diags.first, cases[i][1]);
        assert_null(r.image);
        close_world(&w);
    }
}

static void test_column_of_second_on_line(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    const struct source *c =
        add_cell(&w, "In[1]", "\tint h = \"\xc3\xa9\"; __global__ void k(int *p) { *p = zz; }");
    assert_false(compile(&w, add_def(&w, c, "__global__", 0, DEVICE_KERNEL, "k", ""), &r));
    struct str text = span_text(w.sources, w.diags.first->at);
    assert_true(str_eq(text, "zz"));
    close_world(&w);
}

/* A kernel `k` that calls `twice`, the two definitions in cells of these names and after these texts. */
static bool compile_pair(struct world *w, const char *const names[2], const char *const before[2],
                         const char *body, struct compiled *out)
{
    struct buf helper = {0}, kernel = {0};
    open_world(w);
    buf_printf(&helper, "%s__device__ int twice(int a) { return 2 * a; }", before[0]);
    buf_printf(&kernel, "%s__global__ void k(int *p)\n{\n    %s\n}", before[1], body);
    const struct source *first = add_cell(w, names[0], helper.p),
                        *second = add_cell(w, names[1], kernel.p);
    add_def(w, first, "__device__", 0, DEVICE_FUNCTION, "twice", "");
    bool ok = compile(w, add_def(w, second, "__global__", 0, DEVICE_KERNEL, "k", "twice"), out);
    buf_free(&helper);
    buf_free(&kernel);
    return ok;
}

/* Whether the PTX has code of the line of the file. */
static bool has_place(const char *ptx, const char *name, uint32_t line)
{
    struct diags none = {0};
    struct ptx_module *m = ptx_parse(ptx, strlen(ptx), PTX_STRICT, &none, (struct span){0});
    bool found = false;
    assert_non_null(m);
    VEC_EACH (loc, &m->locs)
        found |= loc->line == line && !strcmp(ptx_file_name(m, loc->file), name);
    ptx_free(&m);
    diags_free(&none);
    return found;
}

static void test_moved_code_is_not_compiled_again(void **state)
{
    static const char *const names[][2] =
        {
            {"In[1]", "In[2]" },
            {"In[7]", "In[3]" },
            {"In[5]", "In[5b]"}
    },
                             *const before[][2] = {
                                 {"", ""}, {"\n\n", "// text\n"}, {"\n", "\n\n\n"}};
    static const uint32_t lines[][2] = {
        {1, 3},
        {3, 4},
        {2, 6}
    };
    for (size_t i = 0; i < 3; i++) {
        struct world w;
        struct compiled r;
        assert_true(compile_pair(&w, names[i], before[i], "*p = twice(*p) + 4711;", &r));
        assert_int_equal(r.from_cache, i > 0);
        assert_true(has_place(r.image, names[i][0], lines[i][0]));
        assert_true(has_place(r.image, names[i][1], lines[i][1]));
        assert_false(has_place(r.image, names[!i][1], lines[!i][1]));
        compiled_free(&r);
        close_world(&w);
    }
}

static void test_code_that_tells_its_line_is_compiled_again(void **state)
{
    static const char *const bodies[] = {"*p = __LINE__ + twice(4712);",
                                         "int lonely; *p = twice(4713);" /* a warning */};
    for (size_t i = 0; i < 2; i++)
        for (int round = 0; round < 2; round++) {
            struct world w;
            struct compiled r;
            assert_true(compile_pair(&w, (const char *const[]){"In[1]", "In[2]"},
                                     (const char *const[]){"", round ? "\n" : ""}, bodies[i], &r));
            assert_false(r.from_cache);
            compiled_free(&r);
            close_world(&w);
        }
}

static void test_definitions_of_one_line_that_part(void **state)
{
    static const char *const texts[] = {"__device__ int twice(int a) { return 2 * a; } __global__ "
                                        "void k(int *p) { *p = twice(4714); }",
                                        "__device__ int twice(int a) { return 2 * a; }\n"
                                        "                                              __global__ "
                                        "void k(int *p) { *p = twice(4714); }"};
    for (size_t i = 0; i < 2; i++) {
        struct world w;
        struct compiled r;
        open_world(&w);
        const struct source *c = add_cell(&w, "In[1]", texts[i]);
        add_def(&w, c, "__device__", 45, DEVICE_FUNCTION, "twice", "");
        assert_true(compile(&w, add_def(&w, c, "__global__", 0, DEVICE_KERNEL, "k", "twice"), &r));
        assert_false(r.from_cache);
        assert_true(has_place(r.image, "In[1]", i ? 2 : 1));
        compiled_free(&r);
        close_world(&w);
    }
}

static void test_warning_from_cache_too(void **state)
{
    for (int round = 0; round < 2; round++) {
        struct world w;
        struct compiled r;
        open_world(&w);
        assert_true(compile(
            &w, add_kernel(&w, "In[1]", "__global__ void k(int *p) { int lonely; *p = 1; }"), &r));
        assert_int_equal(r.from_cache, round);
        assert_true(round ? r.seconds == 0 : r.seconds > 0);
        assert_int_equal(!compiler_version(w.compiler, NULL), round); /* NVRTC is not even loaded */
        assert_int_equal(w.diags.warnings, 1);
        assert_true(str_eq(span_text(w.sources, w.diags.first->at), "lonely"));
        compiled_free(&r);
        close_world(&w);
    }
}

static void test_arch(void **state)
{
    struct world w;
    struct compiled r;
    open_world(&w);
    struct device_def *k = add_kernel(&w, "In[1]", "__global__ void k(int *p) { *p = 1; }");
    assert_false(compile_kernel(w.compiler, w.sources, &w.program, k, NULL,
                                (struct compile_target){.arch = NO_ARCH, .cubin = true}, &w.diags, &r));
    assert_int_equal(w.diags.first->kind, DIAG_SYSTEM);
    assert_non_null(strstr(w.diags.first->text, "compute capability 2.0"));
    assert_non_null(w.diags.first->help);
    close_world(&w);
}

/* ---- finding it ---- */

static void test_missing(void **state)
{
    struct nvrtc n = {0};
    struct diags diags = {0};
    assert_false(nvrtc_load(&n, "/nowhere/libnvrtc.so.13", &diags, (struct span){0}));
    assert_int_equal(diags.errors, 1);
    assert_int_equal(diags.first->kind, DIAG_SYSTEM);
    assert_non_null(strstr(diags.first->text, "/nowhere/libnvrtc.so.13"));
    assert_non_null(diags.first->help);
    diags_free(&diags);
}

/* A wheel beside the executable that is reached as .venv/bin/<name> is found, and by CUDA_HOME before it. */
static void test_search(void **state)
{
    char root[] = "/tmp/warpcell-find-XXXXXX";
    assert_non_null(mkdtemp(root));
    struct buf command = {0}, looked = {0};
    buf_printf(&command,
               "mkdir -p %s/toolkit/lib64 %s/lib/python3.12/site-packages/nvidia/cu13/lib && "
               "touch %s/toolkit/lib64/libnvrtc.so.12 "
               "%s/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
               root, root, root, root);
    assert_int_equal(system(command.p), 0);
    setenv("CUDA_HOME", root, 1);
    setenv("VIRTUAL_ENV", root, 1);
    struct nvrtc_paths paths = {0};
    nvrtc_find(&paths, &looked);
    bool wheel = false;
    VEC_EACH (p, &paths.found)
        wheel |= strstr(*p, "/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13") &&
                 !strncmp(*p, root, strlen(root));
    assert_true(wheel);
    assert_non_null(strstr(looked.p, root));
    nvrtc_paths_free(&paths);
    command.n = 0;
    buf_printf(&command, "%s/toolkit", root);
    setenv("CUDA_HOME", command.p, 1);
    nvrtc_find(&paths, &looked);
    buf_puts(&command, "/lib64/libnvrtc.so.12");
    assert_string_equal(paths.found.at[0], command.p);
    nvrtc_paths_free(&paths);
    unsetenv("CUDA_HOME");
    unsetenv("VIRTUAL_ENV");
    command.n = 0;
    buf_printf(&command, "rm -r %s", root);
    assert_int_equal(system(command.p), 0);
    buf_free(&command);
    buf_free(&looked);
}

/* ---- cache ---- */

static const struct nvrtc_result sample = {
    .image = (char *) "PTX\0more", .lowered = (char *) "_Z1k", .log = (char *) "log", .size = 8};

static void test_cache(void **state)
{
    struct nvrtc_result r;
    char key[65], other[65];
    cache_key(key, (const char *const[]){"ab", "c"}, 2);
    cache_key(other, (const char *const[]){"a", "bc"}, 2);
    assert_string_not_equal(key, other);
    assert_false(cache_read(key, &r));
    cache_write(key, &sample);
    assert_true(cache_read(key, &r));
    assert_int_equal(r.size, 8);
    assert_memory_equal(r.image, "PTX\0more", 9);
    assert_string_equal(r.lowered, "_Z1k");
    assert_string_equal(r.log, "log");
    nvrtc_result_free(&r);
    setenv("WARPCELL_CACHE", "0", 1);
    assert_false(cache_read(key, &r));
    unsetenv("WARPCELL_CACHE");
}

/* Every damage to a file is noticed. */
static void test_cache_damage(void **state)
{
    struct nvrtc_result r;
    struct buf path = {0};
    char key[65], byte;
    cache_key(key, (const char *const[]){"damage"}, 1);
    cache_write(key, &sample);
    assert_true(cache_folder(&path));
    buf_printf(&path, "/%s.code", key);
    int fd = open(path.p, O_RDWR);
    off_t size = lseek(fd, 0, SEEK_END);
    assert_true(size > 15);
    for (off_t i = 0; i < size; i++) {
        assert_int_equal(pread(fd, &byte, 1, i), 1);
        byte = (char) (byte ^ 0x41);
        assert_int_equal(pwrite(fd, &byte, 1, i), 1);
        assert_false(cache_read(key, &r));
        byte = (char) (byte ^ 0x41);
        assert_int_equal(pwrite(fd, &byte, 1, i), 1);
    }
    assert_true(cache_read(key, &r));
    nvrtc_result_free(&r);
    for (off_t i = size; i-- > 0;) {
        assert_int_equal(ftruncate(fd, i), 0);
        assert_false(cache_read(key, &r));
    }
    close(fd);
    buf_free(&path);
}

static void test_cache_many_processes(void **state)
{
    enum { PROCESSES = 6, ROUNDS = 200 };

    for (int p = 0; p < PROCESSES; p++) {
        if (fork())
            continue;
        int bad = 0;
        for (int i = 0; i < ROUNDS; i++) {
            struct nvrtc_result r;
            char key[65], number[8];
            snprintf(number, sizeof number, "%d", i % 5);
            cache_key(key, (const char *const[]){number}, 1);
            cache_write(key, &sample);
            bad += !cache_read(key, &r) || memcmp(r.image, sample.image, 8) || strcmp(r.log, "log");
            nvrtc_result_free(&r);
        }
        _exit(bad != 0);
    }
    for (int p = 0, status; p < PROCESSES; p++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    struct buf pattern = {0};
    assert_true(cache_folder(&pattern));
    buf_puts(&pattern, "/*.code.*");
    glob_t left = {0};
    assert_int_equal(glob(pattern.p, 0, NULL, &left), GLOB_NOMATCH);
    globfree(&left);
    buf_free(&pattern);
}

/* Over the cap the least recently used files go, and no others. */
static void test_cache_cap(void **state)
{
    struct buf folder = {0}, path = {0};
    struct nvrtc_result r;
    char old[65], fresh[65], new[65];
    cache_key(old, (const char *const[]){"old"}, 1);
    cache_key(fresh, (const char *const[]){"fresh"}, 1);
    cache_key(new, (const char *const[]){"new"}, 1);
    cache_write(old, &sample);
    cache_write(fresh, &sample);
    assert_true(cache_folder(&folder));
    buf_printf(&path,
               "touch -d '2001-01-01' %s/%s.code; truncate -s 300M %s/giant.code; touch -d "
               "'2002-01-01' %s/giant.code",
               folder.p, old, folder.p, folder.p);
    assert_int_equal(system(path.p), 0);
    cache_write(new, &sample);
    assert_false(cache_read(old, &r));
    assert_true(cache_read(fresh, &r));
    nvrtc_result_free(&r);
    assert_true(cache_read(new, &r));
    nvrtc_result_free(&r);
    buf_puts(&folder, "/giant.code");
    assert_int_not_equal(access(folder.p, F_OK), 0);
    buf_free(&folder);
    buf_free(&path);
}

/* NVRTC keeps what it allocated until the process ends. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libnvrtc\n";
}

/* ---- an NVRTC that crashes ---- */

static const struct diag *refused(struct world *w, const char *text)
{
    struct compiled result;
    diags_free(&w->diags);
    assert_false(compile(w, add_kernel(w, "In[1]", text), &result));
    assert_non_null(w->diags.first);
    return w->diags.first;
}

/* After a crash a fresh copy of the library compiles: its count restarts at 1. */
static void test_crashes(void **state)
{
    static const char *const crashes[] = {"__global__ void segfault();",
                                          "__global__ void recurse();", "__global__ void abort();"};
    const char *path = getenv("WARPCELL_FAKE_NVRTC");
    struct poll_hook poll = {0};
    struct world w;
    if (!path)
        skip();
    open_world(&w);
    compiler_free(&w.compiler);
    w.compiler = compiler_new(path, &poll, NULL);
    assert_string_equal(refused(&w, "__global__ void a();")->text, "mistake number 1");
    assert_string_equal(refused(&w, "__global__ void b();")->text, "mistake number 2");
    for (int i = 0; i < 3; i++) {
        assert_non_null(strstr(refused(&w, crashes[i])->text, "it crashed"));
        assert_string_equal(refused(&w, "__global__ void c();")->text, "mistake number 1");
    }
    close_world(&w);
}

/* ---- an NVRTC that does not come to an end ---- */

struct impatience {
    atomic_bool stop;
    bool waits; /* for what comes to an end, however busy the machine is */
};

static void interrupt(void *user, const struct progress *p, bool ended)
{
    struct impatience *i = user;
    if (!ended && !i->waits)
        atomic_store(&i->stop, true);
}

static const struct diag *refused_in_time(struct world *w, struct impatience *i, const char *code)
{
    atomic_store(&i->stop, false);
    i->waits = true;
    const struct diag *d = refused(w, code);
    i->waits = false;
    return d;
}

static void test_interrupts(void **state)
{
    const char *path = getenv("WARPCELL_FAKE_NVRTC");
    struct impatience user = {0};
    struct poll_hook poll = {.user = &user, .poll = interrupt};
    struct world w;
    if (!path)
        skip();
    open_world(&w);
    compiler_free(&w.compiler);
    w.compiler = compiler_new(path, &poll, &user.stop);
    int before, after; /* this copy of the library may have compiled for other tests */
    const struct diag *d = refused_in_time(&w, &user, "__global__ void a();");
    assert_int_equal(sscanf(d->text, "mistake number %d", &before), 1);
    d = refused(&w, "__global__ void k(); // cancelled");
    assert_int_equal(d->kind, DIAG_INTERRUPT);
    assert_string_equal(d->text, "stopped by the user while 'k' was compiled");
    d = refused_in_time(&w, &user, "__global__ void b();"); /* it ended as it was asked to, and is used again */
    assert_int_equal(sscanf(d->text, "mistake number %d", &after), 1);
    assert_true(after > before); /* by 1 if it was stopped before the library heard of it */
    d = refused(&w, "__global__ void k(); // endless");
    assert_string_equal(d->text, "stopped by the user while 'k' was compiled");
    d = refused_in_time(&w, &user, "__global__ void c();"); /* it was left behind: a copy compiles */
    assert_string_equal(d->text, "mistake number 1");
    close_world(&w);
}

int main(void)
{
    static const struct CMUnitTest everywhere[] = {
        cmocka_unit_test(test_emit_closure),
        cmocka_unit_test(test_emit_macros),
        cmocka_unit_test(test_log_caret),
        cmocka_unit_test(test_log_notes),
        cmocka_unit_test(test_log_elsewhere),
        cmocka_unit_test(test_log_garbage),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_cache_damage),
        cmocka_unit_test(test_cache_many_processes),
        cmocka_unit_test(test_cache_cap),
        cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_interrupts),
    };
    static const struct CMUnitTest with_nvrtc[] = {
        cmocka_unit_test(test_ptx),
        cmocka_unit_test(test_file_name),
        cmocka_unit_test(test_cubin),
        cmocka_unit_test(test_template),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_column_of_second_on_line),
        cmocka_unit_test(test_moved_code_is_not_compiled_again),
        cmocka_unit_test(test_code_that_tells_its_line_is_compiled_again),
        cmocka_unit_test(test_definitions_of_one_line_that_part),
        cmocka_unit_test(test_warning_from_cache_too),
        cmocka_unit_test(test_arch),
    };
    char cache[] = "/tmp/warpcell-cache-XXXXXX";
    if (!mkdtemp(cache) || setenv("WARPCELL_CACHE_DIR", cache, 1))
        return 1;
    int failed = cmocka_run_group_tests_name("compile", everywhere, NULL, NULL);
    bool nvrtc = have_nvrtc();
    if (nvrtc)
        failed += cmocka_run_group_tests_name("compile with NVRTC", with_nvrtc, NULL, NULL);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -r %s", cache);
    if (system(clean))
        failed++;
    return failed ? 1 : nvrtc ? 0 : SKIPPED;
}
