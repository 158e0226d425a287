/* SPDX-License-Identifier: Apache-2.0 */
#include "device/device_library.h"

const char *device_library_name(enum device_library which)
{
    static const char *const names[] = {[DEVICE_CUBLAS] = "cuBLAS",
                                        [DEVICE_CUFFT] = "cuFFT",
                                        [DEVICE_CUSOLVER] = "cuSOLVER",
                                        [DEVICE_CUSPARSE] = "cuSPARSE"};
    return which < DEVICE_LIBRARIES ? names[which] : "";
}
