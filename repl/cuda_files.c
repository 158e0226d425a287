/* SPDX-License-Identifier: Apache-2.0 */
/* Findings as files that CI systems read: JUnit's XML, and SARIF 2.1.0 (OASIS). Next: cuda_report.h. */
#include <string.h>

#include "cuda_report.h"

/* ---- JUnit ---- */

static void put_xml(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if ((unsigned char) *text >= ' ' || *text == '\n' || *text == '\t')
                fputc(*text, out);
        }
}

static void put_failed(FILE *out, const struct cuda_finding *f)
{
    fputs("    <failure type=\"", out);
    put_xml(out, f->kind);
    fputs("\" message=\"", out);
    put_xml(out, f->message);
    fputs("\">", out);
    put_xml(out, f->shown);
    fputs("</failure>\n", out);
}

/* A test case for each kernel, with a failure for each of its findings. */
static void put_case(FILE *out, const struct cuda_report *r, const char *kernel, double seconds)
{
    fputs("  <testcase classname=\"warpcell\" name=\"", out);
    put_xml(out, kernel);
    fprintf(out, "\" time=\"%.6f\">\n", seconds);
    for (size_t i = 0; i < r->finding_count; i++)
        if (!strcmp(r->findings[i].kernel, kernel))
            put_failed(out, &r->findings[i]);
    fputs("  </testcase>\n", out);
}

bool cuda_report_junit(const struct cuda_report *r, const char *path, const char *command)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return false;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", out);
    put_xml(out, command);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", r->kernel_count, r->finding_count);
    for (size_t i = 0; i < r->kernel_count; i++)
        put_case(out, r, r->kernels[i].name, (double) r->kernels[i].ns / 1e9);
    fputs("</testsuite>\n", out);
    return !fclose(out);
}

/* ---- SARIF ---- */

static void put_json(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char) *text < ' ')
            fprintf(out, "\\u%04x", (unsigned char) *text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void put_place(FILE *out, const char *file, unsigned long line)
{
    fputs("{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", out);
    put_json(out, file);
    fprintf(out, "}, \"region\": {\"startLine\": %lu}}}", line ? line : 1);
}

static void put_result(FILE *out, const struct cuda_finding *f, bool last)
{
    bool kernel = f->file[0] == '/' || (f->file[0] && !f->caller_file[0]);
    fputs("        {\"ruleId\": ", out);
    put_json(out, f->kind);
    fputs(", \"level\": \"error\", \"message\": {\"text\": ", out);
    put_json(out, f->message);
    fputs("}, \"locations\": [", out);
    if (kernel)
        put_place(out, f->file, f->line);
    else if (f->caller_file[0])
        put_place(out, f->caller_file, f->caller_line);
    fputs("]", out);
    if (kernel && f->caller_file[0]) {
        fputs(", \"relatedLocations\": [", out);
        put_place(out, f->caller_file, f->caller_line);
        fputs("]", out);
    }
    fprintf(out, "}%s\n", last ? "" : ",");
}

bool cuda_report_sarif(const struct cuda_report *r, const char *path)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return false;
    fputs("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": "
          "\"2.1.0\",\n"
          "  \"runs\": [\n    {\n      \"tool\": {\"driver\": {\"name\": \"warpcell\", "
          "\"version\": \"" WARPCELL_VERSION "\"}},\n      \"results\": [\n",
          out);
    for (size_t i = 0; i < r->finding_count; i++)
        put_result(out, &r->findings[i], i + 1 == r->finding_count);
    fputs("      ]\n    }\n  ]\n}\n", out);
    return !fclose(out);
}
