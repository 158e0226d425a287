/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/xray/xray_grid.h"

/* Inside display/xray: the columns of figures, and the two forms of the page. */

enum { XRAY_COLUMNS_MOST = 12 };

struct xray_column {
    const char *title, *help;
    size_t wide;  /* columns of text */
    bool in_text; /* not only in HTML, which has more room */
    bool (*has)(const struct xray_line *l);
    void (*put)(struct buf *out, const struct xray_line *l);
};

struct xray_columns {
    uint32_t count;
    const struct xray_column *at[XRAY_COLUMNS_MOST];
};

/* ---- xray_columns.c ---- */
/* Those with figures. */
void xray_columns_of(struct xray_columns *out, const struct xray_page *p, bool text);
/* "load of 4 bytes from x, 1024 requests: 8.0 sectors each, ideal 4.0" */
void xray_picture_title(struct buf *out, const struct xray_picture *p);

/* ---- xray_text.c ---- */
void xray_text(struct buf *out, const struct xray_page *p, const struct display_style *style);
