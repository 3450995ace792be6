"""Tests of what lies in `assets/`: data, rules text, fonts and icons."""
