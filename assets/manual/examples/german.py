"""The first step to a language: a catalogue of all texts for German, with one of them translated."""

from pathlib import Path

import catalogues
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po


def first_step(into: Path) -> Path:
    """Write the catalogue into a folder, *Quit* translated, all else still English, and return its path."""
    catalog = catalogues.updated(Catalog(locale="de"), "de")
    catalog.get("Quit").string = "Beenden"
    path = into / "shogun.po"
    with path.open("wb") as file:
        write_po(file, catalog)
    return path
