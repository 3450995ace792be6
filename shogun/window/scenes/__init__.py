"""The scenes of the window beside the games' own: menu, new game, list of games, rules, settings, hand-over."""
