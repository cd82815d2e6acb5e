# SPDX-License-Identifier: GPL-2.0-only
"""Settings of the module's documents: ./mrc doc."""

import re

from docutils import nodes
from sphinx.util.nodes import make_refnode

project = "MRC"
copyright = "The MRC module's authors"
extensions = []
exclude_patterns = ["replace.txt"]
html_theme = "alabaster"

CITATION = re.compile(r"\[([a-z][a-z0-9]+(?:-[a-z0-9]+)+)\]")


def link_clauses(app, doctree, docname):
    """Makes a link of each name in brackets that is a clause of doc/model, such as [sack-gap]."""
    labels = app.env.domaindata["std"]["labels"]
    for text in list(doctree.traverse(nodes.Text)):
        if isinstance(text.parent, (nodes.literal, nodes.literal_block, nodes.reference)):
            continue
        parts = []
        end = 0
        for match in CITATION.finditer(text.astext()):
            page, label, _ = labels.get(match[1], (None, None, None))
            if page:
                parts.append(nodes.Text(text.astext()[end : match.start()]))
                name = nodes.Text(match[0])
                parts.append(make_refnode(app.builder, docname, page, label, name))
                end = match.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(text.astext()[end:])])


def setup(app):
    app.connect("doctree-resolved", link_clauses)
