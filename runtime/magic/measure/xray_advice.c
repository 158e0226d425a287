/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises patterns in the recorded requests of a memory instruction, and says what to change. A rule speaks only where the counts
 * show a cost. Changed lines are made from the text of the line, where it has a form that is known. docs/xray.md lists the rules. */
#include "magic/measure/xray_advice.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BANKS_ROW = SHARED_BANKS * BANK_BYTES };

/* ---- requests ---- */

static const struct xray_sample *worst(const struct xray_memory *m)
{
    const struct xray_sample *found = NULL;
    int most = 0;
    VEC_EACH (s, &m->samples)
        if (__builtin_popcount(s->mask) > most) {
            found = s;
            most = __builtin_popcount(s->mask);
        }
    return found;
}

/* The distance in bytes from lane to lane that three quarters of the active ones have; INT64_MIN: there is none. */
static int64_t stride_of(const struct xray_sample *s)
{
    int64_t steps[ACCESS_LANES];
    uint32_t n = 0;
    for (uint32_t left = s->mask; left & (left - 1);) {
        int lane = __builtin_ctz(left);
        left &= left - 1;
        int next = __builtin_ctz(left);
        int64_t apart = (int64_t) (s->addresses[next] - s->addresses[lane]);
        steps[n++] = apart % (next - lane) ? INT64_MIN : apart / (next - lane);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < n; k++)
            same += steps[k] == steps[i];
        if (4 * same >= 3 * n)
            return steps[i];
    }
    return INT64_MIN;
}

/* ---- changed lines ---- */

static bool is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '.';
}

/* "[x * n + y]" with plain names, at the start of a text: its length and three names. 0: something else. */
static size_t match_index(struct str text, struct str name[3])
{
    static const char *const between[] = {" * ", " + ", "]"};
    size_t at = 1;
    for (int k = 0; k < 3; k++) {
        size_t start = at, n = strlen(between[k]);
        while (at < text.n && is_name(text.p[at]))
            at++;
        name[k] = (struct str){text.p + start, at - start};
        if (at == start || at + n > text.n || memcmp(text.p + at, between[k], n))
            return 0;
        at += n;
    }
    return at;
}

/* The first "[x * n + y]" of a side of the assignment: its place, length and names. false: there is none. */
static bool find_index(struct str line, bool left, size_t *out_at, size_t *out_n,
                       struct str name[3])
{
    const char *equals = memmem(line.p, line.n, "= ", 2);
    size_t middle = equals ? (size_t) (equals - line.p) : 0, stop = left ? middle : line.n;
    for (size_t i = left ? 0 : middle; i < stop; i++) {
        struct str rest = {line.p + i, line.n - i};
        size_t n = line.p[i] == '[' ? match_index(rest, name) : 0;
        *out_at = i;
        *out_n = n;
        if (n)
            return true;
    }
    return false;
}

/* The index on the side that the access is on becomes "[y * n + x]". */
static const char *swap_indices(struct arena *a, struct str line, bool stores)
{
    struct str name[3];
    size_t at, n;
    if (!find_index(line, stores, &at, &n, name))
        return NULL;
    return arena_printf(a, "%.*s[%.*s * %.*s + %.*s]%.*s", (int) at, line.p, (int) name[2].n,
                        name[2].p, (int) name[1].n, name[1].p, (int) name[0].n, name[0].p,
                        (int) (line.n - at - n), line.p + at + n);
}

static bool same_name(struct str a, struct str b)
{
    return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

/* "b[x * n + y] = a[y * m + x]": one side goes along columns, however the arrays are stored. */
static bool transposes(struct str line)
{
    struct str to[3], from[3];
    size_t at, n;
    return find_index(line, true, &at, &n, to) && find_index(line, false, &at, &n, from) &&
           same_name(to[0], from[2]) && same_name(to[2], from[0]);
}

/* "p[i].x" becomes "p.x[i]": every member an array. */
static const char *swap_members(struct arena *a, struct str line)
{
    struct buf out = {0};
    const char *from = line.p, *stop = line.p + line.n, *dot;
    while ((dot = memmem(from, (size_t) (stop - from), "].", 2))) {
        const char *open = dot, *end = dot + 2;
        while (open > from && *open != '[')
            open--;
        while (end < stop && (isalnum((unsigned char) *end) || *end == '_'))
            end++;
        buf_printf(&out, "%.*s%.*s%.*s", (int) (open - from), from, (int) (end - dot - 1), dot + 1,
                   (int) (dot + 1 - open), open);
        from = end;
    }
    buf_put(&out, from, (size_t) (stop - from));
    const char *changed = from > line.p ? arena_strndup(a, out.p, out.n) : NULL;
    buf_free(&out);
    return changed;
}

/* "tile[32][32]" becomes "tile[32][32 + 1]". */
static const char *pad_rows(struct arena *a, const char *variable, struct str line)
{
    const char *at = variable ? memmem(line.p, line.n, variable, strlen(variable)) : NULL,
               *stop = line.p + line.n, *close = NULL;
    for (const char *p = at ? at + strlen(variable) : stop; p < stop && *p == '[';) {
        close = memchr(p, ']', (size_t) (stop - p));
        p = close ? close + 1 : stop;
    }
    if (!close)
        return NULL;
    return arena_printf(a, "%.*s + 1%.*s", (int) (close - line.p), line.p, (int) (stop - close),
                        close);
}

/* "atomicAdd(p, v);" becomes a sum over the warp and one atomic. */
static const char *add_up_first(struct arena *a, struct str line)
{
    const char *stop = line.p + line.n, *call = memmem(line.p, line.n, "atomicAdd(", 10);
    const char *first = call ? call + 10 : stop, *comma = NULL, *p = first;
    int depth = 0;
    for (; p < stop && (depth || *p != ')'); p++) {
        depth += *p == '(' || *p == '[';
        depth -= *p == ')' || *p == ']';
        if (*p == ',' && !depth)
            comma = p;
    }
    if (call != line.p || !comma || p == stop)
        return NULL;
    return arena_printf(a,
                        "auto warp_sum =%.*s;\n"
                        "for (int k = 16; k; k /= 2)\n"
                        "    warp_sum += __shfl_down_sync(~0u, warp_sum, k);\n"
                        "if (threadIdx.x %% 32 == 0)\n"
                        "    atomicAdd(%.*s, warp_sum);",
                        (int) (p - comma - 1), comma + 1, (int) (comma - first), first);
}

/* "threadIdx.x % 2" becomes "threadIdx.x / 32 % 2". */
static const char *whole_warps(struct arena *a, struct str line)
{
    static const char test[] = "threadIdx.x % ";
    const char *at = memmem(line.p, line.n, test, strlen(test));
    const char *number = at ? at + strlen(test) : NULL;
    if (!at || !isdigit((unsigned char) *number))
        return NULL;
    return arena_printf(a, "%.*sthreadIdx.x / 32 %% %.*s", (int) (at - line.p), line.p,
                        (int) (line.p + line.n - number), number);
}

/* ---- rules ---- */

static struct xray_advice advise_atomics(struct arena *a, const struct xray_memory *m,
                                         struct str line)
{
    uint64_t waiting = m->lanes - m->addresses;
    if (4 * waiting < m->lanes)
        return (struct xray_advice){0};
    return (struct xray_advice){
        XRAY_SERIAL,
        arena_printf(a,
                     "serial atomics: up to %" PRIu64
                     " lanes of a warp update one address, one after the other. Combine the values "
                     "within the warp or in shared memory first, and update the address once",
                     m->most),
        add_up_first(a, line)};
}

static struct xray_advice advise_banks(struct arena *a, const struct xray_memory *m,
                                       const char *variable, struct str declaration)
{
    const struct xray_sample *s = worst(m);
    int64_t stride = s ? stride_of(s) : INT64_MIN;
    double ways = (double) m->passes / (double) (m->ideal_passes ? m->ideal_passes : 1);
    if (m->passes <= m->ideal_passes)
        return (struct xray_advice){0};
    if (stride != INT64_MIN && stride && stride % BANKS_ROW == 0)
        return (struct xray_advice){
            XRAY_TILE,
            arena_printf(a,
                         "unpadded tile: neighbouring lanes are %" PRId64
                         " words apart, a multiple of 32, so they all want one bank. Rows that are "
                         "one element longer spread a column over all banks",
                         stride / BANK_BYTES),
            pad_rows(a, variable, declaration)};
    if (stride != INT64_MIN)
        return (struct xray_advice){
            XRAY_BANKS,
            arena_printf(a,
                         "bank conflicts: neighbouring lanes are %" PRId64
                         " bytes apart, so %.1f times as many passes are needed. Let them be one "
                         "element, or an odd number of elements, apart",
                         stride, ways),
            NULL};
    return (struct xray_advice){
        XRAY_BANKS,
        arena_printf(a,
                     "bank conflicts: lanes want different words of one bank, so %.1f times as "
                     "many passes are needed",
                     ways),
        NULL};
}

static struct xray_advice advise_stride(struct arena *a, const struct xray_memory *m,
                                        int64_t stride, struct str line)
{
    int64_t apart = stride < 0 ? -stride : stride;
    if (memmem(line.p, line.n, "].", 2) || memmem(line.p, line.n, "->", 2))
        return (struct xray_advice){
            XRAY_STRUCTS,
            arena_printf(a,
                         "array of structs: a lane uses %" PRIu32 " of the %" PRId64
                         " bytes to the next lane's. With an array for each member (a struct of "
                         "arrays) neighbouring lanes read neighbouring bytes",
                         m->bytes, apart),
            swap_members(a, line)};
    if (apart >= (int64_t) (4 * SECTOR_BYTES) && transposes(line))
        return (struct xray_advice){
            XRAY_COLUMN,
            arena_printf(a,
                         "column access: neighbouring lanes are %" PRId64
                         " bytes apart, each in a row of its own. Transpose through a tile in "
                         "shared memory: read rows into it, and write rows from it",
                         apart),
            NULL};
    if (apart >= (int64_t) (4 * SECTOR_BYTES))
        return (struct xray_advice){
            XRAY_COLUMN,
            arena_printf(a,
                         "column access: neighbouring lanes are %" PRId64
                         " bytes apart, each in a row of its own. Pass through a tile in "
                         "shared memory, or let threadIdx.x run along the row, which an array "
                         "stored transposed allows",
                         apart),
            swap_indices(a, line, m->act == XRAY_STORE)};
    return (struct xray_advice){
        XRAY_STRIDE,
        arena_printf(a,
                     "stride: neighbouring lanes are %" PRId64 " bytes apart and use %" PRIu32
                     " each. Let neighbouring threads use neighbouring elements",
                     apart, m->bytes),
        NULL};
}

static struct xray_advice advise_sectors(struct arena *a, const struct xray_memory *m,
                                         struct str line)
{
    const struct xray_sample *s = worst(m);
    uint64_t excess = m->sectors - m->ideal_sectors;
    if (!s || 8 * excess < m->ideal_sectors)
        return (struct xray_advice){0};
    int64_t stride = stride_of(s), bytes = m->bytes;
    if (stride == INT64_MIN)
        return (struct xray_advice){
            XRAY_SCATTERED,
            arena_printf(a,
                         "scattered: each request takes %.1f sectors where %.1f could hold its "
                         "bytes. Sort the indices, or bring the data to shared memory first",
                         (double) m->sectors / (double) m->requests,
                         (double) m->ideal_sectors / (double) m->requests),
            NULL};
    if (stride > bytes || stride < -bytes)
        return advise_stride(a, m, stride, line);
    uint64_t behind = s->addresses[__builtin_ctz(s->mask)] % SECTOR_BYTES,
             lanes = s->mask >> __builtin_ctz(s->mask);
    if (!behind || lanes & (lanes + 1)) /* inactive lanes in between: that is divergence */
        return (struct xray_advice){0};
    return (struct xray_advice){
        XRAY_MISALIGNED,
        arena_printf(a,
                     "misaligned: the warp's bytes begin %" PRIu64
                     " bytes behind a multiple of 32, so a request needs one sector more. Begin "
                     "rows at multiples of 32 bytes (cudaMallocPitch does)",
                     behind),
        NULL};
}

struct xray_advice xray_advise(struct arena *a, const struct xray_memory *m, const char *variable,
                               struct str line, struct str declaration)
{
    struct xray_advice serial = {0};
    if (m->act == XRAY_ATOMIC)
        serial = advise_atomics(a, m, line);
    if (serial.text)
        return serial;
    return m->shared ? advise_banks(a, m, variable, declaration) : advise_sectors(a, m, line);
}

struct xray_advice xray_advise_branch(struct arena *a, const struct xray_line *l, struct str line)
{
    if (!l->divergent || 4 * l->divergent < l->branches)
        return (struct xray_advice){0};
    return (struct xray_advice){
        XRAY_DIVERGENT,
        arena_printf(
            a,
            "divergent branch: %.0f %% of the times lanes of one warp go both ways, and the "
            "warp executes both. Let the condition be the same for all lanes of a warp",
            100 * (double) l->divergent / (double) l->branches),
        whole_warps(a, line)};
}
