#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi_header.py OUT TEMPLATE HANDLES CONSTANTS ERRORS CALLS: <mpi.h>. A line `@handles` of the template becomes the predefined
handles, and so on, from the tables of runtime/eval/mpi. A function passes its number in the table and its arguments to __mpi."""
import pathlib
import re
import sys

KINDS = {"COMM": "MPI_Comm", "GROUP": "MPI_Group", "TYPE": "MPI_Datatype", "OP": "MPI_Op", "INFO": "MPI_Info", "WIN": "MPI_Win",
         "FILE": "MPI_File", "REQUEST": "MPI_Request", "MESSAGE": "MPI_Message", "ERRHANDLER": "MPI_Errhandler"}
ROLES = {"BCAST": "void *", "WINDOW": "void *", "POINTER": "void *", "BYTES": "const void *", "AINT": "MPI_Aint ", "OFFSET": "MPI_Offset ",
         "INT": "int ", "RANK": "int ", "ROOT": "int ", "TAG": "int ", "ENUM": "int ", "BITS": "int ", "IN_INT": "int *",
         "OUT_INT": "int *", "OUT_RANK": "int *", "OUT_ENUM": "int *", "OUT_INTS": "int *", "OUT_RANKS": "int *",
         "OUT_AINT": "MPI_Aint *", "OUT_OFFSET": "MPI_Offset *", "INTS": "const int *", "ROOT_INTS": "const int *",
         "AINTS": "const MPI_Aint *", "OUT_AINTS": "MPI_Aint *", "OUT_TYPES": "MPI_Datatype *", "ENUMS": "const int *", "EDGES": "const int *", "WEIGHTS": "int *", "OUT_WEIGHTS": "int *", "IN_AINT": "MPI_Aint *", "TYPES": "const MPI_Datatype *", "RANGES": "int (*%s)[3]", "TEXT": "const char *",
         "OUT_TEXT": "char *", "IN_STATUS": "const MPI_Status *", "OUT_STATUS": "MPI_Status *", "REQUESTS": "MPI_Request *",
         "ROOT_TYPE": "MPI_Datatype "}


def rows(path, name):
    return [[cell.strip() for cell in match.split(",")] for match in re.findall(r"^%s\((.*?)\)" % name, path.read_text(), re.M)]


def parameter(role, name, rest):
    if role == "FUNCTION":
        return "%s *%s" % (rest.strip(", "), name)
    if role in KINDS:
        return "%s %s" % (KINDS[role], name)
    prefix, _, kind = role.partition("_")
    if prefix in ("NEW", "FREE"):
        return "%s *%s" % (KINDS[kind], name)
    if role not in ROLES:
        role = "POINTER" if "OUT" in role else "BYTES"
    text = ROLES[role]
    return text % name if "%s" in text else text + name


def functions(path):
    for number, (name, rest) in enumerate(re.findall(r"^CALL\((\w+), (.*)\)$", path.read_text(), re.M)):
        arguments = re.findall(r"(\w+)\((\w+)((?:, \w+)*)\)", rest.partition(", ")[2])
        declared = ", ".join(parameter(*argument) for argument in arguments) or "void"
        passed = "".join(", " + argument[1] for argument in arguments)
        yield "static inline int MPI_%s(%s) { return __mpi(%d%s); }" % (name, declared, number, passed)


out, template, handles, constants, errors, calls = map(pathlib.Path, sys.argv[1:])
texts = {
    "@handles": ["#define %s ((%s) %s)" % (name, KINDS[kind], value) for kind, name, value, *_ in rows(handles, "HANDLE")],
    "@constants": list(dict.fromkeys("#define %s (%s)" % (name, value) for _, name, value, *_ in rows(constants, "CONSTANT"))),
    "@errors": ["#define %s %s" % (name, value) for name, value, *_ in rows(errors, "ERROR")],
    "@functions": list(functions(calls)),
}
lines = template.read_text().splitlines()
out.write_text("\n".join(line for given in lines for line in texts.get(given, [given])) + "\n")
