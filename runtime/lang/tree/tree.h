/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "diag/source.h"
#include "lang/tree/type.h"

/* The typed tree: what the checker makes of the syntax tree and eval compiles to bytecode. Everything is resolved:
 * names are symbols, every conversion is a node, operands have the types the operation works on.
 *
 *   the tree          struct expr, struct stmt and what hangs on them, types, and the symbols of locals and parameters: immutable
 *                     once the function or cell is checked. In the arena of the cell, or of the function's last check.
 *   session objects   symbols of the session, struct function and struct class_info. Lang changes them while it checks and commits
 *                     a cell (a redefinition, a body that is checked again), and eval keeps in them what it made: struct
 *                     live_variable and function->code. They live until nothing refers to their name.
 *
 * What eval knows of the tree beyond that is in its own tables (struct gen, struct vm). Thread-safety: the tree may be read by any
 * thread; session objects belong to the session's thread. */

struct stmt;
struct kernel;
struct builtin;
struct function;
struct template;
struct context;
struct node;

enum symbol_kind {
    SYMBOL_VARIABLE,
    SYMBOL_FUNCTION, /* a host function */
    SYMBOL_BUILTIN,
    SYMBOL_TYPE,     /* typedef or tag: `struct s` and `s` are looked up as in C++ */
    SYMBOL_CONSTANT, /* enumerator, or constexpr with a known value */
    SYMBOL_KERNEL,
    SYMBOL_DEVICE, /* a __device__ function or variable: known by name, used from the host through API calls */
    SYMBOL_SET, /* functions and templates of functions that share a name */
    SYMBOL_TEMPLATE,
    SYMBOL_FIELD, /* a data member, found by its name alone inside a member function */
    SYMBOL_PACK,  /* a parameter pack while a template is instantiated */
};

/* The functions of one name in one scope. Never changed once made: another overload makes another set. */
struct symbol_set {
    struct symbol **at;
    uint32_t count;
    bool templates; /* some are templates */
};

/* What stands for a pack: a symbol for each element. */
struct pack {
    struct symbol **at;
    uint32_t count;
};

enum member_role {
    ROLE_PLAIN,
    ROLE_CONSTRUCTOR,
    ROLE_DESTRUCTOR,
    ROLE_CONVERSION, /* operator T(): its result type is T */
    ROLE_OPERATOR,   /* its name is "operator+" and the like */
};

/* What a symbol is as a member of a class. */
struct member {
    const struct type *class;
    uint8_t access, role; /* enum access, enum member_role */
    bool is_static, is_const, is_virtual, is_explicit, deleted, defaulted, pure;
    bool of_lvalue, of_rvalue; /* declared with & or && behind its parameters */
    bool throws;               /* a destructor that an exception may leave (C++17 15.4p3) */
    bool device;               /* only for kernels */
    uint8_t inherited;         /* a constructor: how many using-declarations brought it */
    uint32_t slot;             /* virtual: its place in the class's first table, from 1 */
    const char *plain;         /* its name without the class's, interned */
};

/* A field's own initialiser, read where the class is: a constant, or a function of the class that gives the field of *this its
 * value. Both NULL: it means the same wherever it is read. */
struct field_default {
    struct expr *constant;
    struct symbol *function;
};

/* A named member of a class that is no data: function (or set, or template), type, static variable, constant. */
struct class_member {
    const char *name; /* interned */
    struct symbol *symbol;
};

/* using Base::name; gives a member of a base another access (C++17 10.3.3p19). */
struct used_name {
    const char *name; /* interned */
    uint8_t access;   /* enum access */
};

/* A final overrider. this: where the subobject of its class lies in the complete object, bytes. */
struct virtual_function {
    struct symbol *function;
    uint64_t this;
};

/* What a polymorphic subobject points to (Itanium C++ ABI 2.5.2). A class and its primary base lie at one address and share one
 * table, so the slots of the base come first. */
struct vtable {
    const struct class_info *class;     /* of the complete object */
    uint64_t offset;                    /* of the subobject in it, bytes */
    struct virtual_function *functions; /* by slot - 1 */
    uint32_t count;
    const struct type *in; /* the virtual base of `class` that the subobject lies in, or NULL */
    /* While a part of an object is made or ended, that is as if it were the complete object, but that the virtual bases are
     * those of the whole, in which it lies `start` bytes from the beginning. NULL: `class` is the whole. */
    const struct class_info *whole;
    uint64_t start;
};

/* The tables of a base that has virtual bases, as a part of a class: Itanium C++ ABI 2.6. */
struct part_tables {
    const struct class_info *class;
    uint64_t start;
    struct vtable *vtables; /* as many as `class` has */
    struct part_tables *next;
};

/* What C++ adds to a struct. Lives as long as the type. */
struct class_info {
    const struct type *type;
    const struct context *context; /* of its members */
    struct class_member *members;
    uint32_t member_count, member_cap;
    struct used_name *used; /* its using-declarations */
    uint32_t used_count;
    struct class_member *
        friends; /* functions that are found by their arguments; symbol NULL: only the name may look in */
    uint32_t friend_count;
    struct symbol *constructors; /* a function, a set or a template; NULL: none declared */
    struct symbol
        *destructor; /* what ends an object's life, declared or made; NULL: nothing to do */
    struct symbol *declared_destructor; /* as its text has it, which that one calls; or NULL */
    struct symbol *copy;   /* constructor from an object of its own type; NULL: bytes are copied */
    struct symbol *assign; /* likewise its assignment */
    struct symbol *fresh;  /* the constructor without arguments; NULL: nothing to do */
    bool no_fresh, no_copy, no_assign; /* there is none: not declared beside others, or deleted */
    bool no_move, no_move_assign;      /* nor one that moves, and no copy in its place */
    bool aggregate;                    /* T{...} sets its members in order */
    bool polymorphic, abstract, final;
    bool for_kernels; /* a lambda that the host cannot call */
    bool implicit;    /* the members above are known */
    /* One for each pointer to a table in an object; the first at offset 0. */
    struct vtable *vtables;
    uint32_t vtable_count;
    struct part_tables *parts;     /* of its bases that have virtual bases */
    const struct node **defaults;  /* initialisers of the fields, by index; NULL entries: none */
    struct field_default *made;    /* of an aggregate: the same, as the class reads them; or NULL */
    const struct function *within; /* the function whose text has the class, or NULL */
    struct template *template;     /* it is an instance of, or NULL */
    const struct template_arg *args;
    uint32_t arg_count;
};

struct template_arg {
    enum { ARG_TYPE, ARG_VALUE, ARG_TEMPLATE, ARG_PACK } kind;
    const struct type *type; /* of ARG_VALUE too */
    int64_t integer;
    struct symbol *symbol;     /* ARG_TEMPLATE; ARG_VALUE that is a function */
    struct template_arg *pack; /* ARG_PACK */
    uint32_t count;
};

enum storage {
    STORAGE_SESSION, /* declared at a cell's top level: lives until redefined */
    STORAGE_STATIC,  /* inside a function, `static` */
    STORAGE_LOCAL,
    STORAGE_PARAM,
};

/* Eval's part of a variable that outlives its function: all zero until it has an object. */
struct live_variable {
    uint64_t address; /* of its object in the program's memory */
    void *object;     /* a struct object or, of a device array, a struct array: for release */
    bool defined;     /* its declaration has run */
    bool result;      /* `_` or `_3`: a cell's result, not declared by the program */
};

struct symbol {
    enum symbol_kind kind;
    enum storage storage;
    const char *name; /* interned; hidden ones start with a space */
    const struct type *type;
    struct span at; /* the name in its declaration */
    bool
        in_memory; /* its address is taken, or it is an aggregate: it needs an object, not a register */
    bool used;
    bool announced; /* SYMBOL_VARIABLE: `extern` so far */
    bool
        tentative; /* SYMBOL_VARIABLE: announced, but defined if nothing else defines it: C11 6.9.2p2 */
    bool
        made_later; /* SYMBOL_VARIABLE: of class type, extern first: its definition constructs it */
    bool of_thread; /* SYMBOL_VARIABLE: thread_local */
    bool
        nested; /* SYMBOL_VARIABLE: the pointer to a nested function, which the program sees as a function */
    bool weak; /* SYMBOL_FUNCTION: without a definition its address is null */
    uint32_t starts,
        ends; /* SYMBOL_FUNCTION: called before and after main, as parse/ast.h has it; starts: SYMBOL_VARIABLE: its init_priority */
    bool makes_type; /* SYMBOL_TEMPLATE: of a class or an alias */
    bool
        outward; /* SYMBOL_TYPE: C++'s `struct s *p` declared it, which means the namespace or block around */
    const char *full_name; /* SYMBOL_DEVICE: with its namespace, as definitions have it */
    bool managed; /* SYMBOL_DEVICE: a __managed__ variable, which the host reads and writes too */
    bool
        derivative; /* SYMBOL_DEVICE: a function that check_derivative.c made; the host calls it too */
    bool
        known; /* SYMBOL_VARIABLE, SYMBOL_DEVICE: const, with a constant value, which is in `integer` or `real` too */

    union {
        struct {
            int64_t integer, upper; /* SYMBOL_CONSTANT and known: integer and enum types */
        };

        long double real; /* SYMBOL_CONSTANT and known: floating types */
        struct function *function;
        const struct builtin *builtin;
        struct kernel *kernel;
        const struct symbol_set *set;
        struct template *template;
        const struct field *field; /* SYMBOL_FIELD: of member->class */
        struct pack *pack;
    };

    const struct expr *
        elements; /* SYMBOL_VARIABLE: the initialiser of a constexpr array, an EXPR_AGGREGATE, or of a constexpr object; else NULL */
    const struct member *member; /* NULL: not a member of a class */

    struct live_variable live; /* of a session or static variable */
};

enum expr_kind {
    EXPR_INTEGER,  /* any integer, bool, enum, pointer or nullptr type: value.integer */
    EXPR_REAL,     /* a floating type: value.real */
    EXPR_STRING,   /* lvalue of type char[n]: string bytes with the final NUL */
    EXPR_VARIABLE, /* lvalue: symbol */
    EXPR_FUNCTION, /* a function's address as pointer: symbol */
    EXPR_CONVERT,  /* left, scalar to scalar; to bool tests against 0; to void drops */
    EXPR_DECAY, /* left: array lvalue -> pointer to its first element; a device array -> its address on the device */
    EXPR_ADDRESS, /* left: lvalue -> pointer */
    EXPR_DEREF,   /* left: pointer -> lvalue */
    EXPR_MEMBER,  /* left: struct (lvalue or value) . field */
    EXPR_NEGATE,
    EXPR_COMPLEMENT,
    EXPR_NOT, /* left is scalar; result int */
    /* left and right have the result's type; for shifts right is int, unsigned, long... as promoted */
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_REMAINDER,
    EXPR_AND,
    EXPR_OR,
    EXPR_XOR,
    EXPR_SHIFT_LEFT,
    EXPR_SHIFT_RIGHT,
    /* left and right have one common type, arithmetic or pointer; result bool */
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_EQUAL,
    EXPR_NOT_EQUAL,
    EXPR_LOGICAL_AND, /* scalar operands, result bool */
    EXPR_LOGICAL_OR,
    EXPR_CONDITIONAL, /* condition ? left : right */
    EXPR_COMMA,
    EXPR_POINTER_ADD, /* left + right * scale; right is long; scale bytes, or scale_by when unsized */
    EXPR_POINTER_DIFF, /* (left - right) / scale: long */
    EXPR_ASSIGN,       /* left lvalue = right, of its type; structs too. Value: the new one */
    EXPR_ASSIGN_OP, /* left lvalue = (left as `computed`) op right; `op` is EXPR_ADD ... EXPR_SHIFT_RIGHT or EXPR_POINTER_ADD */
    EXPR_INCREMENT, /* left lvalue by `step` (+1 or -1, times scale for pointers); `postfix` */
    EXPR_CALL, /* symbol's function, or left: function pointer; args; virtual_slot: args[0]'s class says which */
    EXPR_CONSTRUCT, /* a new object of class type: symbol: constructor, or NULL; args: less the object. Of array type: each element */
    EXPR_INIT,  /* left: lvalue without an object in it yet; right becomes one there. Value: none */
    EXPR_THROW, /* left: a value of the exception's type, or NULL: the one being handled; void */
    EXPR_BRACES,    /* until its type is known: node */
    EXPR_OVERLOADS, /* until its type is known: symbol, a set or a template */
    EXPR_STATEMENTS, /* body: a block; left: in it, the value, which is taken before it ends, or NULL: void */
    EXPR_TABLE,     /* what a polymorphic subobject points to: vtable */
    EXPR_CLASS,     /* a class as an argument of dynamic_cast: computed */
    EXPR_UPCAST,    /* left: pointer -> pointer to a base, `integer` bytes on, null stays null */
    EXPR_BUILTIN,   /* symbol's builtin; args */
    EXPR_LAUNCH,    /* see launch; void */
    EXPR_AGGREGATE, /* a value of array or struct type made of `inits`; what they leave out is zero. Lvalue (compound literal) */
    EXPR_SIZEOF, /* of an unsized type: left is a product of extents; unsigned long. Sized ones are EXPR_INTEGER */
    /* device arrays */
    EXPR_ELEMENT, /* left: array, subscripts: one index each -> lvalue of element type */
    EXPR_SLICE,   /* left: array, subscripts -> a view, a device array of lower or equal rank */
    EXPR_ARRAY_MEMBER, /* left: array of structs, field: a number -> a view of that member in all elements, a device array */
    EXPR_ARRAY_COPY, /* left and right: a device array or a host array lvalue, at least one device; element types the same or converted */
    EXPR_ARRAY_FILL, /* left: device array; right: scalar of its element type */
    /* Whole-array expressions: an operation on arrays is the operation on their elements, typed as such (check_map.c) */
    EXPR_LANE, /* in the body of a map. left: an array, one element of which this is, or a scalar, the same for all elements; NULL: the number of the element in an array whose extents are subscripts[].start, long */
    EXPR_GATHER, /* in the body of a map: left, an array of rank 1, at the index right, long */
    EXPR_ARRAY_MAP, /* right: its body. left: the array that it is stored to (void), or NULL: a new array */
    EXPR_ARRAY_REDUCE, /* symbol: the library's row. right: the body of what is reduced, left: the axis, int, or NULL: all. A scalar or a new array */
    EXPR_ARRAY_SCATTER, /* left[index] = value: left is an array of rank 1, condition the index, long, right the value's body, of its element type */
    EXPR_ARRAY_NEW, /* symbol: the variable, or NULL; left: the number of its device, NULL: the current one; subscripts[].start: extents (start NULL: from right); right: NULL, or scalar of element type, or host array lvalue, or device array, or EXPR_AGGREGATE of an array type, or EXPR_BUILTIN that makes an array */
};

struct subscript {
    struct expr *start, *stop, *step; /* an index: start only; a slice: any may be NULL */
    bool slice;
    struct span at;
};

struct init {
    uint64_t offset;    /* bytes from the aggregate's start */
    struct field *bits; /* of a bit-field, or NULL */
    struct expr *value; /* of scalar or struct type, or EXPR_STRING for a char array */
};

struct launch {
    struct kernel *kernel; /* NULL: callee says which */
    struct expr *callee;   /* a pointer to a function or to void, or NULL */
    uint32_t arg_count;
    struct span name_at;
    /* Template arguments as written, for NVRTC's name expression; NULL: none */
    const char *template_args;
    struct expr *grid, *block; /* of integer type (x, 1, 1) or struct dim3 */
    struct expr *shared,
        *stream; /* unsigned long, or NULL; stream: a cudaStream_t (pointer), or NULL */
    struct expr **
        args; /* converted to the parameters' types; a device array where a pointer is wanted stays EXPR of TYPE_DEVICE_ARRAY */
};

/* In which order the arguments of a call are evaluated. C++17 leaves most of it open; this is what g++ does on x86-64. */
enum arg_order {
    ARGS_FROM_RIGHT, /* the object of a member function first */
    ARGS_OPERATOR,   /* of an operator: the right operand first */
    ARGS_FROM_LEFT,  /* in braces (C++17 11.6.4), and of << and >> */
};

struct expr {
    enum expr_kind kind;
    enum arg_order order; /* EXPR_CALL, EXPR_CONSTRUCT */
    bool lvalue, postfix;
    bool across;  /* EXPR_ARRAY_NEW: across ranks */
    bool xvalue;  /* an lvalue that may be moved from: std::move(x) */
    bool of_part; /* EXPR_CONSTRUCT: of a part of an object whose virtual bases others make */
    const struct type *type;
    struct span at;
    struct expr *left, *right, *condition;
    uint32_t virtual_slot; /* EXPR_CALL: from 1 */

    union {
        struct {
            int64_t integer, upper; /* upper: of __int128, the bits from 64 on */
        };

        long double real;
        struct str string; /* n counts the final NUL */
        const struct field *
            field; /* EXPR_MEMBER, EXPR_ARRAY_MEMBER: offset is already summed over anonymous members */
        struct launch *launch;
        const struct node *node;
        const struct vtable *vtable;
        struct stmt *body;

        struct {            /* EXPR_POINTER_*, EXPR_INCREMENT, EXPR_ASSIGN_OP */
            uint64_t scale; /* 0: scale_by */
            struct expr *scale_by;
            int step;
            enum expr_kind op;
            const struct type *computed;
        };

        struct {
            struct expr **args;
            uint32_t arg_count;
        };

        struct {
            struct init *inits;
            uint32_t init_count;
        };

        struct {
            struct subscript *subscripts;
            uint32_t subscript_count;
        };
    };
    struct symbol *symbol;
};

enum stmt_kind {
    STMT_EXPR,
    STMT_RESULT,  /* the cell's last expression without `;`: displayed unless void */
    STMT_DECLARE, /* symbol, and expr: its initialiser (value of its type, EXPR_AGGREGATE, EXPR_STRING for a char array, EXPR_ARRAY_NEW), or NULL */
    STMT_BLOCK,
    STMT_IF,
    STMT_WHILE,
    STMT_DO,
    STMT_FOR,
    STMT_SWITCH, /* condition of integer type, body; `cases` lists its labels */
    STMT_CASE,   /* a label inside a switch, followed by body */
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_GOTO,     /* target: the STMT_LABEL */
    STMT_LABEL,    /* followed by body */
    STMT_RECEIVER, /* text, target: a label; symbol: the buffer of longjmp with which nested functions jump there, which holds `value`, the label's address or 0 */
    STMT_RETURN,   /* expr or NULL, converted to the function's result type */
    STMT_MAGIC,    /* a line for the session: text without its newline */
    STMT_GUARD, /* expr: a member that is destroyed when its constructor does not come to its end; always: when the function ends */
    STMT_TRY,   /* body; list: STMT_CATCHes */
    STMT_CATCH, /* symbol: what is caught, or NULL; body; type: NULL for ... */
    STMT_EMPTY,
};

struct stmt {
    enum stmt_kind kind;
    struct span at;
    struct expr *expr; /* also the condition of if, loops and switch */
    struct symbol *symbol;
    struct stmt *init; /* STMT_FOR */
    struct expr *step; /* STMT_FOR */
    struct stmt *body, *otherwise;
    struct stmt **list; /* STMT_BLOCK */
    uint32_t count;
    struct stmt
        *target; /* STMT_GOTO, STMT_RECEIVER; of break and continue: the statement they leave */
    struct stmt **cases; /* STMT_SWITCH: its STMT_CASEs */
    uint32_t case_count;
    int64_t value, last; /* STMT_CASE: from value to last */
    bool is_default;
    bool always;             /* STMT_GUARD */
    struct str text;         /* STMT_MAGIC */
    const struct type *type; /* STMT_CATCH */
    struct symbol *cleanup; /* STMT_DECLARE: a function that gets its address when its scope ends */
};

/* A host function. Its symbol is how others reach it, so that redefinition takes effect everywhere. */
struct function {
    struct symbol *symbol;
    const struct type *type; /* TYPE_FUNCTION */
    struct symbol **params;  /* of a member function, the first is `this` */
    struct symbol *
        result; /* the local that every return gives, which can lie where the result is wanted; or NULL */
    bool returns_other; /* some return gives something else */
    bool library;       /* of a header of ours */
    struct stmt *body;  /* NULL: only declared so far, or stale */
    bool stale;         /* something it mentions was redefined: lang_recheck before the next call */
    bool
        outdated; /* while callers are marked (lang/cell.c): its body is another now, or that of a function it calls */
    const struct node *syntax; /* the definition, kept for re-checking */
    struct symbol **mentions;  /* session symbols it was checked against */
    uint32_t mention_count;
    void *code; /* eval's: what `body` was compiled to, or NULL */
};

/* What ends the life of an object of that type, or of each element of an array; NULL: nothing to do. */
struct symbol *type_destructor(const struct type *t);
/* Whether a value of that class is passed by the address of an object that the caller makes and ends. */
bool type_is_owned(const struct type *t);

/* ---- base_offset.c ---- */
/* How many bytes the base `to` lies from the subobject that points to this table. false: there is none. */
bool vtable_base(const struct vtable *t, const struct type *to, int64_t *out);
/* The same of a virtual base. */
bool vtable_virtual_base(const struct vtable *t, const struct type *to, int64_t *out);
/* Where lies in an object of class `whole` what lies `offset` bytes into an object of class `of`, which is its part from `start` on. */
uint64_t offset_within(const struct type *of, uint64_t offset, const struct type *whole,
                       uint64_t start);

/* ---- tree_walk.c ---- */
/* What a comparison says of two values, the first of which is less than, equal to or greater than the second as `order` is negative, 0 or
 * positive. -1: the kind is no comparison. */
int expr_compare(enum expr_kind kind, int order);
/* Whether evaluating it may do more than give a value. */
bool expr_has_effects(const struct expr *e);
/* Whether `test` holds for an operand of e. Visits them in source order and stops at the first match. */
bool expr_any_operand(const struct expr *e, bool (*test)(void *context, const struct expr *operand),
                      void *context);

/* ---- tree_print.c: for tests and for people who work on the front end ---- */
void tree_print(struct buf *out, const struct stmt *s);
void expr_print(struct buf *out, const struct expr *e);
