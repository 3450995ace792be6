"""What a position is worth at the beginning of a season: evaluators, and what they look at.

`features` counts what an evaluator looks at, `evaluators` makes chances to win of it. The scripts in `assets/training`
fit their weights.
"""
