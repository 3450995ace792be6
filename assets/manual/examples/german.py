"""The first step to a language: a catalogue of all texts for German, with one of them translated."""

from pathlib import Path

import catalogues


def first_step(folder: Path) -> Path:
    """Write the catalogue into a folder, *Quit* translated and all else still English, and return its path."""
    catalogues.HERE = folder  # without this line it lies in assets/locale, beside Polish and Czech
    catalogues.update(["de"])
    path = catalogues.path_of("de")
    catalogue = catalogues.read(path, "de")
    message = catalogue.get("Quit")
    assert message is not None
    message.string = "Beenden"
    catalogues.write(catalogue, "de")
    return path
