"""Pictures of towers made to stand in a page: names in them are their own, and they can be read aloud."""

import re
from html import escape

from shogun.tower.geometry import Geometry

BESIDE = 6.0
"""Left around a tower in small pictures, mm."""
_FRAME = re.compile(r'width="\d+" height="\d+" viewBox="[^"]*"')


def without_tray(svg: str, geometry: Geometry) -> str:
    """Return a picture without tray and stand: where little room is, what lies in the tower shall be seen."""
    wide, high = max(geometry.funnel.mouth, geometry.shaft.width) + 2 * BESIDE, geometry.rim_y + 2 * BESIDE
    frame = f'viewBox="{-wide / 2:g} {BESIDE - high:g} {wide:g} {high:g}"'
    return _FRAME.sub(frame, svg, count=1)


def inline(svg: str, name: str, words: str) -> str:
    """Return a picture to be put into a page: names in it are its own, and it can be read aloud."""
    svg = svg.replace('id="back"', f'id="{name}"').replace("url(#back)", f"url(#{name})")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)
