/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "base/intern.h"
#include "base/pointer_map.h"
#include "debug/dwarf/dwarf.h"

/* Shared by dwarf.c (sections to entries), dwarf_type.c (types), dwarf_scope.c (variables) and dwarf_flow.c (location lists); nobody else includes it. */

struct dwarf_label { /* at an offset of a section */
    uint64_t offset;
    const char *name;
    const struct ptx_func
        *func; /* a label of this function, before its instruction `at`; NULL: another symbol */
    uint32_t at;
};

struct dwarf_section {
    VEC(uint8_t) bytes;
    VEC(struct dwarf_label) labels; /* by offset */
};

struct die { /* an entry of .debug_info */
    uint64_t offset;
    uint32_t tag, end; /* the index of the entry behind its last child */
    const char *name, *linkage;
    const struct dwarf_label *low, *high;
    uint64_t size, count, offset_in, type,
        origin; /* type, origin: offsets of other entries; 0: none */
    uint64_t location_at, location_size;
    int64_t constant;
    uint32_t encoding, file, line, bits, bit_offset;
    bool located, listed, declaration;
    uint32_t correction, correction_count; /* of a list: in struct dwarf's */
    struct debug_type *made;               /* of a type */
};

struct dwarf_range { /* of a location list */
    const struct dwarf_label *low, *high;
    uint64_t at, size; /* the expression */
};

struct dwarf_correction { /* instructions at which a list is wrong, and what holds there */
    uint32_t first, end;
    struct dwarf_location location;
};

struct dwarf_reader {
    const struct dwarf_section *s;
    uint64_t at, end;
};

enum { /* DWARF 2, 7.5.4 */
       TAG_ARRAY = 0x01,
       TAG_CLASS = 0x02,
       TAG_ENUMERATION = 0x04,
       TAG_PARAMETER = 0x05,
       TAG_LEXICAL_BLOCK = 0x0b,
       TAG_MEMBER = 0x0d,
       TAG_POINTER = 0x0f,
       TAG_REFERENCE = 0x10,
       TAG_STRUCTURE = 0x13,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_INHERITANCE = 0x1c,
       TAG_INLINED = 0x1d,
       TAG_SUBRANGE = 0x21,
       TAG_BASE = 0x24,
       TAG_CONST = 0x26,
       TAG_ENUMERATOR = 0x28,
       TAG_SUBPROGRAM = 0x2e,
       TAG_VARIABLE = 0x34,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_RVALUE_REFERENCE = 0x42,
};

struct dwarf {
    const struct ptx_module *m;
    struct arena arena;
    struct intern *names;
    struct pointer_map places; /* of a label: function << 32 | instruction */
    struct dwarf_section info, abbrev, lists, strings;
    VEC(uint64_t) abbreviations; /* by code: offset in `abbrev` behind the code */
    VEC(struct die) entries;     /* in the order of the section, parents before children */
    VEC(struct dwarf_correction) corrections;
};

struct dwarf_reader dwarf_reader_at(const struct dwarf_section *s, uint64_t at, uint64_t end);
uint64_t dwarf_fixed(struct dwarf_reader *r, uint32_t width);
uint64_t dwarf_uleb(struct dwarf_reader *r);
int64_t dwarf_sleb(struct dwarf_reader *r);
const struct dwarf_label *dwarf_label_at(const struct dwarf_section *s, uint64_t offset);
const struct die *dwarf_entry_at(const struct dwarf *d, uint64_t offset);
/* dwarf_scope.c: the ranges of a list; *at: where to read, moved on. false: it has no more. What a list says at an instruction. */
bool dwarf_next_range(const struct dwarf *d, uint64_t *at, struct dwarf_range *out);
struct dwarf_location dwarf_listed(const struct dwarf *d, uint64_t list, const struct ptx_func *f,
                                   uint32_t inst);
/* dwarf_flow.c: where the lists do not follow the flow of control. */
void dwarf_correct_lists(struct dwarf *d);
/* dwarf_type.c: makes the types of all entries. */
void dwarf_make_types(struct dwarf *d);
const struct debug_type *dwarf_type_at(const struct dwarf *d, uint64_t offset);
