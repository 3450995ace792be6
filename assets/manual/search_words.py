"""The words that lead a search to a section although its text says something else: `% words: ...` above its heading.

As web pages the words are entries of the index and keywords of the page; in the one file they are hidden, and its own
search reads them.
"""

import html
import json
import re

LINE = re.compile(r"^% words: (.+)$", re.MULTILINE)


def words(page: str) -> list[str]:
    """Return all words that a page's sections are to be found by."""
    return [word.strip() for line in LINE.findall(page) for word in line.split(",")]


def as_index(page: str) -> str:
    """Return a page whose words are main entries of the index at their sections, and keywords of the page."""
    if not (named := words(page)):
        return page
    keywords = ", ".join(dict.fromkeys(" ".join(named).split()))  # Sphinx looks for single words only
    front = f"---\nmyst:\n  html_meta:\n    keywords: {json.dumps(keywords, ensure_ascii=False)}\n---\n"
    return front + LINE.sub(_entries, page)


def _entries(line: re.Match[str]) -> str:
    return f"```{{index}} {', '.join(f'! {word.strip()}' for word in line[1].split(','))}\n```"


def as_hidden(page: str) -> str:
    """Return a page that holds the words of each section, hidden, above its heading."""
    return LINE.sub(lambda line: f'<p class="words" hidden>{html.escape(line[1])}</p>\n', page)
