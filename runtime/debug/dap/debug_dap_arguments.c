/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments that requests need, and their types (Debug Adapter Protocol, "Requests"). Others are ignored. Next: debug_dap.c. */
#include <stdio.h>
#include <string.h>

#include "debug/dap/debug_dap_impl.h"

enum argument_kind { A_STRING, AN_INTEGER, A_BOOLEAN, AN_ARRAY, AN_OBJECT };

static const char *const kind_names[] = {[A_STRING] = "string",
                                         [AN_INTEGER] = "integer",
                                         [A_BOOLEAN] = "boolean",
                                         [AN_ARRAY] = "array",
                                         [AN_OBJECT] = "object"};

static const struct argument {
    const char *command, *name;
    enum argument_kind kind;
    bool needed;
} arguments[] = {
    {"initialize",              "clientID",           A_STRING,   false},
    {"disconnect",              "restart",            A_BOOLEAN,  false},
    {"disconnect",              "terminateDebuggee",  A_BOOLEAN,  false},
    {"dumpCell",                "code",               A_STRING,   true },
    {"setBreakpoints",          "source",             AN_OBJECT,  true },
    {"setBreakpoints",          "breakpoints",        AN_ARRAY,   false},
    {"setFunctionBreakpoints",  "breakpoints",        AN_ARRAY,   true },
    {"setExceptionBreakpoints", "filters",            AN_ARRAY,   false},
    {"source",                  "source",             AN_OBJECT,  true },
    {"stackTrace",              "threadId",           AN_INTEGER, false},
    {"stackTrace",              "startFrame",         AN_INTEGER, false},
    {"stackTrace",              "levels",             AN_INTEGER, false},
    {"scopes",                  "frameId",            AN_INTEGER, true },
    {"variables",               "variablesReference", AN_INTEGER, true },
    {"variables",               "filter",             A_STRING,   false},
    {"variables",               "start",              AN_INTEGER, false},
    {"variables",               "count",              AN_INTEGER, false},
    {"setVariable",             "variablesReference", AN_INTEGER, true },
    {"setVariable",             "name",               A_STRING,   true },
    {"setVariable",             "value",              A_STRING,   true },
    {"evaluate",                "expression",         A_STRING,   true },
    {"evaluate",                "frameId",            AN_INTEGER, false},
    {"evaluate",                "context",            A_STRING,   false},
    {"richInspectVariables",    "variableName",       A_STRING,   true },
    {"richInspectVariables",    "frameId",            AN_INTEGER, false},
    {"pause",                   "threadId",           AN_INTEGER, false},
    {"continue",                "threadId",           AN_INTEGER, false},
    {"next",                    "threadId",           AN_INTEGER, false},
    {"stepIn",                  "threadId",           AN_INTEGER, false},
    {"stepOut",                 "threadId",           AN_INTEGER, false},
    {"stepBack",                "threadId",           AN_INTEGER, false},
    {"reverseContinue",         "threadId",           AN_INTEGER, false},
};

static bool is_kind(const json_t *v, enum argument_kind kind)
{
    switch (kind) {
    case A_STRING: return json_is_string(v);
    case AN_INTEGER: return json_is_integer(v);
    case A_BOOLEAN: return json_is_boolean(v);
    case AN_ARRAY: return json_is_array(v);
    default: return json_is_object(v);
    }
}

static bool is_right(struct debug_dap *p, const struct argument *a, const json_t *args)
{
    const json_t *v = json_object_get(args, a->name);
    bool given = v && !json_is_null(v);
    if (given && !is_kind(v, a->kind))
        snprintf(p->error, sizeof p->error, "%s: %s is no %s", a->command, a->name,
                 kind_names[a->kind]);
    else if (!given && a->needed)
        snprintf(p->error, sizeof p->error, "%s needs %s", a->command, a->name);
    else
        return true;
    return false;
}

bool dap_arguments_are_right(struct debug_dap *p, const char *command, const json_t *args,
                             const char **out_error)
{
    bool right = !args || json_is_null(args) || json_is_object(args);
    if (!right)
        snprintf(p->error, sizeof p->error, "the arguments of %.60s are no object", command);
    for (size_t k = 0; right && k < sizeof arguments / sizeof *arguments; k++)
        if (!strcmp(arguments[k].command, command))
            right = is_right(p, &arguments[k], args);
    if (!right)
        *out_error = p->error;
    return right;
}
