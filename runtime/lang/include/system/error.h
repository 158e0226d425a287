/* SPDX-License-Identifier: Apache-2.0 */
/* <error.h> of glibc: messages that begin with the program's name. */
#ifndef WARPCELL_ERROR_H
#define WARPCELL_ERROR_H
static unsigned error_message_count;
static int error_one_per_line;
static void (*error_print_progname)(void);
static inline void __error_end(int status, int code)
{
    if (code)
        fprintf(stderr, ": %s", strerror(code));
    fputc('\n', stderr);
    error_message_count++;
    if (status)
        exit(status);
}
static inline void error(int status, int code, const char *format, ...)
{
    va_list list;
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", __program_name());
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    __error_end(status, code);
}
static inline void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...)
{
    va_list list;
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", __program_name());
    fprintf(stderr, "%s:%u: ", file, line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    __error_end(status, code);
}
#endif
