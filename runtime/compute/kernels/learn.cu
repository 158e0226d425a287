// Learning from the rows of a matrix x [n, d]: one thread for each row. The cpu device has loops for all of these (device/cpu/library).
namespace warpcell {

template <class T> __device__ inline T row_distance(int d, const T *a, const T *b)
{
    T s = 0;
    for (int f = 0; f < d; f++)
        s += (a[f] - b[f]) * (a[f] - b[f]);
    return s;
}

__device__ inline long row_number() { return (long) blockIdx.x * blockDim.x + threadIdx.x; }

// Row `start + i * step` modulo n of x, for i < m.
template <class T> __global__ void pick_rows(long m, long n, int d, long start, long step, const T *x, T *out)
{
    const long i = row_number();
    for (int f = 0; i < m && f < d; f++)
        out[i * d + f] = x[(start + i * step) % n * d + f];
}

// A step of Lloyd's algorithm: labels[i] is the nearest of k centers. sums has for each center the sum of its rows [k, d], then the number
// of its rows [k], then the sum of all squared distances and the number of labels that have changed.
template <class T> __global__ void lloyd(long n, int d, int k, const T *x, const T *centers, int *labels, double *sums)
{
    const long i = row_number();
    if (i >= n)
        return;
    int best = 0;
    T least = row_distance(d, x + i * d, centers);
    for (int c = 1; c < k; c++) {
        const T s = row_distance(d, x + i * d, centers + (long) c * d);
        if (s < least) {
            least = s;
            best = c;
        }
    }
    double *total = sums + (long) k * (d + 1);
    for (int f = 0; f < d; f++)
        atomicAdd(&sums[(long) best * d + f], (double) x[i * d + f]);
    atomicAdd(&sums[(long) k * d + best], 1.0);
    atomicAdd(&total[0], (double) least);
    if (labels[i] != best)
        atomicAdd(&total[1], 1.0);
    labels[i] = best;
}

// The k rows of x nearest to each of m queries, from the `first` to before `end`: squared distances, ascending, and numbers. Of equal
// distances the lower number comes first. What is there already is kept where it is nearer.
template <class T> __global__ void neighbors(long m, int d, int k, long first, long end, const T *queries, const T *x, T *distances, int *indices)
{
    const long q = row_number();
    if (q >= m)
        return;
    T *near = distances + q * k;
    int *who = indices + q * k;
    for (long i = first; i < end; i++) {
        const T s = row_distance(d, queries + q * d, x + i * d);
        if (!(s < near[k - 1]))
            continue;
        int at = k - 1;
        for (; at && s < near[at - 1]; at--) {
            near[at] = near[at - 1];
            who[at] = who[at - 1];
        }
        near[at] = s;
        who[at] = (int) i;
    }
}

// Sums over rows of z z', where z is (x - shift, y - shift, 1): [d + 2, d + 2], of which the lower triangle is written. y may be NULL: 0.
template <class T> __global__ void moments(long n, int d, const T *x, const T *y, const T *shift, double *sums)
{
    const long i = row_number();
    if (i >= n)
        return;
    for (int a = 0; a < d + 2; a++)
        for (int b = 0; b <= a; b++) {
            double u = a < d ? (double) x[i * d + a] - shift[a] : a == d ? (y ? (double) y[i] - shift[d] : 0) : 1;
            double v = b < d ? (double) x[i * d + b] - shift[b] : b == d ? (y ? (double) y[i] - shift[d] : 0) : 1;
            atomicAdd(&sums[a * (d + 2) + b], u * v);
        }
}

// The loss of multinomial logistic regression and its gradient: w [classes, d + 1], the last column the intercepts. With one row of weights there
// are two classes, and the score of class 0 is 0. sums: the gradient [classes, d + 1], then the loss.
template <class T> __global__ void softmax_loss(long n, int d, int classes, const T *x, const int *labels, const double *w, double *sums)
{
    const long i = row_number();
    if (i >= n)
        return;
    double most = classes == 1 ? 0 : -1e300, own = 0, total = 0;
    for (int pass = 0; pass < 3; pass++) {
        if (pass == 1 && classes == 1)
            total = exp(-most);
        for (int c = 0; c < classes; c++) {
            const double *row = w + (long) c * (d + 1);
            double s = row[d];
            for (int f = 0; f < d; f++)
                s += row[f] * x[i * d + f];
            const bool mine = classes == 1 ? labels[i] == 1 : labels[i] == c;
            if (pass == 0) {
                most = fmax(most, s);
                own = mine ? s : own;
            } else if (pass == 1) {
                total += exp(s - most);
            } else {
                const double e = exp(s - most) / total - mine;
                for (int f = 0; f < d; f++)
                    atomicAdd(&sums[(long) c * (d + 1) + f], e * x[i * d + f]);
                atomicAdd(&sums[(long) c * (d + 1) + d], e);
            }
        }
    }
    atomicAdd(&sums[(long) classes * (d + 1)], log(total) + most - own);
}

// out[i] = x[order[i]]
template <class T> __global__ void gather_rows(long n, int d, const int *order, const T *x, T *out)
{
    const long i = row_number();
    for (int f = 0; i < n && f < d; f++)
        out[i * d + f] = x[(long) order[i] * d + f];
}

// Rows in the order of cells: a row of cell c is compared with the rows of `ways` runs, near[c][way][0] to before near[c][way][1]
// (compute/learning/row_grid.h). For rows from `row` to before `row_end`.
// counts[q]: rows within a squared distance of row q.
template <class T>
__global__ void within(long row, long row_end, long n, int d, int ways, T limit, const T *x, const int *cell_of, const int *near, int *counts)
{
    const long q = row + row_number();
    if (q >= row_end)
        return;
    const int *run = near + (long) cell_of[q] * ways * 2;
    int count = 0;
    for (int way = 0; way < ways; way++, run += 2)
        for (long i = run[0]; i < run[1]; i++)
            count += row_distance(d, x + q * d, x + i * d) <= limit;
    counts[q] = count;
}

// The root of a tree of rows: the row with the lowest number of those joined.
__device__ inline int root_of(int *parent, int i)
{
    for (int p = atomicAdd(&parent[i], 0); p != i; p = atomicAdd(&parent[i], 0)) // other threads join trees meanwhile
        i = p;
    return i;
}

__device__ inline void join_trees(int *parent, int q, int i)
{
    for (;;) {
        const int a = root_of(parent, q), b = root_of(parent, i), high = a > b ? a : b, low = a > b ? b : a;
        if (a == b || atomicCAS(&parent[high], high, low) == high)
            break;
    }
}

// Joins each core row with the core rows near it that come before it; counts >= least: a core row. order[q]: its number in `parent`.
template <class T>
__global__ void join_cores(long row, long row_end, long n, int d, int ways, T limit, const T *x, const int *cell_of, const int *near, const int *counts,
                           int least, const int *order, int *parent)
{
    const long q = row + row_number();
    if (q >= row_end || counts[q] < least)
        return;
    const int *run = near + (long) cell_of[q] * ways * 2;
    for (int way = 0; way < ways; way++, run += 2)
        for (long i = run[0]; i < run[1] && i < q; i++)
            if (counts[i] >= least && row_distance(d, x + q * d, x + i * d) <= limit)
                join_trees(parent, order[q], order[i]);
}

// A row near a core row belongs to its tree: of several to the one with the lowest root. labels[order[q]]: that root, or -1.
template <class T>
__global__ void join_borders(long row, long row_end, long n, int d, int ways, T limit, const T *x, const int *cell_of, const int *near, const int *counts,
                             int least, const int *order, int *parent, int *labels)
{
    const long q = row + row_number();
    if (q >= row_end)
        return;
    const bool core = counts[q] >= least;
    int best = core ? root_of(parent, order[q]) : -1;
    const int *run = near + (long) cell_of[q] * ways * 2;
    for (int way = 0; way < ways && !core; way++, run += 2)
        for (long i = run[0]; i < run[1]; i++) {
            if (counts[i] < least || !(row_distance(d, x + q * d, x + i * d) <= limit))
                continue;
            const int r = root_of(parent, order[i]);
            best = best < 0 || r < best ? r : best;
        }
    labels[order[q]] = best;
}

// sums[q, c]: of the distances of row q to the rows of cluster c.
template <class T>
__global__ void cluster_distances(long row, long row_end, long n, int d, int clusters, const T *x, const int *labels, double *sums)
{
    const long q = row + row_number();
    for (long i = 0; q < row_end && i < n; i++)
        if (labels[i] >= 0)
            sums[q * clusters + labels[i]] += sqrt((double) row_distance(d, x + q * d, x + i * d));
}

// out [n, width]: the means over the trees of what the leaves of each row of x have. forest [trees, nodes, 3 + width] as compute/learning/learning.h has
// it; a child comes after its parent, so the walk ends whatever the array holds.
template <class T> __global__ void forest_means(long n, int d, long trees, long nodes, int width, const T *x, const T *forest, T *out)
{
    const long q = row_number();
    if (q >= n)
        return;
    for (int c = 0; c < width; c++)
        out[q * width + c] = 0;
    for (long t = 0; t < trees; t++) {
        const T *tree = forest + t * nodes * (3 + width), *node = tree;
        for (long at = 0; node[0] >= 0 && node[0] < d && node[2] >= 0 && node[2] < 1e9; node = tree + at * (3 + width)) {
            const long child = (long) node[2];
            if (child <= at || child + 1 >= nodes)
                break;
            at = child + (x[q * d + (int) node[0]] > node[1]);
        }
        for (int c = 0; c < width; c++)
            out[q * width + c] += node[3 + c];
    }
    for (int c = 0; c < width; c++)
        out[q * width + c] /= trees;
}

} // namespace warpcell
