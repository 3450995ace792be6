"""What a position is worth at the beginning of a season: evaluators, what they look at, and how they learn.

`features` counts what an evaluator looks at, `evaluators` makes chances to win of it. Both are fitted by commands:
`training_games` plays, `fit_evaluators` fits weights, `td_learning` has a small network learn by temporal differences,
`self_play` plays rounds of games among masters, learns from them and holds the match that accepts what was learnt.
"""
