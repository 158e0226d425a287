/* SPDX-License-Identifier: Apache-2.0 */
/* The types of elements, for the libraries whose calls take them as an argument. */
#ifndef WARPCELL_LIBRARY_TYPES_H
#define WARPCELL_LIBRARY_TYPES_H
typedef enum cudaDataType {
    CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, CUDA_C_32F = 4, CUDA_C_64F = 5, CUDA_R_32I = 10, CUDA_R_16BF = 14
} cudaDataType;
typedef cudaDataType cudaDataType_t;
typedef enum libraryPropertyType_t { MAJOR_VERSION = 0, MINOR_VERSION = 1, PATCH_LEVEL = 2 } libraryPropertyType;
#endif
