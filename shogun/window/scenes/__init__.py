"""The scenes of the window besides the games' own: menu, new game, list of games, rules, settings, hand-over."""
