/* SPDX-License-Identifier: Apache-2.0 */
/* The resource usage of a kernel on a real GPU, as NVRTC reports it for that GPU's architecture: no GPU is needed. */
#include <stdlib.h>

#include "launch/launcher.h"
#include "ptx/ptx.h"
#include "ptx/ptx_image.h"

/* The architecture to compile for: the requested one, or the nearest that NVRTC supports. 0: a diag. */
static uint32_t known_arch(struct launcher *l, uint32_t arch, struct diags *out, struct span at)
{
    int low, high;
    bool yes;
    if (!compiler_supports(l->compiler, (int) arch, &low, &high, &yes, out, at))
        return 0;
    return yes ? arch : (int) arch < low ? (uint32_t) low : (uint32_t) high;
}

static void read_bounds(const struct compiled *code, struct launch_resources *out)
{
    struct str text = ptx_image_text(code->image, code->size);
    struct ptx_module *m = ptx_parse(text.p, text.n, PTX_HEADS, NULL, (struct span){0});
    const struct ptx_func *entry = m ? ptx_entry_named(m, code->lowered) : NULL;
    struct ptx_bounds bounds = entry ? entry->bounds : (struct ptx_bounds){0};
    out->threads_most = bounds.threads;
    out->blocks_least = bounds.blocks;
    out->registers_most = bounds.registers;
    ptx_free(&m);
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
