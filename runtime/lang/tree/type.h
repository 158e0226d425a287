/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* C's types as CUDA C lays them out on x86-64 Linux (LP64; char is signed). Types are immutable once complete and
 * shared freely; basic types are static. They live in the arena of the cell that named them, which the session
 * keeps as long as something refers to it. Thread-safety: safe to read. */

enum type_kind {
    TYPE_ERROR, /* after a diag: fits everything, so that one error is reported once */
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_SCHAR,
    TYPE_UCHAR,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_INT,
    TYPE_UINT,
    TYPE_LONG,
    TYPE_ULONG,
    TYPE_LLONG,
    TYPE_ULLONG,
    TYPE_INT128, /* GNU's __int128: it lies in an object, as a long double does */
    TYPE_UINT128,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_LDOUBLE, /* long double: x86's 80 bits in 16 bytes */
    TYPE_NULLPTR,
    TYPE_ENUM,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_STRUCT, /* struct, union, class */
    TYPE_FUNCTION,
    TYPE_DEVICE_ARRAY, /* the value is a reference to a counted array; see array/array.h */
    TYPE_ANY,          /* only in prototypes of builtins: any value, or any array (see builtin.h) */
    TYPE_OPAQUE,       /* a name that only device code knows: `half`, a template parameter */
    TYPE_BRACES,       /* of an argument in braces, until its parameter is known */
    TYPE_OVERLOADS,    /* of the name of several functions, until the wanted type is known */
};

enum { TYPE_RANK_MAX = 4, TYPE_DEPTH_MAX = 1000 };

#define MEMBER_VIRTUAL ((int64_t) 1 << 62)

struct symbol;
struct expr;
struct class_info;

enum access { ACCESS_PUBLIC, ACCESS_PROTECTED, ACCESS_PRIVATE };

struct field {
    const char *name; /* interned; NULL for an anonymous member */
    const struct type *type;
    uint64_t offset; /* bytes */
    uint8_t bit_offset,
        bit_width;  /* width 0: not a bit-field. The storage unit is `type` at `offset` */
    bool parted;    /* a packed bit-field that lies in no such unit: see type_bit_parts */
    bool aligned;   /* a bit-field that attributes put at a multiple of `align` */
    uint8_t access; /* enum access */
    bool is_base;   /* a base class's part; without a name */
    bool is_virtual,
        is_indirect; /* a virtual base, where it lies in a complete object; of a base only */
    bool
        holds_table; /* a polymorphic class begins with it: a pointer to a table, or the primary base */
    bool is_mutable;
    uint32_t align; /* of its place, where attributes say so; 0: its type's */
};

struct param {
    const char *name;                /* interned, or NULL */
    const struct type *type;         /* after array and function adjustment */
    const struct expr *value;        /* default argument, or NULL */
    const struct late_default *late; /* it depends on the call: how to read it again; or NULL */
};

struct type {
    enum type_kind kind;
    bool is_const, is_volatile;
    bool complete;                    /* false: `struct s;`, `int a[]`, void */
    bool is_union, variadic, unsized; /* unsized: an array whose extent is known at run time only */
    uint8_t precision; /* of an integer that is a bit-field of C wider than int: its bits; else 0 */
    bool
        fits_int; /* TYPE_ENUM: without a type of its own, and int holds its enumerators: it promotes to int */
    bool is_complex;        /* TYPE_STRUCT of two numbers: see type_complex */
    bool managed;           /* TYPE_DEVICE_ARRAY: declared `managed` */
    bool no_throw;          /* TYPE_FUNCTION: declared noexcept */
    bool unprototyped;      /* TYPE_FUNCTION of C without a prototype: calls are not checked */
    bool scoped;            /* TYPE_ENUM: enum class, which has no implicit conversions */
    bool not_pod;           /* TYPE_STRUCT: see layout_is_pod */
    bool has_virtual_bases; /* TYPE_STRUCT */
    bool
        ms_bits; /* TYPE_STRUCT: its bit-fields lie as in Microsoft's compilers (GNU's ms_struct) */
    struct class_info *class; /* TYPE_STRUCT with more than a C struct has, or NULL: tree.h */
    bool
        reference; /* TYPE_POINTER that C++ writes `T &`: every use of such a value is an EXPR_DEREF of it */
    bool rvalue; /* a reference written `T &&` */
    uint16_t
        depth; /* of pointers, arrays and functions in each other; TYPE_DEPTH_MAX is for all that are deeper */
    uint32_t align;
    uint64_t size; /* bytes; 0 when unsized or incomplete */
    uint64_t
        data_size; /* of a class that is not POD: less virtual bases and the padding behind its last member; else 0 */
    const char *name; /* tag, enum tag, opaque name; interned, or NULL */
    const struct type *
        owner; /* TYPE_STRUCT, TYPE_ENUM: the class whose member it is, whose name its own begins with; or NULL */
    const char *
        handle; /* TYPE_STRUCT: the first typedef of a pointer to it, if it was incomplete then; or NULL */
    /* TYPE_POINTER to a member of that class (C++17 11.3.3), or NULL. Of data: its offset + 1; of a function: its address, or
     * MEMBER_VIRTUAL + its slot, and the function's first parameter is the object. 0: null. */
    const struct type *member_of;
    const struct type *base; /* pointee, element, result, enum's integer */
    uint64_t count;          /* TYPE_ARRAY: elements */
    struct symbol *extent; /* TYPE_ARRAY, unsized: the hidden `long` that holds the element count */
    uint32_t rank;         /* TYPE_DEVICE_ARRAY: 1 to TYPE_RANK_MAX; 0: any */
    struct field *fields;
    uint32_t field_count;
    struct param *params;
    uint32_t param_count;
    const struct type *unqualified; /* NULL: this one is */
    const struct type *variants; /* of an incomplete one of this cell: its qualified copies, linked
                                    through their own `variants`, which follow when it is completed */
    const struct arena *home;    /* TYPE_STRUCT, TYPE_ENUM: where it was made */
};

uint16_t type_depth_over(const struct type *t);     /* of a type that is made of t */
const struct type *type_basic(enum type_kind kind); /* void to nullptr, error, any; unqualified */
/* _Complex of that kind of number, bool excepted: a struct of its real and its imaginary part (C11 6.2.5p13). */
const struct type *type_complex(enum type_kind part);
bool type_is_pair(
    const struct type *t); /* float2 or double2, which stand for complex numbers; t: plain */
bool type_is_complex(const struct type *t);
bool type_is_aggregate(const struct type *t); /* an array, or a struct that is no complex number */
const struct type *type_pointer(struct arena *a, const struct type *to);
const struct type *type_member_pointer(struct arena *a, const struct type *class,
                                       const struct type *to);
const struct type *type_reference(struct arena *a, const struct type *to, bool rvalue);
bool type_is_reference(const struct type *t);
const struct type *type_referred(const struct type *t); /* T of T & and T &&, else t itself */
/* Whether it is made of an array whose size is not constant (C11 6.7.6p3). */
bool type_is_variable(const struct type *t);
bool type_is_class(
    const struct type
        *t); /* a struct with class_info: it is made, copied and destroyed by functions */
/* How many bytes `to` lies into a complete object of `from`, when it is a base of it or the same; negative: it is none. */
int64_t type_base_offset(const struct type *from, const struct type *to);
/* The same, but that no base on the way may be virtual: it holds for an object that is a part of another one, too. */
int64_t type_fixed_offset(const struct type *from, const struct type *to);
/* The virtual base of `from` by which alone `to` is reached, as its field; NULL: there is none, or it is not needed. */
const struct field *type_virtual_way(const struct type *from, const struct type *to);
/* The field of a class for that virtual base, or NULL. */
const struct field *type_virtual_base(const struct type *t, const struct type *base);
/* The bytes that an assignment writes. Members of a derived class may lie in the padding behind a class that is not POD. */
uint64_t type_assigned(const struct type *t);
bool type_is_empty(const struct type *t); /* a class without data: as a base it takes no room */
const struct type *type_array(struct arena *a, const struct type *element, uint64_t count);
const struct type *type_device_array(struct arena *a, const struct type *element, uint32_t rank,
                                     bool managed);
const struct type *type_qualified(struct arena *a, const struct type *t, bool is_const,
                                  bool is_volatile);
/* GCC's C: a bit-field that int cannot hold has an integer type of its own width, in which its arithmetic wraps. t: of 64 bits. */
const struct type *type_of_width(struct arena *a, const struct type *t, uint8_t width);
uint32_t type_precision(const struct type *t); /* the bits of an integer type */
/* t with another alignment in bytes, as alignas and the attribute aligned give it to a variable or a typedef. A qualifier: it is
 * the same type, and type_plain is without it. t: complete. */
const struct type *type_aligned(struct arena *a, const struct type *t, uint32_t align);
const struct type *type_plain(const struct type *t); /* without its own qualifiers */

/* Lays a struct or union out (System V ABI) once its fields have names, types, bit widths and alignments. align: what its own
 * attributes ask for, or 0; packed: its bit-fields follow each other without padding. */
void type_layout(struct type *t, uint64_t align, bool packed);

/* What one load gives of a bit-field: `width` bits from bit `bit_offset` of a unit, which are those of the value from bit `up`. */
struct bit_part {
    const struct type *unit; /* an unsigned type; of a field in one unit the field's own */
    uint64_t offset;         /* of the unit from the field's offset, in bytes */
    uint8_t bit_offset, width, up;
};

enum { BIT_PARTS_MAX = 3 };

/* The parts of a bit-field from its lowest bit on; returns their number. Their units lie between its first and its last byte. */
uint32_t type_bit_parts(const struct field *f, struct bit_part out[BIT_PARTS_MAX]);
/* The value of the bit-field f of the object at `from`, extended to 64 bits. */
uint64_t type_bit_value(const struct field *f, const void *from);
/* Call it after an incomplete type was completed in place: updates its qualified copies. */
void type_completed(struct type *t);
/* The innermost element type of a host or device array; of other types, the type itself. */
const struct type *type_element(const struct type *t);
/* The same, but that elements of arrays may be const only where they are seen: what a reference may be bound to. */
bool type_shows(const struct type *seen, const struct type *object);
bool type_same(const struct type *a,
               const struct type *b); /* ignoring top-level qualifiers; structs by identity */
/* Whether a function of type `given` can be called as one of type `wanted`: their parameters differ only in the types that
 * pointers point to, and the result serves as the other. Programs pass such callbacks. */
bool type_called_alike(const struct type *given, const struct type *wanted);
bool type_is_integer(const struct type *t); /* bool, char ... __int128, enum */
bool type_is_signed(const struct type *t);
bool type_is_floating(const struct type *t);
bool type_is_int128(const struct type *t);
bool type_is_wide(const struct type *t); /* a number of 16 bytes: long double, __int128 */
/* A value of that type is held, passed and returned by the address of an object: a struct, or a wide number. */
bool type_in_object(const struct type *t);
bool type_is_arithmetic(const struct type *t);
bool type_is_half(const struct type *
                      t); /* half, nv_bfloat16: as elements of arrays the host sees them as float */
bool type_is_scalar(const struct type *t); /* arithmetic, pointer, nullptr */
/* The field of that interned name; one of an anonymous member or a base has its offset added. Those of virtual bases, whose place
 * depends on the object, are not found. */
bool type_field(const struct type *t, const char *name, struct field *out);

/* As a user would write it: "const float *", "int [3][4]", "device float [:, :]". */
void type_print(struct buf *out, const struct type *t);
/* As device text names it. libcu: the session's texts name cuda::std, so kernels have the classes of type_in_libcu. */
void type_print_device(struct buf *out, const struct type *t, bool libcu);
/* Whether it is a class of std that libcu++ has too, laid out alike. */
bool type_in_libcu(const struct type *t);
/* As g++ names it for std::type_info::name(): type_mangle.c. */
void type_mangle(struct buf *out, const struct type *t);
const char *type_name(struct arena *a, const struct type *t);
const char *type_name_short(struct arena *a,
                            const struct type *t); /* for messages: at most 400 bytes of it */
/* "argument 2 of 'f' should be 'int', but is 'float *'": index counts from 1; what: "" for a function, "kernel " for
 * a kernel. The text is in the arena. */
const char *type_wrong_argument(struct arena *a, unsigned index, const char *what, const char *name,
                                const struct type *want, const struct type *given);
