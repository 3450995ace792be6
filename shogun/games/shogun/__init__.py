"""Dirk Henn's Shogun: its rules, words, opponents, analysis and screen."""
