/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC's own calls (NVRTC documentation, 'User interface'). What is compiled for a GPU (sm_75) becomes PTX for its architecture (compute_75),
 * which nvrtcGetCUBIN returns, too: every device loads it. */
#ifndef __NVRTC_H__
#define __NVRTC_H__

typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum {
    NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT, NVRTC_ERROR_INVALID_PROGRAM,
    NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, NVRTC_ERROR_INTERNAL_ERROR, NVRTC_ERROR_TIME_FILE_WRITE_FAILED
} nvrtcResult;

static inline const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const names[] = {
        "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
        "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        "NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
    return (unsigned) result < sizeof names / sizeof *names ? names[result] : "NVRTC_ERROR unknown";
}

static inline nvrtcResult nvrtcVersion(int *major, int *minor)
{
    int numbers[4];
    __nvrtc_version(numbers);
    *major = numbers[0];
    *minor = numbers[1];
    return NVRTC_SUCCESS;
}

static inline nvrtcResult nvrtcCreateProgram(nvrtcProgram *out, const char *source, const char *name, int headers, const char *const *texts,
                                             const char *const *names)
{
    if (!out || !source || headers < 0 || (headers && (!texts || !names)))
        return NVRTC_ERROR_INVALID_INPUT;
    return (nvrtcResult) __nvrtc_create(out, source, name, headers, texts, names);
}

static inline nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    nvrtcResult result = (nvrtcResult) __nvrtc_destroy(*program);
    *program = NULL;
    return result;
}

static inline nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
    return (nvrtcResult) __nvrtc_expression(program, expression);
}

static inline nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
    return (nvrtcResult) __nvrtc_compile(program, count, options);
}

static inline nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **out)
{
    return (nvrtcResult) __nvrtc_lowered(program, expression, out);
}

static inline nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *out)
{
    long n = __nvrtc_text(program, 0, NULL);
    *out = n > 0 ? n : 0;
    return n < 0 ? NVRTC_ERROR_INVALID_PROGRAM : n ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

static inline nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *out)
{
    return __nvrtc_text(program, 0, out) > 0 ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

static inline nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *out) { return nvrtcGetPTXSize(program, out); }
static inline nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *out) { return nvrtcGetPTX(program, out); }

static inline nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *out)
{
    long n = __nvrtc_text(program, 1, NULL);
    *out = n > 0 ? n : 0;
    return n < 0 ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_SUCCESS;
}

static inline nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *out)
{
    return __nvrtc_text(program, 1, out) < 0 ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_SUCCESS;
}

static inline nvrtcResult nvrtcGetNumSupportedArchs(int *out)
{
    return (nvrtcResult) __nvrtc_architectures(NULL, out);
}

static inline nvrtcResult nvrtcGetSupportedArchs(int *out)
{
    int count;
    return (nvrtcResult) __nvrtc_architectures(out, &count);
}

#endif
