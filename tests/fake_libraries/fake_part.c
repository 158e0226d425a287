/* SPDX-License-Identifier: Apache-2.0 */
/* A library that lacks most functions. */
int cublasCreate_v2(void **handle)
{
    return 1;
}
