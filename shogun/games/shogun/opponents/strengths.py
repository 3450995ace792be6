"""The strengths of the opponents (difficulty), the weakest first: codes, seats, sentences and ratings."""

from shogun.base.language import marked

_ROOM = "shogun.games.shogun.opponents"
STRENGTHS = {
    "beginner": f"{_ROOM}.planning.noisy_planner:beginner",
    "learner": f"{_ROOM}.planning.noisy_planner:learner",
    "hasty": f"{_ROOM}.planning.noisy_planner:hasty",
    "greedy": f"{_ROOM}.planning.greedy:choose",
    "steady": f"{_ROOM}.planning.noisy_planner:steady",
    "planner": f"{_ROOM}.planning.planner:choose",
    "strategist": f"{_ROOM}.search.strategist:choose",
    "master": f"{_ROOM}.search.master:choose",
}
"""Modules of the seats of opponents offered to people, the weakest first."""
KEPT = {"random": f"{_ROOM}.random_moves:choose", "strategist-1": f"{_ROOM}.search.strategist_1:choose"}
"""Opponents only for comparisons, some from earlier versions: known by name, offered to nobody."""
GENTLEST, MIDDLE = "beginner", "greedy"
"""Opponents in a player's first game, and by default in a new game."""
SUBSTITUTE = "greedy"
"""Plays on for an opponent that failed, and where nobody says who plays."""
QUICK = ("random", SUBSTITUTE)
"""Opponents of a few plain lines: they answer where the game runs, a hundred times sooner than another process."""
WITHOUT_MODEL = (*QUICK, "beginner", "learner", "hasty", "steady", "planner")
"""Opponents that need no quick model of the tower; a strategist does, and personalities may play like one."""
THINKS_ON = ("strategist", "master")
"""Opponents that continue to think about a plan that they have laid, and leave it only for a better one."""
SENTENCES = {
    "random": marked("Makes random legal moves."),
    "beginner": marked(
        "For a first game: looks only at its own lands, attacks with too few armies, runs short of "
        "rice nearly every winter."
    ),
    "learner": marked("Has the right priorities, but often misjudges amounts, rice above all."),
    "hasty": marked("Plans ahead, but hastily: builds little and overbids for turn order."),
    "greedy": marked("Grabs what is near and attacks the weak; short of rice every other winter."),
    "steady": marked("Plans ahead, misjudges little, and attacks 50 % more often than the Samurai."),
    "planner": marked("Finds the best complete plan; attacks often and rarely bids chests."),
    "strategist": marked("Simulates the season many times before choosing."),
    "master": marked("Simulates seasons, and judges them by experience from past games."),
    "strategist-1": marked("The first version of the strategist, kept for comparison."),
}
"""A sentence about each opponent, by code."""
OLD_NAMES = {"strategist-1": marked("Old Shogun")}
"""Names of opponents of earlier versions."""
RATINGS = {
    "beginner": 0.0, "learner": 246.0, "hasty": 367.0, "greedy": 493.0, "steady": 674.0, "planner": 808.0,
    "strategist": 985.0, "master": 1236.0,
}  # fmt: skip
"""Ratings from ladders for 4 players on the sun side (the manual, `program/strength`).

Opponents made as many playouts as they make where no clock decides; in a window a master makes more.
"""
