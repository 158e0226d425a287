# SPDX-License-Identifier: Apache-2.0
"""The Pygments lexer, the TextMate grammar and JupyterLab's extension know the same words."""

import json
import re

from paths import ROOT
from pygments import lex
from pygments.token import Comment, Keyword, Name, Punctuation
from warpcell.lexer import WarpcellLexer

CELL = """// %% first
%time saxpy<<<1, 32>>>(n);
!ls
device float x[n];
int device = 0;
__global__ void k(int *p) { p[threadIdx.x] = 1; }
cudaMemcpy?
"""
GRAMMAR = ROOT / "kernelspec/editors/vscode/syntaxes/cuda.tmLanguage.json"


def test_the_lexer_knows_cells():
    tokens = [(kind, text) for kind, text in lex(CELL, WarpcellLexer()) if text.strip()]
    assert "".join(text for _, text in lex(CELL, WarpcellLexer())) == CELL
    assert tokens[0] == (Comment.Special, "// %% first\n") and tokens[1] == (Name.Decorator, "%time")
    assert [kind for kind, text in tokens if text == "device"] == [Keyword.Type, Name]
    assert {kind for kind, text in tokens if text in ("<<<", ">>>")} <= {Punctuation.Marker}
    assert (Keyword, "__global__") in [(kind if kind != Keyword.Reserved else Keyword, text) for kind, text in tokens]
    assert tokens[-1] == (Name.Decorator, "cudaMemcpy?")


def test_it_is_found_by_name():
    from pygments.lexers import get_lexer_by_name

    assert isinstance(get_lexer_by_name("warpcell"), WarpcellLexer)


def test_the_grammar_is_one():
    grammar = json.loads(GRAMMAR.read_text())
    for pattern in grammar["patterns"]:
        if "match" in pattern:
            re.compile(pattern["match"])
    package = json.loads((ROOT / "kernelspec/editors/vscode/package.json").read_text())
    (entry,) = package["contributes"]["grammars"]
    assert (ROOT / "kernelspec/editors/vscode" / entry["path"]).resolve() == GRAMMAR and entry["scopeName"] == grammar["scopeName"]


def test_the_words_are_the_same():
    spaces = set(re.search(r"__\(([\w|]+)\)__", GRAMMAR.read_text())[1].split("|"))
    lab = (ROOT / "kernelspec/labextension/extension.js").read_text()
    words = set(re.findall(r"__(\w+?)__", re.search(r"SPACES = words\((.*?)\);", lab, re.S)[1]))
    assert spaces == words
