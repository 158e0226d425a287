/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
struct vm;

/* Sets vm->link: arrays across ranks reach other ranks by MPI, with a communicator of their own. The library is started when the first such array
 * is declared; a process alone needs none. Thread-safety: the session's thread only. */
void mpi_link(struct vm *vm);
