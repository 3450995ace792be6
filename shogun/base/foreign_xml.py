"""XML from strangers: a tree of elements, refused if it defines entities or is nested too deeply."""

from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

DEEPEST = 400
"""Most levels of elements."""


def parsed(data: bytes) -> ElementTree.Element:
    """Return the root of an XML text. Raises ValueError for anything that isn't harmless XML."""
    depth = 0

    def start(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ValueError("nested too deeply")

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_declaration: Any) -> None:
        raise ValueError("defines entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.EntityDeclHandler = start, end, refuse
    try:
        parser.Parse(data, True)
        return ElementTree.fromstring(data)
    except (expat.ExpatError, ElementTree.ParseError, LookupError) as error:
        raise ValueError(str(error)) from None
