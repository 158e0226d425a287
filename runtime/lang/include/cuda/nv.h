/* SPDX-License-Identifier: Apache-2.0 */
/* <nv/target>: in kernels NVRTC's own. */
#include <nv_host.h>
