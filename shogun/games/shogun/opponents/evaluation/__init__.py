"""What a position is worth at the beginning of a season: judges, what they look at, and how they learn.

`traits` counts what a judge looks at, `judges` makes chances to win of it. Both are fitted by commands: `games` plays,
`fit` fits weights, `learn` has a small network learn by temporal differences.
"""
