/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of communicators (MPI 4.0, 7.7). They are kept here, since their functions are the program's. The predefined ones are
 * the library's, copied to where the program can read them. */
#include <limits.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

enum {
    FIRST_KEYVAL = 1000,
    FIRST_PREDEFINED = 501,
    LAST_PREDEFINED = 507,
    TAG_UB = 501,
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

/* The result of a function of the program: 0, or the error code that the call returns. */
static bool call_program(struct mpi_use *u, uint64_t function, const union value *args,
                         uint32_t count)
{
    union value code = {0};
    return vm_call(u->vm, function, args, count, &code, u->site->at) &&
           (!(int) code.i || mpi_fails(u, (int) code.i));
}

static bool delete (struct mpi_use *u, uint64_t comm, const struct mpi_attribute *a)
{
    const struct mpi_keyval *k = keyval_of(u->m, a->keyval);
    union value args[4] = {{.u = comm}, {.i = a->keyval}, {.u = a->value}, {.u = k->extra}};
    return k->delete == NULL_COPY || call_program(u, k->delete, args, 4);
}

bool mpi_attributes_deleted(struct mpi_use *u, uint64_t comm)
{
    struct mpi_handle *h = mpi_find(u->m, MPI_COMM, comm);
    while (h && h->attributes.n) { /* the newest first */
        struct mpi_attribute last = h->attributes.at[--h->attributes.n];
        if (!delete (u, comm, &last) || u->code)
            return u->code;
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

bool mpi_attributes_copied(struct mpi_use *u, uint64_t from, uint64_t to)
{
    struct mpi_handle *old = mpi_find(u->m, MPI_COMM, from), *new = mpi_find(u->m, MPI_COMM, to);
    for (size_t i = 0; old && new &&i < old->attributes.n && !u->code; i++) {
        struct mpi_attribute a = old->attributes.at[i];
        if (!copy(u, from, new, &a))
            return false;
    }
    return true;
}

/* ---- the calls ---- */

MPI_OURS(Comm_create_keyval)
{
    VEC_PUSH(&u->m->keyvals, (struct mpi_keyval){true, u->at[0].u, u->at[1].u, u->at[3].u});
    return mpi_store_i32(u, 2, FIRST_KEYVAL + (int64_t) u->m->keyvals.n - 1);
}

/* Attributes with it stay (MPI 4.0, 7.7.2). */
MPI_OURS(Comm_free_keyval)
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

MPI_OURS(Comm_set_attr)
{
    struct mpi_handle *h = mpi_handle_of(u, MPI_COMM, u->at[0].u);
    struct mpi_keyval *k = keyval_of(u->m, u->at[1].i);
    if (!h)
        return false;
    u->owner = u->at[0].u;
    if (!k || !k->live)
        return mpi_fails(u, ABI_ERR_KEYVAL);
    struct mpi_attribute *a = find(h, u->at[1].i);
    if (!a) {
        VEC_PUSH(&h->attributes, (struct mpi_attribute){(int) u->at[1].i, u->at[2].u});
        return true;
    }
    struct mpi_attribute old = *a;
    a->value = u->at[2].u;
    return delete (u, u->at[0].u, &old);
}

/* Where the program reads the value of a predefined attribute: an int. */
static bool predefined(struct mpi_use *u, struct mpi_handle *h)
{
    struct mpi *m = u->m;
    int32_t value = INT_MAX, *p = &value, flag = u->at[1].i == TAG_UB;
    if (m->library.at[MPI_ID_Comm_get_attr] && !m->library.alone) {
        uint64_t keyval = (uint64_t) mpi_to_library(m, GROUP_KEYVAL, u->at[1].i);
        if (!mpi_result(u, MPI_INVOKE(m, Comm_get_attr, h->native, keyval, (uintptr_t) &p,
                                      (uintptr_t) &flag)) ||
            u->code)
            return u->code;
    }
    if (!m->attributes)
        m->attributes =
            vm_new_object(u->vm, (LAST_PREDEFINED - FIRST_PREDEFINED + 1) * sizeof(int32_t),
                          HOST_GLOBAL, "attributes of MPI_COMM_WORLD", u->site->at);
    if (!m->attributes)
        return false;
    uint64_t to = m->attributes->start + (u->at[1].u - FIRST_PREDEFINED) * sizeof(int32_t);
    if (flag)
        memcpy((void *) (uintptr_t) to, p, sizeof value);
    return mpi_store_i32(u, 3, flag) &&
           (!flag || vm_store(u->vm, u->at[2].u, &to, sizeof to, u->site->at));
}

MPI_OURS(Comm_get_attr)
{
    struct mpi_handle *h = mpi_handle_of(u, MPI_COMM, u->at[0].u);
    int64_t keyval = u->at[1].i;
    if (!h)
        return false;
    u->owner = u->at[0].u;
    if (keyval >= FIRST_PREDEFINED && keyval <= LAST_PREDEFINED)
        return predefined(u, h);
    if (!keyval_of(u->m, keyval))
        return mpi_fails(u, ABI_ERR_KEYVAL);
    const struct mpi_attribute *a = find(h, keyval);
    return mpi_store_i32(u, 3, a != NULL) &&
           (!a || vm_store(u->vm, u->at[2].u, &a->value, sizeof a->value, u->site->at));
}

MPI_OURS(Comm_delete_attr)
{
    struct mpi_handle *h = mpi_handle_of(u, MPI_COMM, u->at[0].u);
    struct mpi_attribute *a = h ? find(h, u->at[1].i) : NULL;
    if (!h)
        return false;
    u->owner = u->at[0].u;
    if (!a)
        return mpi_fails(u, ABI_ERR_KEYVAL);
    struct mpi_attribute old = *a;
    VEC_REMOVE(&h->attributes, (size_t) (a - h->attributes.at));
    return delete (u, u->at[0].u, &old);
}

static bool free_comm(struct mpi_use *u, enum mpi_id id)
{
    uint64_t *comm = vm_memory(u->vm, u->at[0].u, sizeof *comm, VM_WRITE, u->site->at);
    if (!comm || !mpi_handle_of(u, MPI_COMM, *comm))
        return false;
    if (!mpi_attributes_deleted(u, *comm))
        return false;
    if (u->code || !mpi_arguments(u))
        return u->code;
    return mpi_meet(u) && mpi_result(u, mpi_invoke(u->m, id, u->native)) &&
           (u->code || mpi_results(u));
}

MPI_OURS(Comm_free)
{
    return free_comm(u, MPI_ID_Comm_free);
}

MPI_OURS(Comm_disconnect)
{
    return free_comm(u, MPI_ID_Comm_disconnect);
}
