"""Chapter 6: the five special cards and the twelve events, alone and together."""

import pytest

from shogun.game.questions import Throw
from shogun.games.shogun.rules.cards import EVENTS, Action, Building, Season, Special
from shogun.games.shogun.rules.events import (
    ActionSkipped,
    Built,
    Deployed,
    Reinforced,
    RevoltBroke,
    RiceConfiscated,
    SkipReason,
    TaxesCollected,
)
from shogun.games.shogun.rules.questions import Choice, Deploy, March, Reinforce
from shogun.games.shogun.rules.state import Province

from .build import Scene, held, in_season

WINTER_RICE = {
    "theatre_5": ("calming_theatre", 5), "theatre_7": ("calming_theatre", 7),
    "castle_2": ("strong_castle", 2), "castle_6": ("strong_castle", 6), "peasants_3": ("two_peasants", 3),
    "temple_3": ("sacred_temple", 3), "temple_4": ("sacred_temple", 4),
    "taxes_0": ("taxes_at_most_5", 0), "taxes_2": ("taxes_at_least_6", 2),
    "rice_3": ("rice_at_least_4", 3), "rice_4": ("rice_at_most_3", 4), "deploy_1": ("fewer_deployed", 1),
}  # fmt: skip
KOZUKE = held(1, 3)
castle_events = pytest.mark.parametrize("event", ["castle_2", "castle_6"])
theatre_events = pytest.mark.parametrize("event", ["theatre_5", "theatre_7"])
temple_events = pytest.mark.parametrize("event", ["temple_3", "temple_4"])


def attack(
    target: str = "Kozuke",
    province: Province = KOZUKE,
    *,
    specials: dict[int, Special] | None = None,
    event: str = "rice_3",
    reserve: dict[int, int] | None = None,
) -> Scene:
    """Return seat 0's attack with 4 armies from Shinano, up to the first question after it."""
    cards: dict[int, Special] = {0: "rice", 1: "chest"} if specials is None else specials
    board = {"Shinano": held(0, 5), target: province}
    game = in_season(board, {0: {"battle_a": "Shinano"}}, specials=cards, event=event, reserve=reserve)
    return game.answer(March("Shinano", target, 4))


def thrown(game: Scene) -> dict[str, int]:
    """Return what is about to be thrown."""
    assert isinstance(game.question, Throw)
    return dict(game.question.cubes)


def asked(game: Scene) -> tuple[int | None, str]:
    assert isinstance(game.question, Choice)
    return game.question.seat, game.question.topic


def taxes(province: str, event: str, special: Special = "armies") -> int:
    """Return what seat 0 collects in a province."""
    game = in_season({province: held(0)}, {0: {"taxes": province}}, event=event, specials={0: special})
    assert game.player(0).chests == 10 + game.the(TaxesCollected).chests
    return game.the(TaxesCollected).chests


def rice(province: str, event: str, special: Special = "armies") -> int:
    """Return what seat 0 confiscates in a province."""
    game = in_season({province: held(0)}, {0: {"rice": province}}, event=event, specials={0: special})
    assert game.player(0).rice == game.the(RiceConfiscated).rice
    return game.the(RiceConfiscated).rice


# 6.1, 6.4, 6.5: the event first, then the special card


@pytest.mark.parametrize(
    ("province", "event", "chests"),
    [("Settsu", "taxes_0", 6), ("Kozuke", "taxes_0", 4), ("Settsu", "taxes_2", 8), ("Kozuke", "taxes_2", 7)],
)
def test_6_1_event_first_then_special_card_in_taxes(province: str, event: str, chests: int) -> None:
    assert taxes(province, event, "chest") == chests


@pytest.mark.parametrize(
    ("province", "event", "grain"),
    [("Hoki", "rice_4", 4), ("Izu", "rice_4", 3), ("Hoki", "rice_3", 6), ("Izu", "rice_3", 5)],
)
def test_6_1_event_first_then_special_card_in_rice(province: str, event: str, grain: int) -> None:
    assert rice(province, event, "rice") == grain


# 6.2: the special cards


def test_6_2_one_more_chest_when_collecting_taxes() -> None:
    assert (taxes("Kai", "theatre_5"), taxes("Kai", "theatre_5", "chest")) == (5, 6)


def test_6_2_one_more_rice_when_confiscating() -> None:
    assert (rice("Kai", "theatre_5"), rice("Kai", "theatre_5", "rice")) == (3, 4)


def test_6_2_a_special_card_helps_only_the_player_who_took_it() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"taxes": "Kai"}, 1: {"taxes": "Aki"}}
    game = in_season({"Kai": held(0), "Aki": held(1)}, plans, specials={1: "chest"})
    assert [told.chests for told in game.of(TaxesCollected)] == [5, 5]


@pytest.mark.parametrize("armies", [5, 6])
def test_6_2_deploy_5_may_put_down_6_for_the_same_price(armies: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {"deploy5": "Kai"}}, specials={0: "armies"})
    assert asked(game) == (0, "deploy")
    for refused in (0, 3, 7, 6.0, True):
        assert game.refusal(Deploy(refused)) == "6.2"  # type: ignore[arg-type]
    game.answer(Deploy(armies))
    assert game["Kai"] == held(0, 1 + armies)
    assert game.player(0).chests == 7
    assert game.player(0).reserve == 62 - 1 - armies


@pytest.mark.parametrize(("action", "armies"), [("deploy3", 3), ("deploy1", 1)])
def test_6_2_six_armies_concerns_deploy_5_only(action: Action, armies: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {action: "Kai"}}, specials={0: "armies"})
    assert game["Kai"] == held(0, 1 + armies)


@pytest.mark.parametrize(("target", "province"), [("Kozuke", held(1, 3)), ("Kozuke", Province())])
def test_6_2_plus_1_attack_may_throw_one_more_army_from_the_reserve(target: str, province: Province) -> None:
    game = attack(target, province, specials={0: "attack", 1: "chest"})
    assert asked(game) == (0, "attack")
    with_one = Scene(game.state).answer(Reinforce(1))
    assert thrown(with_one)["red"] == 5
    assert with_one.player(0).reserve == 62 - 5 - 1
    assert with_one.the(Reinforced) == Reinforced(0, target, "attack")
    without = Scene(game.state).answer(Reinforce(0))
    assert thrown(without)["red"] == 4
    assert without.player(0).reserve == 62 - 5
    assert without.of(Reinforced) == []


def test_6_2_plus_1_attack_works_anew_in_each_battle_of_the_season() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"battle_a": "Shinano", "battle_b": "Kai"}}
    board = {"Shinano": held(0, 5), "Kai": held(0, 3)}
    game = in_season(board, plans, specials={0: "attack"}).answer(March("Shinano", "Kozuke", 4))
    game.answer(Reinforce(1)).throw(red=4).answer(March("Kai", "Totomi", 1))
    assert asked(game) == (0, "attack")
    assert thrown(game.answer(Reinforce(1)))["red"] == 2


def test_6_2_plus_1_attack_needs_an_army_in_the_reserve() -> None:
    assert thrown(attack(specials={0: "attack", 1: "chest"}, reserve={0: 0})) == {"red": 4, "blue": 3}


def test_6_2_plus_1_attack_is_offered_with_a_single_army_in_the_reserve() -> None:
    game = attack(specials={0: "attack", 1: "chest"}, reserve={0: 1})
    assert asked(game) == (0, "attack")
    assert thrown(game.answer(Reinforce(1))) == {"red": 5, "blue": 3}
    assert game.player(0).reserve == 0


def test_6_2_plus_1_attack_is_offered_against_a_neutral_province() -> None:
    game = attack(province=Province(), specials={0: "attack", 1: "chest"}, reserve={0: 1})
    assert asked(game) == (0, "attack")
    assert thrown(game.answer(Reinforce(1))) == {"red": 5, "peasant": 1}


def test_6_2_plus_1_defence_is_offered_with_a_single_army_in_the_reserve() -> None:
    game = attack(specials={0: "rice", 1: "defence"}, reserve={1: 1})
    assert asked(game) == (1, "defence")
    assert thrown(game.answer(Reinforce(1))) == {"red": 4, "blue": 4}
    assert game.player(1).reserve == 0


def test_6_2_plus_1_attack_does_not_help_a_move() -> None:
    game = in_season({"Kai": held(0, 3), "Sagami": held(0)}, {0: {"battle_a": "Kai"}}, specials={0: "attack"})
    game.answer(March("Kai", "Sagami", 2))
    assert game["Sagami"] == held(0, 3)


def test_6_2_plus_1_defence_may_throw_one_more_army_from_the_reserve() -> None:
    game = attack(specials={0: "rice", 1: "defence"})
    assert asked(game) == (1, "defence")
    assert thrown(Scene(game.state).answer(Reinforce(1))) == {"red": 4, "blue": 4}
    assert thrown(Scene(game.state).answer(Reinforce(0))) == {"red": 4, "blue": 3}


def test_6_2_plus_1_defence_needs_an_army_in_the_reserve() -> None:
    assert thrown(attack(specials={0: "rice", 1: "defence"}, reserve={1: 0})) == {"red": 4, "blue": 3}


def test_6_2_plus_1_defence_of_a_third_player_is_not_asked() -> None:
    assert thrown(attack(specials={0: "rice", 2: "defence", 1: "chest"})) == {"red": 4, "blue": 3}


def test_6_2_the_attacker_decides_first_then_the_defender_before_the_throw() -> None:
    game = attack(specials={0: "attack", 1: "defence"})
    assert asked(game) == (0, "attack")
    assert asked(game.answer(Reinforce(1))) == (1, "defence")
    assert thrown(game.answer(Reinforce(1))) == {"red": 5, "blue": 4}


@pytest.mark.parametrize("armies", [2, -1, True, 1.0])
def test_6_2_no_more_than_one_army_may_join(armies: int) -> None:
    assert attack(specials={0: "attack", 1: "defence"}).refusal(Reinforce(armies)) == "6.2"
    assert attack(specials={0: "rice", 1: "defence"}).refusal(Reinforce(armies)) == "6.2"


# 6.3: the twelve events


def test_6_3_there_are_twelve_events_each_with_its_winter_rice() -> None:
    assert {name: (card.kind, card.winter_rice) for name, card in EVENTS.items()} == WINTER_RICE


@theatre_events
@pytest.mark.parametrize("markers", [1, 3])
def test_6_3_a_theatre_built_removes_one_revolt_marker(event: str, markers: int) -> None:
    game = in_season({"Izu": held(0, 2, markers=markers)}, {0: {"theatre": "Izu"}}, event=event)
    assert game["Izu"] == held(0, 2, "theatre", markers=markers - 1)
    assert game.the(Built).calmed == 1


@pytest.mark.parametrize("building", ["castle", "temple"])
def test_6_3_other_buildings_calm_nobody(building: Action) -> None:
    game = in_season({"Izu": held(0, 2, markers=2)}, {0: {building: "Izu"}}, event="theatre_5")
    assert game["Izu"].markers == 2


def test_6_3_without_the_theatre_event_a_theatre_calms_nobody() -> None:
    game = in_season({"Izu": held(0, 2, markers=2)}, {0: {"theatre": "Izu"}}, event="taxes_2")
    assert game["Izu"] == held(0, 2, "theatre", markers=2)


@castle_events
def test_6_3_a_castle_attacked_by_a_player_throws_one_more_army_from_the_reserve(event: str) -> None:
    game = attack(province=held(1, 3, "castle"), event=event)
    assert thrown(game) == {"red": 4, "blue": 4}
    assert game.player(1).reserve == 62 - 3 - 1
    assert game.the(Reinforced) == Reinforced(1, "Kozuke", "castle")


@castle_events
def test_6_3_a_province_without_a_castle_gets_none(event: str) -> None:
    assert thrown(attack(province=held(1, 3, "temple", "theatre"), event=event)) == {"red": 4, "blue": 3}


def test_6_3_without_the_castle_event_a_castle_gives_none() -> None:
    assert thrown(attack(province=held(1, 3, "castle"), event="temple_3")) == {"red": 4, "blue": 3}


@castle_events
def test_6_3_a_castle_with_an_empty_reserve_gives_none(event: str) -> None:
    assert thrown(attack(province=held(1, 3, "castle"), event=event, reserve={1: 0})) == {"red": 4, "blue": 3}


@pytest.mark.parametrize(
    "buildings",
    [
        ("castle",),
        ("castle", "temple"),
        ("theatre", "castle"),
        ("castle", "temple", "theatre"),
        ("theatre", "temple", "castle"),
    ],
)
@castle_events
def test_6_3_a_castle_helps_whatever_stands_beside_it(event: str, buildings: tuple[Building, ...]) -> None:
    game = in_season({"Kai": held(0, 5), "Shinano": held(1, 3, *buildings)}, {0: {"battle_a": "Kai"}},
                     specials={0: "rice", 1: "chest"}, event=event)  # fmt: skip
    assert thrown(game.answer(March("Kai", "Shinano", 4))) == {"red": 4, "blue": 4}


in_every_season = pytest.mark.parametrize(
    ("year", "season"), [(year, season) for year in (1, 2) for season in ("spring", "summer", "autumn")]
)


@in_every_season
def test_6_3_events_about_battles_hold_in_either_year_and_every_season(year: int, season: Season) -> None:
    def battle(province: Province, event: str) -> Scene:
        board = {"Shinano": held(0, 5), "Kozuke": province}
        return in_season(board, {0: {"battle_a": "Shinano"}}, specials={0: "rice", 1: "chest"}, event=event,
                         year=year, season=season)  # fmt: skip

    march = March("Shinano", "Kozuke", 4)
    assert thrown(battle(Province(), "peasants_3").answer(march)) == {"red": 4, "peasant": 2}
    for event in ("castle_2", "castle_6"):
        assert thrown(battle(held(1, 3, "castle"), event).answer(march)) == {"red": 4, "blue": 4}
    for event in ("temple_3", "temple_4"):
        assert battle(held(1, 3, "temple"), event).refusal(march) == "5.6"


@in_every_season
def test_6_3_events_about_the_other_actions_hold_in_either_year_and_every_season(year: int, season: Season) -> None:
    def planned(action: Action, event: str, name: str = "Izu", markers: int = 0) -> Scene:
        return in_season({name: held(0, 2, markers=markers)}, {0: {action: name}}, event=event, year=year,
                         season=season, rice=dict.fromkeys(range(4), 9))  # fmt: skip

    for event in ("theatre_5", "theatre_7"):
        assert planned("theatre", event, markers=3).the(Built).calmed == 1
    assert planned("taxes", "taxes_0").the(TaxesCollected).chests == 5
    assert planned("taxes", "taxes_2", "Sagami").the(TaxesCollected).chests == 6
    assert planned("rice", "rice_3").the(RiceConfiscated).rice == 4
    assert planned("rice", "rice_4").the(RiceConfiscated).rice == 2
    assert planned("deploy5", "deploy_1").the(Deployed).armies == 3
    assert planned("deploy3", "deploy_1").the(Deployed).armies == 2


def test_6_3_two_peasants_defend_a_neutral_province() -> None:
    assert thrown(attack(province=Province(), event="peasants_3")) == {"red": 4, "peasant": 2}
    assert thrown(attack(province=Province(), event="taxes_2")) == {"red": 4, "peasant": 1}
    assert thrown(attack(province=held(1, 3), event="peasants_3")) == {"red": 4, "blue": 3}


@temple_events
def test_6_3_provinces_with_a_temple_may_not_be_attacked(event: str) -> None:
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 1, "castle", "temple")}
    game = in_season(board, {0: {"battle_a": "Shinano"}}, event=event)
    assert game.refusal(March("Shinano", "Kozuke", 1)) == "5.6"


@pytest.mark.parametrize(("province", "chests"), [("Settsu", 5), ("Musashi", 5), ("Kai", 5), ("Kozuke", 3)])
def test_6_3_taxes_yield_at_most_5(province: str, chests: int) -> None:
    assert taxes(province, "taxes_0") == chests


@pytest.mark.parametrize(("province", "chests"), [("Settsu", 7), ("Musashi", 6), ("Kai", 6), ("Kozuke", 6)])
def test_6_3_taxes_yield_at_least_6(province: str, chests: int) -> None:
    assert taxes(province, "taxes_2") == chests


@pytest.mark.parametrize(("province", "grain"), [("Izu", 4), ("Kai", 4), ("Kozuke", 4), ("Hoki", 5)])
def test_6_3_rice_yields_at_least_4(province: str, grain: int) -> None:
    assert rice(province, "rice_3") == grain


@pytest.mark.parametrize(("province", "grain"), [("Izu", 2), ("Kai", 3), ("Kozuke", 3), ("Hoki", 3)])
def test_6_3_rice_yields_at_most_3(province: str, grain: int) -> None:
    assert rice(province, "rice_4") == grain


@pytest.mark.parametrize(("action", "armies", "price"), [("deploy5", 3, 3), ("deploy3", 2, 2), ("deploy1", 1, 1)])
def test_6_3_deploying_puts_down_fewer_for_the_same_chests(action: Action, armies: int, price: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {action: "Kai"}}, event="deploy_1")
    assert game.the(Deployed) == Deployed(0, "Kai", armies, price)
    assert game["Kai"] == held(0, 1 + armies)
    assert game.player(0).chests == 10 - price


def test_6_3_an_event_concerns_only_what_it_names() -> None:
    for event in EVENTS:
        kind = EVENTS[event].kind
        assert (taxes("Settsu", event) == 7) == (kind != "taxes_at_most_5")
        assert (rice("Hoki", event) == 5) == (kind != "rice_at_most_3")
        game = in_season({"Kai": held(0)}, {0: {"deploy3": "Kai"}}, event=event)
        assert (game["Kai"].armies == 4) == (kind != "fewer_deployed")


def test_6_4_settsu_taxed_at_most_5_with_one_more_chest_makes_6() -> None:
    assert taxes("Settsu", "theatre_5") == 7
    assert taxes("Settsu", "taxes_0") == 5
    assert taxes("Settsu", "taxes_0", "chest") == 6


# 6.5, 6.6: combinations


@pytest.mark.parametrize("armies", [3, 6])
def test_6_5_under_the_event_the_card_puts_6_in_place_of_3(armies: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {"deploy5": "Kai"}}, specials={0: "armies"}, event="deploy_1")
    assert game.refusal(Deploy(5)) == "6.2"
    game.answer(Deploy(armies))
    assert game["Kai"] == held(0, 1 + armies)
    assert game.player(0).chests == 7


@pytest.mark.parametrize(("reserve", "armies"), [(3, 3), (4, 3), (5, 3), (2, None)])
def test_6_5_with_fewer_than_6_in_the_reserve_the_event_decides(reserve: int, armies: int | None) -> None:
    board = {"Kai": held(0)}
    game = in_season(board, {0: {"deploy5": "Kai"}}, specials={0: "armies"}, event="deploy_1", reserve={0: reserve})
    assert game["Kai"].armies == 1 + (armies or 0)
    reasons: list[SkipReason] = [told.reason for told in game.of(ActionSkipped)]
    assert reasons == ([] if armies else ["no_reserve"])


def test_6_5_a_reserve_of_exactly_6_offers_the_choice() -> None:
    game = in_season({"Kai": held(0)}, {0: {"deploy5": "Kai"}}, specials={0: "armies"}, reserve={0: 6})
    assert asked(game) == (0, "deploy")
    assert game.answer(Deploy(6)).player(0).reserve == 0


def test_6_6_a_castles_army_and_a_special_cards_army_add_up() -> None:
    game = attack(province=held(1, 3, "castle"), event="castle_2", specials={0: "attack", 1: "defence"})
    game.answer(Reinforce(1)).answer(Reinforce(1))
    assert thrown(game) == {"red": 5, "blue": 5}
    assert [told.reason for told in game.of(Reinforced)] == ["attack", "defence", "castle"]


def test_6_6_with_two_armies_in_the_reserve_both_join() -> None:
    cards: dict[int, Special] = {0: "rice", 1: "defence"}
    game = attack(province=held(1, 3, "castle"), event="castle_2", specials=cards, reserve={1: 2})
    assert asked(game) == (1, "defence")
    assert thrown(game.answer(Reinforce(1))) == {"red": 4, "blue": 5}
    assert game.player(1).reserve == 0


def test_6_6_with_one_army_in_the_reserve_the_castle_takes_it() -> None:
    cards: dict[int, Special] = {0: "rice", 1: "defence"}
    game = attack(province=held(1, 3, "castle"), event="castle_2", specials=cards, reserve={1: 1})
    assert thrown(game) == {"red": 4, "blue": 4}
    assert game.the(Reinforced).reason == "castle"
    without_castle = attack(province=held(1, 3), event="castle_2", specials=cards, reserve={1: 1})
    assert asked(without_castle) == (1, "defence")


def test_6_6_refusing_the_special_card_still_throws_the_castles_army() -> None:
    game = attack(province=held(1, 3, "castle"), event="castle_2", specials={0: "rice", 1: "defence"})
    assert thrown(game.answer(Reinforce(0))) == {"red": 4, "blue": 4}


# 6.7: attacks by players, not revolts


@pytest.mark.parametrize("special", ["attack", "defence"])
@castle_events
def test_6_7_special_cards_and_castles_do_not_help_against_revolts(special: Special, event: str) -> None:
    game = in_season(
        {"Kai": held(0, 4, "castle", markers=1)}, {0: {"taxes": "Kai"}}, specials={0: special}, event=event
    )
    assert game.the(RevoltBroke).armies == 4
    assert thrown(game) == {"red": 4, "peasant": 1}


@temple_events
def test_6_7_a_temple_does_not_keep_peasants_from_revolting(event: str) -> None:
    game = in_season({"Kai": held(0, 4, "temple", markers=1)}, {0: {"taxes": "Kai"}}, event=event)
    assert thrown(game) == {"red": 4, "peasant": 1}


@theatre_events
def test_6_7_a_theatre_without_a_marker_is_built_and_nothing_else_happens(event: str) -> None:
    game = in_season({"Kai": held(0, 2)}, {0: {"theatre": "Kai"}}, event=event)
    assert game["Kai"] == held(0, 2, "theatre")
    assert game.the(Built).calmed == 0


def test_6_7_the_same_event_can_come_twice() -> None:
    kinds = [card.kind for card in EVENTS.values()]
    assert {kind for kind in kinds if kinds.count(kind) == 2} == {"calming_theatre", "strong_castle", "sacred_temple"}
