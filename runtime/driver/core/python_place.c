/* SPDX-License-Identifier: Apache-2.0 */
/* Where a Python program stands: the frames of its thread, by Python's stable ABI (Python/C API reference, 'Frame Objects'), which is found
 * in the process and not linked. It takes Python's lock, so it is asked for only when a report is wanted. Next: report.c. */
#include "driver/core/python_place.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool load(struct python_calls *p)
{
    static const char *const names[] = {"Py_IsInitialized",
                                        "PyGILState_Ensure",
                                        "PyGILState_Release",
                                        "PyThreadState_Get",
                                        "PyThreadState_GetFrame",
                                        "PyFrame_GetBack",
                                        "PyFrame_GetCode",
                                        "PyFrame_GetLineNumber",
                                        "PyObject_GetAttrString",
                                        "PyUnicode_AsUTF8AndSize",
                                        "Py_DecRef",
                                        "PyErr_Clear"};
    void *found[sizeof names / sizeof *names];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!(found[i] = dlsym(RTLD_DEFAULT, names[i])))
            return false;
    memcpy((char *) p + offsetof(struct python_calls, is_initialized), found, sizeof found);
    return true;
}

static bool is_installed(const char *file)
{
    return strstr(file, "/site-packages/") || strstr(file, "/dist-packages/") ||
           strstr(file, "/lib/python") || strstr(file, "/driver/tools/python/") || *file == '<';
}

static void read_frame(const struct python_calls *p, void *frame, struct caller_place *out)
{
    void *code = p->code(frame), *name = code ? p->attribute(code, "co_filename") : NULL;
    const char *text = name ? p->text(name, NULL) : NULL;
    if (!text)
        p->clear();
    snprintf(out->file, sizeof out->file, "%s", text ? text : "");
    out->line = (uint32_t) p->line(frame);
    if (name)
        p->drop(name);
    if (code)
        p->drop(code);
}

static void walk(const struct python_calls *p, struct caller_place *out)
{
    enum { DEPTH = 60 };

    void *thread = p->thread(), *frame = thread ? p->frame(thread) : NULL;
    struct caller_place at;
    for (int depth = 0; frame && depth < DEPTH; depth++) {
        read_frame(p, frame, &at);
        if (!depth)
            *out = at;
        void *back = p->back(frame);
        p->drop(frame);
        frame = back;
        if (!is_installed(at.file)) {
            *out = at;
            break;
        }
    }
    if (frame)
        p->drop(frame);
}

bool caller_place_load(struct python_calls *p)
{
    p->found = getenv("WARPCELL_REPORT") && load(p);
    return p->found;
}

void caller_place_find(const struct python_calls *p, struct caller_place *out)
{
    *out = (struct caller_place){0};
    if (!p->is_initialized())
        return;
    int state = p->ensure();
    walk(p, out);
    p->release(state);
}
