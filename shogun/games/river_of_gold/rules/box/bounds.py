"""Between which numbers the numbers of the data file have to lie: no price above what anybody can pay, no track's end
beyond its last reward. What the program takes for granted has to be as it is.
"""

from collections.abc import Mapping

End = int | str
"""A number, or the place in the file where it stands: `shogun/game/bounds.py`."""
MOST_POINTS = 100
"""What one thing brings at most; the tracks and sheets have room for that."""
_GAINS: Mapping[str, tuple[End, End]] = {
    "koku": (1, "limits.koku"),
    "silk": (1, "limits.goods"),
    "rice": (1, "limits.goods"),
    "porcelain": (1, "limits.goods"),
    "good": (1, "limits.goods"),
    "region_good": (1, "limits.goods"),
    "favor": (1, "limits.favor_limit_most"),
    "points": (1, MOST_POINTS),
    "influence": (1, "limits.influence"),
    "influence_where_built": (1, "limits.influence"),
    "customer": (1, "counts.customers"),
    "sell_goods": (1, "limits.koku"),
}
_TABLES_OF_GAINS = ("track.*.gain", "tile.*.visitor", "tile.*.owner", "customer.*.journey")
_PLAYERS = 4
_PLANE = 1000, 700
"""Width and height of the drawing on which spaces lie."""

BOUNDS: Mapping[str, tuple[End, End]] = {
    "counts.dice": (_PLAYERS, _PLAYERS),
    "counts.koku_tokens": (1, 1000),
    "counts.goods_tokens": (24, 1000),
    "counts.ships": (2 * _PLAYERS, 2 * _PLAYERS),
    "counts.noble_ships": (_PLAYERS, _PLAYERS),
    "counts.clan_markers": (_PLAYERS, 1000),
    "counts.row_slots": (4, 4),
    "limits.koku": (1, 100),
    "limits.goods": (1, "counts.goods_tokens"),
    "limits.favor_start": (0, "limits.favor_limit_start"),
    "limits.favor_limit_start": (1, "limits.favor_limit_most"),
    "limits.favor_limit_most": (1, 20),
    "limits.influence": ("track.5.space", "track.5.space"),
    "limits.markers_on_a_building": (1, _PLAYERS),
    "limits.hand": (1, 6),
    "costs.artisan_discount": (0, "limits.koku"),
    "costs.exchange_goods": (1, "limits.goods"),
    "costs.exchange_koku": (1, "limits.koku"),
    "costs.goods_per_point": (1, 100),
    "costs.koku_per_point": (1, 100),
    "bonuses.end_slot_favor": (0, "limits.favor_limit_most"),
    "bonuses.empty_space_koku": (0, "limits.koku"),
    "bonuses.journey_koku": (0, "limits.koku"),
    "bonuses.last_tile_points": (0, MOST_POINTS),
    "bonuses.second_place_within": (0, "limits.influence"),
    "bonuses.delivered_points.*": (0, MOST_POINTS),
    "bonuses.flower": ("track.3.space", "track.3.space"),
    "start.upper": (1, "counts.river_spaces"),
    "start.middle": (1, "counts.river_spaces"),
    "start.goods": (0, "limits.goods"),
    "start.koku.*": (0, "limits.koku"),
    "players.*.starting_tiles": (0, "counts.starting_tiles"),
    "players.*.era_1": (4, "counts.era_1_tiles"),
    "players.*.era_2": (1, "counts.era_2_tiles"),
    "track.*.space": (1, 40),
    "river.*.x": (0, _PLANE[0]),
    "river.*.y": (0, _PLANE[1]),
    "shore.*.x": (0, _PLANE[0]),
    "shore.*.y": (0, _PLANE[1]),
    "shore.*.cost": (0, "limits.koku"),
    "tile.*.influence": (0, "limits.influence"),
    "customer.*.order.*": (0, "limits.goods"),
    "customer.*.influence": (0, "limits.influence"),
    "customer.*.favor_limit": (0, "limits.favor_limit_most"),
    "customer.*.favor": (0, "limits.favor_limit_most"),
    "mastery.*.needs.different_customers": (1, 5),
    "mastery.*.needs.same_customers": (1, "counts.regions"),
    "mastery.*.needs.same_buildings": (1, "counts.shore_spaces"),
    "mastery.*.needs.different_buildings": (1, 4),
    "mastery.*.needs.regions_with_influence": (1, "counts.regions"),
    "mastery.*.needs.highest_influence": (1, "limits.influence"),
    "mastery.*.awards_2.*": (1, MOST_POINTS),
    "mastery.*.awards_3_4.*": (1, MOST_POINTS),
    "scoring_tile.*.id": (1, "counts.scoring_tiles"),
    "scoring_tile.*.values_2.*": (1, MOST_POINTS),
    "scoring_tile.*.values_3_4.*": (1, MOST_POINTS),
    "patron.*.koku": (0, "limits.koku"),
    "patron.*.points": (0, MOST_POINTS),
    "patron.*.hand": (0, 6),
    "patron.*.favor": (0, "limits.favor_limit_most"),
    **{f"{table}.{verb}": ends for table in _TABLES_OF_GAINS for verb, ends in _GAINS.items()},
}
