/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm.h"

/* What a captured stream writes down, see builtin_cuda_graph.c. Only to be called while vm->capture is set. */
void graph_add_launch(struct vm *vm, const struct launch_request *r);
void graph_add_copy(struct vm *vm, const union value *at,
                    struct span where); /* to, from, bytes, kind */
void graph_add_fill(struct vm *vm, const union value *at, struct span where); /* to, byte, bytes */
void graph_add_host(struct vm *vm, uint64_t function, uint64_t data, struct span where);
void graphs_free(struct vm *vm);
