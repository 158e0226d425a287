# SPDX-License-Identifier: Apache-2.0
"""nbconvert --to script for notebooks of language "cuda": a file of cells in the percent format, which `warpcell FILE.cu` runs.

nbconvert's own script has nothing between cells, so that nobody could tell where a last expression or a cell magic ends.
"""

from nbconvert.exporters import TemplateExporter
from traitlets import default

TEMPLATE = """\
{%- extends 'null.j2' -%}

{%- block input -%}
// %%
{{ cell.source }}

{% endblock input -%}

{%- block markdowncell scoped -%}
// %% [markdown]
{{ cell.source | comment_lines(prefix='// ') }}

{% endblock markdowncell -%}

{%- block rawcell scoped -%}
// %% [raw]
{{ cell.source | comment_lines(prefix='// ') }}

{% endblock rawcell -%}
"""


class ScriptExporter(TemplateExporter):
    output_mimetype = "text/plain"  # nbconvert accepts no other for its template

    @default("file_extension")
    def _file_extension_default(self):
        return ".cu"

    @default("template_name")
    def _template_name_default(self):
        return "script"

    @default("raw_template")
    def _raw_template_default(self):
        return TEMPLATE
