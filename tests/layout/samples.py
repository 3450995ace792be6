"""What samples of all games share: how long games are played, by whom, and when they are looked at."""

from typing import Literal

Extent = Literal["beginning", "short", "whole"]
"""How long games are played to be looked at."""
LONG_NAMES = ("Miyamoto Musashi", "Matsudaira Nagao", "Kobayakawa Hideo", "Chōsokabe Morito", "Yamagata Masaoka")
"""Of players: as long as names can be."""
STRIDE = 30.0
"""Seconds that pass between two looks: longer than anything is shown."""
