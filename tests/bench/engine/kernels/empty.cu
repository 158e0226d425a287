/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void empty(int *p) {}
