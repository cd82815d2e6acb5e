# SPDX-License-Identifier: GPL-2.0-only
"""Settings of the module's documents: ./mrc doc."""

project = "MRC"
copyright = "The MRC module's authors"
extensions = []
exclude_patterns = ["replace.txt"]
html_theme = "alabaster"
