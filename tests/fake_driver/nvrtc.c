/* SPDX-License-Identifier: Apache-2.0 */
/* A fake NVRTC that crashes on some kernels, in every way there is, never finishes with others ("endless": whatever the caller does;
 * "cancelled": until its callback says so), and reports an error in all others. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define API(name, ...) __attribute__((visibility("default"))) int nvrtc##name(__VA_ARGS__)

enum { OK = 0, COMPILATION = 6 };

static int compiled; /* by this copy of the library */
static char log_text[64];
static int (*flow)(void *payload, void *unused);
static void *flow_payload;

API(Version, int *major, int *minor)
{
    *major = 12;
    *minor = 0;
    return OK;
}

API(CreateProgram, void **out, const char *source, const char *name, int headers,
    const char *const *texts, const char *const *names)
{
    *out = strdup(source);
    return OK;
}

API(DestroyProgram, void **program)
{
    free(*program);
    *program = NULL;
    return OK;
}

static __attribute__((noinline)) int deeper(volatile char *above, int n)
{
    volatile char room[4096];
    room[0] = above ? above[0] : 0;
    return n < 0 ? room[0] : deeper(room, n + 1) + room[0];
}

API(SetFlowCallback, void *program, int (*callback)(void *, void *), void *payload)
{
    flow = callback;
    flow_payload = payload;
    return OK;
}

static void die(int number)
{
    _exit(4);
}

/* Like the real one, it has handlers of its own while it compiles. */
API(CompileProgram, void *program, int count, const char *const *options)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    void (*before)(int) = signal(SIGINT, die);
    const char *source = program;
    if (strstr(source, "segfault"))
        *(volatile int *) 8 = 1;
    if (strstr(source, "recurse"))
        compiled += deeper(NULL, 0);
    if (strstr(source, "abort"))
        abort();
    while (strstr(source, "endless"))
        pause();
    while (strstr(source, "cancelled") && !flow(flow_payload, NULL))
        nanosleep(&moment, NULL); // time is the subject: who yields comes last
    snprintf(log_text, sizeof log_text, "In[1](1): error: mistake number %d", ++compiled);
    signal(SIGINT, before);
    return COMPILATION;
}

API(GetProgramLogSize, void *program, size_t *size)
{
    *size = strlen(log_text) + 1;
    return OK;
}

API(GetProgramLog, void *program, char *text)
{
    strcpy(text, log_text);
    return OK;
}

API(AddNameExpression, void *program, const char *expression)
{
    return OK;
}

#define NEVER(name, ...)                                                                           \
    API(name, __VA_ARGS__)                                                                         \
    {                                                                                              \
        return COMPILATION;                                                                        \
    }
NEVER(GetPTXSize, void *program, size_t *size)
NEVER(GetPTX, void *program, char *ptx)
NEVER(GetCUBINSize, void *program, size_t *size)
NEVER(GetCUBIN, void *program, char *cubin)
NEVER(GetLoweredName, void *program, const char *expression, const char **lowered)
