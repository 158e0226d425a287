/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "array/array.h"
#include "base/str.h"
#include "device/occupancy.h"
#include "session.h"

/* What the user sees: MIME bundles, always with a good text/plain. HTML survives JupyterLab's sanitiser (no style or script
 * elements, inline `style` of the allowed properties only), reads well in light and dark themes, in nbconvert and without CSS. */

struct display_item {
    const char *type; /* MIME type; static */
    struct buf data;
    bool binary, json;
};

/* Zero it to start; display_free at the end. Text items must be valid UTF-8. */
struct display {
    struct display_item items[6];
    uint32_t count;
    int width, height; /* of the picture, pixels */
    const char *id;    /* it can be updated by this name; NULL: it cannot. Not owned */
};

struct buf *
display_add(struct display *d,
            const char *type); /* a new item's data; image/png is binary, *json is JSON */
void display_bundle(const struct display *d, struct wc_mime mimes[6],
                    struct wc_bundle *out); /* text/plain last; views of d */
void display_free(struct display *d);

/* How much room there is and whether colours help. */
struct display_style {
    bool terminal; /* text/plain goes to a terminal: ANSI colours and half blocks are welcome */
    int columns;   /* of text; 80 when unknown */
    int (*sixels)(void *user); /* as in session.h; NULL: half blocks */
    void *user;
};

/* ---- array.c: the summary of a device array ----
 * type, shape, device; min, max, mean, NaN count; a small picture of the values (histogram or, for rank 2, a thumbnail); head and tail.
 * `name` may be NULL. A fault met while reading is returned. */
enum device_status display_array(struct display *out, const struct array *a, const char *name,
                                 const struct display_style *style, struct device_fault *fault);

/* The same for host memory of `count` elements in row-major order. */
struct display_values {
    const void *elements;
    struct dtype dtype;
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    const char *name, *where; /* "host", "cpu device" */
};

void display_host_array(struct display *out, const struct display_values *v,
                        const struct display_style *style);

/* ---- describe.c: the columns of a table, one in each row ---- */
struct display_table_names {
    const char *title;
    const char *const *names; /* of the columns, or NULL */
    uint32_t count;
};

/* false: it is not numbers in rows and columns. */
bool display_describe(struct display *out, const struct display_values *v,
                      const struct display_table_names *names, const struct display_style *style);

/* ---- plot.c: charts, as Vega-Lite and as PNG ---- */
enum plot_kind { PLOT_LINE, PLOT_SCATTER, PLOT_HISTOGRAM, PLOT_HEAT };

struct plot {
    enum plot_kind kind;
    struct display_values x, y; /* x.elements NULL: the index */
};

/* false: the shapes do not fit the kind. */
bool display_plot(struct display *out, const struct plot *p, const struct display_style *style);

/* ---- animation.c: [frames, height, width, ...] as an animated PNG; false: the shape does not fit ---- */
bool display_animation(struct display *out, const struct display_values *v, double seconds_of_frame,
                       const struct display_style *style);

/* ---- image.c: an array as a picture ----
 * rank 2: grey; rank 3 with last extent 3 or 4: RGB, RGBA. u8 as it is; other types scaled so that low is black and high white;
 * low == high: from the values. PNG, and sixels or half blocks in the terminal; text/plain elsewhere says type, shape and range. */
struct display_image {
    double low, high;
    int scale;       /* pixels for one element; 0: chosen so that small pictures can be seen */
    const char *map; /* colours for an array of rank 2; NULL: grey */
};

bool display_has_map(const char *map);
enum device_status display_image(struct display *out, const struct array *a, const char *name,
                                 const struct display_image *how, const struct display_style *style,
                                 struct device_fault *fault);

bool png_encode(struct buf *out, const uint8_t *pixels, uint32_t width, uint32_t height,
                uint32_t channels); /* 1, 3 or 4; false: too large */
/* Reads PNG and binary PGM/PPM (P5, P6; 8 bit) into rows of `channels` bytes a pixel. NULL with a diag: what is wrong with the file. The caller frees. */
/* .png, .pgm or .ppm? Then the values as show would draw them, pixel by pixel; `elements` in row-major order. false: a diag. */
bool image_path(const char *path);
bool image_write(const char *path, const struct array *a, const void *elements, struct diags *diags,
                 struct span at);
uint8_t *image_read(const char *path, uint32_t *out_width, uint32_t *out_height,
                    uint32_t *out_channels, struct diags *diags, struct span at);

/* ---- timing_card.c: the table under a cell ---- */
struct timing_row { /* all launches of one kernel with one shape in the cell */
    const char *kernel;
    struct device_dim grid, block;
    uint32_t shared; /* bytes a block, static and dynamic */
    uint32_t calls;
    uint64_t min_ns, median_ns, total_ns;
    uint64_t
        compile_ns; /* that NVRTC took when the first of them was launched; 0: the code was there */
    uint64_t bytes; /* moved by all calls together; 0: not known */
    uint32_t registers, spill; /* of a thread, bytes; registers 0: not known */
    double occupancy;          /* 0 to 1; < 0: not known */
    const char *limiter;       /* of the occupancy, or NULL */
};

struct timing_table {
    const struct timing_row *rows;
    uint32_t count;
    bool full; /* every column of which something is known */
    const char *
        device; /* "cpu device: AMD EPYC 9R14, 2 cores". Times are its own, and the table says so */
    double peak;               /* bytes a second of that device; 0: not known */
    const char *code_for;      /* what registers and occupancy are of: "sm_75"; or NULL */
    const char *const *advice; /* lines to say below */
    uint32_t advice_count;
};

void display_timings(struct display *out, const struct timing_table *t,
                     const struct display_style *style);

/* ---- occupancy_card.c: %occupancy ---- */
struct occupancy_card {
    const char *name; /* of the kernel, as asked for */
    struct gpu gpu;
    bool stands_in; /* it was not asked for: the cpu device makes code for it */
    const struct gpu_limits *limits;
    uint32_t compiled_for; /* the architecture that registers are of: 90 */
    struct occupancy_kernel kernel;
    uint32_t spill;                 /* bytes a thread */
    uint32_t threads, threads_most; /* of a block; that a block of this kernel may have */
    uint32_t bound_threads, bound_blocks, bound_registers; /* as its source says; 0: it does not */
    uint64_t blocks;                                       /* of the grid; 0: not said */
};

void display_occupancy(struct display *out, const struct occupancy_card *c,
                       const struct display_style *style);

/* ---- smi.c: %smi in nvidia-smi's layout ---- */
struct smi_variable {
    const char *name, *type; /* "float [480, 640]" */
    uint64_t bytes;
    bool on_device;
};

struct smi_info {
    const struct device_props *device;
    const char *nvrtc_version;            /* "13.0" or NULL: not loaded yet */
    const char *no_gpu_reason;            /* one line, or NULL when the device is a GPU */
    uint64_t memory_used, memory_total;   /* of the device, by this session */
    uint64_t resident;                    /* bytes of this process */
    double load;                          /* 1-minute load average; < 0: not known */
    const struct smi_variable *variables; /* shown largest first */
    uint32_t variable_count;
    const struct device_smi *gpu; /* what the driver's management library tells; NULL: nothing */
};

void display_smi(struct display *out, const struct smi_info *info,
                 const struct display_style *style);
void smi_read_host(struct smi_info *info); /* fills resident and load from the system */

/* ---- table.c: plain and HTML tables with one set of columns ---- */
struct table_column {
    const char *title;
    bool right; /* numbers */
    bool bar;   /* cells are fractions, "0.75", drawn as bars */
};

struct table {
    const char *title; /* or NULL */
    const struct table_column *columns;
    uint32_t column_count, row_count;
    const char *const *cells; /* row-major */
};

/* Lines of text over a table (NULL: none). */
void display_panel(struct display *out, struct str text, const struct table *t,
                   const struct display_style *style);
void display_table(struct display *out, const struct table *t,
                   const struct display_style *style); /* adds text/html and text/plain */

/* Human figures: "4.2 KiB", "1.3 ms", "12.4 us". */
void print_bytes(struct buf *out, uint64_t bytes);
void print_time(struct buf *out, uint64_t ns);
void print_rate(struct buf *out, double bytes, uint64_t ns); /* GB/s: "12.3" */
/* A line broken between words, so that the next ones stand behind the indent. */
void print_wrapped(struct buf *out, struct str text, const char *indent, int columns);
/* Each line likewise, where text is for a terminal; elsewhere as they are. */
void print_lines(struct buf *out, struct str text, const struct display_style *style);
void print_dim(struct buf *out, struct device_dim d); /* "16 × 16" */
