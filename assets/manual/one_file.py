"""The manual as one file: pictures, style, search and all. Without scripts it is the same, less the search."""

import base64
import hashlib
import html
import io
import re
from pathlib import Path

from PIL import Image

from shogun.base.language import ENGLISH, _, speaking

HERE = Path(__file__).resolve().parent
STYLE, SEARCH = HERE / "one_file.css", HERE / "search" / "one_file.js"
WIDTH, FILM_WIDTH, FILM_FRAMES, QUALITY = 800, 200, 20, 40
"""Of pictures, of those that move, of how many moments these have at most; of WebP, of 100."""


def name(language: str) -> str:
    """Return the name of the file in a language."""
    return "manual.html" if language == ENGLISH else f"manual.{language}.html"


def digest(source: Path) -> str:
    """Return a digest of all that the file is made of: pages, pictures, style, search, and this module."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for path in (STYLE, SEARCH):
        found.update(path.read_bytes())
    pictures = source.parents[1] / "pictures"
    for path in sorted([*source.rglob("*.md"), *pictures.iterdir()]):
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def put_together(made: Path, digest: str, language: str) -> str:
    """Return the page that Sphinx has made as a single one, with all that it needs in it."""
    page = (made / "index.html").read_text("utf-8")
    page = re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL)
    page = re.sub(r'<link rel="(?:stylesheet|search|index)"[^>]*>', "", page)
    style = STYLE.read_text("utf-8")
    head = f'<meta name="manual-digest" content="{digest}">\n<style>\n{style}</style>\n</head>'
    page = page.replace("</head>", head, 1)
    page = page.replace("</body>", f"{_search(language)}\n</body>", 1)
    page = re.sub(r'href="(?:index\.html)?#(?:document-[^"#]*#)?', 'href="#', page).replace('href=""', 'href="#"')
    page = re.sub(r'<a class="reference internal image-reference"[^>]*>(.*?)</a>', r"\1", page, flags=re.DOTALL)
    page = _shortened(page)
    return re.sub(r'src="(_images/[^"]+)"', lambda found: f'src="{inlined(made / found[1])}"', page)


def _search(language: str) -> str:
    """Return the script of the search, with what its field says in a language."""
    with speaking(language):
        label, none = html.escape(_("Type to search")), html.escape(_("no matches"))
    return f'<script data-label="{label}" data-none="{none}">\n{SEARCH.read_text("utf-8")}</script>'


def _shortened(page: str) -> str:
    """Return the page without marks that neither its style nor its search asks for: an eighth of its text."""
    page = re.sub(r'<a class="headerlink"[^>]*>.*?</a>', "", page)
    page = re.sub(r"<pre>.*?</pre>", lambda code: re.sub(r"</?span[^>]*>", "", code[0]), page, flags=re.DOTALL)
    page = re.sub(r'<code class="[^"]*">(.*?)</code>', _plain_code, page, flags=re.DOTALL)
    page = re.sub(r'<span class="(?:std std-ref|xref [^"]*|doc|n|w)">(.*?)</span>', r"\1", page)
    return re.sub(r' class="(?:reference (?:in|ex)ternal|simple|row-(?:odd|even)|head)"', "", page)


def _plain_code(code: re.Match[str]) -> str:
    return f"<code>{re.sub('</?span[^>]*>', '', code[1])}</code>"


def inlined(path: Path) -> str:
    """Return a picture as it stands in a page: smaller than in the repository, for it is shown smaller."""
    with Image.open(path) as picture:
        frames = getattr(picture, "n_frames", 1)
        data = io.BytesIO()
        if frames == 1:
            picture.thumbnail((WIDTH, WIDTH))
            picture.convert("RGB").save(data, "WEBP", quality=QUALITY, method=6)
        else:
            _film(picture, frames, data)
    return "data:image/webp;base64," + base64.b64encode(data.getvalue()).decode()


def _film(picture: Image.Image, frames: int, data: io.BytesIO) -> None:
    every = -(-frames // FILM_FRAMES)
    kept, waits = [], []
    for place in range(0, frames, every):
        picture.seek(place)
        frame = picture.convert("RGB")
        frame.thumbnail((FILM_WIDTH, FILM_WIDTH * 2))
        kept.append(frame)
        waits.append(int(picture.info.get("duration", 50)) * every)
    kept[0].save(data, "WEBP", save_all=True, append_images=kept[1:], duration=waits, loop=0, quality=QUALITY, method=4)
