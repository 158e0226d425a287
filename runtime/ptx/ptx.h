/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "diag/diag.h"

/* A PTX module as written (PTX ISA 5 to 11). Nothing is resolved to addresses or to code.
 *
 * Ownership: the caller of ptx_parse owns the module and frees it with ptx_free. Code that is loaded is parsed once: the
 * device's module owns the parsed module as long as it is loaded, and device_module_ptx lends it to other code. Everything in
 * it lives in its arena; its names are interned, so equal names are equal pointers.
 * Thread-safety: any thread may read a module. Only the device that loads it writes to it, and only while it loads: the
 * places of variables. */

enum ptx_type {
    PTX_NONE,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_B128,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F16X2,
    PTX_BF16,
    PTX_BF16X2,
    PTX_TF32,
    PTX_F32,
    PTX_F64,
    PTX_PRED,
    PTX_TYPES,
};

enum ptx_kind { PTX_KIND_BITS, PTX_KIND_UNSIGNED, PTX_KIND_SIGNED, PTX_KIND_FLOAT, PTX_KIND_PRED };

struct ptx_type_info {
    const char *name;
    uint32_t size; /* bytes; 0 for .pred */
    enum ptx_kind kind;
};

extern const struct ptx_type_info ptx_types[PTX_TYPES];
enum ptx_type ptx_type_named(struct str name); /* "f32"; PTX_NONE: no type */

enum ptx_space { PTX_GENERIC, PTX_REG, PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, PTX_CONST, PTX_PARAM };

struct ptx_reloc { /* an address inside an initialiser (5.4.4) */
    uint64_t offset, addend;
    uint32_t size; /* bytes that hold it */
    const char *symbol;
    bool generic;
};

struct ptx_var {
    const char *name;
    enum ptx_space space;
    enum ptx_type type;
    uint32_t align, line;
    uint64_t size; /* bytes; 0 with `unsized`: extern .shared, whose size the launch gives */
    bool is_extern, unsized;
    struct str init; /* the first bytes; what follows is zero */
    struct ptx_reloc *relocs;
    size_t reloc_count;
    uint32_t index;   /* of a .param or .local: its number in the function */
    uint32_t offset;  /* of a parameter of an entry: bytes from the start of the parameters */
    uint64_t address; /* where module.c placed it; in the window of its space for .shared */
};

enum ptx_operand_kind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REG,     /* reg */
    PTX_OPERAND_INT,     /* bits: a 64-bit integer */
    PTX_OPERAND_F32,     /* bits: 0fXXXXXXXX */
    PTX_OPERAND_F64,     /* bits: 0dXXXXXXXXXXXXXXXX or decimal */
    PTX_OPERAND_SPECIAL, /* name: %tid.x */
    PTX_OPERAND_SYMBOL, /* var when the function declares it, else name: a label, function or module variable; offset */
    PTX_OPERAND_MEMORY, /* [reg + offset], [symbol + offset], [offset]; parts: what follows a comma in it */
    PTX_OPERAND_LIST, /* {a, b} and (a, b) and p|q: parts */
    PTX_OPERAND_SINK, /* _ */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    bool negate; /* !p, and -%r of vmad */
    bool minus;  /* ptx_contract.c: of a float, its negative */
    bool has_reg;
    uint32_t reg; /* index in the function's registers */
    uint64_t bits;
    int64_t offset;
    const char *name;
    struct str select; /* %r1.h10: "h10", of video instructions */
    const struct ptx_var *var;
    struct ptx_operand *parts;
    uint32_t part_count;
};

struct ptx_loc { /* .loc (11.5.2) */
    uint32_t file, line, column;
    uint32_t at_file, at_line, at_column; /* inlined_at; file 0: not inlined */
    uint32_t ptx_line;                    /* the line of the directive itself */
};

enum { PTX_MODS_MAX = 12, PTX_OPERANDS_MAX = 8 };

struct ptx_inst {
    struct str text;               /* the statement without its ';' */
    struct str name;               /* "ld.global.v2.f32" */
    struct str mods[PTX_MODS_MAX]; /* "ld" "global" "v2" "f32" */
    uint32_t mod_count;
    uint32_t line;
    uint32_t loc;   /* index in the module's locs; 0: none */
    uint32_t scope; /* for labels */
    uint32_t guard; /* register + 1; 0: none */
    bool guard_negate;
    struct ptx_operand *operands;
    uint32_t operand_count;
};

struct ptx_label {
    const char *name;
    uint32_t scope, at;   /* the instruction that follows it */
    const char **targets; /* of a .branchtargets list */
    uint32_t target_count;
};

struct ptx_register_names { /* a .reg of the function's own scope: one name, or name<count> */
    const char *name;
    uint32_t first, count; /* count 0: one */
};

struct ptx_scope {
    uint32_t parent; /* scope 0 is the function's own and its own parent */
};

struct ptx_bounds {      /* performance-tuning directives (11.4); 0: not given */
    uint32_t threads;    /* of a block: the product of .reqntid, else of .maxntid */
    bool exact;          /* .reqntid: a block has exactly that many */
    uint32_t blocks;     /* .minnctapersm: blocks that a multiprocessor is to hold */
    uint32_t registers;  /* .maxnreg: of a thread */
    uint32_t cluster[3]; /* .reqnctapercluster: blocks of a cluster in x, y, z */
};

struct ptx_func {
    const char *name;
    bool is_entry, has_body, is_extern;
    bool
        unread; /* the body was left out: PTX_HEADS, or PTX_LENIENT and the parser does not understand it */
    uint32_t line;
    VEC(struct ptx_var *) params, returns; /* in order */
    VEC(struct ptx_var *) vars; /* .local, .shared, .const, .global and .param of the body */
    VEC(enum ptx_type) regs;
    VEC(struct ptx_register_names) register_names;
    VEC(struct ptx_inst) insts;
    VEC(struct ptx_label) labels;
    VEC(struct ptx_scope) scopes;
    uint64_t params_size; /* bytes of an entry's parameters */
    uint32_t
        shared_top; /* bytes of shared memory up to the end of its own variables; set by the device */
    struct ptx_bounds bounds;
};

/* A .section (11.5.3): numbers and labels, as written between its braces. DWARF, in code compiled for a debugger. */
struct ptx_section {
    const char *name; /* ".debug_info" */
    struct str text;
};

struct ptx_file { /* .file (11.5.1) */
    uint32_t number;
    const char *name;
    uint32_t ptx_line;
};

struct ptx_module {
    struct arena arena;
    struct intern *names;
    struct str text; /* a copy */
    uint32_t version_major, version_minor;
    struct str target;
    uint32_t header_end; /* the last line of .version, .target and .address_size */
    VEC(struct ptx_var *) vars;
    VEC(struct ptx_func *) funcs;
    VEC(struct ptx_file) files;
    VEC(struct ptx_loc) locs; /* locs[0] is "none" */
    VEC(struct ptx_section) sections;
};

enum ptx_detail {
    PTX_STRICT,  /* all of it; what the parser does not know is an error */
    PTX_LENIENT, /* all that the parser knows: for code that another compiler's driver runs */
    PTX_HEADS, /* as PTX_LENIENT, without bodies: names, parameters and bounds in a fraction of the time */
};

/* Parses a copy of the text. NULL: with PTX_STRICT a diag was recorded that names the PTX line; otherwise the text has no
 * .version, so it is not PTX, and nothing is recorded (`out` may be NULL). */
struct ptx_module *ptx_parse(const char *text, size_t n, enum ptx_detail detail, struct diags *out,
                             struct span at);
void ptx_free(struct ptx_module **m);

/* A copy of a kernel in which the bodies of the functions of its module that it calls stand in place of the calls, as far as they are neither
 * recursive nor too large (ptx_inline.c). It lives in the module's arena and is in no list of the module. NULL: no call is of that kind. */
struct ptx_func *ptx_inlined(struct ptx_module *m, const struct ptx_func *entry);

/* Makes a product and a sum one instruction where ptxas does (ptx_contract.c), in all functions. A product that is gone becomes a move that nobody
 * reads, so instructions keep their numbers; their texts stay as they were. */
void ptx_contract(struct ptx_module *m);

/* ---- accessors: all return NULL where there is none ---- */

struct ptx_func *ptx_func_named(const struct ptx_module *m,
                                const char *name); /* with a body where there is one */
const struct ptx_func *ptx_entry_named(const struct ptx_module *m, const char *name);
struct ptx_var *ptx_var_named(const struct ptx_module *m, const char *name);
const struct ptx_label *ptx_label_of(const struct ptx_func *f, const char *name, uint32_t scope);

const char *ptx_file_name(const struct ptx_module *m,
                          uint32_t number); /* "": there is no such .file */
/* The source's name of a mangled one, as a part of it: of a variable the last name in it (_ZZ4sumsPfE4tile: tile), of a function its own
 * without namespaces (_ZN3lib4sumsEPf: sums). Others are returned whole. */
struct str ptx_variable_name(const char *mangled);
struct str ptx_function_name(const char *mangled);

/* The index of a register that the function's own scope declares, "%rd12"; false: there is none. */
bool ptx_register_named(const struct ptx_func *f, struct str name, uint32_t *out);

/* Each register of an operand and of its parts, those of addresses too. */
void ptx_each_register(const struct ptx_operand *o, void (*see)(void *user, uint32_t reg),
                       void *user);

/* Whether an instruction has a modifier, "volatile", behind its first word. */
bool ptx_has_mod(const struct ptx_inst *i, const char *mod);

/* The place in the user's own source: of code inlined from a toolkit header, the call. False: not known. */
bool ptx_user_place(const struct ptx_module *m, uint32_t loc, const char **out_file,
                    uint32_t *out_line, uint32_t *out_column);
