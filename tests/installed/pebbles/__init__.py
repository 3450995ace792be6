"""Pebbles: two take up to three of ten in turn, and whoever takes the last has won."""

from shogun.games import Entry

NAME = "Pebbles"
GAME = Entry("pebbles", NAME, "pebbles")
