"""The examples of chapter 12, each by its number."""

import pytest
from msgspec.structs import replace

from shogun.game.errors import IllegalMove
from shogun.game.questions import Drawn, Rolled
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import BY_LAND, BY_SEA, KYO
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    AreaResolved,
    CarryOut,
    Deploy,
    PlayCard,
    RollAgain,
    RollDice,
    Setup,
    State,
    TakeDaimyo,
    TakingDaimyo,
    Transfer,
)
from shogun.games.rumble_nation.rules.war import fight, ranked
from tests.games.rumble_nation.build import (
    after,
    cards,
    castles,
    moves,
    position,
    rolled,
    splits,
    ways,
    with_katana,
    with_reserves,
)


def test_12_1_setup_for_three() -> None:
    state = rules.new(Setup(3, first_seat=0))
    state = after(state, Drawn(tuple(range(2, 13))), Drawn(("scout", "lure", "ninja", "rebel")))
    assert len(state.tactics) == 4
    assert state.counts.katana == (3, 2, 1)
    assert state.counts.small_castles
    assert [player.reserve for player in state.players] == [18, 18, 18]
    assert not any(map(any, state.soldiers.values()))


def test_12_2_deploying() -> None:
    laid = castles(Kyo=8, Oko=9, Usuki=7)
    state = position({"Kyo": (1, 0)}, laid=laid)
    assert splits(state, 3, 4, 5) == [Deploy("Kyo", 2), Deploy("Oko", 2), Deploy("Usuki", 3)]
    state = after(rolled(state, 3, 4, 5), Deploy("Kyo", 2))
    assert state.soldiers["Kyo"] == (3, 0)
    assert state.turn == 1


@pytest.mark.parametrize("island", ["Tokuyama", "Oko", "Usuki", "Shuri"])
def test_12_3_no_mountain_pass_from_an_island(island: str) -> None:
    assert not BY_LAND[island]
    assert cards(position({island: (18, 0)}, tactics=["mountain_pass", "sailing"])) == {"sailing"}


WAR = {
    "Odawara": (0, 1, 2), "Tsutsujigasaki": (2, 0, 2), "Kyo": (1, 1, 1), "Kiyosu": (1, 0, 3), "Kasugayama": (0, 4, 0),
    "Yoshida-Koriyama": (0, 3, 2), "Oko": (0, 3, 3), "Usuki": (5, 1, 0), "Shuri": (4, 4, 0), "Tokuyama": (2, 1, 2),
    "Yonezawa": (3, 0, 3),
}  # fmt: skip
FOUGHT = [
    # winner, second, supported, strengths
    (2, 1, {"Kiyosu", "Yonezawa"}, (0, 1, 2)),
    (0, 2, {"Kyo", "Kiyosu"}, (2, 0, 2)),
    (0, 1, {"Kiyosu"}, (3, 1, 1)),
    (0, 2, set(), (5, 0, 5)),
    (1, None, set(), (0, 4, 0)),
    (1, 2, {"Oko", "Usuki"}, (0, 3, 2)),
    (1, 2, {"Usuki"}, (0, 5, 3)),
    (0, 1, {"Shuri"}, (5, 5, 0)),
    (0, 1, set(), (6, 4, 0)),
    (0, 2, {"Yonezawa"}, (2, 1, 2)),
    (0, 2, set(), (5, 0, 5)),
]


def war_of_three() -> State:
    laid = {area: castle for castle, area in enumerate(WAR, 2)}
    return with_katana(position(WAR, 3, laid={area: laid[area] for area in castles()}), 3, 2, 1)


def test_12_4_war_of_three() -> None:
    fought = list(fight(war_of_three()))
    told = [(one.winner, one.second, set(one.supported), one.strengths) for one in fought]
    assert told == FOUGHT
    assert [one.castle for one in fought] == list(range(2, 13))
    assert {one.support for one in fought} == {2}
    points = [0, 0, 0]
    for one in fought:
        assert one.winner is not None
        points[one.winner] += one.castle
        if one.second is not None:
            points[one.second] += one.small or 0
    assert points == [54, 33, 23]


def test_12_4_the_war_follows_the_last_deployment_and_cannot_be_seen_before() -> None:
    state = with_reserves(with_katana(war_of_three(), 3, 2, None), 0, 0, 1)
    state = replace(state, soldiers={**state.soldiers, "Yonezawa": (3, 0, 2)}, turn=2)
    state = rolled(state, 6, 6, 1)
    step = rules.play(state, 2, Deploy("Yonezawa", 1))
    assert not step.reveals
    assert [type(event).__name__ for event in step.events] == [
        "Deployed", "Finished", *["AreaResolved"] * 11, "GameEnded",
    ]  # fmt: skip
    result = rules.result(step.state)
    assert result == rules.Result((0,), (54, 33, 23), (3, 2, 1), (1, 2, 3))
    assert rules.awaited(step.state) == ()


def test_12_5_second_place_is_judged_like_the_first() -> None:
    state = with_katana(position({}, 4), 1, 3, 2, 4)
    assert ranked(state, (2, 2, 2, 1)) == [1, 2, 0, 3]


def test_12_6_daimyo_in_deployment() -> None:
    state = position({}, daimyo=[RESERVE, RESERVE], laid=castles(Kyo=7, Oko=8, Usuki=3))
    company = {(move.soldiers, move.daimyo) for move in splits(state, 5, 1, 2) if move.area == "Usuki"}
    assert company == {(3, False), (2, True)}
    company = {(move.soldiers, move.daimyo) for move in splits(state, 1, 3, 4) if move.area == "Kyo"}
    assert company == {(1, False), (0, True)}


def test_12_7_last_turn() -> None:
    state = with_reserves(position({}, laid=castles(Kyo=2)), 1, 18)
    assert splits(state, 6, 1, 1)[0] == Deploy("Kyo", 1)
    step = rules.play(rolled(state, 6, 1, 1), 0, Deploy("Kyo", 1))
    assert step.state.players[0].katana == 2
    assert step.state.turn == 1


def test_12_8_rolls() -> None:
    state = position({}, laid=castles(Kyo=8, Oko=6, Usuki=4))
    assert splits(state, 3, 3, 5) == [Deploy("Kyo", 2), Deploy("Oko", 3)]
    assert splits(state, 2, 2, 2) == [Deploy("Usuki", 1)]
    assert moves(rolled(state, 2, 2, 2))[-1] == RollAgain()
    again = after(rolled(state, 2, 2, 2), RollAgain(), Rolled((3, 3, 5)))
    assert moves(again) == [Deploy("Kyo", 2), Deploy("Oko", 3)]


def test_12_9_sailing_and_mountain_pass() -> None:
    from_kyo = position({KYO: (2, 0)}, tactics=["sailing"])
    assert ways(from_kyo, "sailing") == [CarryOut((Transfer(0, KYO, "Oko", 2),))]
    assert not cards(position({"Kiyosu": (2, 0)}, tactics=["sailing"]))
    pass_from = position({"Yoshida-Koriyama": (2, 0)}, tactics=["mountain_pass"])
    assert ways(pass_from, "mountain_pass") == [CarryOut((Transfer(0, "Yoshida-Koriyama", KYO, 2),))]


@pytest.mark.parametrize(("soldiers", "half"), [(5, 2), (2, 1), (3, 1)])
def test_12_10_detachment(soldiers: int, half: int) -> None:
    state = position({"Shuri": (soldiers, 0)}, tactics=["detachment"], daimyo=["Shuri", RESERVE])
    assert ways(state, "detachment") == [CarryOut((Transfer(0, "Shuri", "Usuki", half),))]


def test_12_10_one_soldier_has_no_half() -> None:
    assert not cards(position({"Shuri": (1, 0)}, tactics=["detachment"], daimyo=["Shuri", RESERVE]))


def test_12_11_finishing_by_card() -> None:
    state = position({"Kyo": (17, 1)}, tactics=["reinforcement", "scout"])
    state = after(state, PlayCard("reinforcement"), CarryOut((Transfer(0, RESERVE, KYO, 1),)))
    assert state.players[0].katana == 2
    assert state.turn == 1
    assert moves(state) == [RollDice()]
    with pytest.raises(IllegalMove):
        rules.play(state, 1, PlayCard("scout"))


def test_12_12_war_of_two() -> None:
    army = {"Usuki": (1, 1), "Oko": (1, 2), "Yoshida-Koriyama": (0, 1), KYO: (2, 2)}
    laid = castles(Usuki=2, Oko=3, Yoshida_Koriyama=4, Kyo=5)
    fought = list(fight(with_katana(position(army, laid=laid), 2, 1)))[:4]
    assert [(one.winner, one.second, one.strengths, one.supported) for one in fought] == [
        (0, None, (1, 1), ("Oko",)),
        (0, None, (2, 2), (KYO,)),
        (1, None, (0, 1), (KYO,)),
        (0, None, (3, 3), ()),
    ]
    assert {one.support for one in fought} == {1}


def strengths_in_kyo(daimyo: str, soldiers: tuple[int, int]) -> AreaResolved:
    state = position({KYO: soldiers}, daimyo=[daimyo, "Shuri"], laid=castles(Kyo=2))
    return next(fight(with_katana(state, 2, 1)))


def test_12_13_daimyo_in_the_war() -> None:
    assert strengths_in_kyo(KYO, (1, 2)).strengths == (3, 2)
    assert strengths_in_kyo(KYO, (0, 2)).strengths == (2, 2)


def test_12_14_forced_daimyo() -> None:
    state = position({}, daimyo=[RESERVE, RESERVE], laid=castles(Kyo=2))
    forced = with_reserves(state, 2, 16)
    assert splits(forced, 5, 1, 1)[0] == Deploy(KYO, 2, daimyo=True)
    assert [move for move in splits(forced, 5, 1, 1) if move.area == KYO] == [Deploy(KYO, 2, daimyo=True)]
    assert after(rolled(forced, 5, 1, 1), Deploy(KYO, 2, daimyo=True)).players[0].katana == 2
    free = with_reserves(state, 3, 16)
    company = [move for move in splits(free, 5, 1, 1) if move.area == KYO]
    assert company == [Deploy(KYO, 2, daimyo=True), Deploy(KYO, 3)]
    for move in company:
        assert after(rolled(free, 5, 1, 1), move).players[0].katana is None


def choosers(seats: int, first: int) -> list[int | None]:
    dealt = Drawn(("uesugi", "takeda", "oda", "mori", "otomo")[: seats + 1])
    pool = Drawn(("scout", "lure", "ninja", "rebel", "retreat")[: seats + 1])
    state = after(rules.new(Setup(seats, advanced=True, first_seat=first)), Drawn(tuple(range(2, 13))), pool, dealt)
    found = []
    while isinstance(state.stage, TakingDaimyo):
        [question] = rules.awaited(state)
        found.append(question.seat)
        state = after(state, TakeDaimyo(state.daimyo_cards[0]))
    assert state.turn == first
    assert state.daimyo_cards == ()
    return found


def test_12_15_choosing_daimyo() -> None:
    assert choosers(4, 1) == [0, 3, 2, 1]
    assert choosers(2, 0) == [1, 0]


def test_12_16_daimyo_cards_on_the_coast() -> None:
    def held(card: str, area: str, army: dict[str, tuple[int, int]]) -> State:
        return position(army, daimyo=[area, RESERVE], cards=[card, None])

    assert not cards(held("uesugi", "Shuri", {"Shuri": (3, 0)}))
    assert not cards(held("chosokabe", "Kiyosu", {"Kiyosu": (3, 0)}))
    assert {t.target for way in ways(held("chosokabe", KYO, {KYO: (3, 0)}), "chosokabe") for t in way.transfers} == {
        "Oko"
    }
    assert (
        max(
            transfer.soldiers + transfer.daimyo
            for way in ways(held("chosokabe", KYO, {KYO: (6, 0)}), "chosokabe")
            for transfer in way.transfers
        )
        == 3
    )
    assert ways(held("mori", "Shuri", {}), "mori") == [CarryOut((Transfer(0, RESERVE, "Usuki", 1),))]
    assert ways(held("otomo", "Shuri", {"Usuki": (0, 3)}), "otomo") == [
        CarryOut((Transfer(1, "Usuki", RESERVE, 1), Transfer(0, RESERVE, "Usuki", 1)))
    ]
    assert ways(held("oda", "Shuri", {}), "oda") == [CarryOut((Transfer(0, "Shuri", "Usuki", 0, daimyo=True),))]


@pytest.mark.parametrize(("card", "number"), [("uesugi", 19), ("chosokabe", 6), ("oda", 8)])
def test_12_17_number_of_choices(card: str, number: int) -> None:
    state = position({KYO: (6, 0)}, daimyo=[KYO, RESERVE], cards=[card, None])
    found = ways(state, card)
    assert len(set(found)) == len(found) == number
    assert BY_SEA[KYO] == ("Oko",)
