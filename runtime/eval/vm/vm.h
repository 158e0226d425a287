/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>

#include "base/pointer_map.h"
#include "base/poll_hook.h"
#include "base/space.h"
#include "compute/generator.h"
#include "display/display.h"
#include "eval/vm/bytecode.h"
#include "launch/launch.h"

/* The state of a session's host code, shared by the files of eval/. All memory that the user's program can address lies
 * in `host`. Our own data (code, arrays, files) is outside of its reach. Thread-safety: unsafe. */

enum host_kind { /* struct object's `kind` in the host space */
                 HOST_TEMPORARY,
                 HOST_LOCAL,
                 HOST_GLOBAL,
                 HOST_HEAP,
                 HOST_LITERAL, /* read-only */
                 HOST_HANDLE, /* size 0: an address that represents one of our objects: a function, a FILE */
};

enum {
    VM_STACK_SLOTS = 1 << 22,
    VM_FRAMES_MAX = 400000
}; /* twice the depth that g++ programs reach with 8 MiB */

/* One of: an object's memory, an array's reference, an object to destroy, a try block's handlers, an exception that is
 * being handled. */
struct cleanup {
    struct object *object;
    struct array *array;
    const struct destructor_call *destroy;
    const struct try_block *handlers;
    const struct type *exception; /* of the one at `address` */
    uint64_t address;             /* of the object to destroy */
};

struct frame {
    struct code *code;
    uint32_t pc, base, cleanups;
};

/* A call of setjmp, or the receiver of jumps out of nested functions: where longjmp continues. */
struct jump_point {
    uint64_t buffer; /* address of the jmp_buf */
    const struct code *code;
    size_t frame, cleanups;  /* its number; how many entries of the cleanup list there were */
    uint32_t base, pc, slot; /* slot: of the result */
    bool receiver; /* what the function has made before its call of another one is still there */
    bool going;    /* longjmp is on its way there */
    int value;
};

/* An object that alloca made for a frame. */
struct frame_memory {
    struct object *object;
    size_t frame;
    const struct code *code;
    uint32_t base;
};

typedef VEC(struct frame) frame_vec;
typedef VEC(struct cleanup) cleanup_vec;

/* An object of static storage that needs work at its end: C++17 6.6.4. */
struct static_object {
    const struct symbol *symbol; /* a function that atexit was called with has no type */
    const struct type *type;
    uint64_t address, size; /* bytes of the whole object; of a function: what it is called with */
    uint64_t thread;        /* whose it is, of a thread_local one; else 0 */
};

/* A thread_local variable: its object has the bytes of the running thread. */
struct thread_variable {
    struct object *object; /* NULL: it has ended */
    char *initial;         /* what a new thread begins with */
};

enum vm_access { VM_READ, VM_WRITE };

/* Callbacks that the session provides. */
struct vm_hooks {
    void *user;
    void (*stream)(void *user, int fd, const char *text, size_t n);
    void (*show)(void *user, const struct display *d, bool result);
    bool (*magic)(void *user, struct str line, struct span at); /* false: a diag was recorded */
    char *(*input)(void *user, const char *prompt);
    bool (*widget)(void *user, struct wc_widget *w); /* fills in the value; false: a diag */
};

/* How machine code, or a C function that it called, ended. */
enum vm_outcome {
    VM_CONTINUES, /* with the next instruction; of machine code: the interpreter continues at the top frame's pc */
    VM_RETURNED,    /* the top frame has executed RETURN: it is to be removed */
    VM_FAILED,      /* a diag was recorded, or an exception is propagating */
    VM_INTERRUPTED, /* by the user */
    VM_OUTCOMES
};

/* Machine code for hot functions, from a folder above (eval/jit). It is optional: the interpreter alone gives the same
 * results. */
struct vm_jit {
    /* Runs the top frame's code as machine code from instruction `pc` on, after it has compiled it if need be. Returns
     * VM_CONTINUES with that pc at once if it cannot. */
    enum vm_outcome (*run)(struct vm *vm, uint32_t pc);
    bool (*compile)(struct vm *vm, struct code *code); /* false: it never will be */
    int32_t heat;                                      /* of new code: INT32_MAX: never */
    int32_t
        leave_every; /* for tests: it is left before every n-th instruction; 0: only if need be */
};

/* What machine code keeps while it runs. It is part of struct vm, so that its address is constant. */
struct vm_jit_state {
    void *rsp;                 /* of the innermost entry */
    struct frame *frame;       /* the top frame, when machine code is left or has called C */
    struct frame *frame_limit; /* frames at or above it are made by C */
    union value *stack_limit;  /* as for frames: the slots of a frame and 64 more end below it */
    size_t depth;              /* frames when it was entered */
    int32_t countdown;         /* instructions until it is left, with leave_every */
};

enum { VM_MET_BITS = 10, VM_MET = 1 << VM_MET_BITS }; /* entries of struct vm's tables of objects */

static const uint32_t VM_MET_FACTOR =
    0x9E3779B1; /* 2^32 / the golden ratio: spreads what is evenly spaced */

/* The entry for a base address. */
static inline SPACE_GENERAL_REGISTERS uint32_t vm_met_entry(uint64_t base)
{
    return (uint32_t) base * VM_MET_FACTOR >> (32 - VM_MET_BITS);
}

/* Code that stops for the debugger, from a folder above (eval/debug). */
struct vm_stops {
    /* The call before a statement, for OP_HOST, in the code's arena; NULL: code there is not the program's own. returns: before
     * the function returns a value of that type, which is in the call's slot; NULL: elsewhere. */
    struct call_site *(*site)(struct vm *vm, struct code *code, struct span at,
                              const struct type *returns);
    /* All of a function's code, or (function NULL) a cell's, has been generated. */
    void (*compiled)(struct vm *vm, struct code *code, const struct function *function);
    void (*failed)(struct vm *vm); /* a diag was recorded, and nothing is unwound yet */
};

/* Functions of the folders above this one; vm_new (eval/eval.c) sets them. */
struct vm_rooms {
    const struct builtin *library; /* the table of the library, ends with a NULL name */
    /* A function's or (function NULL) a cell's code, for the caller to free. NULL: a diag was recorded. */
    struct code *(*compile)(struct vm *vm, const struct function *function, const struct stmt *body,
                            struct diags *out);
    void (*capture_launch)(
        struct vm *vm,
        const struct launch_request *r); /* a stream is being captured into vm->capture */
    /* An object of a class of the library that is shown as more than its members: a table. false: it is none. */
    bool (*display_object)(struct vm *vm, const struct type *t, const void *from, const char *name,
                           struct display *out);
    struct vm_jit jit;
    const struct vm_stops *stops;
};

/* glibc's additive feedback generator, see builtin_random.c. */
struct random_state {
    uint32_t r[31];
    uint32_t next; /* of r: the oldest number */
};

/* The formatting state of std::cout or std::cerr. */
/* std::ios_base::fmtflags (C++17 30.5.3.1.2), numbered as in builtin_prelude. If no flag of a mask is set: decimal,
 * right-aligned, printf's %g. */
enum stream_flag {
    STREAM_BOOLALPHA = 1 << 0,
    STREAM_DEC = 1 << 1,
    STREAM_FIXED = 1 << 2,
    STREAM_HEX = 1 << 3,
    STREAM_INTERNAL = 1 << 4,
    STREAM_LEFT = 1 << 5,
    STREAM_OCT = 1 << 6,
    STREAM_RIGHT = 1 << 7,
    STREAM_SCIENTIFIC = 1 << 8,
    STREAM_SHOWBASE = 1 << 9,
    STREAM_SHOWPOINT = 1 << 10,
    STREAM_SHOWPOS = 1 << 11,
    STREAM_SKIPWS = 1 << 12,
    STREAM_UPPERCASE = 1 << 14,
    STREAM_ADJUSTFIELD = STREAM_LEFT | STREAM_RIGHT | STREAM_INTERNAL,
    STREAM_BASEFIELD = STREAM_DEC | STREAM_OCT | STREAM_HEX,
    STREAM_FLOATFIELD = STREAM_FIXED | STREAM_SCIENTIFIC,
    STREAM_FLAGS = (1 << 15) - 1
};

struct stream_format {
    uint32_t width, precision, flags; /* of enum stream_flag */
    char fill;
};

struct vm_file;
struct graph;
struct mpi;

enum { VM_RESOURCE_BYTES = 64, VM_SAMPLING_BYTES = 72 };

struct vm_texture { /* cudaResourceDesc and cudaTextureDesc as passed by the program */
    uint64_t handle;
    bool surface;
    unsigned char resource[VM_RESOURCE_BYTES], sampling[VM_SAMPLING_BYTES];
};

/* The state of a program's std::ostream or std::istream: a standard stream, a file, or text. */
struct vm_iostream {
    struct stream_format format;
    int64_t number;       /* 0 to 2: the standard ones; -1: closed */
    struct vm_file *file; /* or */
    struct buf text;
    size_t at, put; /* next byte to read; where the next one is written */
    int64_t got;    /* bytes that the last unformatted read has taken */
    bool owned, eof, fail, bad;
    bool is_file;         /* a file stream, also while no file is open */
    uint8_t exceptions;   /* the states that throw, as std::ios has them */
    struct object *words; /* of iword() and pword(), or NULL */
    uint64_t buffer;      /* the object of another stream whose bytes are read and written, or 0 */
    int64_t buffer_of;    /* that stream's number */
};

struct vm_arguments { /* for main; borrowed */
    int count;
    char **at;
};

/* std::exception_ptr. flights: how often it is propagating or handled. */
struct held_exception {
    struct cleanup thrown;
    uint32_t pointers, flights;
};

struct vm {
    struct vm_arguments arguments;
    struct lang *lang;
    struct intern *names;
    struct sources *sources;
    struct launcher *launcher;
    struct vm_hooks hooks;
    struct vm_rooms rooms;
    struct display_style style;
    const atomic_bool *interrupt;
    struct poll_hook *poll;
    struct diags *diags; /* of the running cell */

    struct host_debug *debug; /* eval/debug; NULL: host code is not debugged */
    bool profiled;            /* calls go through vm_profile.c */
    struct space *host;
    union value *stack;
    uint32_t stack_slots;
    uint64_t thread_data;       /* the running thread's own word, 0 at first */
    struct vm_threads *threads; /* of vm_thread.c; NULL: the program has only its first thread */
    frame_vec frames;
    cleanup_vec cleanups;
    struct vm_jit_state jit;
    const struct object
        *met[2][VM_MET]; /* by access and address: objects that machine code has accessed or made */
    VEC(struct thread_variable) thread_variables;
    VEC(struct static_object) statics; /* in the order in which their construction ended */
    VEC(struct cleanup)
    deferred_releases; /* of redefined variables: released when the cell has ended */
    VEC(struct destructor_call *) deferred_destructors;
    VEC(struct object *) literals; /* string literals, one for each text */
    VEC(struct symbol *) results;  /* of kept_results.c, with all those they replaced */
    size_t results_defined;        /* of them */
    bool result_ends;              /* `_` is forgotten when the cell has ended */
    VEC(const struct type *) result_types;
    struct arena result_arena; /* of these types */
    VEC(struct object *) handles;
    struct pointer_map
        tables; /* of virtual functions: from struct vtable to the pointer that its subobjects start with */
    VEC(struct object *) managed; /* shadows of managed allocations, which are the device's */
    struct code *codes; /* of all functions called so far: freed with the VM at the latest */
    VEC(struct code *) dead_code; /* replaced, but possibly still running */
    struct object nothing;        /* initial value of caches: covers no address */

    struct random_state random;       /* of rand() */
    uint64_t random48;                /* of drand48() */
    uint64_t old48;                   /* the memory that seed48() returns, or 0 */
    uint64_t array_seed, array_draws; /* of random() and randn(), see kernels/random.cu */
    struct generator *generators[GENERATOR_COUNT]; /* of random("xorwow", n); NULL: at its start */

    struct {
        struct array *array; /* or NULL: a number */
        double number;
    } further
        [2]; /* of the function with several results that was called last: those behind the first, until they are fetched */

    VEC(struct vm_file *) files; /* of FILE * handles: vm_file.h */
    struct object *errno_object, *time_object,
        *time_text; /* errno, and the results of localtime and ctime; NULL: not used yet */
    VEC(struct vm_iostream *) iostreams; /* by number; the first three are standard */
    struct object *standard_streams[3];
    struct buf line;      /* text last read by __read_text */
    struct buf formatted; /* text last written by sprintf: the next one uses its memory */
    uint64_t token;       /* where strtok continues; 0: nowhere */
    VEC(struct jump_point) jump_points;
    struct jump_point jump; /* the one that longjmp goes to, if `going` */
    VEC(struct frame_memory) frame_memory;
    size_t
        unwinding; /* the frame of a destructor that runs because an exception propagates; 0: none */
    int uncaught;  /* exceptions that propagate: std::uncaught_exceptions */
    VEC(struct held_exception) held_exceptions;
    struct cleanup thrown; /* an exception propagating to an outer frame; exception NULL: none */
    VEC(struct vm_texture) textures; /* textures and surfaces that have not been destroyed */
    VEC(struct graph *) graphs;      /* of CUDA, until the session ends */
    struct graph *capture;           /* the graph being captured, or NULL */
    struct mpi *mpi;                 /* of eval/mpi; NULL: the program has not called it */
    struct across_link link;         /* of arrays across ranks: eval/mpi/mpi_link.h */
    bool failed;                     /* the last cell did */
    uintptr_t stack_low, stack_high; /* of the thread that runs it, in bytes: vm_stack.c */
    int last_error;                  /* of the CUDA runtime calls: cudaGetLastError */
    int kept_error;                  /* what it was when the running call of the driver API began */
    int unlooked; /* the first error of a call whose result is not used, since the last look; 0: none */
    struct span unlooked_at;
    bool
        program; /* main is running: misuse with a CUDA error code returns that code, with a warning */
    bool ran_main;         /* the running cell, or a file that it runs, has a main */
    bool exiting;          /* exit() was called: unwinding, no error */
    bool aborted;          /* abort() or std::terminate() was called */
    uint64_t terminate;    /* the function of std::set_terminate, or 0 */
    uint64_t on_division;  /* what calls the program's handler of SIGFPE, or 0 */
    bool skip_destructors; /* it was, and a program has ended: nothing is destroyed */
    int exit_code;
};

/* Runs a cell's code on top of the running code, for a magic of the running cell. false: a diag was recorded, or
 * vm->exiting. */
bool vm_execute(struct vm *vm, struct code *code, struct span at);

/* An integer was divided by zero: a handler of SIGFPE runs first, which may leave by exit() or longjmp(). Records a diag otherwise. */
void vm_divided(struct vm *vm);

/* Calls a host function from a builtin (qsort's comparison). `args` are canonical values; false: a diag was recorded. */
bool vm_call(struct vm *vm, uint64_t function, const union value *args, uint32_t count,
             union value *out, struct span at);

/* ---- vm_objects.c ---- */

/* The common cases of OBJECT and RELEASE, for machine code. They leave vector registers alone. 0 or false: vm_step has to do it, or
 * the rest of it. vm_make_simply returns the address, is given what vm_is_simple, and leaves it to the caller to clear the memory. */
bool vm_is_simple(const struct object_desc *s);
uint64_t vm_make_simply(struct vm *vm, const struct object_desc *s) SPACE_GENERAL_REGISTERS;
uint64_t vm_release_simply(struct vm *vm, size_t depth) SPACE_GENERAL_REGISTERS;

/* For machine code: the instructions that are the work of C functions (IN_C in bytecode.def) and RETURN, whose cleanups they
 * release. `i` belongs to the top frame, whose pc has been saved. */
enum vm_outcome vm_step(struct vm *vm, struct insn *i);
/* Makes the frame of a call: CALL, CALL_VIRTUAL, CALL_PTR. false: a diag was recorded. */
bool vm_push_call(struct vm *vm, struct insn *i);
/* The object of an access if it is valid, but for uninitialised bytes; or NULL. */
struct object *vm_probe(const struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                        enum vm_access how);
/* Notes the access to an object that may be watched. false: it reads uninitialised bytes. */
bool vm_note_access(struct object *o, uint64_t addr, uint64_t n, enum vm_access how);
int32_t vm_switch_target(const struct switch_table *t, int64_t v);

/* ---- memory (memory.c) ---- */
/* The object that contains [addr, addr + n) for this access, or NULL with a diag that explains the error. `base` is the
 * pointer that addr was computed from: it must point to the same object. */
struct object *vm_object(struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                         enum vm_access how, struct span at);
/* The same for a load or store instruction: a load must read initialised memory. */
struct object *vm_access(struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                         enum vm_access how);

/* vm_unwritten.c: a new uninitialised object (NULL: none); what is known of it. */
void vm_watch(struct object *o);
void vm_wrote(struct object *o, uint64_t addr, uint64_t n);
bool vm_was_written(struct object *o, uint64_t addr, uint64_t n);
bool run_touch(struct vm *vm, const struct call_site *s, union value *at);
void *vm_memory(struct vm *vm, uint64_t addr, uint64_t n, enum vm_access how,
                struct span at); /* the bytes themselves, or NULL */
bool vm_store(struct vm *vm, uint64_t to, const void *bytes, uint64_t n,
              struct span at); /* false: a diag */
/* A new array as the result of a call, released with the statement's temporaries. NULL is passed on: false. */
bool vm_own_array(struct vm *vm, struct array *a, union value *to);
void vm_forget_further(struct vm *vm);    /* results that nobody fetched */
void vm_forget_generators(struct vm *vm); /* they go back to their beginning */
const char *vm_string(struct vm *vm, uint64_t addr, struct span at,
                      size_t *out_n); /* NUL-terminated inside its object */
struct object *vm_new_object(struct vm *vm, uint64_t size, enum host_kind kind, const char *name,
                             struct span at); /* NULL: a diag */
/* align: a power of two, in bytes; what is less than SPACE_GRANULE has no effect. */
struct object *vm_new_aligned(struct vm *vm, uint64_t size, uint64_t align, enum host_kind kind,
                              const char *name, struct span at);
/* The same without a diag: NULL if there is no memory. */
struct object *vm_try_object(struct vm *vm, uint64_t size, enum host_kind kind, const char *name,
                             struct span at);
struct object *vm_try_aligned(struct vm *vm, uint64_t size, uint64_t align, enum host_kind kind,
                              const char *name, struct span at);
uint64_t vm_literal(struct vm *vm, struct str bytes);
/* Makes the object at `place`, of 16 bytes, the pointer to a nested function: s with the captures at that address as its first
 * argument. It is one until the object ends. */
bool vm_nest(struct vm *vm, uint64_t place, struct symbol *s, uint64_t captures);
/* The host function that a pointer leads to, if its type matches the call: arguments are untyped slots, from args on. NULL: a diag
 * was recorded. */
struct symbol *vm_pointed(struct vm *vm, uint64_t pointer, const struct indirect_call *c,
                          union value *args);
uint64_t vm_handle(struct vm *vm, const char *kind, void *p); /* an address that represents p */
void *vm_handle_of(struct vm *vm, const char *kind,
                   uint64_t addr);                 /* NULL: not a handle of this kind */
void vm_handle_drop(struct vm *vm, uint64_t addr); /* invalidates the handle at addr */
/* Managed memory: device memory that the host reads and writes in place. As in CUDA, the program waits for the device first. */
void vm_manage(struct vm *vm, uint64_t addr, uint64_t n, struct span at);
bool vm_is_managed(const struct vm *vm, uint64_t addr);
void vm_unmanage(struct vm *vm, uint64_t addr); /* no-op unless it is managed */
/* While launches are checked, the checker is told of each access to managed memory. */
void vm_report_managed(struct vm *vm);
bool vm_release(struct vm *vm, size_t depth); /* cleanups above depth. false: a destructor failed */
bool vm_unwind(struct vm *vm, size_t depth);  /* the same during unwinding: guards too */
bool vm_has_stack(struct vm *vm,
                  struct span at); /* for calls that the library makes. false: a diag */
/* Calls a function of the program by its symbol: a destructor, a comparison. false: a diag was recorded */
bool vm_call_symbol(struct vm *vm, struct symbol *s, const union value *args, uint32_t count,
                    union value *out, struct span at);
void vm_abandon(struct vm *vm,
                size_t depth); /* the same after an error: failures of destructors are ignored */
bool vm_destroy(struct vm *vm, const struct destructor_call *d,
                uint64_t address); /* vm_exception.c, and those below */
void vm_exception_end(struct vm *vm, const struct cleanup *c);
/* Throws an exception of that class of the library, made without arguments. false: the program has not read its header. */
/* std::exception_ptr: the address of the handled exception, which gets one pointer more, or 0; one pointer more or less; throws it again, with a diag
 * if there is none at that address. */
uint64_t vm_exception_current(struct vm *vm);
void vm_exception_point(struct vm *vm, uint64_t address, bool more);
void vm_exception_rethrow(struct vm *vm, uint64_t address, struct span at);
bool vm_throw_standard(struct vm *vm, const char *class, struct span at);
/* Throws std::bad_alloc for an allocation of `size` bytes that failed: records a diag or sets vm->thrown, so that the
 * builtin fails. */
void vm_throw_bad_alloc(struct vm *vm, uint64_t size, struct span at);
bool vm_throw(struct vm *vm, const struct throw_desc *desc, uint64_t address, size_t floor);
bool vm_catch(struct vm *vm, size_t floor, int32_t *out_target, uint32_t *out_slot,
              uint64_t *out_address);
/* vm_exception.c: setjmp with the buffer, whose result is at `result`. */
void vm_jump_set(struct vm *vm, uint64_t buffer, const union value *result);
/* longjmp: false, with vm->jump or a diag. */
bool vm_jump(struct vm *vm, uint64_t buffer, int value, struct span at);
/* Unwinds towards the jump point. true: it is in a frame from floor on, and runs on there; false: go on outside, or a diag. */
bool vm_jump_land(struct vm *vm, size_t floor, int32_t *out_target, uint32_t *out_slot,
                  uint64_t *out_value);
/* Calls it at the program's end, with the program's status and the argument if it has parameters. */
void vm_at_exit(struct vm *vm, const struct symbol *function, uint64_t argument);
/* Registers a constructed static object for vm_end_statics. */
void vm_static_made(struct vm *vm, const struct symbol *s, uint64_t address, uint64_t size);
/* Destroys all static objects in reverse order of construction (C++17 6.6.4), while all of them are still usable. */
void vm_end_statics(struct vm *vm);
bool vm_end_thread_statics(struct vm *vm); /* the thread_local ones of the running thread */
/* Ends the program like abort(): status 134, and nothing is destroyed. */
void vm_aborts(struct vm *vm);
/* The table of the polymorphic subobject there; NULL: a diag, or it has none. */
const struct vtable *vm_table_of(struct vm *vm, uint64_t object);
uint64_t vm_table(struct vm *vm, const struct vtable *t); /* what its subobjects point to */
/* The final overrider for that subobject, which then becomes the function's `this`. NULL: a diag was recorded. */
struct symbol *vm_virtual(struct vm *vm, uint64_t *object, uint32_t slot);
void vm_drop(
    struct vm *vm,
    struct symbol *variable); /* a session variable's object or array: released when no code runs */
void vm_release_deferred(struct vm *vm); /* releases redefined variables once no code runs */

/* The object that holds [addr, addr + n), if an access to it needs no further look; else NULL, and vm_object decides. */
static inline struct object *vm_open_object(const struct vm *vm, uint64_t addr, uint64_t n,
                                            enum vm_access how)
{
    struct object *o = space_find(vm->host, addr);
    bool good = o && o->open && n <= o->size - (addr - o->start) &&
                (how == VM_READ ? o->kind != HOST_HANDLE : o->kind < HOST_LITERAL);
    return good ? o : NULL;
}

/* The VM's location: the span of the running instruction; and a diag there. */
struct span vm_place(const struct vm *vm);
bool vm_in_header(const struct vm *vm); /* The running instruction is of a header of ours. */
/* `at`, or if that is in a header of ours, where the program has called it. */
struct span vm_place_for(const struct vm *vm, struct span at);
/* The same, but a place in text of ours that is no header, <name>, stays: %test shows how it launches. */
struct span vm_place_outside(const struct vm *vm, struct span at);
struct span vm_place_in(const struct vm *vm, const frame_vec *frames); /* of another thread */
struct diag *vm_error(struct vm *vm, enum diag_kind kind, struct span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool vm_fault(struct vm *vm, enum device_status status, const struct device_fault *f,
              struct span at); /* true: no fault; otherwise the fault became a diag */

void vm_print(struct vm *vm, int fd, const char *text, size_t n);
struct dtype type_dtype(const struct type *t); /* of an element type; structs are DTYPE_OTHER */
void value_store(const struct type *t, union value v,
                 void *to); /* a scalar into memory of its type */
/* As code of gcc for x86 does it: out of range and NaN give the least number. */
int32_t value_i32(double v);
int64_t value_i64(double v);
uint64_t value_u64(double v);
union value value_load(const struct type *t, const void *from);

/* "= 42": the value of a session variable that lives in host memory. run_cell.c. */
void vm_describe(struct vm *vm, const struct symbol *variable, struct buf *out);
/* What a cell that names the variable shows. false: its value cannot be read now. */
bool vm_display_variable(struct vm *vm, const struct symbol *variable, struct display *out);

/* ---- calls that eval/gen generates, implemented here ---- */
struct define_call {
    struct call_site call;
    struct symbol *symbol;
};

struct receiver_call {
    struct call_site call;
    int64_t label; /* its address in the function, or 0 */
};

bool run_receiver(struct vm *vm, const struct call_site *s,
                  union value *at);                                         /* at[0]: the buffer */
bool run_define(struct vm *vm, const struct call_site *s, union value *at); /* at[0]: nothing */
bool run_static_made(struct vm *vm, const struct call_site *s, union value *at);
bool run_thread_variable(struct vm *vm, const struct call_site *s, union value *at);
bool run_define_array(struct vm *vm, const struct call_site *s,
                      union value *at); /* at[0]: a reference to bind */
bool run_define_unsized(struct vm *vm, const struct call_site *s,
                        union value *at); /* at[0]: bytes */

/* ---- vm_wide.c: long double ---- */

bool vm_wide_load(struct vm *vm, uint64_t from, struct span at, long double *out);
bool vm_wide_store(struct vm *vm, uint64_t to, long double v, struct span at);

struct wide_call {
    struct call_site call;
    enum expr_kind op; /* arithmetic or comparison */
    bool is_signed;    /* of __int128 */
};

struct wide_convert_call {
    struct call_site call;
    enum value_class class; /* of the other type */
    bool truth;             /* to bool */
    uint8_t bits;           /* of the integer that it becomes first */
};

/* at[0]: where the result goes, or a truth value out; at[1], at[2]: operands. Each is an address. */
bool run_wide(struct vm *vm, const struct call_site *s, union value *at);
bool run_to_wide(struct vm *vm, const struct call_site *s, union value *at);
bool run_from_wide(struct vm *vm, const struct call_site *s, union value *at);

/* ---- vm_int128.c: __int128 ---- */

struct int128_convert_call {
    struct call_site call;
    const struct type *from, *to; /* one or both of them __int128 */
};

/* As run_wide; the right operand of a shift is a number. */
bool run_int128(struct vm *vm, const struct call_site *s, union value *at);
/* at[0]: where the result goes, if it is wide, or the result; at[1]: the operand, as its type is held. */
bool run_int128_convert(struct vm *vm, const struct call_site *s, union value *at);
void print_int128(struct buf *out, const void *from, bool is_signed); /* in decimal */

bool run_extent(
    struct vm *vm, const struct call_site *s,
    union value *at); /* at[0]: bytes of an element in, bytes of the array out; at[1]: elements */

struct result_call {
    struct call_site call;
    const struct type *type;
    const char *name; /* of the variable shown, or NULL */
};

/* A value of any type but a device array as results show it: "{.x = 1, .y = 2}", "(int *) 0x7f... in a". */
void vm_print_value(struct vm *vm, struct buf *out, const struct type *t, const void *from);
/* The contents of a string or container of std. false: it is neither. */
bool vm_print_container(struct vm *vm, struct buf *out, const struct type *t, const void *from);

bool run_result(struct vm *vm, const struct call_site *s, union value *at);

/* kept_results.c: makes a cell's result available as `_`, and as `_3` for In[3], if its type can be kept. */
void vm_keep_value(struct vm *vm, const struct type *type, uint64_t bytes, const void *from,
                   struct span at);
void vm_keep_array(struct vm *vm, const struct type *type, struct array *a, struct span at);
/* The storage's variable is dropped: a result does not keep it longer than the running cell. */
void vm_results_release(struct vm *vm, const struct array_storage *storage);
void vm_results_settle(struct vm *vm); /* the cell has ended: gives its results their names */
void vm_results_free(struct vm *vm);

struct magic_call {
    struct call_site call;
    struct str line;
};

bool run_magic(struct vm *vm, const struct call_site *s, union value *at);

/* Arrays: at[0] is the array; subscripts follow, three slots each (start, stop, step; see has). Results in at[0]. */
struct array_call {
    struct call_site call;
    const struct type *type;            /* of the element or of the result */
    struct array_subscript *subscripts; /* values are filled in from the slots */
    uint32_t count;
    struct dtype dtype;
    uint32_t rank;
    const struct type *from; /* of the host operand of a copy; NULL: an array */
    uint64_t from_count;     /* its elements; 0 with from unsized: at[] holds bytes */
    uint32_t extents_given;  /* bit i: extent i is in at[i] */
    bool managed;            /* the new array is managed: the host accesses it in place */
    bool across;             /* the new array lies across ranks */
    bool
        placed; /* behind the initialiser, in at[rank + INITIALISER_SLOTS], is the device's number */
    const char *name; /* of its variable, for reports; NULL: it has none */
};

enum { INITIALISER_SLOTS = 2 }; /* of a new array */

/* A whole-array expression, generated by gen_map.c. at[0...] are the operands, each `width` slots (an array, a value, or
 * extents), then the target or the axis. The result, a new array or a scalar, goes to at[0]. */
struct map_operand {
    enum operand_kind kind;
    const struct type *type;
    const char *text; /* of the type, in CUDA C */
    uint32_t width;   /* slots; OPERAND_INDEX: its rank */
};

struct map_body {
    const char *text;
    struct dtype dtype;
    const struct map_operand *operands;
    uint32_t count, slots; /* of all operands */
    const char **mentions;
    uint32_t mention_count;
};

struct map_call {
    struct call_site call;
    struct map_body body, index; /* index: of a scatter */
    const char *label;
    const char *reduction; /* its name */
    struct dtype result;   /* of a reduction */
    const struct type *type;
    bool along; /* a reduction along the axis that follows the operands */
};

bool run_map_new(struct vm *vm, const struct call_site *s, union value *at);
bool run_map_store(struct vm *vm, const struct call_site *s, union value *at);
bool run_map_scatter(struct vm *vm, const struct call_site *s, union value *at);
bool run_map_reduce(struct vm *vm, const struct call_site *s, union value *at);
const char *vm_label(struct vm *vm, struct span at); /* a statement's text on one line, interned */
/* For work on arrays by the statement at a place (compute/compute.h). run_array.c. */
struct job vm_job(struct vm *vm, struct span at);

/* Adds the session's largest arrays to the diag of a failed allocation. `vm`: a struct vm. */
void vm_holders(void *vm, struct diags *out, struct diag *d);

bool run_array_new(struct vm *vm, const struct call_site *s, union value *at);
/* For a builtin that does not know arrays across ranks: an error if it is given one. */
bool run_refuse_parts(struct vm *vm, const struct call_site *s, union value *at);
bool run_array_address(struct vm *vm, const struct call_site *s,
                       union value *at); /* at[0]: array in, address of element 0 out */
bool run_array_bytes(struct vm *vm, const struct call_site *s, union value *at);
bool run_array_view(struct vm *vm, const struct call_site *s, union value *at);
bool run_array_member(struct vm *vm, const struct call_site *s,
                      union value *at); /* at[0]: array in, view out; at[1]: the member's offset */
bool run_element_load(struct vm *vm, const struct call_site *s, union value *at);
bool run_element_store(struct vm *vm, const struct call_site *s,
                       union value *at); /* value in the slot after the subscripts */
bool run_array_fill(struct vm *vm, const struct call_site *s,
                    union value *at); /* at[0] array, at[1] value */
bool run_array_copy(struct vm *vm, const struct call_site *s,
                    union value *at); /* at[0] array, at[1] array */
bool run_array_from_host(struct vm *vm, const struct call_site *s,
                         union value *at); /* at[0] array, at[1] address, at[2] bytes */
bool run_array_to_host(struct vm *vm, const struct call_site *s,
                       union value *at); /* the same in the other direction */

/* Launches: grid x y z, block x y z, shared, stream, then the arguments and, if called through one, the pointer to the
 * kernel. */
struct launch_call {
    struct call_site call;
    const struct launch *launch;
    uint32_t count;
    const struct type **types; /* of the arguments */
    struct span *spans;
};

bool run_launch(struct vm *vm, const struct call_site *s, union value *at);

/* ---- vm_profile.c ---- */
/* s->run, as an event of %profile. */
bool vm_profiled_call(struct vm *vm, const struct call_site *s, union value *at);
