/* SPDX-License-Identifier: Apache-2.0 */
/* Errors and error handlers (MPI 4.0, chapter 9). The library returns every error; here it becomes an error of the session, the
 * call's result, or a call of the program's handler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_errors.h"
#include "eval/mpi/mpi_state.h"

static struct mpi_handle *owner_of(struct mpi_use *u, uint64_t *out_handle)
{
    struct mpi *m = u->m;
    struct mpi_handle *h = mpi_find(m, MPI_COMM, u->owner);
    h = h ? h : mpi_find(m, MPI_WIN, u->owner);
    h = h ? h : mpi_find(m, MPI_FILE, u->owner);
    *out_handle = h && u->owner != ABI_COMM_NULL ? u->owner : ABI_COMM_WORLD;
    return h && u->owner != ABI_COMM_NULL ? h : mpi_find(m, MPI_COMM, ABI_COMM_WORLD);
}

static void say(struct mpi_use *u, int code)
{
    struct diag *d = vm_error(u->vm, DIAG_RUNTIME, u->site->at, "%s: %s (%s)", u->call->name,
                              mpi_error_text(code), mpi_error_name(code));
    if (code == ABI_ERR_TRUNCATE)
        diag_help(u->vm->diags, d,
                  "receive with a count that is at least the sender's; MPI_Probe and MPI_Get_count "
                  "tell it");
}

/* The handler gets the addresses of the handle and of the code. */
static bool call_handler(struct mpi_use *u, uint64_t function, uint64_t handle)
{
    int32_t code = u->code;
    struct object *o = vm_new_object(u->vm, 16, HOST_TEMPORARY, NULL, u->site->at);
    union value args[3] = {{0}}, none;
    if (!o)
        return false;
    memcpy((void *) (uintptr_t) o->start, &handle, sizeof handle);
    memcpy((void *) (uintptr_t) (o->start + 8), &code, sizeof code);
    args[0].u = o->start;
    args[1].u = o->start + 8;
    bool good = vm_call(u->vm, function, args, 3, &none,
                        u->site->at); /* the third: its variable arguments, none */
    space_free(u->vm->host, o);
    return good;
}

bool mpi_fails(struct mpi_use *u, int code)
{
    uint64_t handle;
    struct mpi_handle *owner = owner_of(u, &handle),
                      *handler = mpi_find(u->m, MPI_ERRHANDLER, owner->errhandler);
    u->code = code;
    if (!code || owner->errhandler == ABI_ERRORS_RETURN)
        return true;
    if (handler && handler->function)
        return call_handler(u, handler->function, handle);
    say(u, code);
    return false;
}

bool mpi_result(struct mpi_use *u, int library_code)
{
    return mpi_fails(u, mpi_class(u->m, library_code));
}

/* ---- the calls ---- */

static struct mpi_added_error *added(struct mpi *m, int64_t code)
{
    int64_t i = code - ABI_ERR_LASTCODE - 1;
    return i >= 0 && i < (int64_t) m->added_errors.n ? m->added_errors.at + i : NULL;
}

MPI_OURS(Error_string)
{
    char text[512];
    const struct mpi_added_error *e = added(u->m, u->at[0].i);
    int code = (int) u->at[0].i,
        n = e ? snprintf(text, sizeof text, "%s", e->text ? e->text : "")
              : snprintf(text, sizeof text, "%s: %s", mpi_error_name(code), mpi_error_text(code));
    n = n < (int) sizeof text ? n : (int) sizeof text - 1;
    return vm_store(u->vm, u->at[1].u, text, (size_t) n + 1, u->site->at) && mpi_store_i32(u, 2, n);
}

MPI_OURS(Error_class)
{
    const struct mpi_added_error *e = added(u->m, u->at[0].i);
    return mpi_store_i32(u, 1, e ? e->class : u->at[0].i);
}

static bool add(struct mpi_use *u, int64_t class, uint32_t arg)
{
    int64_t code = ABI_ERR_LASTCODE + 1 + (int64_t) u->m->added_errors.n;
    VEC_PUSH(&u->m->added_errors, (struct mpi_added_error){(int) (class ? class : code), NULL});
    return mpi_store_i32(u, arg, code);
}

MPI_OURS(Add_error_class)
{
    return add(u, 0, 0);
}

MPI_OURS(Add_error_code)
{
    return add(u, u->at[0].i, 1);
}

MPI_OURS(Add_error_string)
{
    size_t n;
    struct mpi_added_error *e = added(u->m, u->at[0].i);
    const char *text = vm_string(u->vm, u->at[1].u, u->site->at, &n);
    if (!text)
        return false;
    if (!e)
        return mpi_fails(u, ABI_ERR_ARG);
    free(e->text);
    e->text = xstrdup(text);
    return true;
}

MPI_OURS(Comm_create_errhandler)
{
    struct mpi_handle *h;
    uint64_t handle = mpi_handle_new(u->m, MPI_ERRHANDLER, 0, &h);
    h->function = u->at[0].u;
    return mpi_store_handle(u, 1, handle);
}

/* What the first argument is: a communicator, window or file. */
static struct mpi_handle *first(struct mpi_use *u)
{
    u->owner = u->at[0].u;
    return mpi_handle_of(u, u->call->args[0].of[0], u->at[0].u);
}

MPI_OURS(Comm_set_errhandler)
{
    struct mpi_handle *h = first(u);
    if (!h || !mpi_handle_of(u, MPI_ERRHANDLER, u->at[1].u))
        return false;
    h->errhandler = u->at[1].u;
    return true;
}

MPI_OURS(Comm_get_errhandler)
{
    struct mpi_handle *h = first(u);
    return h && mpi_store_handle(u, 1, h->errhandler);
}

MPI_OURS(Comm_call_errhandler)
{
    if (!first(u) || !mpi_fails(u, (int) u->at[1].i))
        return false;
    u->code = 0;
    return true;
}

/* Communicators that have it keep it (MPI 4.0, 9.3.4), so the record stays. */
MPI_OURS(Errhandler_free)
{
    uint64_t null = ABI_ERRHANDLER_NULL;
    return vm_store(u->vm, u->at[0].u, &null, sizeof null, u->site->at);
}
