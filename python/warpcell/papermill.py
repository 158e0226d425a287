# SPDX-License-Identifier: Apache-2.0
"""Parameters for papermill: notebooks of language "cuda" get them as declarations.

papermill knows its translators from a table that packages can only reach by being imported. It imports what the entry points
of its engines name, which is how this module gets imported (pyproject.toml); the engine itself is papermill's own.
"""

import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

from .declare import declaration, literal

DECLARATION = re.compile(r"^\s*(?P<type>(?:const\s+)?[A-Za-z_][\w\s]*?[\s*]+)(?P<name>\w+)\s*(?:\[\d*\])?\s*=\s*"
                         r"(?P<value>.*?);\s*(?://\s*(?P<help>.*))?$")


class CudaTranslator(Translator):
    @classmethod
    def translate(cls, val):
        return literal(val)[1]

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        return "\n".join([cls.comment(comment), *(declaration(name, value) for name, value in parameters.items())]) + "\n"

    @classmethod
    def inspect(cls, parameters_cell):
        found = (DECLARATION.match(line) for line in parameters_cell["source"].splitlines())
        return [Parameter(name=m["name"], inferred_type_name=m["type"].strip(), default=m["value"], help=m["help"] or "")
                for m in found if m]


class Engine(NBClientEngine):
    """papermill's own engine, under our name."""


papermill_translators.register("cuda", CudaTranslator)
