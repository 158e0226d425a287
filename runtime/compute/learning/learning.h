/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* Learning from the rows of a matrix x [n, d] of float or double, after scikit-learn and cuML, with kernels/learn.cu. Results have the type of x
 * unless a comment says otherwise. Shapes that do not fit are diags at job->at. Ownership, errors and thread-safety as in compute.h. */

enum { LEARN_CENTERS_MAX = 4096, LEARN_COLUMNS_MAX = 4096, LEARN_CLASSES_MAX = 1000 };

/* k-means: k-means++ on at most 65,536 of the rows, then Lloyd's algorithm on all, until the centers move by less than 1e-4 of the mean variance or
 * 300 times. out[0]: centers [k, d]; out[1]: the number of each row's center, int [n]; *out_inertia: the sum of squared distances to them. */
bool compute_kmeans(const struct job *j, const struct array *x, int64_t k, uint64_t seed,
                    struct array *out[2], double *out_inertia);
/* int [n]: the nearest center of each row. */
struct array *compute_nearest_center(const struct job *j, const struct array *x,
                                     const struct array *centers, double *out_inertia);
/* double [most]: the inertia of k-means with 1, 2, ... centers. */
struct array *compute_elbow(const struct job *j, const struct array *x, int64_t most,
                            uint64_t seed);
/* The mean of (b - a) / max(a, b) over rows: a is the mean distance to the others of its cluster, b the least mean distance to another cluster.
 * labels: int [n]; a negative one is in no cluster. n^2 distances. */
bool compute_silhouette(const struct job *j, const struct array *x, const struct array *labels,
                        double *out);

/* The k nearest rows of x to each query [m, d]: out[0] distances [m, k], ascending; out[1] their numbers, int [m, k]. m n distances. */
bool compute_neighbors(const struct job *j, const struct array *x, const struct array *queries,
                       int64_t k, struct array *out[2]);
/* int [n]: clusters from 0, in the order of their first core rows; -1: noise. A core row has at least `least` rows within eps, itself
 * included. Rows are compared with those of the cells around theirs, in a grid over at most three columns: with all, if it does not separate them. Host
 * memory: at most 150 bytes for each row. */
struct array *compute_dbscan(const struct job *j, const struct array *x, double eps, int64_t least);

/* The m first principal components: out[0] [m, d], of length 1, the largest element positive; out[1] their variances [m]; out[2] the mean of
 * the rows [d]. */
bool compute_pca(const struct job *j, const struct array *x, int64_t m, struct array *out[3]);
/* Least squares: out_w [d], the shortest if several fit alike, and *out_intercept. y: [n], of the same type. */
bool compute_linear_regression(const struct job *j, const struct array *x, const struct array *y,
                               struct array **out_w, double *out_intercept);
/* Labels int [n], 0 to classes - 1. Minimises the sum of the losses + |w|^2 / (2 c). out[0] [classes, d] and the intercepts out[1] [classes]; of two
 * classes one row, for class 1. */
bool compute_logistic_regression(const struct job *j, const struct array *x,
                                 const struct array *labels, double c, struct array *out[2]);

struct forest_options {
    int64_t n_trees, max_depth, min_samples_leaf; /* of rows drawn, each as often as it was */
    int64_t
        max_features; /* columns that a split chooses from; 0: the root of their number for labels, all for values */
};

/* y: int labels [n] from 0, or values [n] of float or double. out[0]: the forest [n_trees, nodes, 3 + outputs]; a node has its column or -1, the
 * threshold up to which rows go to the left child, the number of that child within the tree (the right one follows it), then the share of each class
 * or the mean value. Trees are filled up with leaves. out[1]: importances [d], which sum to 1. *out_oob_score: the accuracy, or R^2, for rows by trees
 * that have not seen them; NaN if there are none. Host memory: n d bytes and, for each thread, 18 n. The result does not depend on the threads. */
bool compute_random_forest(const struct job *j, const struct array *x, const struct array *y,
                           const struct forest_options *options, uint64_t seed,
                           struct array *out[2], double *out_oob_score);
/* [n, outputs] of x [n, d]: the mean over the trees. Any array of rank 3 is safe: what is no node counts as a leaf. */
struct array *compute_forest_means(const struct job *j, const struct array *forest,
                                   const struct array *x);
/* [n]: the number of the class with the highest mean, or the mean value. */
struct array *compute_forest_classes(const struct job *j, const struct array *forest,
                                     const struct array *x);
