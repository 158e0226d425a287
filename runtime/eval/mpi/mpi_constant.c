/* SPDX-License-Identifier: Apache-2.0 */
/* Constants, error classes and statuses, between the standard ABI and the library's. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "eval/mpi/mpi_errors.h"
#include "eval/mpi/mpi_state.h"

static const struct {
    enum mpi_group group;
    int32_t standard, open, mpich;
} constants[] = {

#define CONSTANT(group, name, standard, open, mpich) {GROUP_##group, standard, open, mpich},
#include "eval/mpi/mpi_constants.def"
#undef CONSTANT
};

static const struct {
    int32_t standard, open, mpich;
    const char *name, *text;
} errors[] = {

#define ERROR(name, standard, open, mpich, text) {standard, open, mpich, #name, text},
#include "eval/mpi/mpi_errors.def"
#undef ERROR
};

enum { CONSTANTS = sizeof constants / sizeof *constants, ERRORS = sizeof errors / sizeof *errors };

static int32_t library_value(const struct mpi *m, int i)
{
    return m->library.abi == ABI_OPEN_MPI ? constants[i].open
           : m->library.abi == ABI_MPICH  ? constants[i].mpich
                                          : constants[i].standard;
}

int64_t mpi_to_library(const struct mpi *m, enum mpi_group group, int64_t v)
{
    for (int i = 0; i < CONSTANTS; i++)
        if (constants[i].group == group && constants[i].standard == v)
            return library_value(m, i);
    /* a negative number means nothing in the standard ABI, and must not mean something in the library's */
    return v < 0 && (group == GROUP_RANK || group == GROUP_TAG) ? INT_MIN : v;
}

int64_t mpi_from_library(const struct mpi *m, enum mpi_group group, int64_t v)
{
    for (int i = 0; i < CONSTANTS; i++)
        if (constants[i].group == group && library_value(m, i) == v)
            return constants[i].standard;
    return v;
}

int64_t mpi_bits_to_library(const struct mpi *m, enum mpi_group group, int64_t v)
{
    int64_t bits = 0;
    for (int i = 0; i < CONSTANTS; i++)
        if (constants[i].group == group && v & constants[i].standard)
            bits |= library_value(m, i);
    return bits;
}

uint64_t mpi_in_place(const struct mpi *m)
{
    return m->library.abi == ABI_MPICH ? (uint64_t) -1 : ABI_IN_PLACE;
}

/* ---- errors ---- */

int mpi_class(const struct mpi *m, int code)
{
    int class = code;
    if (!code || m->library.abi == ABI_STANDARD)
        return code;
    if (m->library.at[MPI_ID_Error_class])
        MPI_INVOKE(m, Error_class, (uint64_t) (int64_t) code, (uintptr_t) & class);
    for (int i = 0; i < ERRORS; i++)
        if ((m->library.abi == ABI_MPICH ? errors[i].mpich : errors[i].open) == class)
            return errors[i].standard;
    return ABI_ERR_OTHER;
}

const char *mpi_error_name(int class)
{
    return class >= 0 && class < ERRORS ? errors[class].name : "MPI_ERR_UNKNOWN";
}

const char *mpi_error_text(int class)
{
    return class >= 0 && class < ERRORS ? errors[class].text : "unknown error";
}

/* ---- statuses ---- */

enum { STANDARD_STATUS = 32, OPEN_STATUS = 24, MPICH_STATUS = 20 };

size_t mpi_status_size(const struct mpi *m)
{
    return m->library.abi == ABI_OPEN_MPI ? OPEN_STATUS
           : m->library.abi == ABI_MPICH  ? MPICH_STATUS
                                          : STANDARD_STATUS;
}

/* Where the three public fields and the others lie, in int32_t. Open MPI has _cancelled and _ucount behind the public ones,
 * MPICH has two words of the count before them. */
static void copy_status(const struct mpi *m, int32_t *library, struct mpi_status *s,
                        bool to_program)
{
    bool mpich = m->library.abi == ABI_MPICH;
    int32_t *public = library + (mpich ? 2 : 0), *others = library + (mpich ? 0 : 3);
    size_t rest = mpi_status_size(m) - 3 * sizeof *public;
    if (to_program) {
        *s = (struct mpi_status){public[0], public[1], public [2], { 0 }};
        memcpy(s->internal, others, rest);
    } else {
        memcpy(public, s, 3 * sizeof *public);
        memcpy(others, s->internal, rest);
    }
}

void mpi_status_to_program(const struct mpi *m, const union mpi_library_status *from,
                           struct mpi_status *to)
{
    union mpi_library_status s = *from;
    copy_status(m, (int32_t *) s.bytes, to, true);
    to->source = (int32_t) mpi_from_library(m, GROUP_RANK, to->source);
    to->tag = (int32_t) mpi_from_library(m, GROUP_TAG, to->tag);
    to->error = mpi_class(m, to->error);
}

void mpi_status_to_library(const struct mpi *m, const struct mpi_status *from,
                           union mpi_library_status *to)
{
    struct mpi_status s = *from;
    s.source = (int32_t) mpi_to_library(m, GROUP_RANK, s.source);
    s.tag = (int32_t) mpi_to_library(m, GROUP_TAG, s.tag);
    copy_status(m, (int32_t *) to->bytes, &s, false);
}
