/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/learning/learning_impl.h"

/* Rows of x in the order of the cells of a grid, over the columns that spread most, at most three. The sides of a cell are at least eps, so that rows
 * within eps of each other are in the same cell or in cells that touch. Ownership: row_grid_close(). Thread-safety: unsafe. */
struct row_grid {
    struct array *x;       /* [n, d], sorted by cell, in a cell by number */
    struct array *order;   /* int [n]: the numbers that these rows had */
    struct array *cell_of; /* int [n] */
    struct array *near;    /* int [cells, ways, 2]: where rows begin and end that touch the cell */
    int32_t ways;
    int64_t mean_near; /* rows that a row is compared with */
};

/* false: a diag was recorded; close it all the same. */
bool row_grid_open(const struct job *j, const struct array *x, double eps, struct row_grid *out);
void row_grid_close(struct row_grid *g);
