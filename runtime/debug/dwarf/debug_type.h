/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Types of a debugged program's variables, as DWARF describes them. Ownership: the struct dwarf or the host (debug_host.h) that they came
 * from, or static.
 * Thread-safety: immutable. */

enum debug_kind {
    DEBUG_VOID,
    DEBUG_BOOL,
    DEBUG_CHAR, /* a number that is shown as a character, too; signed */
    DEBUG_SIGNED,
    DEBUG_UNSIGNED,
    DEBUG_FLOAT,
    DEBUG_ENUM,
    DEBUG_POINTER,   /* also to functions, whose target is DEBUG_VOID */
    DEBUG_REFERENCE, /* a pointer that is always followed */
    DEBUG_ARRAY,
    DEBUG_STRUCT, /* struct, class, union */
};

struct debug_member {
    const char *name; /* "" of an unnamed struct, and of a base class */
    const struct debug_type *type;
    uint64_t offset;
    uint32_t bits,
        bit_at; /* of a bit-field: its width, its place from the lowest bit; bits 0: none */
};

struct debug_constant { /* of an enum */
    const char *name;
    int64_t value;
};

/* Classes of the C++ library that are shown by what they hold. */
enum debug_container {
    DEBUG_NO_CONTAINER,
    DEBUG_VECTOR,      /* members begin_ and end_ */
    DEBUG_STRING,      /* p_ and n_ */
    DEBUG_ITEMS,       /* std::array: items */
    DEBUG_OTHER_ITEMS, /* the host shows it (struct debug_host) */
};

struct debug_type {
    enum debug_kind kind;
    const char *name;                /* as the source spells it; "" if it has none */
    uint64_t size;                   /* bytes; 0: not known */
    const struct debug_type *target; /* of pointers, references and arrays */
    uint64_t count;                  /* of arrays; 0: not known */
    const struct debug_member *members;
    uint32_t member_count;
    const struct debug_constant *constants;
    uint32_t constant_count;
    enum debug_container container; /* DEBUG_STRUCT of host code */
    const void *origin;             /* of host code: its own type */
};
