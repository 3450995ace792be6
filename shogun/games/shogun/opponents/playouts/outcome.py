"""What a playout comes to: the judgement of `judgement.judge` and the risk of hunger in winter, on a `Lean`."""

from collections.abc import Iterator

from shogun.games.shogun.opponents.judgement import CLOSE, chance, forecasts
from shogun.games.shogun.opponents.playouts.ground import NOBODY
from shogun.games.shogun.opponents.playouts.lean import Lean
from shogun.games.shogun.opponents.playouts.scales import losses_of


def judge_end(lean: Lean, seat: int) -> float:
    """Return what the end of a game is worth to a seat: the victory, and how near it was."""
    ranks = list(zip(lean.points, lean.chests, strict=True))
    winners = ranks.count(max(ranks))
    won = (ranks[seat] == max(ranks)) / winners
    return (won + chance(lean.points, CLOSE, seat)) / 2


def judge_season(lean: Lean, seat: int) -> float:
    """Return a seat's chance of winning at the beginning of a season."""
    forecast = forecasts()[f"year{lean.year}/{lean.season}"]
    weights = forecast.weights
    points = [sum([weight * of for weight, of in zip(weights, row, strict=True)]) for row in features(lean)]
    return chance(points, max(1.0, forecast.spread), seat)


def features(lean: Lean) -> Iterator[tuple[float, ...]]:
    """Yield what each seat's final points are foretold from: `judgement.FEATURES`."""
    armies = [0] * len(lean.points)
    for owner, there in zip(lean.owner, lean.armies, strict=True):
        if owner != NOBODY:
            armies[owner] += there
    losses, everybody = losses_of(lean.events), sum(armies)
    loss, ground = sum(losses) / len(losses), lean.ground
    for seat, score in enumerate(lean.scores()):
        owned = lean.owned(seat)
        buildings, spare = lean.standing[seat] - len(owned), lean.rice[seat] - loss - len(owned)
        yield (
            1.0,
            lean.points[seat],
            score,
            len(owned),
            buildings,
            armies[seat],
            lean.chests[seat],
            max(0.0, -spare),
            max(0.0, spare),
            sum([lean.markers[place] for place in owned]),
            sum([_pressure(lean, seat, place) for place in owned]),
            everybody - armies[seat],
            sum([ground.sites[place] for place in owned]) - buildings,
            sum([ground.tax[place] for place in owned]),
        )


def _pressure(lean: Lean, seat: int, place: int) -> int:
    """Return by how much the strongest neighbour outnumbers a province, 0 if none does."""
    owner, armies = lean.owner, lean.armies
    strongest = own = armies[place]
    for near in lean.ground.neighbours[place]:
        if armies[near] > strongest and owner[near] != seat:
            strongest = armies[near]
    return strongest - own


def risk(lean: Lean, seat: int) -> float:
    """Return the chance to be short of rice in the winter to come, as seen at the beginning of a season."""
    calm = lean.calm_rice(seat)
    missing = lean.missing(seat, lean.scales, calm) - (calm[0] if calm else 0)
    return lean.scales.risk(lean.events, missing)
