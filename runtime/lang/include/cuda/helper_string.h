/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines as NVIDIA's samples read them: -name, --name, -name=value. */
#if !defined COMMON_HELPER_STRING_H_ && !defined STRING_HELPER_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define COMMON_HELPER_STRING_H_
#define STRING_HELPER_H

#define STRCASECMP   strcasecmp
#define STRNCASECMP  strncasecmp
#define STRCPY(to, n, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == NULL)
#define SSCANF       sscanf
#define SPRINTF      sprintf
#ifndef EXIT_WAIVED
#define EXIT_WAIVED  2
#endif

static inline int stringRemoveDelimiter(char delimiter, const char *string)
{
    int start = 0;
    while (string[start] == delimiter)
        start++;
    return start >= (int) strlen(string) - 1 ? 0 : start;
}

static inline int getFileExtension(char *name, char **extension)
{
    char *dot = strrchr(name, '.');
    *extension = dot ? dot + 1 : name + strlen(name);
    return (int) strlen(*extension);
}

/* What follows "name" in an argument: "" for a flag, "=value" with a value; null: it is another argument. */
static inline const char *__sdk_argument(const char *argument, const char *name)
{
    int start = stringRemoveDelimiter('-', argument);
    size_t n = strlen(name);
    if (!start || strncasecmp(argument + start, name, n))
        return NULL;
    const char *rest = argument + start + n;
    return *rest == 0 || *rest == '=' ? rest : NULL;
}

/* The value of the last argument of that name; null: there is none. */
static inline const char *__sdk_value(int argc, const char **argv, const char *name)
{
    const char *value = NULL;
    for (int i = 1; i < argc; i++) {
        const char *rest = __sdk_argument(argv[i], name);
        if (rest)
            value = *rest == '=' ? rest + 1 : rest;
    }
    return value;
}

static inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return __sdk_value(argc, argv, name) != NULL;
}

static inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name)
{
    const char *value = __sdk_value(argc, argv, name);
    return value ? atoi(value) : 0;
}

static inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name)
{
    const char *value = __sdk_value(argc, argv, name);
    return value ? (float) atof(value) : 0;
}

static inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **out)
{
    const char *value = __sdk_value(argc, argv, name);
    *out = (char *) value;
    return value != NULL;
}

/* A sample's data file: in the working folder, in data, or in data of the folders above; null: nowhere. */
static inline char *sdkFindFilePath(const char *name, const char *program)
{
    static const char *folders[] = {"./", "./data/", "../", "../data/", "../../data/", "../../../data/", "../../../../data/"};
    for (int i = 0; i < 7; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s%s", folders[i], name);
        FILE *f = fopen(path, "rb");
        if (f) {
            fclose(f);
            return strdup(path);
        }
    }
    return NULL;
}

#endif
