/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Error classes of the standard ABI: "MPI_ERR_TRUNCATE", "the message is longer than the receive buffer". Static texts.
 * Thread-safety: safe. */
const char *mpi_error_name(int class);
const char *mpi_error_text(int class);
