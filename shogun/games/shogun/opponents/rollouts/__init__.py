"""Seasons played out quickly: the rules and a planner's short answers over plain numbers, for the strategist.

A test plays the same seasons by the rules themselves and requires the same end, to the last bit of every judgment.
`batch_*` play hundreds of seasons at once: without luck they come to the same, with luck to the same on average.
"""
