/* SPDX-License-Identifier: Apache-2.0 */
/* Of cuFFT's calls for several GPUs there are none yet; the plain ones come with it. */
#include <cufft.h>
