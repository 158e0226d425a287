/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>

#include "warpcell.h"

/* A session's outputs as the protocol's MIME bundles. The caller owns what is returned.
 * Thread-safety: safe; nothing is kept. */
json_t *bundle_data(const struct wc_bundle *b); /* type to data: text, base64, or real JSON */
json_t *
bundle_metadata(const struct wc_bundle *b); /* the size of pictures and what they show, by type */
const struct wc_mime *bundle_plain(const struct wc_bundle *b); /* its text/plain, or NULL */
