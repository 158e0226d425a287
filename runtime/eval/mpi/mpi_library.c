/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's MPI library: where it is looked for, which ABI it has, and how its functions are called. It is loaded when the
 * program calls MPI_Init, and stays loaded: it has threads of its own. Without one a process that was started alone is a
 * world of its own (mpi_alone.c). */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

static const char *const names[MPI_IDS] = {
#define CALL(name, ...) "MPI_" #name,
#include "eval/mpi/mpi_calls.def"
#undef CALL
};

static const struct {
    const char *symbol;
    uint64_t standard, mpich;
} predefined[] = {

#define HANDLE(kind, name, standard, symbol, mpich) {#symbol, standard, mpich},
#include "eval/mpi/mpi_handles.def"
#undef HANDLE
};

enum { PREDEFINED = sizeof predefined / sizeof *predefined, PLACES = 5 };

/* The names of the libraries that a launcher's processes want, the most likely first. */
static const char *const places[][PLACES] = {
    [LAUNCHER_NONE] = {"libmpi.so.40", "libmpi_abi.so.0", "libmpi.so.12", "libmpich.so.12"},
    [LAUNCHER_OPEN_MPI] = {"libmpi.so.40"},
    [LAUNCHER_HYDRA] = {"libmpi_abi.so.0",              "libmpi.so.12",                  "libmpich.so.12"               },
    [LAUNCHER_SLURM] = {"libmpi.so.40",              "libmpi_abi.so.0",                  "libmpi.so.12","libmpich.so.12"    },
};

/* false: it is none that we know. */
static bool find_abi(struct mpi_library *l)
{
    char text[MPI_TEXT] = "";
    int n = 0;
    int (*version)(char *, int *) =
        (int (*)(char *, int *)) dlsym(l->handle, "MPI_Get_library_version");
    bool open = dlsym(l->handle, "ompi_mpi_comm_world"),
         standard = dlsym(l->handle, "MPI_Abi_get_version");
    if (version && !open && !standard)
        version(text, &n);
    l->abi = open ? ABI_OPEN_MPI : standard ? ABI_STANDARD : ABI_MPICH;
    return open || standard || strstr(text, "MPICH") || strstr(text, "Intel") ||
           strstr(text, "MVAPICH");
}

/* The constants MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY; MPICH has them in variables. */
static void find_weights(struct mpi_library *l)
{
    enum { STANDARD = 10, OPEN = 2 };

    l->unweighted = l->abi == ABI_OPEN_MPI ? OPEN : STANDARD;
    l->weights_empty = l->unweighted + 1;
    const uint64_t *unweighted = dlsym(l->handle, "MPI_UNWEIGHTED"),
                   *empty = dlsym(l->handle, "MPI_WEIGHTS_EMPTY");
    if (l->abi == ABI_MPICH && unweighted && empty) {
        l->unweighted = *unweighted;
        l->weights_empty = *empty;
    }
}

static void find_symbols(struct mpi_library *l)
{
    for (int i = 0; i < MPI_IDS; i++)
        l->at[i] = (void (*)(void)) dlsym(l->handle, names[i]);
    l->predefined = xcalloc(PREDEFINED, sizeof *l->predefined);
    for (int i = 0; i < PREDEFINED; i++)
        l->predefined[i] = l->abi == ABI_STANDARD ? predefined[i].standard
                           : l->abi == ABI_MPICH
                               ? predefined[i].mpich
                               : (uintptr_t) dlsym(l->handle, predefined[i].symbol);
}

/* Open MPI's components find its symbols in the global scope. */
static bool open_library(struct mpi_library *l, const char *path, struct buf *out_why)
{
    int ended = 0;
    l->handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!l->handle) {
        const char *why = dlerror();
        buf_puts(out_why, why ? why : "it cannot be loaded");
        return false;
    }
    if (!find_abi(l)) {
        buf_printf(out_why, "%s is neither Open MPI nor MPICH, and does not have the standard ABI",
                   path);
        dlclose(l->handle);
        l->handle = NULL;
        return false;
    }
    snprintf(l->path, sizeof l->path, "%s", path);
    find_symbols(l);
    find_weights(l);
    if (l->at[MPI_ID_Finalized])
        ((int (*)(int *)) l->at[MPI_ID_Finalized])(&ended);
    if (ended) {
        buf_printf(out_why, "%s was finalised in this process, and cannot be initialised again",
                   path);
        l->handle = NULL;
        free(l->predefined);
        l->predefined = NULL;
    }
    return !ended;
}

static void be_alone(struct mpi *m)
{
    mpi_be_alone(&m->library);
    m->library.predefined = xcalloc(PREDEFINED, sizeof *m->library.predefined);
    for (int i = 0; i < PREDEFINED; i++)
        m->library.predefined[i] = predefined[i].standard;
}

static bool load_named(struct mpi_use *u, const char *path)
{
    struct buf why = {0};
    bool good = open_library(&u->m->library, path, &why);
    if (!good) {
        struct diag *d =
            vm_error(u->vm, DIAG_SYSTEM, u->site->at,
                     "cannot load the MPI library '%s', which is set by WARPCELL_MPI", path);
        diag_note(u->vm->diags, d, (struct span){0}, "%s", why.p);
        diag_help(u->vm->diags, d, "unset it to search for the library");
    }
    buf_free(&why);
    return good;
}

static void say_missing(struct mpi_use *u)
{
    static const char *const packages[] = {"libopenmpi3", "libopenmpi3", "libmpich12",
                                           "libopenmpi3"};
    const struct ranks *r = &u->m->ranks;
    struct diag *d = vm_error(
        u->vm, DIAG_SYSTEM, u->site->at,
        "%d ranks were started, and there is no MPI library through which they could speak",
        r->size);
    diag_help(u->vm->diags, d,
              "install the library that belongs to the mpirun you used (Debian: %s), or set "
              "WARPCELL_MPI to its path",
              packages[r->launcher]);
}

bool mpi_load(struct mpi_use *u)
{
    struct mpi *m = u->m;
    const char *named = getenv("WARPCELL_MPI");
    if (m->loaded)
        return true;
    if (named && *named && !load_named(u, named))
        return false;
    const char *const *place = places[m->ranks.launcher];
    for (struct buf why = {0}; !named && !m->library.handle && *place; place++) {
        open_library(&m->library, *place, &why);
        buf_free(&why);
    }
    if (!m->library.handle && m->ranks.size > 1) {
        say_missing(u);
        return false;
    }
    if (!m->library.handle)
        be_alone(m);
    m->loaded = true;
    return true;
}

void mpi_unload(struct mpi *m)
{
    free(m->library.predefined);
    m->library.predefined = NULL;
}

/* All arguments of MPI's functions are integers or pointers. On the 64-bit ABIs of x86-64 and AArch64 each takes a register or a
 * slot of eight bytes, and the caller removes them, so one type of call serves all functions: what a function does not
 * declare, it does not see. */
int mpi_invoke(const struct mpi *m, enum mpi_id id, const uint64_t *a)
{
    typedef int function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t);
    function *f = (function *) m->library.at[id];
    return f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
             a[14]);
}
