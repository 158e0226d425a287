/* SPDX-License-Identifier: Apache-2.0 */
/* What <cuda.h> and <nvrtc.h> (lang/include/cuda) need beside the runtime's calls: modules of PTX that the program loads itself, and NVRTC.
 * A CUfunction is a kernel as a value, so the runtime's calls on kernels take it. */
#include <stdlib.h>
#include <string.h>

#include "eval/cuda/builtin_cuda.h"

enum { /* CUresult and nvrtcResult, where cudaError_t has no such code */
       NVRTC_ERROR_INVALID_INPUT = 3,
       NVRTC_ERROR_INVALID_PROGRAM = 4,
       NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
       NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
       NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10
};

static const char module_kind[] = "CUmodule", text_kind[] = "nvrtcProgram";

static bool give_code(union value *at, int code)
{
    at[0].i = code;
    return true;
}

static bool give_handle(struct vm *vm, const struct call_site *call, uint64_t to, const char *kind,
                        void *p)
{
    uint64_t handle = vm_handle(vm, kind, p);
    return handle && vm_store(vm, to, &handle, sizeof handle, builtin_call_of(call)->spans[0]);
}

/* Names of CUresult: NULL for a number that is none. */
BUILTIN(__cu_error_name)
{
    const char *name = NULL;
    switch (at[0].i) {
#define R(code, text)                                                                              \
    case code:                                                                                     \
        name = "CUDA_" #text;                                                                      \
        break;
#include "device/driver_results.def"
#undef R
    default: break;
    }
    at[0].u = name ? vm_literal(vm, (struct str){name, strlen(name) + 1}) : 0;
    return !name || at[0].u;
}

/* Whether the program has used a device: runtime calls initialise the driver too. */
BUILTIN(__cu_started)
{
    at[0].i = launcher_opened(vm->launcher) != NULL;
    return true;
}

/* ---- modules ---- */

/* Machine code begins with the magic number of ELF, or of a fat binary. */
static bool is_machine_code(const unsigned char *p)
{
    static const unsigned char elf[] = {0x7f, 'E', 'L', 'F'}, fat[] = {0x50, 0xed, 0x55, 0xba};
    return !memcmp(p, elf, sizeof elf) || !memcmp(p, fat, sizeof fat);
}

static void put_log(char *log, uint64_t room, const char *text)
{
    if (!room)
        return;
    size_t n = strlen(text) < room - 1 ? strlen(text) : room - 1;
    memcpy(log, text, n);
    log[n] = 0;
}

/* The driver reports code that does not load by an error code; why is a warning, and the text of the program's log. */
static bool refuse_image(struct vm *vm, union value *at, const struct diags *why, char *log,
                         uint64_t room, struct span where)
{
    const struct diag *first = why->first;
    const char *text = first ? first->text : "it cannot be loaded";
    struct diag *d =
        diag_warning(vm->diags, DIAG_LAUNCH, where, "the module is not loaded: %s", text);
    if (first && first->help)
        diag_help(vm->diags, d, "%s", first->help);
    put_log(log, room, text);
    return give_code(at, cudaErrorInvalidPtx);
}

/* The arguments: out, image, room for the log, its size. */
BUILTIN(__cu_module_load)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct span where = vm_place(vm);
    uint64_t room = at[3].u;
    size_t n;
    char *log = room ? vm_memory(vm, at[2].u, room, VM_WRITE, spans[2]) : NULL;
    const unsigned char *start = vm_memory(vm, at[1].u, 4, VM_READ, spans[1]);
    if (!start || (room && !log))
        return false;
    if (is_machine_code(start)) {
        diag_help(vm->diags,
                  diag_warning(vm->diags, DIAG_LAUNCH, where,
                               "the module is not loaded: it is machine code, not PTX"),
                  "compile it with nvcc -ptx, or with nvrtcCompileProgram");
        return give_code(at, cudaErrorNoKernelImageForDevice);
    }
    const char *text = vm_string(vm, at[1].u, spans[1], &n);
    if (!text || !launcher_device(vm->launcher, vm->diags, where))
        return false;
    struct diags why = {0};
    struct launch_image *image =
        launch_image_load(vm->launcher, (struct str){text, n}, &why, where);
    bool ok = image ? give_handle(vm, call, at[0].u, module_kind, image) && give_code(at, 0)
                    : refuse_image(vm, at, &why, log, room, where);
    diags_free(&why);
    return ok;
}

/* The arguments: out, module, name. */
BUILTIN(__cu_module_function)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct launch_image *image = vm_handle_of(vm, module_kind, at[1].u);
    size_t n;
    const char *name = vm_string(vm, at[2].u, spans[2], &n);
    if (!name)
        return false;
    if (!image)
        return give_code(at, cudaErrorInvalidResourceHandle);
    int errors = vm->diags->errors;
    struct symbol *s = launch_image_function(vm->launcher, image, name, vm->diags, vm_place(vm));
    if (!s)
        return vm->diags->errors == errors && give_code(at, cudaErrorSymbolNotFound);
    return give_handle(vm, call, at[0].u, "function", s) && give_code(at, 0);
}

/* The arguments: out address, out size, module, name. */
BUILTIN(__cu_module_global)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct launch_image *image = vm_handle_of(vm, module_kind, at[2].u);
    size_t n;
    const char *name = vm_string(vm, at[3].u, spans[3], &n);
    uint64_t address, size;
    if (!name)
        return false;
    if (!image)
        return give_code(at, cudaErrorInvalidResourceHandle);
    struct device_module *m = launch_image_module(vm->launcher, image, vm->diags, vm_place(vm));
    if (!m)
        return false;
    if (!device_symbol(m, name, &address, &size))
        return give_code(at, cudaErrorSymbolNotFound);
    return (!at[0].u || vm_store(vm, at[0].u, &address, sizeof address, spans[0])) &&
           (!at[1].u || vm_store(vm, at[1].u, &size, sizeof size, spans[1])) && give_code(at, 0);
}

BUILTIN(__cu_module_unload)
{
    struct launch_image *image = vm_handle_of(vm, module_kind, at[0].u);
    if (!image)
        return give_code(at, cudaErrorInvalidResourceHandle);
    if (!launch_sync_device(vm->launcher, vm->diags, vm_place(vm)))
        return false;
    struct symbol *s;
    for (size_t i = 0; (s = launch_image_nth(image, i)); i++)
        vm_handle_drop(vm, vm_handle(vm, "function", s));
    vm_handle_drop(vm, at[0].u);
    launch_image_unload(vm->launcher, image);
    return give_code(at, 0);
}

/* Whether it is a kernel that has not been unloaded. */
BUILTIN(__cu_is_function)
{
    const struct symbol *s = vm_handle_of(vm, "function", at[0].u);
    at[0].i = s && s->kind == SYMBOL_KERNEL;
    return true;
}

/* The arguments: kernel, number of the parameter, out offset and size. Returns 0 if it has no such parameter. */
BUILTIN(__cu_param)
{
    const struct symbol *s = vm_handle_of(vm, "function", at[0].u);
    const struct device_kernel *k;
    if (!s || s->kind != SYMBOL_KERNEL ||
        !launch_code(vm->launcher, s->kernel, s->kernel->instance, vm->diags, vm_place(vm), &k))
        return false;
    const struct device_kernel_info *info = device_kernel_info(k);
    if (at[1].u >= info->param_count)
        return give_code(at, 0);
    const struct device_param *p = info->params + at[1].u;
    uint64_t place[] = {p->offset, p->size};
    return vm_store(vm, at[2].u, place, sizeof place, builtin_call_of(call)->spans[2]) &&
           give_code(at, 1);
}

/* The arguments: address, out start and size. Returns 0 if it is in no allocation. */
BUILTIN(__cu_range)
{
    struct device *d = cuda_home(vm, at[0].u, vm_place(vm));
    struct device_allocation a;
    if (!d)
        return false;
    if (!device_find(d, at[0].u, &a) || !a.live || at[0].u >= a.start + a.size)
        return give_code(at, 0);
    uint64_t range[] = {a.start, a.size};
    return vm_store(vm, at[1].u, range, sizeof range, builtin_call_of(call)->spans[1]) &&
           give_code(at, 1);
}

/* The arguments: address, value, bytes of an element, number of elements, stream. */
BUILTIN(__cu_fill)
{
    uint32_t value = (uint32_t) at[1].u, stream = (uint32_t) at[4].u;
    if (!launcher_stream_device(vm->launcher, stream) && stream)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    return cuda_fill(vm, at[0].u, &value, (uint32_t) at[2].u, at[3].u, stream, call->at) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- NVRTC ---- */

/* The i-th text of a list in the program's memory; NULL: a diag. */
static const char *text_at(struct vm *vm, uint64_t list, int64_t i, struct span at)
{
    uint64_t text;
    size_t n;
    const void *place = vm_memory(vm, list + 8 * (uint64_t) i, sizeof text, VM_READ, at);
    if (!place)
        return NULL;
    memcpy(&text, place, sizeof text);
    return vm_string(vm, text, at, &n);
}

/* The arguments: out, source, name or null, number of headers, their texts, their names. */
BUILTIN(__nvrtc_create)
{
    const struct span *spans = builtin_call_of(call)->spans;
    size_t n;
    const char *source = vm_string(vm, at[1].u, spans[1], &n);
    const char *name = at[2].u ? vm_string(vm, at[2].u, spans[2], &n) : "default_program";
    if (!source || !name)
        return false;
    struct compiler_text *t =
        launch_text_new(vm->launcher, source, *name ? name : "default_program");
    for (int64_t i = 0; i < at[3].i; i++) {
        const char *text = text_at(vm, at[4].u, i, spans[4]),
                   *header = text ? text_at(vm, at[5].u, i, spans[5]) : NULL;
        if (!header) {
            launch_text_free(vm->launcher, t);
            return false;
        }
        compiler_text_header(t, text, header);
    }
    return give_handle(vm, call, at[0].u, text_kind, t) && give_code(at, 0);
}

BUILTIN(__nvrtc_expression)
{
    struct compiler_text *t = vm_handle_of(vm, text_kind, at[0].u);
    size_t n;
    const char *expression = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n);
    if (!expression)
        return false;
    if (!t)
        return give_code(at, NVRTC_ERROR_INVALID_PROGRAM);
    return give_code(at, compiler_text_expression(t, expression)
                             ? 0
                             : NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
}

/* The arguments: program, number of options, options. */
BUILTIN(__nvrtc_compile)
{
    enum { MOST = 256 };

    const struct span *spans = builtin_call_of(call)->spans;
    struct compiler_text *t = vm_handle_of(vm, text_kind, at[0].u);
    const char *options[MOST];
    if (!t)
        return give_code(at, NVRTC_ERROR_INVALID_PROGRAM);
    if (at[1].i < 0 || at[1].i > MOST)
        return give_code(at, NVRTC_ERROR_INVALID_INPUT);
    for (int64_t i = 0; i < at[1].i; i++)
        if (!(options[i] = text_at(vm, at[2].u, i, spans[2])))
            return false;
    return launch_text_compile(vm->launcher, t, options, (int) at[1].i, vm->diags, vm_place(vm)) &&
           give_code(at, compiler_text_code(t));
}

/* The arguments: program; 0: its PTX, 1: its log; where to copy it, with its NUL, or null. Returns its size with the NUL; -1: no
 * program. */
BUILTIN(__nvrtc_text)
{
    struct compiler_text *t = vm_handle_of(vm, text_kind, at[0].u);
    if (!t) {
        at[0].i = -1;
        return true;
    }
    struct str text = at[1].i ? str_of(compiler_text_log(t)) : compiler_text_ptx(t);
    uint64_t n = text.p ? text.n + 1 : 0;
    if (at[2].u && n && !vm_store(vm, at[2].u, text.p, n, builtin_call_of(call)->spans[2]))
        return false;
    at[0].u = n;
    return true;
}

/* The arguments: program, expression, out. */
BUILTIN(__nvrtc_lowered)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct compiler_text *t = vm_handle_of(vm, text_kind, at[0].u);
    size_t n;
    const char *expression = vm_string(vm, at[1].u, spans[1], &n);
    if (!expression)
        return false;
    if (!t)
        return give_code(at, NVRTC_ERROR_INVALID_PROGRAM);
    if (!compiler_text_compiled(t))
        return give_code(at, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    const char *lowered = compiler_text_lowered(t, expression);
    if (!lowered)
        return give_code(at, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    uint64_t text = vm_literal(vm, (struct str){lowered, strlen(lowered) + 1});
    return text && vm_store(vm, at[2].u, &text, sizeof text, spans[2]) && give_code(at, 0);
}

BUILTIN(__nvrtc_destroy)
{
    struct compiler_text *t = vm_handle_of(vm, text_kind, at[0].u);
    if (!t)
        return give_code(at, NVRTC_ERROR_INVALID_PROGRAM);
    vm_handle_drop(vm, at[0].u);
    launch_text_free(vm->launcher, t);
    return give_code(at, 0);
}

/* The arguments: out version (13.0: 13, 0). */
BUILTIN(__nvrtc_version)
{
    int numbers[2] = {0};
    const char *version = launch_nvrtc_version(vm->launcher, vm->diags, vm_place(vm));
    if (!version)
        return false;
    char *end;
    numbers[0] = (int) strtol(version, &end, 10);
    numbers[1] = *end ? (int) strtol(end + 1, NULL, 10) : 0;
    return vm_store(vm, at[0].u, numbers, sizeof numbers, builtin_call_of(call)->spans[0]) &&
           give_code(at, 0);
}

/* The arguments: out (75, 80, ...) or null, out their number. */
BUILTIN(__nvrtc_architectures)
{
    enum { MOST = 128 };

    const struct span *spans = builtin_call_of(call)->spans;
    int archs[MOST], count = launch_nvrtc_archs(vm->launcher, archs, MOST, vm->diags, vm_place(vm));
    return count >= 0 && vm_store(vm, at[1].u, &count, sizeof count, spans[1]) &&
           (!at[0].u || !count ||
            vm_store(vm, at[0].u, archs, (size_t) count * sizeof *archs, spans[0])) &&
           give_code(at, 0);
}
