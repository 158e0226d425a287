/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/ranks.h"
#include "base/vec.h"
#include "eval/library/builtin.h"

/* MPI for the program, by the machine's library, which is loaded when the program calls MPI_Init. Tables: mpi_calls.def (the
 * functions and what they read and write), mpi_handles.def, mpi_constants.def, mpi_errors.def.
 *
 * A program sees the values of the standard ABI (MPI 5.0, chapter 20); a call translates them. Its handles are numbers of
 * ours, so that an invalid one is found before the library follows it. Blocking calls are nonblocking calls whose request
 * is polled (mpi_poll). Every buffer is checked against its object. Errors are not the library's to handle: it returns
 * them, and mpi_error.c does what the program's error handlers ask for.
 *
 * Functions return false if the running builtin must fail: a diag was recorded, or the program is ending.
 * Lifetime: session (struct vm owns it). Thread-safety: the session's thread only. */

enum mpi_kind {
    MPI_COMM = 1,
    MPI_GROUP,
    MPI_TYPE,
    MPI_OP,
    MPI_REQUEST,
    MPI_WIN,
    MPI_FILE,
    MPI_INFO,
    MPI_MESSAGE,
    MPI_ERRHANDLER,
    MPI_KINDS
};

/* Values of the standard ABI that the code itself uses. */
enum {
    ABI_IN_PLACE = 1,
    ABI_OP_NULL = 0x20,
    ABI_COMM_NULL = 0x100,
    ABI_COMM_WORLD = 0x101,
    ABI_FILE_NULL = 0x118,
    ABI_ERRHANDLER_NULL = 0x140,
    ABI_ERRORS_ARE_FATAL = 0x141,
    ABI_ERRORS_ABORT = 0x142,
    ABI_ERRORS_RETURN = 0x143,
    ABI_REQUEST_NULL = 0x180,
    ABI_TYPE_NULL = 0x200,
    ABI_PACKED = 0x207,
    ABI_BYTE = 0x247,
    ABI_ANY_SOURCE = -1,
    ABI_ANY_TAG = -2,
    ABI_PROC_NULL = -3,
    ABI_ROOT = -4,
    ABI_UNDEFINED = -32766,
    ABI_ERR_COMM = 5,
    ABI_ERR_REQUEST = 7,
    ABI_ERR_ARG = 13,
    ABI_ERR_TRUNCATE = 15,
    ABI_ERR_OTHER = 16,
    ABI_ERR_IN_STATUS = 19,
    ABI_ERR_KEYVAL = 36,
    ABI_ERR_LASTCODE = 16383
};

enum mpi_id {

#define CALL(name, ...) MPI_ID_##name,
#include "eval/mpi/mpi_calls.def"
#undef CALL
    MPI_IDS,
    MPI_NO_TWIN = MPI_IDS
};

enum mpi_role {
    ROLE_NONE,
    ROLE_IN, /* buffers: */
    ROLE_OUT,
    ROLE_IN_EACH,
    ROLE_OUT_EACH,
    ROLE_IN_V,
    ROLE_OUT_V,
    ROLE_IN_W,
    ROLE_OUT_W,
    ROLE_IN_SUM,
    ROLE_OUT_OWN,
    ROLE_BCAST,
    ROLE_ROOT_OUT,
    ROLE_ROOT_OUT_EACH,
    ROLE_ROOT_OUT_V,
    ROLE_ROOT_IN_EACH,
    ROLE_ROOT_IN_V,
    ROLE_IN_MEMBERS,
    ROLE_IN_NEAR,
    ROLE_OUT_NEAR,
    ROLE_IN_NEAR_V,
    ROLE_OUT_NEAR_V,
    ROLE_IN_NEAR_W,
    ROLE_OUT_NEAR_W,
    ROLE_BYTES,
    ROLE_OUT_BYTES,
    ROLE_WINDOW,
    ROLE_LAST_BUFFER = ROLE_WINDOW,
    ROLE_INT, /* by value: */
    ROLE_RANK,
    ROLE_ROOT,
    ROLE_TAG,
    ROLE_AINT,
    ROLE_OFFSET,
    ROLE_ENUM,
    ROLE_BITS,
    ROLE_HANDLE,    /* a: enum mpi_kind */
    ROLE_ROOT_TYPE, /* may be anything except at the root */
    ROLE_NEW,       /* a: enum mpi_kind */
    ROLE_FREE,      /* a: enum mpi_kind */
    ROLE_INTS,      /* lists; a: how many */
    ROLE_ROOT_INTS,
    ROLE_AINTS,
    ROLE_TYPES,
    ROLE_RANGES,
    ROLE_OUT_INTS,
    ROLE_OUT_AINTS,
    ROLE_OUT_TYPES,
    ROLE_ENUMS,   /* b: enum mpi_group */
    ROLE_WEIGHTS, /* or one of two constants */
    ROLE_OUT_WEIGHTS,
    ROLE_EDGES, /* as many as the last element of list a says */
    ROLE_OUT_RANKS,
    ROLE_OUT_INT, /* results: */
    ROLE_OUT_RANK,
    ROLE_OUT_AINT,
    ROLE_OUT_OFFSET,
    ROLE_OUT_ENUM,
    ROLE_IN_INT,
    ROLE_TEXT,
    ROLE_OUT_TEXT,
    ROLE_IN_STATUS,
    ROLE_OUT_STATUS,
    ROLE_POINTER, /* of OURS alone: */
    ROLE_FUNCTION,
    ROLE_REQUESTS
};

enum mpi_group {
    GROUP_NONE,
    GROUP_RANK,
    GROUP_TAG,
    GROUP_THREAD,
    GROUP_ORDER,
    GROUP_COMPARED,
    GROUP_TOPOLOGY,
    GROUP_SPLIT,
    GROUP_LOCK,
    GROUP_SEEK,
    GROUP_MODE,
    GROUP_ASSERT,
    GROUP_KEYVAL,
    GROUP_COMBINER,
    GROUP_FLAVOR,
    GROUP_MODEL,
    GROUP_DISTRIBUTION,
    GROUP_OFFSET
};

enum {
    MPI_ARGS = 14,
    MPI_BUFFERS = 4,
    MPI_TEXT = 8192,
    MPI_PEERS = 64,
    MPI_MEMBERS,
    MPI_DIMS,
    MPI_SOURCES,
    MPI_TARGETS,
    MPI_ONE
};

enum mpi_mode {
    MODE_LOCAL,
    MODE_POLLED,
    MODE_GATED,
    MODE_START,
    MODE_PERSIST,
    MODE_DIRECT,
    MODE_OURS
};

struct mpi_use;

struct mpi_arg {
    uint8_t role, of[3];
};

struct mpi_call {
    const char *name; /* with "MPI_" */
    enum mpi_mode mode;
    enum mpi_id twin; /* of MODE_POLLED */
    bool (*ours)(struct mpi_use *u);
    struct mpi_arg args[MPI_ARGS]; /* up to the first ROLE_NONE */
};

extern const struct mpi_call mpi_calls[MPI_IDS];

enum mpi_abi { ABI_STANDARD, ABI_OPEN_MPI, ABI_MPICH };

/* The library, or the world of one process (mpi_alone.c), which has a part of the functions. */
struct mpi_library {
    void *handle;
    enum mpi_abi abi;
    bool alone;
    char path[256];
    void (*at[MPI_IDS])(void); /* NULL: it lacks that function */
    uint64_t *predefined;      /* by row of mpi_handles.def */
    uint64_t unweighted, weights_empty;
};

/* MPI_Status of the standard ABI. */
struct mpi_status {
    int32_t source, tag, error, internal[5];
};

union mpi_library_status {
    char bytes[64];
    uint64_t aligned;
};

/* A stretch of memory that a call reads or writes. Device memory is staged through host memory. */
struct mpi_buffer {
    uint64_t address; /* in the program */
    uint64_t bytes;
    char *staged; /* NULL: host memory, which the library accesses itself */
    bool reads, writes;
    uint64_t
        object; /* host memory that the library accesses later: where its object starts; 0: it does not */
    uint32_t version;
};

/* Bytes of a datatype: struct mpi_layout is shared by the handles that refer to it. */
struct mpi_block {
    int64_t at;
    uint64_t bytes;
};

struct mpi_layout {
    int64_t lower, extent;           /* of one element */
    int64_t true_lower, true_extent; /* of the bytes that it accesses */
    bool blocks_known;
    VEC(struct mpi_block) blocks; /* if blocks_known: these bytes in order of the type map */
};

/* A reduction with a function of the program: the library gathers, and the function runs here (mpi_reduce.c). */
struct mpi_fold {
    enum mpi_id call; /* the blocking one */
    uint64_t op, type;
    int64_t count, own; /* elements of each rank; own: first element of this rank's part */
    int64_t part;       /* elements of the result here */
    int32_t rank, ranks;
    bool wanted; /* here */
    uint64_t to; /* the receive buffer */
    struct space *space;
    struct object *gathered; /* in it */
    uint64_t first;          /* address of rank 0's first element in it */
};

struct mpi_attribute {
    int keyval;
    uint64_t value;
};

struct mpi_handle {
    enum mpi_kind kind;
    uint16_t generation;
    bool live, user; /* user: a function of the program */
    uint64_t native; /* the library's */
    uint64_t
        comm; /* of a window or file: its communicator; of a request: whose error handler is asked */
    uint64_t errhandler; /* of a communicator, window or file */
    VEC(struct mpi_attribute) attributes;
    struct mpi_layout *layout; /* of a datatype; NULL: not asked for yet */
    uint64_t function;         /* of an operation or error handler */
    bool commutes;
    /* of a request: */
    const struct mpi_call *call;
    struct mpi_buffer buffers[MPI_BUFFERS];
    uint32_t buffer_count;
    bool persistent, active;
    struct mpi_fold *fold; /* or NULL */
    void *kept[6];         /* lists that the library reads until the request is complete */
    uint32_t kept_count;
};

struct mpi_keyval {
    bool live;
    uint64_t copy, delete, extra;
};

/* An error class or code of the program. */
struct mpi_added_error {
    int class;
    char *text; /* NULL: none */
};

struct mpi {
    struct mpi_library library;
    struct ranks ranks;             /* as the launcher says */
    bool loaded, started, finished; /* the library: MPI_Init, MPI_Finalize */

    enum { PROGRAM_BEFORE, PROGRAM_RUNS, PROGRAM_FINALIZED } program;

    int32_t rank, size; /* in MPI_COMM_WORLD */
    bool aborts;        /* MPI_Abort was called, with abort_code */
    int abort_code, thread_level;
    VEC(struct mpi_handle *) handles;
    struct mpi_handle *predefined; /* by row of mpi_handles.def */
    VEC(struct mpi_keyval) keyvals;
    VEC(struct mpi_added_error) added_errors; /* their codes begin behind ABI_ERR_LASTCODE */
    uint64_t attached, attached_size;         /* MPI_Buffer_attach */
    struct object *attributes; /* values of predefined attributes, for the program to read */
    uint64_t link_comm; /* the library's: of arrays across ranks (mpi_link.c); 0: there are none */
};

/* One call. */
struct mpi_use {
    struct vm *vm;
    struct mpi *m;
    const struct call_site *site;
    const struct mpi_call *call;
    enum mpi_id id;       /* of the call */
    enum mpi_id blocking; /* the blocking function of a nonblocking one; otherwise the same */
    union value *at;      /* its arguments */
    uint64_t native[MPI_ARGS + 1];
    struct mpi_buffer buffers[MPI_BUFFERS];
    uint32_t buffer_count;
    void *scratch[MPI_ARGS];
    uint32_t scratch_count;
    uint64_t new[MPI_ARGS]; /* handles that the library makes */
    union mpi_library_status status[2];
    uint64_t comm;  /* the communicator, or that of the window or file; 0: none */
    uint64_t owner; /* whose error handler is asked: a communicator, window or file */
    int32_t root;
    int code; /* MPI's result, in the standard ABI */
};

struct mpi *mpi_of(struct vm *vm); /* makes it at the first call (mpi_run.c) */
bool mpi_start(struct mpi_use *u); /* loads and initialises the library (mpi_setup.c) */

/* ---- mpi_library.c, mpi_alone.c ---- */
bool mpi_load(struct mpi_use *u);
void mpi_unload(struct mpi *m);
void mpi_be_alone(struct mpi_library *l);
/* Calls the library's function. The result is the library's error code. */
int mpi_invoke(const struct mpi *m, enum mpi_id id, const uint64_t *args);
#define MPI_INVOKE(m, id, ...)                                                                     \
    mpi_invoke(m, MPI_ID_##id, (const uint64_t[MPI_ARGS + 1]){__VA_ARGS__})

/* ---- mpi_handle.c ---- */
/* The handle of that kind; NULL: there is none. A null handle has one too. */
struct mpi_handle *mpi_find(struct mpi *m, enum mpi_kind kind, uint64_t handle);
/* The same; NULL with a diag. */
struct mpi_handle *mpi_handle_of(struct mpi_use *u, enum mpi_kind kind, uint64_t handle);
uint64_t mpi_handle_new(struct mpi *m, enum mpi_kind kind, uint64_t native,
                        struct mpi_handle **out);
void mpi_handle_end(struct mpi *m, uint64_t handle);
void mpi_handles_free(struct mpi *m);
void mpi_buffers_free(struct mpi_buffer *b, uint32_t *count);
struct mpi_fold *mpi_fold_free(struct mpi_fold *f); /* NULL */
/* The handle of what the library has made or knows: a predefined one, or a new one. */
uint64_t mpi_handle_from(struct mpi *m, enum mpi_kind kind, uint64_t native,
                         struct mpi_handle **out);
uint64_t mpi_null(enum mpi_kind kind); /* in the standard ABI */
uint64_t mpi_native_null(const struct mpi *m, enum mpi_kind kind);
/* Handles in the library's own arrays. */
size_t mpi_handle_size(const struct mpi *m);
void mpi_put_native(const struct mpi *m, void *list, size_t i, uint64_t native);
uint64_t mpi_get_native(const struct mpi *m, const void *list, size_t i);

/* ---- mpi_constant.c ---- */
int64_t mpi_to_library(const struct mpi *m, enum mpi_group group, int64_t v);
int64_t mpi_from_library(const struct mpi *m, enum mpi_group group, int64_t v);
int64_t mpi_bits_to_library(const struct mpi *m, enum mpi_group group, int64_t v);
void mpi_status_to_program(const struct mpi *m, const union mpi_library_status *from,
                           struct mpi_status *to);
void mpi_status_to_library(const struct mpi *m, const struct mpi_status *from,
                           union mpi_library_status *to);
size_t mpi_status_size(const struct mpi *m);
uint64_t mpi_in_place(const struct mpi *m);

/* ---- mpi_type.c ---- */
/* NULL: the library does not know the type. */
const struct mpi_layout *mpi_layout_of(struct mpi *m, uint64_t type);
/* A constructor has made a type of the arguments. */
void mpi_type_made(struct mpi_use *u, struct mpi_handle *made);

/* ---- mpi_buffer.c ---- */
/* What the library gets for `count` elements at the address. */
bool mpi_buffer(struct mpi_use *u, uint64_t address, int64_t count, uint64_t type, bool reads,
                bool writes, uint64_t *out_native);
bool mpi_bytes(struct mpi_use *u, uint64_t address, uint64_t bytes, bool writes,
               uint64_t *out_native);
/* Before the library's function of a persistent request reads; after the request is complete. */
bool mpi_buffers_load(struct mpi_use *u, struct mpi_buffer *b, uint32_t count);
bool mpi_buffers_store(struct mpi_use *u, const struct mpi_call *call, struct mpi_buffer *b,
                       uint32_t count);

/* ---- mpi_call.c ---- */
bool mpi_arguments(struct mpi_use *u); /* the program's to the library's */
bool mpi_results(struct mpi_use *u);   /* and back */
/* The handle that an argument points to has ended: it becomes null. */
bool mpi_freed(struct mpi_use *u, uint32_t i, enum mpi_kind kind);
void *mpi_scratch(struct mpi_use *u, size_t bytes);
int64_t mpi_peers(struct mpi *m, uint64_t comm); /* ranks that a collective reaches */
bool mpi_is_inter(struct mpi *m, uint64_t comm);
bool mpi_at_root(struct mpi_use *u);
bool mpi_contributes(struct mpi_use *u);
bool mpi_store_i32(struct mpi_use *u, uint32_t arg, int64_t v);
/* To an address that may be 0. A call that completes one request leaves the field of the error alone (MPI 4.0, 3.2.5). */
bool mpi_store_status(struct mpi_use *u, uint64_t to, const struct mpi_status *s, bool with_error);
bool mpi_store_handle(struct mpi_use *u, uint32_t arg, uint64_t handle);
void mpi_request_keeps(struct mpi_use *u,
                       struct mpi_handle *request); /* the call's buffers and lists */

/* ---- mpi_poll.c ---- */
/* Calls `once`, which returns the library's code, until it is done or fails. Other threads of the program run meanwhile. */
bool mpi_poll(struct mpi_use *u, int (*once)(struct mpi_use *u, void *user, int *done), void *user,
              int *out_code);
bool mpi_complete(struct mpi_use *u, uint64_t *request, union mpi_library_status *status,
                  int *out_code);
bool mpi_meet(struct mpi_use *u); /* a barrier, polled */

/* ---- mpi_request.c ---- */
uint64_t mpi_request_new(struct mpi_use *u, uint64_t native);

/* ---- mpi_reduce.c ---- */
/* Whether the call reduces with a function of the program. */
bool mpi_folds(struct mpi_use *u);
bool mpi_fold_start(struct mpi_use *u, uint64_t *out_native, struct mpi_fold **out);
bool mpi_fold_finish(struct mpi_use *u, struct mpi_fold *f);

/* ---- mpi_error.c ---- */
/* The result of a library call becomes the call's: u->code, as the error handler of `u->owner` wants it. */
bool mpi_result(struct mpi_use *u, int library_code);
bool mpi_fails(struct mpi_use *u, int code); /* the same, for a code of the standard ABI */
int mpi_class(const struct mpi *m, int library_code);

/* ---- mpi_attribute.c ---- */
/* A duplicate gets the attributes; a communicator, window or datatype that ends loses them. */
bool mpi_attributes_copied(struct mpi_use *u, enum mpi_kind kind, uint64_t from, uint64_t to);
bool mpi_attributes_deleted(struct mpi_use *u, enum mpi_kind kind, uint64_t handle);

/* ---- the functions of mode OURS ---- */
#define DECLARE_LOCAL
#define DECLARE_GATED
#define DECLARE_START
#define DECLARE_PERSIST
#define DECLARE_DIRECT
#define DECLARE_POLLED(twin)
#define DECLARE_OURS(name)    bool mpi_##name(struct mpi_use *u);
#define CALL(name, mode, ...) DECLARE_##mode
#include "eval/mpi/mpi_calls.def"
#undef CALL
#undef DECLARE_LOCAL
#undef DECLARE_GATED
#undef DECLARE_START
#undef DECLARE_PERSIST
#undef DECLARE_DIRECT
#undef DECLARE_POLLED
#undef DECLARE_OURS
#define MPI_OURS(name) bool mpi_##name(struct mpi_use *u)
