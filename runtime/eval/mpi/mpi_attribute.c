/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of communicators, windows and datatypes (MPI 4.0, 7.7). They are kept here, since their functions are the program's.
 * The predefined ones are the library's, copied to where the program can read them. */
#include <limits.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

enum {
    FIRST_KEYVAL = 1000,
    TAG_UB = 501,
    IO = 502,
    HOST = 503,
    LASTUSEDCODE = 506,
    LAST_OF_COMM = 507,
    WIN_BASE = 601,
    WIN_SIZE = 603,
    WIN_FLAVOR = 604,
    WIN_MODEL = 605,
    SLOTS = 16, /* of the predefined: eight of communicators, then those of windows */
    NULL_COPY = 0,
    DUP = 1
};

static struct mpi_keyval *keyval_of(struct mpi *m, int64_t keyval)
{
    int64_t i = keyval - FIRST_KEYVAL;
    return i >= 0 && i < (int64_t) m->keyvals.n ? m->keyvals.at + i : NULL;
}

static struct mpi_attribute *find(struct mpi_handle *h, int64_t keyval)
{
    VEC_EACH (a, &h->attributes)
        if (a->keyval == keyval)
            return a;
    return NULL;
}

/* What the first argument of the running call is. */
static enum mpi_kind kind_of(const struct mpi_use *u)
{
    return u->call->args[0].of[0];
}

static struct mpi_handle *holder(struct mpi_use *u)
{
    if (kind_of(u) != MPI_TYPE)
        u->owner = u->at[0].u;
    return mpi_handle_of(u, kind_of(u), u->at[0].u);
}

/* The result of a function of the program: 0, or the error code that the call returns. */
static bool call_program(struct mpi_use *u, uint64_t function, const union value *args,
                         uint32_t count)
{
    union value code = {0};
    return vm_call(u->vm, function, args, count, &code, u->site->at) &&
           (!(int) code.i || mpi_fails(u, (int) code.i));
}

static bool delete (struct mpi_use *u, uint64_t handle, const struct mpi_attribute *a)
{
    const struct mpi_keyval *k = keyval_of(u->m, a->keyval);
    union value args[4] = {{.u = handle}, {.i = a->keyval}, {.u = a->value}, {.u = k->extra}};
    return k->delete == NULL_COPY || call_program(u, k->delete, args, 4);
}

bool mpi_attributes_deleted(struct mpi_use *u, enum mpi_kind kind, uint64_t handle)
{
    struct mpi_handle *h = mpi_find(u->m, kind, handle);
    while (h && h->attributes.n && !u->code) { /* the newest first */
        struct mpi_attribute last = VEC_LAST(&h->attributes);
        if (!delete (u, handle, &last))
            return false;
        if (!u->code)
            h->attributes.n--;
    }
    return true;
}

/* copy(old, keyval, extra, value, &new, &flag) */
static bool copy(struct mpi_use *u, uint64_t from, struct mpi_handle *to,
                 const struct mpi_attribute *a)
{
    const struct mpi_keyval *k = keyval_of(u->m, a->keyval);
    struct mpi_attribute made = *a;
    int32_t flag = 1;
    if (k->copy == NULL_COPY)
        return true;
    if (k->copy != DUP) {
        struct object *o = vm_new_object(u->vm, 16, HOST_TEMPORARY, NULL, u->site->at);
        if (!o)
            return false;
        union value args[6] = {{.u = from},     {.i = a->keyval}, {.u = k->extra},
                               {.u = a->value}, {.u = o->start},  {.u = o->start + 8}};
        bool good = call_program(u, k->copy, args, 6);
        memcpy(&made.value, (void *) (uintptr_t) o->start, sizeof made.value);
        memcpy(&flag, (void *) (uintptr_t) (o->start + 8), sizeof flag);
        space_free(u->vm->host, o);
        if (!good || u->code)
            return good;
    }
    if (flag)
        VEC_PUSH(&to->attributes, made);
    return true;
}

bool mpi_attributes_copied(struct mpi_use *u, enum mpi_kind kind, uint64_t from, uint64_t to)
{
    struct mpi_handle *old = mpi_find(u->m, kind, from), *new = mpi_find(u->m, kind, to);
    for (size_t i = 0; old && new &&i < old->attributes.n && !u->code; i++) {
        struct mpi_attribute a = old->attributes.at[i];
        if (!copy(u, from, new, &a))
            return false;
    }
    return true;
}

/* ---- predefined attributes ---- */

/* The library's value. false: the call fails. */
static bool ask_library(struct mpi_use *u, const struct mpi_handle *h, int64_t *out,
                        int32_t *out_flag)
{
    struct mpi *m = u->m;
    enum mpi_id id = kind_of(u) == MPI_WIN ? MPI_ID_Win_get_attr : MPI_ID_Comm_get_attr;
    uint64_t key = (uint64_t) mpi_to_library(m, GROUP_KEYVAL, u->at[1].i), native = 0;
    *out_flag = u->at[1].i == TAG_UB;
    *out = INT_MAX;
    if (m->library.alone || !m->library.at[id])
        return true;
    int code = mpi_invoke(
        m, id,
        (const uint64_t[MPI_ARGS + 1]){h->native, key, (uintptr_t) &native, (uintptr_t) out_flag});
    if (!mpi_result(u, code))
        return false;
    if (!*out_flag || u->code)
        return true;
    *out = u->at[1].i == WIN_BASE   ? (int64_t) native
           : u->at[1].i == WIN_SIZE ? *(const int64_t *) (uintptr_t) native
                                    : *(const int32_t *) (uintptr_t) native;
    if (u->at[1].i == WIN_FLAVOR || u->at[1].i == WIN_MODEL)
        *out = mpi_from_library(m, u->at[1].i == WIN_FLAVOR ? GROUP_FLAVOR : GROUP_MODEL, *out);
    if (u->at[1].i == IO || u->at[1].i == HOST)
        *out = mpi_from_library(m, GROUP_RANK, *out);
    if (u->at[1].i == LASTUSEDCODE)
        *out = ABI_ERR_LASTCODE + (int64_t) m->added_errors.n;
    return true;
}

/* The program gets the address of the value, except for a window's base. */
static bool predefined(struct mpi_use *u, const struct mpi_handle *h)
{
    struct mpi *m = u->m;
    int64_t value;
    int32_t flag;
    if (!ask_library(u, h, &value, &flag) || u->code)
        return u->code;
    if (!m->attributes)
        m->attributes = vm_new_object(u->vm, SLOTS * sizeof value, HOST_GLOBAL, "attributes of MPI",
                                      u->site->at);
    if (!m->attributes)
        return false;
    int64_t slot = u->at[1].i < WIN_BASE ? u->at[1].i - TAG_UB : SLOTS / 2 + u->at[1].i - WIN_BASE;
    uint64_t to = m->attributes->start + (uint64_t) slot * sizeof value;
    if (flag)
        memcpy((void *) (uintptr_t) to, &value, sizeof value);
    if (u->at[1].i == WIN_BASE)
        to = (uint64_t) value;
    return mpi_store_i32(u, 3, flag) &&
           (!flag || vm_store(u->vm, u->at[2].u, &to, sizeof to, u->site->at));
}

/* ---- the calls ---- */

MPI_OURS(create_keyval)
{
    VEC_PUSH(&u->m->keyvals, (struct mpi_keyval){true, u->at[0].u, u->at[1].u, u->at[3].u});
    return mpi_store_i32(u, 2, FIRST_KEYVAL + (int64_t) u->m->keyvals.n - 1);
}

/* Attributes with it stay (MPI 4.0, 7.7.2). */
MPI_OURS(free_keyval)
{
    int32_t *keyval = vm_memory(u->vm, u->at[0].u, sizeof *keyval, VM_WRITE, u->site->at);
    struct mpi_keyval *k = keyval ? keyval_of(u->m, *keyval) : NULL;
    if (!keyval)
        return false;
    if (!k || !k->live)
        return mpi_fails(u, ABI_ERR_KEYVAL);
    k->live = false;
    *keyval = 0;
    return true;
}

MPI_OURS(set_attr)
{
    struct mpi_handle *h = holder(u);
    struct mpi_keyval *k = keyval_of(u->m, u->at[1].i);
    if (!h)
        return false;
    if (!k || !k->live)
        return mpi_fails(u, ABI_ERR_KEYVAL);
    struct mpi_attribute *a = find(h, u->at[1].i);
    if (!a) {
        VEC_PUSH(&h->attributes, (struct mpi_attribute){(int) u->at[1].i, u->at[2].u});
        return true;
    }
    struct mpi_attribute old = *a;
    if (!delete (u, u->at[0].u, &old))
        return false;
    a = find(h, u->at[1].i); /* the program's function may have changed the list */
    if (!u->code && a)
        a->value = u->at[2].u;
    return true;
}

MPI_OURS(get_attr)
{
    struct mpi_handle *h = holder(u);
    int64_t keyval = u->at[1].i;
    if (!h)
        return false;
    if ((kind_of(u) == MPI_COMM && keyval >= TAG_UB && keyval <= LAST_OF_COMM) ||
        (kind_of(u) == MPI_WIN && keyval >= WIN_BASE && keyval <= WIN_MODEL))
        return predefined(u, h);
    if (!keyval_of(u->m, keyval))
        return mpi_fails(u, ABI_ERR_KEYVAL);
    const struct mpi_attribute *a = find(h, keyval);
    return mpi_store_i32(u, 3, a != NULL) &&
           (!a || vm_store(u->vm, u->at[2].u, &a->value, sizeof a->value, u->site->at));
}

MPI_OURS(delete_attr)
{
    struct mpi_handle *h = holder(u);
    struct mpi_attribute *a = h ? find(h, u->at[1].i) : NULL;
    if (!h)
        return false;
    if (!a)
        return mpi_fails(u, ABI_ERR_KEYVAL);
    struct mpi_attribute old = *a;
    if (!delete (u, u->at[0].u, &old) || u->code)
        return u->code;
    a = find(h, u->at[1].i);
    if (a)
        VEC_REMOVE(&h->attributes, (size_t) (a - h->attributes.at));
    return true;
}
