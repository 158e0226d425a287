# SPDX-License-Identifier: Apache-2.0
"""Cells of Warpcell for Pygments: CUDA C with lines of magics, `device` arrays and launches. `pygmentize -l warpcell`, and
`.. code-block:: warpcell` in Sphinx."""

from pygments.lexer import bygroups, inherit, using, this
from pygments.lexers.c_like import CudaLexer
from pygments.token import Comment, Generic, Keyword, Name, Punctuation, Text


class WarpcellLexer(CudaLexer):
    name = "Warpcell"
    aliases = ["warpcell"]
    filenames = []
    mimetypes = ["text/x-warpcell"]

    tokens = {
        "whitespace": [
            (r"^//[ \t]*%%.*\n?", Comment.Special),
            (r"^([ \t]*)(%%?\w+)(.*\n?)", bygroups(Text, Name.Decorator, using(this))),
            (r"^([ \t]*)(!.*\n?)", bygroups(Text, Generic.Output)),
            (r"^([ \t]*)(\?[\w%:]+|[\w%:]+\?\??)([ \t]*\n)", bygroups(Text, Name.Decorator, Text)),
            inherit,
        ],
        "statements": [
            (r"\b(device|managed)(\s+)(?=(?:const\s+|unsigned\s+|signed\s+|struct\s+)?[A-Za-z_]\w*[\s*&]+[A-Za-z_])",
             bygroups(Keyword.Type, Text)),
            (r"<<<|>>>", Punctuation.Marker),
            inherit,
        ],
    }
