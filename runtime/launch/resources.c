/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel would take of a real GPU, asked of NVRTC for that GPU's architecture: no GPU is needed. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx_image.h"
#include "launch/launcher.h"

/* The architecture that NVRTC can compile for: the one asked for, or the nearest it knows. 0: a diag. */
static uint32_t known_arch(struct launcher *l, uint32_t arch, struct diags *out, struct span at)
{
    int low, high;
    bool yes;
    if (!compiler_supports(l->compiler, (int) arch, &low, &high, &yes, out, at))
        return 0;
    return yes ? arch : (int) arch < low ? (uint32_t) low : (uint32_t) high;
}

/* The product of the numbers behind a directive, "128, 1, 1"; 0: it is not there. */
static uint32_t directive(struct str head, const char *name)
{
    const char *p = memmem(head.p, head.n, name, strlen(name)), *end = head.p + head.n;
    uint32_t product = p != NULL;
    for (p = p ? p + strlen(name) : end;
         p < end && (isdigit((unsigned char) *p) || strchr(" \t,", *p)); p++)
        if (isdigit((unsigned char) *p))
            product *= (uint32_t) strtoul(p, (char **) &p, 10), p--;
    return product;
}

/* Performance-tuning directives stand between the parameters of an entry and its body (PTX ISA 11.4). */
static void read_bounds(const struct compiled *code, struct launch_resources *out)
{
    const char *ptx = image_ptx(code->image, code->size), *entry = ptx;
    size_t n = strlen(code->lowered);
    while ((entry = entry ? strstr(entry, ".entry ") : NULL)) {
        entry += strlen(".entry ");
        if (!strncmp(entry, code->lowered, n) && !isalnum((unsigned char) entry[n]) &&
            entry[n] != '_')
            break;
    }
    const char *body = entry ? strchr(entry, '{') : NULL;
    struct str head = {entry ? entry : "", body ? (size_t) (body - entry) : 0};
    uint32_t required = directive(head, ".reqntid");
    out->threads_most = required ? required : directive(head, ".maxntid");
    out->blocks_least = directive(head, ".minnctapersm");
    out->registers_most = directive(head, ".maxnreg");
}

bool launch_resources(struct launcher *l, const struct kernel *k, const char *template_args,
                      uint32_t arch, struct diags *out, struct span at,
                      struct launch_resources *result)
{
    struct diags quiet = {0}; /* warnings were given when the kernel was defined */
    struct device_program program = {0};
    struct compiled compiled = {0};
    result->arch = known_arch(l, arch, out, at);
    if (!result->arch)
        return false;
    lang_device_program(l->lang, NULL, &program);
    struct compile_target target = {(int) result->arch, .cubin = true, .report = true};
    bool ok = compile_kernel(l->compiler, l->sources, &program, k->def, template_args, target,
                             &quiet, &compiled);
    free(program.defs);
    if (!ok)
        diag_error(out, DIAG_COMPILE, at, "'%s' does not compile for sm_%u: %s", k->name,
                   result->arch, quiet.first ? quiet.first->text : "NVRTC gives no reason");
    result->code = compiled.resources;
    if (ok)
        read_bounds(&compiled, result);
    if (ok && result->keep)
        *result->keep = compiled;
    else
        compiled_free(&compiled);
    diags_free(&quiet);
    return ok;
}
