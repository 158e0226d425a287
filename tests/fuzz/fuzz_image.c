/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as an image for the CUDA driver library: a fatbin, an ELF file with PTX behind it, or text. What it holds is linked with itself
 * and once more; it must end in PTX or in a reason. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "driver/core/driver_image.h"
#include "fuzz.h"
#include "ptx/ptx_link.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf why = {0}, linked = {0}, error = {0};
    char *text = NULL;
    if (!size)
        return 0;
    uint8_t *exact = xmalloc(size); /* so that a sanitizer sees a read past the end */
    memcpy(exact, data, size);
    enum image_status status = image_ptx(exact, size, 75, &text, &why);
    CHECK((status == IMAGE_OK) == (text != NULL) && (status == IMAGE_OK || why.n));
    if (text) {
        struct str texts[] = {str_of(text), str_of(text)};
        CHECK(ptx_link(texts, 2, 40, &linked, &error) || error.n);
    }
    free(text);
    free(exact);
    buf_free(&why);
    buf_free(&linked);
    buf_free(&error);
    return 0;
}
