/* SPDX-License-Identifier: Apache-2.0 */
/* Tensor maps (CUDA Driver API 6.31) of tiles without interleaving, for the cpu device. The layout is that of device/cpu/code/tensor_map.h. */

typedef struct __align__(64) CUtensorMap_st {
    unsigned long opaque[16];
} CUtensorMap;

typedef enum CUtensorMapDataType {
    CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32,
    CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;
typedef enum CUtensorMapInterleave {
    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B
} CUtensorMapInterleave;
typedef enum CUtensorMapSwizzle {
    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;
typedef enum CUtensorMapL2promotion {
    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;
typedef enum CUtensorMapFloatOOBfill {
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

struct __tensor_map {
    unsigned long magic, address, strides[4];
    unsigned last[5];
    unsigned short count[5];
    unsigned char steps[5], rank, width, swizzle;
};

static inline CUresult cuTensorMapEncodeTiled(CUtensorMap *out, CUtensorMapDataType type, cuuint32_t rank, void *address, const cuuint64_t *dims,
                                              const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps,
                                              CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                              CUtensorMapFloatOOBfill fill)
{
    const int widths[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    (void) promotion;
    if (!out || !address || !dims || !box || !steps || rank < 1 || rank > 5 || (rank > 1 && !strides) || (unsigned) type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ ||
        (unsigned) swizzle > CU_TENSOR_MAP_SWIZZLE_128B || (unsigned long) address % 16)
        return CUDA_ERROR_INVALID_VALUE;
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
        return CUDA_ERROR_NOT_SUPPORTED;
    struct __tensor_map m;
    memset(&m, 0, sizeof m);
    m.magic = 0x70616d726f736e74ul;
    m.address = (unsigned long) address;
    m.rank = (unsigned char) rank;
    m.width = (unsigned char) widths[type];
    m.swizzle = (unsigned char) swizzle;
    for (unsigned i = 0; i < rank; i++) {
        if (!dims[i] || dims[i] > 1ul << 32 || !box[i] || box[i] > 256 || !steps[i] || steps[i] > 8 ||
            (i && (strides[i - 1] % 16 || strides[i - 1] >= 1ul << 40)))
            return CUDA_ERROR_INVALID_VALUE;
        m.last[i] = (unsigned) (dims[i] - 1);
        m.steps[i] = (unsigned char) (i ? steps[i] : 1); /* the first is ignored */
        m.count[i] = (unsigned short) ((box[i] + m.steps[i] - 1) / m.steps[i]);
        if (i)
            m.strides[i - 1] = strides[i - 1];
    }
    unsigned row = m.count[0] * m.width;
    if (row % 16 || (swizzle && row > 16u << swizzle))
        return CUDA_ERROR_INVALID_VALUE;
    memset(out, 0, sizeof *out);
    memcpy(out, &m, sizeof m);
    return CUDA_SUCCESS;
}

static inline CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address)
{
    if (!map || !address || (unsigned long) address % 16)
        return CUDA_ERROR_INVALID_VALUE;
    map->opaque[1] = (unsigned long) address;
    return CUDA_SUCCESS;
}

typedef CUresult (*PFN_cuTensorMapEncodeTiled_v12000)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                                                      const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                                      CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef PFN_cuTensorMapEncodeTiled_v12000 PFN_cuTensorMapEncodeTiled;

/* The driver's functions by name: those that programs of the runtime API ask for this way. */
typedef enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent
} cudaDriverEntryPointQueryResult;
enum { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };

static inline cudaError_t cudaGetDriverEntryPoint(const char *name, void **out, unsigned long long flags,
                                                  cudaDriverEntryPointQueryResult *result = NULL)
{
    (void) flags;
    *out = NULL;
    if (!strcmp(name, "cuTensorMapEncodeTiled"))
        *out = (void *) &cuTensorMapEncodeTiled;
    else if (!strcmp(name, "cuTensorMapReplaceAddress"))
        *out = (void *) &cuTensorMapReplaceAddress;
    if (result)
        *result = *out ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return *out || result ? cudaSuccess : cudaErrorSymbolNotFound;
}

static inline cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **out, unsigned version, unsigned long long flags,
                                                           cudaDriverEntryPointQueryResult *result = NULL)
{
    (void) version;
    return cudaGetDriverEntryPoint(name, out, flags, result);
}
