/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/display.h"

/* Inside display/ only. Thread-safety: unsafe. */

/* ---- format.c ---- */
/* Text truncated or padded to `width` terminal columns. */
void put_cell(struct buf *out, struct str text, size_t width, bool right);
void put_bar(struct buf *out, double fraction, int columns); /* blocks in eighths; table_text.c */
void put_bar_html(struct buf *out, double fraction, int pixels); /* the same as boxes */
void put_number(struct buf *out, double v);                      /* "499.5": six digits */
void put_base64(struct buf *out, const void *bytes, size_t n);

/* ---- table.c, table_text.c ---- */
/* Text in HTML has one size, that of JupyterLab's code and tables, and starts where its plain text does. */
#define HTML_TEXT "<div style=\"padding:0 8px;font-size:13px;line-height:1.5\">"
#define HTML_NOTE "<div style=\"padding:0 8px;font-size:13px;line-height:1.5;opacity:0.75\">"
void html_lines(struct buf *out, struct str text); /* each as HTML_TEXT */
void table_text(struct buf *out, const struct table *t, const struct display_style *style);
void table_html(struct buf *out, const struct table *t);

/* ---- smi_html.c: %smi as HTML, and GPU modes for both forms ---- */
void smi_html(struct buf *out, const struct smi_info *info, const struct smi_variable *sorted);
/* The same for the i-th of several devices; where a variable is. */
struct smi_info smi_of(const struct smi_info *info, uint32_t i);
const char *smi_where(const struct smi_info *info, const struct smi_variable *v);
void smi_modes(struct buf *out, const struct device_smi *g);
void smi_health(struct buf *out, const struct device_smi *g);

/* ---- values.c: statistics ---- */
struct value_stats {
    int64_t finite, nan, infinite; /* element counts */
    const void *min, *max;         /* point to the extreme finite elements; NULL: none */
    double low, high, mean;        /* of the finite elements */
    double scale; /* divide by it before subtracting: the range of huge values overflows */
};

int64_t values_count(const struct display_values *v); /* the product of all extents */
bool values_numeric(const struct display_values *v);
double values_at(const struct display_values *v, int64_t i);
void values_measure(const struct display_values *v, int64_t known, struct value_stats *out);

enum { VALUES_BINS = 24 };

/* The heights, 0 to 1, of a histogram with at most `columns` bars; and the means of equal parts of the elements in their order,
 * from the least to the greatest value (NaN: a part without a finite one). Both return the number of bars. */
int values_histogram(const struct display_values *v, int64_t known, const struct value_stats *s,
                     int columns, double out[VALUES_BINS]);
int values_by_index(const struct display_values *v, int64_t known, const struct value_stats *s,
                    int columns, double out[VALUES_BINS]);
/* Block characters with eight heights; the lowest is blank for nothing, or a line. */
void values_bars(struct buf *out, const double *heights, int count, bool empty_is_blank);
/* A number of such elements, which has their digits. */
void values_number(struct buf *out, const struct display_values *v, double x);
void values_element(struct buf *out, const struct display_values *v,
                    const void *e); /* one element, as in a summary */

/* ---- values_print.c ---- */
/* How numbers that stand below each other are written, so that their points do too. */
struct number_format {
    int decimals;
    bool exponent; /* "1.25e-07" */
};

enum { SIX_DIGITS = 6 };

void number_format_of(struct number_format *f, const double *numbers, size_t count, int digits);
void put_formatted(struct buf *out, const struct number_format *f, double x);

/* Head and tail as aligned text, at most `columns` wide. Structs need v->printer. */
void values_print(struct buf *out, const struct display_values *v, int columns);

/* ---- array.c ---- */
/* Reads as many elements of a device array as a summary needs: `out_known`. The caller frees out->elements, and `where`, which out
 * points to. */
enum device_status values_of_array(struct display_values *out, const struct array *a,
                                   const char *name, struct buf *where, int64_t *out_known,
                                   struct device_fault *fault);

/* ---- picture.c: values to pixels ---- */
struct picture {
    uint8_t *pixels; /* from malloc; released by picture_free */
    uint32_t width, height, channels;
};

bool picture_possible(
    const struct display_values *v); /* rank 2, or 3 with 3 or 4 channels; not empty, not structs */
void picture_make(struct picture *out, const struct display_values *v, double low, double high,
                  uint32_t most); /* at most `most` pixels wide and high */
void picture_enlarge(struct picture *p, uint32_t times);
/* For a terminal: the maximum width and height in pixels, and the picture as sixels or half blocks. `out_fine`: pixels are small,
 * so small pictures should be enlarged. */
uint32_t picture_room(const struct display_style *style, bool *out_fine);
void picture_text(struct buf *out, const struct picture *p, const struct display_style *style);
void picture_sixels(struct buf *out, const struct picture *p); /* sixel.c */
void picture_free(struct picture *p);
