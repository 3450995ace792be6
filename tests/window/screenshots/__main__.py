"""Takes all pictures: `python -m tests.window.screenshots --renew` to remember them, `--into FOLDER` to see them."""

import argparse
import os
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en")

import pygame

from .moments import MOMENTS
from .remembered import remember
from .taking import take


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.window.screenshots", description="Takes a picture of each scene."
    )
    parser.add_argument("--renew", action="store_true", help="from now on the pictures shall be as they are now")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="save the pictures here, to be looked at")
    parser.add_argument("--only", nargs="+", metavar="MOMENT", help="take these moments alone")
    asked = parser.parse_args()
    if not asked.renew and asked.into is None:
        parser.error("--renew or --into FOLDER is wanted")
    wanted = [
        (moment, size)
        for moment in MOMENTS.values()
        if not asked.only or moment.name in asked.only
        for size in moment.sizes
    ]
    pictures = {(moment.name, size): take(moment, size)[1] for moment, size in wanted}
    if asked.into:
        asked.into.mkdir(parents=True, exist_ok=True)
        for (name, (wide, high)), picture in pictures.items():
            pygame.image.save(picture, asked.into / f"{name}-{wide}x{high}.png")
    if asked.renew:
        remember(pictures)


if __name__ == "__main__":
    main()
