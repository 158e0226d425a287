/* SPDX-License-Identifier: Apache-2.0 */
/* The device's half is NVRTC's; the library's includes the host's calls as well. */
#include <curand.h>
