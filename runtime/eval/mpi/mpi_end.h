/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct vm;

/* The session ends, and with it MPI, if the program used it: the library is finalised, or, if the program did not call
 * MPI_Finalize and is one of several ranks, the job is aborted. Then the process may not return. Thread-safety: the session's
 * thread only. */
void mpi_end(struct vm *vm);
