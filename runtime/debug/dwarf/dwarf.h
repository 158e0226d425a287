/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/str.h"
#include "base/vec.h"
#include "debug/dwarf/debug_type.h"
#include "ptx/ptx.h"

/* Variables, scopes and types of a PTX module, from its DWARF sections (DWARF 2, as NVRTC writes it with -G; CUDA's registers are
 * encoded by their names: PTX interoperability, "Debug information").
 *
 * Ownership: the struct dwarf owns what it returns; it must not outlive the module. Thread-safety: immutable after dwarf_read. */

struct dwarf;
struct die;

struct debug_variable {
    const char *name;
    const struct debug_type *type;
    bool parameter;
    uint32_t number;       /* of a parameter, in its function's list */
    uint32_t line;         /* where it is declared; 0: not known */
    const struct die *die; /* NULL: not in the DWARF */
    const char *symbol;    /* then: its name in the PTX; or */
    uint64_t address;      /* of a variable of host code: where it lies */
    bool in_slot;          /* of host code: there without an address of its own */
};

typedef VEC(struct debug_variable) debug_variables;

struct dwarf_location {
    enum { LOCATION_NONE, LOCATION_REGISTER, LOCATION_SYMBOL } kind;

    uint32_t reg;      /* of the function */
    struct str symbol; /* a variable of the function or of the module */
    uint64_t addend;
};

/* NULL: the module was not compiled for a debugger. */
struct dwarf *dwarf_read(const struct ptx_module *m);
void dwarf_free(struct dwarf **d);

/* The variables that the function sees at an instruction, innermost scopes first, then the module's. Appends to `out`. */
void dwarf_variables(const struct dwarf *d, const struct ptx_func *f, uint32_t inst,
                     debug_variables *out);
/* Where a variable is at an instruction; LOCATION_NONE: nowhere, its value is not kept there. */
struct dwarf_location dwarf_locate(const struct dwarf *d, const struct debug_variable *v,
                                   const struct ptx_func *f, uint32_t inst);
/* The name of a function in the source, with template arguments: "twice<float>"; NULL: not known. */
const char *dwarf_function_name(const struct dwarf *d, const struct ptx_func *f);
/* A constant of an enum, and the enum; NULL: there is none of this name. */
const struct debug_type *dwarf_enumerator(const struct dwarf *d, struct str name, int64_t *out);
/* A type by its name in the source: "point", "float"; NULL: none. */
const struct debug_type *dwarf_type_named(const struct dwarf *d, struct str name);
