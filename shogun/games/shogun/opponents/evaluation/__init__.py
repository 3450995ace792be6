"""The worth of a position at the beginning of a season: evaluators and their features.

`features` counts the traits of a position, `evaluators` turns them into chances to win. The scripts in
`assets/training` fit their weights.
"""
