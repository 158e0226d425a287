/* SPDX-License-Identifier: Apache-2.0 */
__kernel void empty(__global int *p) {}
