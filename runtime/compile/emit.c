/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the CUDA C++ program of one kernel: the definitions it uses, directly or indirectly, verbatim and in the
 * order of lang_device_program (lang/check/device/device_program.c). emit_macros.c puts the macros that a definition sees in front of
 * it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compile/bounds.h"
#include "compile/compile.h"
#include "compile/cub.h"
#include "compile/emit_macros.h"
#include "compile/places.h"

struct emit {
    struct buf *out;
    struct places *places; /* NULL: not requested */
    const struct sources *sources;
    const struct device_program *program;
    bool *wanted; /* by index in program->defs */
    struct macro_state macros;
    const char *args;    /* template arguments of the kernel, as text; or NULL */
    bounds_names arrays; /* that check their indices */
    bool has_cub;
    uint32_t lifts; /* namespaces of dual numbers around the text: emit_lifted */
};

static void want(struct emit *e, uint32_t index);

/* A kernel template mentions its own name. Another one of that name would make the name of an instance ambiguous. */
static bool is_overload(const struct device_def *a, const struct device_def *b)
{
    return a != b && a->kind == DEVICE_KERNEL && b->kind == DEVICE_KERNEL && a->name == b->name &&
           a->kernel->template_count && b->kernel->template_count;
}

/* Whether a text with that name in it needs the definition. */
static bool is_named(const struct device_def *def, const char *name)
{
    return def->name == name || def->used_name == name;
}

static void want_mentions(struct emit *e, const struct device_def *def)
{
    for (uint32_t m = 0; m < def->mention_count; m++)
        for (uint32_t i = 0; i < e->program->count; i++)
            if (is_named(e->program->defs[i], def->mentions[m]) &&
                !is_overload(e->program->defs[i], def))
                want(e, i);
}

static void want(struct emit *e, uint32_t index)
{
    if (e->wanted[index])
        return;
    e->wanted[index] = true;
    const struct device_def *def = e->program->defs[index];
    want_mentions(e, def);
    for (uint32_t i = 0; i < def->macro_count; i++)
        if (def->macros[i].pinned)
            want_mentions(e, def->macros[i].pinned);
}

/* The names in the template arguments: a launch may be the first to mention them. */
static void want_named(struct emit *e, const char *text)
{
    while (*text) {
        size_t n = 0;
        while (str_is_word(text[n]))
            n++;
        for (uint32_t i = 0; n && i < e->program->count; i++) {
            const struct device_def *def = e->program->defs[i];
            const char *name = def->used_name ? def->used_name : def->name;
            if (name && strlen(name) == n && !memcmp(name, text, n))
                want(e, i);
        }
        text += n ? n : 1;
    }
}

/* NVRTC reads the name as a string literal; control characters would end the directive. */
static void put_name(struct buf *out, const char *name)
{
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\')
            buf_putc(out, '\\');
        buf_putc(out, (unsigned char) *c < 0x20 ? '?' : *c);
    }
}

/* namespace a::b { and its end */
static void put_spaces(struct buf *out, const char *space, bool opens)
{
    if (opens)
        buf_printf(out, "namespace %s {\n", space);
    else
        buf_puts(out, "}\n");
}

/* Replaces omitted text by spaces, so that lines and columns stay correct, or by the text that stands in its place. */
static void put_text(struct buf *out, const struct device_def *def, struct str text)
{
    uint32_t done = def->at.start;
    for (uint32_t i = 0; i < def->hole_count; i++) {
        struct span hole = def->holes[i].at;
        if (hole.start < done)
            continue;
        buf_put(out, text.p + (done - def->at.start), hole.start - done);
        const char *instead = def->holes[i].text ? def->holes[i].text : "";
        uint32_t columns = (uint32_t) strlen(instead);
        buf_puts(out, instead);
        for (uint32_t k = hole.start; k < hole.end; k++)
            if (text.p[k - def->at.start] == '\n' || k - hole.start >= columns)
                buf_putc(out, text.p[k - def->at.start] == '\n' ? '\n' : ' ');
        done = hole.end;
    }
    buf_put(out, text.p + (done - def->at.start), def->at.end - done);
}

static bool has_bounds(const struct emit *e, const struct device_def *def)
{
    return (e->program->bounds && (def->kind == DEVICE_KERNEL || def->kind == DEVICE_FUNCTION)) ||
           (e->program->bounds >= BOUNDS_ROWS && def->kind == DEVICE_VARIABLE && !def->folds) ||
           (e->program->bounds >= BOUNDS_MEMBERS && def->kind == DEVICE_TYPE);
}

static void put_bounded(struct emit *e, const struct device_def *def, struct str text)
{
    struct buf whole = {0};
    put_text(&whole, def, text);
    bounds_names known = {0};
    bounds_add(e->out, (struct str){whole.p, whole.n}, e->program->bounds, &known);
    VEC_EACH (name, &known)
        free(*name);
    VEC_FREE(&known);
    buf_free(&whole);
}

/* The variables of the definition's arrays, which its text refers to. */
static void declare_arrays(struct emit *e, const struct device_def *def)
{
    struct buf unused = {0};
    size_t first = e->arrays.n;
    bounds_add(&unused, span_text(e->sources, def->at), e->program->bounds, &e->arrays);
    for (size_t i = first; i < e->arrays.n; i++) {
        bool known = false;
        for (size_t k = 0; k < i; k++)
            known |= !strcmp(e->arrays.at[k], e->arrays.at[i]);
        if (!known)
            bounds_declare(e->out, e->arrays.at[i]);
    }
    buf_free(&unused);
}

/* Writes spaces for the text before the definition on its line, so that columns stay correct. */
static void put_placed(struct emit *e, const struct device_def *def)
{
    const struct source *src = source_get(e->sources, def->at.source);
    CHECK(src);
    struct place p = source_place(src, def->at.start);
    struct str text = span_text(e->sources, def->at);
    struct place_range placed = {.name = src->name, .line = p.line, .lines = 1, .start = e->out->n};
    for (size_t i = 0; i < text.n; i++)
        placed.lines += text.p[i] == '\n';
    buf_printf(e->out, "#line %u \"", p.line);
    put_name(e->out, src->name);
    buf_puts(e->out, "\"\n");
    placed.end = e->out->n;
    if (e->places)
        VEC_PUSH(e->places, placed);
    buf_pad(e->out, ' ', p.column - 1);
    if (def->folds && text.n > 6 && !memcmp(text.p, "const ", 6))
        buf_puts(e->out, "constexpr ");
    if (has_bounds(e, def))
        put_bounded(e, def, text);
    else
        put_text(e->out, def, text);
    buf_puts(e->out, def->unfinished ? ";\n" : "\n");
}

/* NVRTC has a macro `assert` of its own, and no push_macro: it is defined again where the program's ends. */
static void put_macro(void *user, const char *name, const struct device_def *def)
{
    static const char assertion[] =
        "#define assert(e) ((e) ? static_cast<void>(0) : "
        "__assertfail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))\n";
    struct emit *e = user;
    bool hides = !strcmp(name, "assert");
    if (!def || hides)
        buf_printf(e->out, "#undef %s\n", name);
    if (def)
        put_placed(e, def);
    else if (hides)
        buf_puts(e->out, assertion);
}

static bool mentions(const struct device_def *def, const char *name)
{
    for (uint32_t m = 0; m < def->mention_count; m++)
        if (!strcmp(def->mentions[m], name))
            return true;
    return false;
}

static bool pinned_mentions(const struct device_def *def, const char *name)
{
    for (uint32_t i = 0; i < def->macro_count; i++)
        if (def->macros[i].pinned && mentions(def->macros[i].pinned, name))
            return true;
    return false;
}

static bool program_mentions(const void *program, const char *name)
{
    const struct emit *e = program;
    bool found = e->args && str_find_word(e->args, name);
    for (uint32_t i = 0; i < e->program->count && !found; i++)
        found = e->wanted[i] &&
                (mentions(e->program->defs[i], name) || pinned_mentions(e->program->defs[i], name));
    return found;
}

static bool defines(const struct device_def *def, const char *name)
{
    bool common = !def->space || !strcmp(def->space, "std");
    return common && def->name && !strcmp(def->name, name);
}

/* Whether the program mentions a name and does not define it, in the global namespace or in std. */
static bool lacks(const struct emit *e, const char *name)
{
    bool defined = false;
    for (uint32_t i = 0; i < e->program->count && !defined; i++)
        defined = defines(e->program->defs[i], name);
    return !defined && program_mentions(e, name);
}

/* A header with calls for whole arrays, or with host code alone. */
static bool is_cub(const struct emit *e, const struct device_def *def)
{
    static const char *const names[] = {"cub/cub.cuh", "cub/device/", "cub/util_allocator.cuh",
                                        "cub/util_debug.cuh"};
    struct str text = span_text(e->sources, def->at);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (def->kind == DEVICE_INCLUDE && memmem(text.p, text.n, names[i], strlen(names[i])))
            return true;
    return false;
}

/* CCCL has <cuda/std/algorithm> from 3.1 on; before it was a part without a public name. */
static bool put_algorithm(struct emit *e, const struct device_def *def)
{
    struct str text = span_text(e->sources, def->at);
    const char name[] = "<cuda/std/algorithm>";
    if (def->kind != DEVICE_INCLUDE || !memmem(text.p, text.n, name, sizeof name - 1))
        return false;
    buf_puts(e->out, "#line 1 \"<cuda/std/algorithm>\"\n"
                     "#if __has_include(<cuda/std/algorithm>)\n#include <cuda/std/algorithm>\n"
                     "#elif __has_include(<cuda/std/__algorithm_>)\n"
                     "#include <cuda/std/__algorithm_>\n#endif\n");
    return true;
}

/* Whether the same text stands among the definitions just before: a macro that makes several has one text. */
static bool is_put(const struct emit *e, uint32_t index)
{
    enum { NEAR = 32 };
    const struct device_def *const *defs = (const struct device_def *const *) e->program->defs;
    for (uint32_t i = index > NEAR ? index - NEAR : 0; i < index; i++)
        if (e->wanted[i] && !memcmp(&defs[i]->at, &defs[index]->at, sizeof defs[i]->at))
            return true;
    return false;
}

/* ---- derivatives ---- */

/* Whether a text has float, double, or a type of CUDA's that is made of them: float4, double2. */
static bool has_reals(struct str text)
{
    static const char *const words[] = {"float", "double"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t n = strlen(words[w]);
        for (size_t i = 0; i + n <= text.n; i++) {
            size_t end = i + n;
            if (memcmp(text.p + i, words[w], n) || (i && str_is_word(text.p[i - 1])))
                continue;
            end += end < text.n && text.p[end] >= '1' && text.p[end] <= '4';
            if (end == text.n || !str_is_word(text.p[end]))
                return true;
        }
    }
    return false;
}

/* Functions and types are lifted; variables and constants keep their type, and so have no derivative. */
static bool can_lift(const struct device_def *def)
{
    return def->kind == DEVICE_FUNCTION || def->kind == DEVICE_TYPE;
}

static bool mentions_index(const struct emit *e, const struct device_def *def, const bool *marked)
{
    for (uint32_t m = 0; m < def->mention_count; m++)
        for (uint32_t i = 0; i < e->program->count; i++)
            if (marked[i] && e->program->defs[i]->name == def->mentions[m])
                return true;
    return false;
}

static void mark_reached(const struct emit *e, const char *name, bool *reached)
{
    for (uint32_t i = 0; i < e->program->count; i++) {
        const struct device_def *def = e->program->defs[i];
        if (def->name != name || reached[i] || !can_lift(def))
            continue;
        reached[i] = true;
        for (uint32_t m = 0; m < def->mention_count; m++)
            mark_reached(e, def->mentions[m], reached);
    }
}

/* What the function needs, of it what has real numbers in its text or needs something that has. An operator is found by its
 * arguments, not by its name: all of the program's are there. */
static bool *lifted(const struct emit *e, const char *of)
{
    uint32_t n = e->program->count;
    bool *reached = xcalloc(n + 1, 1), *result = xcalloc(n + 1, 1), more = true;
    mark_reached(e, of, reached);
    for (uint32_t i = 0; i < n; i++) {
        const struct device_def *def = e->program->defs[i];
        reached[i] |= e->wanted[i] && !def->name && def->kind == DEVICE_FUNCTION;
        result[i] = reached[i] && has_reals(span_text(e->sources, def->at));
    }
    while (more) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            if (reached[i] && !result[i] && mentions_index(e, e->program->defs[i], result))
                result[i] = more = true;
    }
    free(reached);
    return result;
}

static void put_reals(struct emit *e, bool define)
{
    if (define && e->lifts)
        buf_printf(e->out, "#define float __float_%u\n#define double __double_%u\n", e->lifts,
                   e->lifts);
    else if (e->lifts)
        buf_puts(e->out, "#undef float\n#undef double\n");
}

static void put_def(struct emit *e, uint32_t index);

/* The vector types have members that are dual numbers too, and no alignment of their own. printf prints values. */
static const char lifted_library[] =
    "template <class... A> __device__ inline int printf(const char *format, const A &...a) { "
    "return ::printf(format, ::warpcell_dual::plain(a)...); }\n"
    "struct float1 { float x; }; struct float2 { float x, y; }; struct float3 { float x, y, z; }; "
    "struct float4 { float x, y, z, w; };\n"
    "struct double1 { double x; }; struct double2 { double x, y; }; struct double3 { double x, y, "
    "z; }; struct double4 { double x, y, z, w; };\n"
    "__device__ inline float1 make_float1(float x) { return {x}; }\n"
    "__device__ inline float2 make_float2(float x, float y) { return {x, y}; }\n"
    "__device__ inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }\n"
    "__device__ inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, "
    "w}; }\n"
    "__device__ inline double1 make_double1(double x) { return {x}; }\n"
    "__device__ inline double2 make_double2(double x, double y) { return {x, y}; }\n"
    "__device__ inline double3 make_double3(double x, double y, double z) { return {x, y, z}; }\n"
    "__device__ inline double4 make_double4(double x, double y, double z, double w) { return {x, "
    "y, z, w}; }\n";

/* namespace __lift_NAME: the function and what it needs once more, on dual numbers. Of a derivative of a derivative the inner one is among
 * what it needs, and its namespace is in this one. */
static void put_lifted(struct emit *e, const struct device_def *def)
{
    bool *all = lifted(e, def->lift->of);
    uint32_t depth = e->lifts + 1;
    char outer[2][32] = {"float", "double"};
    for (int i = 0; i < 2 && e->lifts; i++)
        snprintf(outer[i], sizeof outer[i], "__%s_%u", i ? "double" : "float", e->lifts);
    put_reals(e, false);
    buf_printf(e->out, "#line 1 \"<derivative>\"\nnamespace __lift_%s {\n", def->name);
    for (int i = 0; i < 2; i++)
        buf_printf(e->out,
                   "typedef ::warpcell_dual::dual<%s, %u> __%s_%u; typedef __%s_%u lifted_%s;\n",
                   outer[i], def->lift->directions, i ? "double" : "float", depth,
                   i ? "double" : "float", depth, i ? "double" : "float");
    e->lifts = depth;
    put_reals(e, true);
    buf_puts(e->out, lifted_library);
    for (uint32_t i = 0; i < e->program->count; i++)
        if (all[i])
            put_def(e, i);
    put_reals(e, false);
    buf_puts(e->out, "}\n");
    e->lifts = depth - 1;
    put_reals(e, true);
    free(all);
}

static void put_def(struct emit *e, uint32_t index)
{
    const struct device_def *def = e->program->defs[index];
    if (def->kind == DEVICE_MACRO) /* where it is used */
        return;
    if (def->at.start ==
        def->at.end) /* an alias: its name is part of the text of the definition that it mentions */
        return;
    if (is_put(e, index))
        return;
    if (is_cub(e, def)) {
        if (!e->has_cub)
            cub_put(e->out, program_mentions, e);
        e->has_cub = true;
        return;
    }
    if (put_algorithm(e, def))
        return;
    if (def->lift)
        put_lifted(e, def);
    macros_before(&e->macros, def);
    if (has_bounds(e, def) && !e->lifts)
        declare_arrays(e, def);
    if (def->opens) {
        put_spaces(e->out, def->opens, true);
        put_spaces(e->out, def->opens, false);
    }
    if (def->space)
        put_spaces(e->out, def->space, true);
    if (def->pack)
        buf_printf(e->out, "#pragma pack(push, %u)\n", def->pack);
    put_placed(e, def);
    if (def->pack)
        buf_puts(e->out, "#pragma pack(pop)\n");
    if (def->space)
        put_spaces(e->out, def->space, false);
    macros_after(&e->macros, def);
}

#include <compile/device_headers.h> /* generated from the .cu files of this folder: the table device_headers, of {name, text} */

/* Whether the program lacks one of the names in a text's first line; a text without such a list is always included. */
static bool lacks_listed(const struct emit *e, const char *text)
{
    static const char begin[] = "// names:";
    if (strncmp(text, begin, sizeof begin - 1))
        return true;
    const char *end = text + strcspn(text, "\n");
    for (const char *p = text + sizeof begin; p < end;) {
        size_t n = strcspn(p, " \n");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int) n, p);
        if (lacks(e, name))
            return true;
        p += n + 1;
    }
    return false;
}

/* libcu++ defines the types of <stdint.h>, and other NVIDIA headers include it: these are its guards, of all versions. */
#define NO_CSTDINT                                                                                 \
    "#if !defined(_CUDA_STD_CSTDINT) && !defined(_LIBCUDACXX_CSTDINT) && !defined(_CUDA_CSTDINT)"

/* <cuda_pipeline.h> defines these three of them. */
#define NO_CSTDINT_OR_PIPELINE NO_CSTDINT " && !defined(_CUDA_PIPELINE_HELPERS_H_)"

static const char *guard_of(const char *name)
{
    size_t n = strlen(name);
    if (n < 2 || strcmp(name + n - 2, "_t") != 0 || !strcmp(name, "ssize_t"))
        return "#if 1"; /* uint and others of <sys/types.h> */
    bool pipeline =
        !strcmp(name, "uint32_t") || !strcmp(name, "uint64_t") || !strcmp(name, "uintptr_t");
    return pipeline ? NO_CSTDINT_OR_PIPELINE : NO_CSTDINT;
}

/* NVRTC has these functions for float and double only. */
static const char integral_types[] =
    "template <typename T> struct __warpcell_rank { enum { value = 0 }; };\n"
    "#define RANK(T, n) template <> struct __warpcell_rank<T> { enum { value = n }; };\n"
    "RANK(bool, 2) RANK(char, 2) RANK(signed char, 2) RANK(unsigned char, 2) RANK(short, 2) "
    "RANK(unsigned short, 2)\nRANK(int, 2) RANK(unsigned, 2) RANK(long, 2) RANK(unsigned long, 2) "
    "RANK(long long, 2) RANK(unsigned long long, 2)\nRANK(float, 1) RANK(double, 1)\n#undef RANK\n"
    "template <bool> struct __warpcell_double {};\n"
    "template <> struct __warpcell_double<true> { typedef double type; };\n";

static void put_integral(struct emit *e, const char *name, int arguments)
{
    if (arguments == 1)
        buf_printf(e->out,
                   "template <typename T> __device__ inline typename "
                   "__warpcell_double<__warpcell_rank<T>::value == 2>::type %s(T x) { return "
                   "%s((double) x); }\n",
                   name, name);
    else
        buf_printf(e->out,
                   "template <typename T, typename U> __device__ inline typename "
                   "__warpcell_double<(__warpcell_rank<T>::value * __warpcell_rank<U>::value > "
                   "1)>::type %s(T x, U y) { return %s((double) x, (double) y); }\n",
                   name, name);
}

/* Thrust's and CUB's own headers bring these along, so that programs name what is in them without more. */
static void put_libcu(struct emit *e)
{
    static const struct {
        const char *name, *header;
    } rows[] = {
        {"array",           "array"   },
        {"iterator_traits", "iterator"},
        {"make_pair",       "utility" },
        {"make_tuple",      "tuple"   },
        {"mdspan",          "mdspan"  },
        {"numeric_limits",  "limits"  },
        {"optional",        "optional"},
        {"pair",            "utility" },
        {"span",            "span"    },
        {"tuple",           "tuple"   },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lacks(e, "cuda") && program_mentions(e, "std") && lacks(e, rows[i].name))
            buf_printf(e->out, "#line 1 \"<libcu++>\"\n#include <cuda/std/%s>\n", rows[i].header);
}

/* The parts of C headers that NVRTC lacks, as far as the program needs them and does not define them itself. */
static void put_preamble(struct emit *e)
{
    static const struct {
        const char *name, *text, *in_std;
        int arguments;
    } rows[] = {

#define P(name, text)     {name, text, NULL, 0},
#define STD(name, text)   {name, "", text, 0},
#define MATH(name, count) {name, "", NULL, count},
#include "compile/preamble.def"
    };
    bool any = false, integral = false, std = lacks(e, "std");
    put_libcu(e);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const char *name = rows[r].name, *text = rows[r].text;
        bool macro = *text == '#';
        if (!lacks(e, name) || (!*text && !std && !rows[r].arguments))
            continue;
        if (!any)
            buf_puts(e->out, "#line 1 \"<C library>\"\n");
        any = true;
        if (rows[r].arguments && !integral)
            buf_puts(e->out, integral_types);
        integral |= rows[r].arguments != 0;
        if (rows[r].arguments)
            put_integral(e, name, rows[r].arguments);
        if (*text)
            buf_printf(e->out, "%s%s\n%s\n#endif\n", macro ? "#ifndef " : guard_of(name),
                       macro ? name : "", text);
        if (!macro && std && rows[r].in_std)
            buf_printf(e->out, "namespace std { %s }\n", rows[r].in_std);
        else if (!macro && std)
            buf_printf(e->out, "namespace std { using ::%s; }\n", name);
    }
    for (size_t r = 0; r < sizeof device_headers / sizeof *device_headers; r++)
        if (lacks(e, device_headers[r].name) && lacks_listed(e, device_headers[r].text))
            buf_printf(e->out, "#line 1 \"<%s>\"\n%s", device_headers[r].name,
                       device_headers[r].text);
}

/* Headers precede the preamble, which omits what they define: those before everything but macros with these macros, then the others, which are written
 * again in their places. Returns the number of definitions written. */
static uint32_t headers_first(struct emit *e)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < e->program->count; i++) {
        enum device_def_kind kind = e->program->defs[i]->kind;
        if (e->wanted[i] && kind != DEVICE_MACRO && kind != DEVICE_INCLUDE)
            break;
        if (e->wanted[i] && kind == DEVICE_INCLUDE)
            end = i + 1;
    }
    for (uint32_t i = 0; i < e->program->count; i++)
        if (e->wanted[i] && (i < end || e->program->defs[i]->kind == DEVICE_INCLUDE))
            put_def(e, i);
    return end;
}

/* What NVRTC's own declarations for kernels that launch kernels lack: a template that it only declares, and waiting for
 * such kernels, which was allowed until CUDA 11. */
static const char malloc_template[] =
    "#line 1 \"<launches in kernels>\"\n"
    "template <typename T> static __inline__ __device__ cudaError_t cudaMalloc(T **p, size_t n) { "
    "return cudaMalloc((void **) p, n); }\n";
static const char wait_children[] =
    "#line 1 \"<launches in kernels>\"\n"
    "extern \"C\" __device__ int __warpcell_wait_children();\n"
    "__device__ inline cudaError_t cudaDeviceSynchronize() { return (cudaError_t) "
    "__warpcell_wait_children(); }\n";

/* Kernels take tensor maps as parameters. <cuda.h> is the host's. */
static const char tensor_map[] =
    "#line 1 \"<tensor maps>\"\n"
    "typedef struct __align__(64) CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;\n";

/* Returns whether the program needs the device runtime. */
static bool put_runtime_calls(struct emit *e)
{
    static const char *const calls[] = {
        "<<<",      "cudaGetErrorString", "cudaGetErrorName", "cudaMalloc",
        "cudaFree", "cudaMemcpyAsync",    "cudaMemsetAsync"};
    bool launches = false;
    if (lacks(e, "CUtensorMap"))
        buf_puts(e->out, tensor_map);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        launches |= lacks(e, calls[i]);
    if (launches && lacks(e, "cudaDeviceSynchronize"))
        buf_puts(e->out, wait_children);
    if (launches && lacks(e, "cudaMalloc"))
        buf_puts(e->out, malloc_template);
    return launches;
}

bool emit_program(struct buf *out, struct places *places, const struct sources *sources,
                  const struct device_program *program, const struct device_def *kernel,
                  const char *template_args)
{
    struct emit e = {out, places, sources, program, .args = template_args};
    e.wanted = xcalloc(program->count + 1, sizeof *e.wanted);
    macro_state_init(&e.macros, program, put_macro, &e);
    for (uint32_t i = 0; i < program->count; i++)
        if (program->defs[i] == kernel || (!program->defs[i]->name && !program->defs[i]->used_name))
            want(&e, i);
    if (template_args)
        want_named(&e, template_args);
    uint32_t from = headers_first(&e);
    macros_none(&e.macros);
    put_preamble(&e);
    if (program->bounds)
        bounds_preamble(out);
    bool launches = put_runtime_calls(&e);
    for (uint32_t i = from; i < program->count; i++)
        if (e.wanted[i])
            put_def(&e, i);
    macros_for_names(&e.macros, kernel->kernel ? kernel->kernel->name : kernel->name,
                     template_args);
    macro_state_free(&e.macros);
    free(e.wanted);
    VEC_EACH (name, &e.arrays)
        free(*name);
    VEC_FREE(&e.arrays);
    return launches;
}
