/* SPDX-License-Identifier: Apache-2.0 */
/* Names of a stopped thread: the variables of its DWARF, shared variables, threadIdx and its kin. Next: debug_eval.c. */
#include "debug/debug_scope.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/space.h"
#include "debug/debug_impl.h"
#include "debug/debug_value.h"

bool debug_fail(struct debug_scope *s, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(s->error, sizeof s->error, format, ap);
    va_end(ap);
    return false;
}

static void put_dim(uint32_t to[3], struct device_dim d)
{
    to[0] = d.x;
    to[1] = d.y;
    to[2] = d.z;
}

struct debug_scope debug_scope_at(struct debugger *d, const struct observed_block *b,
                                  const struct observed_frame *f, uint32_t warp, uint32_t lane)
{
    struct debug_scope s = {.d = d, .block = b, .warp = warp, .lane = lane};
    put_dim(s.dims[2], d->launch->block);
    put_dim(s.dims[3], d->launch->grid);
    if (!b) { /* the launch has ended: parameters and variables of the device have values still */
        s.code = debug_code_of(d, d->launch->code);
        s.frame.code = d->launch->code;
        return s;
    }
    struct device_dim block = b->launch->block;
    uint32_t thread = WARP_LANES * warp + lane;
    s.frame = *f;
    s.code = debug_code_of(d, f->code);
    put_dim(s.dims[2], block);
    put_dim(s.dims[3], b->launch->grid);
    put_dim(s.dims[1], b->id);
    put_dim(s.dims[0], (struct device_dim){thread % block.x, thread / block.x % block.y,
                                           thread / block.x / block.y});
    return s;
}

/* ---- memory ---- */

static bool is_within(uint64_t address, uint64_t size, uint64_t start, uint64_t length)
{
    return address >= start && address - start <= length && size <= length - (address - start);
}

uint64_t debug_scope_extent(const struct debug_scope *s, uint64_t address)
{
    const struct observed_block *b = s->block;
    const struct observed_launch *l = s->d->launch;
    const struct object *o = s->d->space ? space_find(s->d->space, address) : NULL;
    uint64_t host = s->host ? s->host->extent(s->host->user, address) : 0;
    if (host)
        return host;
    if (b && is_within(address, 1, b->shared_at, b->shared_size))
        return b->shared_at + b->shared_size - address;
    if (b && is_within(address, 1, b->local_at, b->local_stride * WARP_LANES * b->warps))
        return b->local_stride - (address - b->local_at) % b->local_stride;
    if (l && is_within(address, 1, (uintptr_t) l->params, l->params_size))
        return (uintptr_t) l->params + l->params_size - address;
    return object_covers(o, address, 1) ? o->start + o->size - address : 0;
}

bool debug_scope_memory(const struct debug_scope *s, uint64_t address, uint64_t size)
{
    uint64_t extent = debug_scope_extent(s, address);
    return extent && size <= extent;
}

bool debug_scope_name_of(const struct debug_scope *s, uint64_t address, struct buf *out)
{
    const struct observed_block *b = s->block;
    const struct object *o = s->d->space ? space_find(s->d->space, address) : NULL;
    if (s->host && s->host->name_of(s->host->user, address, out))
        return true;
    if (b && is_within(address, 0, b->shared_at, b->shared_size)) {
        buf_printf(out, "shared + %llu", (unsigned long long) (address - b->shared_at));
        return true;
    }
    if (!o || !o->name || o->state != OBJECT_LIVE)
        return false;
    buf_puts(out, o->name);
    if (address != o->start)
        buf_printf(out, " + %llu bytes", (unsigned long long) (address - o->start));
    return true;
}

/* ---- variables ---- */

void debug_scope_variables(struct debug_scope *s, debug_variables *out)
{
    if (s->host)
        s->host->variables(s->host->user, s->host_frame, out);
    if (!s->code)
        return;
    if (s->code->dwarf)
        dwarf_variables(s->code->dwarf, s->code->code->func, s->frame.inst, out);
    debug_code_shared(s->d, s->code);
    VEC_EACH (v, &s->code->shared)
        VEC_PUSH(out, *v);
}

static const struct ptx_var *symbol_of(const struct debug_scope *s, struct str name)
{
    const struct decoded_code *code = s->code->code;
    VEC_EACH (v, &code->func->vars)
        if (str_eq(name, (*v)->name))
            return *v;
    VEC_EACH (v, &code->module->vars)
        if (str_eq(name, (*v)->name))
            return *v;
    return NULL;
}

static bool read_symbol(struct debug_scope *s, const struct ptx_var *v, uint64_t addend,
                        struct debug_value *out)
{
    out->where = VALUE_MEMORY;
    if (!s->block && (v->space == PTX_LOCAL || v->space == PTX_SHARED))
        return debug_fail(s, "<the launch has ended>");
    if (v->space == PTX_LOCAL)
        out->address =
            observed_local_address(s->block, &s->frame, v, WARP_LANES * s->warp + s->lane);
    else if (v->space == PTX_SHARED)
        out->address = observed_shared_address(s->block, v);
    else
        out->address = v->address;
    out->address += addend;
    return out->address != 0 || debug_fail(s, "<optimized out>");
}

/* A parameter of the kernel has its value for the whole launch, even where no register holds it any more. */
static bool read_kernel_parameter(struct debug_scope *s, const struct debug_variable *v,
                                  struct debug_value *out)
{
    const struct ptx_func *f = s->code->code->func;
    const struct observed_launch *l = s->d->launch;
    if (!v->parameter || !f->is_entry || v->number >= f->params.n || f != l->code->func ||
        f->params.at[v->number]->offset + v->type->size > l->params_size)
        return debug_fail(s, s->block ? "<optimized out>" : "<the launch has ended>");
    out->where = VALUE_MEMORY;
    out->address = (uintptr_t) l->params + f->params.at[v->number]->offset;
    return true;
}

bool debug_scope_read(struct debug_scope *s, const struct debug_variable *v,
                      struct debug_value *out)
{
    *out = (struct debug_value){
        .type = v->type, .where = v->in_slot ? VALUE_SLOT : VALUE_MEMORY, .address = v->address};
    if (v->address)
        return true;
    out->where = VALUE_BITS;
    if (s->host)
        return debug_fail(s, "<it has no value yet>");
    if (!v->die)
        return read_symbol(s, symbol_of(s, str_of(v->symbol)), 0, out);
    struct dwarf_location l = dwarf_locate(s->code->dwarf, v, s->code->code->func, s->frame.inst);
    if (l.kind == LOCATION_SYMBOL) {
        const struct ptx_var *symbol = symbol_of(s, l.symbol);
        if (!s->block && v->parameter)
            return read_kernel_parameter(s, v, out);
        return symbol ? read_symbol(s, symbol, l.addend, out) : debug_fail(s, "<optimized out>");
    }
    if (l.kind == LOCATION_NONE || !s->block)
        return read_kernel_parameter(s, v, out);
    *out = (struct debug_value){.type = v->type, .where = VALUE_REGISTER, .reg = l.reg};
    return true;
}

bool debug_is_global(const struct debug_scope *s, const struct debug_variable *v)
{
    if (!v->die || v->parameter || s->host)
        return false;
    struct dwarf_location l = dwarf_locate(s->code->dwarf, v, s->code->code->func, s->frame.inst);
    VEC_EACH (known, &s->code->code->module->vars)
        if (l.kind == LOCATION_SYMBOL && str_eq(l.symbol, (*known)->name))
            return true;
    return false;
}

static const struct debug_member dim_members[] = {
    {"x", &debug_unsigned, 0, 0, 0},
    {"y", &debug_unsigned, 4, 0, 0},
    {"z", &debug_unsigned, 8, 0, 0}
};
static const struct debug_type dim_type = {
    .kind = DEBUG_STRUCT, .name = "uint3", .size = 12, .members = dim_members, .member_count = 3};

/* Names of host code that are no variables of the call. */
static bool host_named(struct debug_scope *s, struct str name, struct debug_value *out)
{
    const struct debug_host *h = s->host;
    struct debug_variable v = {0};
    int64_t constant = 0;
    if (h->named(h->user, name, &v))
        return debug_scope_read(s, &v, out) && debug_follow(s, out);
    *out = (struct debug_value){0};
    if (!h->constant(h->user, name, &out->type, &constant))
        return false;
    out->bits = (uint64_t) constant;
    return true;
}

static bool special(struct debug_scope *s, struct str name, struct debug_value *out)
{
    static const char *const dims[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t k = 0; k < 4; k++)
        if (str_eq(name, dims[k]) && (k > 1 || s->block)) {
            *out = (struct debug_value){.type = &dim_type,
                                        .where = VALUE_MEMORY,
                                        .trusted = true,
                                        .address = (uintptr_t) s->dims[k]};
            return true;
        }
    bool lane = str_eq(name, "$lane"), warp = str_eq(name, "$warp");
    *out = (struct debug_value){.type = &debug_int,
                                .bits = lane   ? s->lane
                                        : warp ? s->warp
                                               : WARP_LANES};
    return lane || warp || str_eq(name, "warpSize");
}

bool debug_scope_named(struct debug_scope *s, struct str name, struct debug_value *out)
{
    debug_variables all = {0};
    bool found = false, ok = false;
    debug_scope_variables(s, &all);
    VEC_EACH (v, &all)
        if (!found && str_eq(name, v->name)) {
            found = true;
            ok = debug_scope_read(s, v, out) && debug_follow(s, out);
        }
    VEC_FREE(&all);
    if (found)
        return ok;
    struct debug_value this;
    int64_t constant;
    const struct debug_type *enumeration =
        s->code && s->code->dwarf ? dwarf_enumerator(s->code->dwarf, name, &constant) : NULL;
    if (!s->host && special(s, name, out))
        return true;
    if (enumeration) {
        *out = (struct debug_value){.type = enumeration, .bits = (uint64_t) constant};
        return true;
    }
    if (!str_eq(name, "this") && debug_scope_named(s, STR("this"), &this) &&
        this.type->kind == DEBUG_POINTER) { /* a member function, or a lambda's capture */
        struct debug_value object;
        if (debug_element(s, &this, 0, &object) && debug_member_named(s, &object, name, out))
            return true;
    }
    if (s->host && host_named(s, name, out))
        return true;
    return debug_fail(s, "there is no variable '%.*s' here", (int) name.n, name.p);
}

/* ---- types ---- */

static const struct {
    const char *name;
    const struct debug_type *type;
} basics[] = {
    {"int",                &debug_int          },
    {"unsigned",           &debug_unsigned     },
    {"unsigned int",       &debug_unsigned     },
    {"long",               &debug_long         },
    {"long long",          &debug_long         },
    {"unsigned long",      &debug_unsigned_long},
    {"unsigned long long", &debug_unsigned_long},
    {"size_t",             &debug_unsigned_long},
    {"bool",               &debug_bool         },
    {"char",               &debug_char         },
    {"float",              &debug_float        },
    {"double",             &debug_double       },
};

const struct debug_type *debug_scope_type(struct debug_scope *s, struct str name)
{
    const struct debug_type *t =
        s->code && s->code->dwarf ? dwarf_type_named(s->code->dwarf, name) : NULL;
    if (s->host)
        t = s->host->type(s->host->user, name);
    for (size_t k = 0; !t && k < sizeof basics / sizeof *basics; k++)
        if (str_eq(name, basics[k].name))
            t = basics[k].type;
    return t;
}

const struct debug_type *debug_scope_pointer(struct debug_scope *s, const struct debug_type *target)
{
    struct debug_type *t = ARENA_NEW(&s->d->types, struct debug_type);
    *t = (struct debug_type){.kind = DEBUG_POINTER, .name = "", .size = 8, .target = target};
    return t;
}

const struct debug_type *debug_scope_array(struct debug_scope *s, const struct debug_type *element,
                                           uint64_t count)
{
    struct debug_type *t = ARENA_NEW(&s->d->types, struct debug_type);
    *t = (struct debug_type){.kind = DEBUG_ARRAY,
                             .name = "",
                             .size = count * element->size,
                             .target = element,
                             .count = count};
    return t;
}
