/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer: any bytes as a cell. Build with -Dfuzz=true and clang; the cells in tests/lang make a good corpus. */
#include <stddef.h>
#include <stdint.h>

#include "lang_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lang_fixture f;
    int indent;
    fixture_open(&f);
    struct buf b = {0};
    buf_put(&b, data, size);
    fixture_run(&f, b.p ? b.p : "");
    fixture_check(&f, b.p ? b.p : "", size);
    lang_is_complete(f.lang, b.p ? b.p : "", size, &indent);
    buf_free(&b);
    fixture_close(&f);
    return 0;
}
