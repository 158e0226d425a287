/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "array/array.h"
#include "base/str.h"
#include "device/occupancy.h"
#include "table/data_table.h"
#include "warpcell.h"

/* Outputs as MIME bundles, always with a useful text/plain. HTML passes JupyterLab's sanitiser (no style or script elements, only
 * allowed inline properties) and is readable in light and dark themes, in nbconvert, and without CSS.
 * Thread-safety: unsafe. */

struct display_item {
    const char *type; /* MIME type; static */
    struct buf data;
    bool binary, json;
};

/* Zero-initialise it; its owner calls display_free. Text items must be valid UTF-8. */
struct display {
    struct display_item items[6];
    uint32_t count;
    int width, height; /* of the image, in pixels */
    const char *id;    /* display_id for updates; NULL: not updatable. Not owned */
};

struct buf *
display_add(struct display *d,
            const char *type); /* the buffer of a new item; image/png is binary, *json is JSON */
void display_bundle(const struct display *d, struct wc_mime mimes[6],
                    struct wc_bundle *out); /* text/plain comes last; points into d */
/* The text/plain; empty: there is none. */
struct str display_plain(const struct display *d);
void display_free(struct display *d);

/* What the front end can display. */
struct display_style {
    bool terminal;             /* text/plain goes to a terminal: use ANSI colours and half blocks */
    int columns;               /* width of text; 80 if unknown */
    int (*sixels)(void *user); /* as in warpcell.h; NULL: half blocks */
    void *user;
};

/* Prints an element that display/ knows nothing of: a struct. */
struct display_printer {
    void (*print)(void *user, struct buf *out, const void *element);
    void *user;
};

/* ---- array.c: the summary of a device array ----
 * type, shape, device; min, max, mean, NaN count; a small picture of the values (histogram or, for rank 2, a thumbnail); head and tail.
 * `name` and `structs` may be NULL. Returns DEVICE_FAULT if an earlier launch failed. */
enum device_status display_array(struct display *out, const struct array *a, const char *name,
                                 const struct display_printer *structs,
                                 const struct display_style *style, struct device_fault *fault);

/* The same for host memory of `count` elements in row-major order. */
struct display_values {
    const void *elements;
    struct dtype dtype;
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    const char *name, *where; /* "the host", "the cpu device" */
    const struct display_printer
        *printer; /* of elements that are no numbers; NULL: they are not shown */
};

void display_host_array(struct display *out, const struct display_values *v,
                        const struct display_style *style);

/* ---- data_table_card.c: a table of columns, and one column; `name` may be NULL ---- */
void display_data_table(struct display *out, const struct data_table *t, const char *name,
                        const struct display_style *style);
void display_data_column(struct display *out, const struct data_column *c, const char *name,
                         const struct display_style *style);

/* ---- describe.c: statistics of the columns of a table ---- */
struct display_table_names {
    const char *title;
    const char *const *names; /* of the columns, or NULL */
    uint32_t count;
};

/* Returns false if the values are not a table of numbers. */
bool display_describe(struct display *out, const struct display_values *v,
                      const struct display_table_names *names, const struct display_style *style);

/* ---- plot.c: charts, as Vega-Lite and as PNG ---- */
enum plot_kind { PLOT_LINE, PLOT_SCATTER, PLOT_HISTOGRAM, PLOT_HEAT };

struct plot {
    enum plot_kind kind;
    struct display_values x, y; /* x.elements NULL: the index */
    const char *rows, *columns; /* what they are in a heat map; NULL: rows and columns */
};

/* Returns false if the shapes do not match the kind. */
bool display_plot(struct display *out, const struct plot *p, const struct display_style *style);

/* ---- thread_picture.c: a number of each thread of a block, as a heat map; its text/plain has a character for each thread ---- */
struct thread_numbers {
    const char *expression;         /* whose value it is */
    struct device_dim block, shape; /* blockIdx, blockDim */
    uint32_t count;                 /* threads; x fastest */
    const double *values;
    const bool *known; /* whether a thread has a value */
};

void display_threads(struct display *out, const struct thread_numbers *t,
                     const struct display_style *style);

/* ---- animation.c: [frames, height, width, ...] as an animated PNG; false: unsuitable shape ---- */
bool display_animation(struct display *out, const struct display_values *v, double seconds_of_frame,
                       const struct display_style *style);

/* ---- image.c: an array as an image ----
 * rank 2: grey; rank 3 with last extent 3 or 4: RGB, RGBA. u8 as it is; other types scaled so that low is black and high white;
 * low == high: from the values. PNG, and sixels or half blocks in the terminal; text/plain elsewhere says type, shape and range. */
struct display_image {
    double low, high;
    int scale;       /* pixels per element; 0: enlarges small images */
    const char *map; /* colour map for rank 2; NULL: grey */
};

bool display_has_map(const char *map);
enum device_status display_image(struct display *out, const struct array *a, const char *name,
                                 const struct display_image *how, const struct display_style *style,
                                 struct device_fault *fault);

bool png_encode(struct buf *out, const uint8_t *pixels, uint32_t width, uint32_t height,
                uint32_t channels); /* 1, 3 or 4; false: too large */
bool image_path(const char *path);  /* whether the extension is .png, .pgm or .ppm */
/* Writes the image that show() would display, one pixel per element; `elements` in row-major order. false with a diag. */
bool image_write(const char *path, const struct array *a, const void *elements, struct diags *diags,
                 struct span at);
/* Reads a PNG or a binary PGM or PPM file (P5, P6; 8 bits) into rows of `channels` bytes per pixel. The caller frees the result. NULL
 * with a diag. */
uint8_t *image_read(const char *path, uint32_t *out_width, uint32_t *out_height,
                    uint32_t *out_channels, struct diags *diags, struct span at);

/* ---- timing_card.c: the table of launches below a cell ---- */
struct timing_row { /* all launches of a kernel with the same configuration in a cell */
    const char *kernel;
    struct device_dim grid, block;
    uint32_t shared; /* bytes per block, static and dynamic */
    uint32_t calls;
    uint64_t min_ns, median_ns, total_ns;
    uint64_t compile_ns;       /* compile time at the first launch; 0: already compiled */
    uint64_t bytes;            /* moved by all calls; 0: unknown */
    uint32_t registers, spill; /* per thread; spill in bytes; registers 0: unknown */
    double occupancy;          /* 0 to 1; negative: unknown */
    const char *limiter;       /* of the occupancy, or NULL */
};

struct timing_table {
    const struct timing_row *rows;
    uint32_t count;
    bool full;                 /* include all columns that have data */
    const char *device;        /* the device that was timed: "cpu device: AMD EPYC 9R14, 2 cores" */
    double peak;               /* its copy bandwidth in bytes per second; 0: unknown */
    const char *code_for;      /* the architecture of registers and occupancy: "sm_75"; or NULL */
    const char *const *advice; /* lines below the table */
    uint32_t advice_count;
};

void display_timings(struct display *out, const struct timing_table *t,
                     const struct display_style *style);

/* ---- occupancy_card.c: %occupancy ---- */
struct occupancy_card {
    const char *name; /* of the kernel, as asked for */
    struct gpu gpu;
    bool stands_in; /* not requested by the user: the GPU that the cpu device reports */
    const struct gpu_limits *limits;
    uint32_t compiled_for; /* the architecture of the register count: 90 */
    struct occupancy_kernel kernel;
    uint32_t spill;                 /* bytes a thread */
    uint32_t threads, threads_most; /* per block; the maximum for this kernel */
    uint32_t bound_threads, bound_blocks,
        bound_registers; /* from __launch_bounds__ and __maxnreg__; 0: none */
    uint64_t blocks;     /* of the grid; 0: not given */
};

void display_occupancy(struct display *out, const struct occupancy_card *c,
                       const struct display_style *style);

/* ---- smi.c: %smi in nvidia-smi's layout ---- */
struct smi_variable {
    const char *name, *type; /* "float [480, 640]" */
    uint64_t bytes;
    bool on_device;
    const char *device; /* its id; NULL: on the host */
};

struct smi_device {
    const struct device_props *device;
    uint64_t memory_used, memory_total; /* by this session */
    const struct device_smi *gpu;       /* from NVML; NULL: not available */
};

struct smi_info {
    const struct device_props *device;    /* the current one */
    const char *nvrtc_version;            /* "13.0" or NULL: not loaded yet */
    const char *no_gpu_reason;            /* one line; NULL if the device is a GPU */
    uint64_t memory_used, memory_total;   /* of the device, by this session */
    uint64_t resident;                    /* bytes of this process */
    double load;                          /* 1-minute load average; < 0: not known */
    const struct smi_variable *variables; /* shown largest first */
    uint32_t variable_count;
    const struct device_smi *gpu;     /* from NVML; NULL: not available */
    const char *stopped;              /* what the debugger has stopped, and where; NULL: nothing */
    const struct smi_device *devices; /* that are open, if there are several */
    uint32_t device_count;
};

void display_smi(struct display *out, const struct smi_info *info,
                 const struct display_style *style);
void smi_read_host(struct smi_info *info); /* fills resident and load from the system */

/* ---- table.c: plain and HTML tables with one set of columns ---- */
/* A cell that begins with ✗ is shown as an error. */
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
    const char *const
        *more; /* NULL, or of each row the HTML that a click on its last cell shows ("": none) */
};

/* Lines of text above a table (NULL: no table). */
void display_panel(struct display *out, struct str text, const struct table *t,
                   const struct display_style *style);
/* With lines below it. */
void display_table_with_note(struct display *out, const struct table *t, const char *note,
                             const struct display_style *style);
void display_table(struct display *out, const struct table *t,
                   const struct display_style *style); /* adds text/html and text/plain */

/* Figures for people: "4.2 KiB", "1.3 ms", "12.4 µs", "1,048,576". */
void print_count(struct buf *out, uint64_t n);
void print_bytes(struct buf *out, uint64_t bytes);
void print_device(struct buf *out, const char *id); /* "cpu device", "device 0" */
/* UTF-8 text in quotes. '<' is escaped, so that the string may stand in a <script>. */
void print_json_string(struct buf *out, struct str text);
void print_time(struct buf *out, uint64_t ns);
const char *time_text(struct arena *a, uint64_t ns);         /* the same */
void print_rate(struct buf *out, double bytes, uint64_t ns); /* GB/s: "12.3" */
/* Wraps a line between words; continuation lines start with `indent`. */
void print_wrapped(struct buf *out, struct str text, const char *indent, int columns);
/* The same for each line if the output is a terminal; otherwise lines are not wrapped. */
void print_lines(struct buf *out, struct str text, const struct display_style *style);
void print_dim(struct buf *out, struct device_dim d); /* "16 × 16" */
