"""Nim: whoever takes the last stick wins. A game of one's own, whole, for the manual."""
