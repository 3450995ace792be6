"""How Sphinx makes the pages; `make_manual.py` hands it the folder, the language and the builder."""

import os
from pathlib import Path

from shogun import __version__

project = "Shogun"
author = "The Shogun developers"
version = release = __version__
language = os.environ.get("SHOGUN_MANUAL_LANGUAGE", "en")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["misc.copy_overwrite"]
exclude_patterns = ["examples"]

# Docstrings are plain sentences; what stands between `single` backquotes is a name, and leads there if it has a page.
default_role = "py:obj"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

smartquotes = False  # `--option` would become a dash

html_title = "Shogun"
html_show_copyright = False
html_theme = "furo"
html_search_scorer = str(Path(__file__).parent / "search" / "scorer.js")
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it would have to load pages, which browsers forbid to files
html_theme_options: dict[str, object] = {"top_of_page_buttons": []}

if os.environ.get("SHOGUN_MANUAL_ONE_FILE"):
    html_theme = "basic"
    html_theme_options = {"globaltoc_includehidden": True, "globaltoc_maxdepth": 2, "globaltoc_collapse": False}
    html_css_files = []
    html_static_path = []
    html_sidebars = {"**": ["globaltoc.html"]}
    html_use_index = False
    html_domain_indices = False
    extensions.remove("sphinx.ext.viewcode")
