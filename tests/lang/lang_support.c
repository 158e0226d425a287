/* SPDX-License-Identifier: Apache-2.0 */
#include "lang_support.h"

#include <stdio.h>
#include <string.h>

#include "eval/library/builtin.h"

static const struct builtin builtins[] = {
    {"printf",        "int printf(const char *format, ...)", "C11 7.21.6.3", "prints", NULL},
    {"fprintf", "int fprintf(FILE *to, const char *format, ...)", "C11 7.21.6.1", "prints", NULL},
    {"malloc",           "void *malloc(size_t n)", "C11 7.22.3.4", "memory", NULL},
    {"free",       "void free(void *p)", "C11 7.22.3.3", "memory", NULL},
    {"memcpy", "void *memcpy(void *to, const void *from, size_t n)", "C11 7.24.2.1", "copies",
     NULL},
    {"strlen",           "size_t strlen(const char *s)", "C11 7.24.6.3", "length", NULL},
    {"exit",        "void exit(int code)", "C11 7.22.4.4", "ends", NULL},
    {"sin", "double sin(double x)", "C11 7.12.4.6", "sine", NULL},
    {"sqrtf",           "float sqrtf(float x)", "C11 7.12.7.5", "root", NULL},
    {"abs",          "int abs(int x)", "", "", NULL},
    {"abs", "float abs(float x)", "", "", NULL},
    {"abs",           "double abs(double x)", "", "", NULL},
    {"min",        "int min(int a, int b)", "", "", NULL},
    {"min", "float min(float a, float b)", "", "", NULL},
    {"min",            "double min(double a, double b)", "", "", NULL},
    {"swap",        "void swap(int &a, int &b)", "", "", NULL},
    {"qsort",
     "void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))", "", "", NULL},
    {"cudaMalloc",           "cudaError_t cudaMalloc(void **p, size_t n)", "", "", NULL},
    {"cudaFree",          "cudaError_t cudaFree(void *p)", "", "", NULL},
    {"cudaMemcpy",
     "cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind)", "",
     "", NULL},
    {"cudaMemcpyToSymbol",
     "cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n)", "", "",
     NULL},
    {"cudaDeviceSynchronize",           "cudaError_t cudaDeviceSynchronize(void)", "", "", NULL},
    {"cudaGetErrorString", "const char *cudaGetErrorString(cudaError_t e)", "", "", NULL},
    {"__new", "void *__new(size_t count, size_t size)", "", "", NULL},
    {"__new_raw", "void *__new_raw(size_t count, size_t size)", "", "", NULL},
    {"__dynamic_cast", "void *__dynamic_cast(void *p, void *wanted, void *from)", "", "", NULL},
    {"__dynamic_ref", "void *__dynamic_ref(void *p, void *wanted, void *from)", "", "", NULL},
    {"__delete", "void __delete(void *p)", "", "", NULL},
    {"__managed", "void *__managed(const void *variable)", "", "", NULL},
    {"cout", "struct __ostream *cout(void)", "", "", NULL},
    {"cin", "struct __istream *cin(void)", "", "", NULL},
    {"endl", "struct __manipulator *endl(void)", "", "", NULL},
    {"setw", "struct __manipulator *setw(int n)", "", "", NULL},
    {"__put", "struct __ostream *__put(struct __ostream *stream, __any value)", "", "", NULL},
    {"__get", "struct __istream *__get(struct __istream *stream, __any to)", "", "", NULL},
    {"len",           "long len(__array a)", "", "", NULL},
    {"imread",         "__array imread(const char *path)", "", "", NULL},
    {"display", "void display(__any what)", "", "", NULL},
    {0          },
};

static const char prelude[] =
    "typedef unsigned long size_t; typedef struct FILE FILE; typedef unsigned int uint32_t; "
    "typedef int int32_t;\n"
    "#define NULL 0\n"
    "#define stderr ((FILE *) 2)\n"
    "#define EXIT_FAILURE 1\n"
    "#define RAND_MAX 2147483647\n"
    "#define __CUDACC__ 1\n"
    "struct dim3 { unsigned int x, y, z; }; typedef struct dim3 dim3;\n"
    "typedef struct float4 { float x, y, z, w; } float4;\n"
    "typedef enum cudaError { cudaSuccess, cudaErrorInvalidValue } cudaError_t;\n"
    "typedef struct CUstream_st *cudaStream_t;\n"
    "enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost "
    "};\n";

static void open_with(struct lang_fixture *f, const struct builtin *library, const char *text)
{
    *f = (struct lang_fixture){.names = intern_new(), .sources = sources_new()};
    struct lang_hooks hooks = {.builtins = library, .prelude = text};
    f->lang = lang_new(f->names, f->sources, &hooks);
}

void fixture_open(struct lang_fixture *f)
{
    open_with(f, builtins, prelude);
}

void fixture_open_whole(struct lang_fixture *f)
{
    open_with(f, builtin_table, builtin_prelude);
}

void fixture_close(struct lang_fixture *f)
{
    while (f->kept_count) /* what a failed unit takes back may be of an older one */
        unit_free(&f->kept[--f->kept_count]);
    lang_free(&f->lang);
    diags_free(&f->diags);
    sources_free(&f->sources);
    intern_free(&f->names);
}

struct unit *fixture_check(struct lang_fixture *f, const char *text, size_t n)
{
    char name[32];
    diags_free(&f->diags);
    snprintf(name, sizeof name, "In[%u]", ++f->cells);
    const struct source *src = sources_add(f->sources, SOURCE_CELL, name, text, n);
    struct unit *u = lang_check(f->lang, src, &f->diags);
    if (!u)
        return NULL;
    if (f->kept_count == sizeof f->kept / sizeof *f->kept)
        unit_free(&f->kept[--f->kept_count]);
    f->kept[f->kept_count++] = u;
    return u;
}

struct unit *fixture_run(struct lang_fixture *f, const char *text)
{
    struct unit *u = fixture_check(f, text, strlen(text));
    if (!u)
        return NULL;
    lang_commit(f->lang, u);
    for (uint32_t i = 0; i < u->body->count; i++)
        if (u->body->list[i]->kind == STMT_DECLARE)
            lang_define(f->lang, u->body->list[i]->symbol);
    return u;
}

void fixture_report(const struct lang_fixture *f, struct buf *out)
{
    for (const struct diag *d = f->diags.first; d; d = d->next)
        diag_render(out, f->sources, d, RENDER_PLAIN);
}
