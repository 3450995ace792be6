"""Tasks of puzzles: for each theme the places where it can be set, plans that may solve it, and the test of success."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from shogun.base.language import _, marked, ngettext
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import ACTIONS, BATTLES, BUILDINGS, Action, Building, Card
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import ACTION_NAMES, card_text, region_names
from shogun.players.puzzles.puzzle import PuzzleStart

MOST_AIMS = 2
"""Most provinces, or majorities, considered in one place of a game."""
MOST_SOURCES = 3
MOST_LANDS = 6
"""Most own provinces tried on a field."""
LEAST_DEFENDERS = 2
"""Armies that defend a province which is worth a puzzle."""
MAJORITY_TITLES: Mapping[Building, str] = {
    "castle": marked("Most castles in {region}"),
    "temple": marked("Most temples in {region}"),
    "theatre": marked("Most Nō theaters in {region}"),
}
MAJORITY_MISSES: Mapping[Building, str] = {
    "castle": marked("Your plan builds no castle in {region}."),
    "temple": marked("Your plan builds no temple in {region}."),
    "theatre": marked("Your plan builds no Nō theater in {region}."),
}
MAJORITY_TASKS: Mapping[Building, str] = {
    "castle": marked(
        "Find a plan with a chance of at least {n} % to give you more castles in {region} than anyone else."
    ),
    "temple": marked(
        "Find a plan with a chance of at least {n} % to give you more temples in {region} than anyone else."
    ),
    "theatre": marked(
        "Find a plan with a chance of at least {n} % to give you more Nō theaters in {region} than anyone else."
    ),
}


class PlanTask(ABC):
    """A task for a season's plan."""

    fields: tuple[Action, ...] = ()
    """The fields that make up the idea of an answer."""
    autumn_only = True
    """True if it is only set in autumn, before a winter."""
    drawn = 8
    """Number of random plans that are tried too."""

    def aims(self, _view: View) -> Sequence[str]:
        """Return aims of the task; one empty aim if the theme says all."""
        return ("",)

    @abstractmethod
    def plans(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans that may solve it, made from the usual planner's."""

    def strongest(self, view: View, _aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield the usual plan with the strongest provinces at the border on the battle fields."""
        seat, provinces = seat_of(view), view.provinces
        border = [
            name for name in view.owned(seat)
            if any(provinces[near].owner != seat for near in view.board.neighbours[name])
        ]  # fmt: skip
        yield from _attacking(usual, sorted(border, key=lambda name: -provinces[name].armies))

    def first_sites(self, view: View, _aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield the usual plan with the first possible site of each building."""
        sites = [name for name in view.owned(seat_of(view)) if has_site(view, name)]
        yield with_cards(usual, dict(zip(BUILDINGS, sites, strict=False)))

    def attacked(self, _aim: str) -> str:
        """Return the province that is attacked wherever that is possible; empty if it is about none."""
        return ""

    def is_reached(self, _view: View, _aim: str, _end: End) -> bool:
        """Return whether it is reached where a season has led."""
        return False

    @abstractmethod
    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence; `share` is the percentage of seasons that the first star asks for.

        Raises LookupError or ValueError if it is about nothing that there is.
        """

    @abstractmethod
    def title(self, start: PuzzleStart) -> str:
        """Return the title of a puzzle with this task."""

    def idea(self, _view: View, _aim: str, plan: Plan) -> object:
        """Return a plan's idea: plans with the same idea count as one answer."""
        return tuple(plan.on(action) for action in self.fields)

    def provinces(self, _view: View, _aim: str) -> Sequence[str]:
        """Return the provinces that the aim names; none where it is about all."""
        return ()

    def outcome(self, _view: View, _aim: str, _plan: Plan) -> str:
        """Return in a sentence why a plan succeeds as often as it does; empty where that isn't known."""
        return ""

    @abstractmethod
    def hint(self, view: View, aim: str, best: Plan) -> str:
        """Return a part of the best plan, or what matters in it, in a sentence; never its whole idea."""

    def told(self, _aim: str, plan: Plan) -> str:
        """Return the idea of a plan in words."""
        return self.laid(plan, self.fields)

    def laid(self, plan: Plan, fields: Sequence[Action]) -> str:
        """Return the cards of some fields in words."""
        pairs = ((_(ACTION_NAMES[action]), card_text(plan.on(action))) for action in fields)
        return ", ".join(_("{field}: {card}").format(field=name, card=card) for name, card in pairs)


class Attack(PlanTask):
    """Hold a province at the season's end."""

    fields = BATTLES
    autumn_only = False

    def aims(self, view: View) -> Sequence[str]:
        """Return others' provinces that may be attacked, first those that need and allow most armies."""
        targets = {near for name in view.owned(seat_of(view)) for near in view.board.neighbours[name]}
        names = [name for name in targets if self._is_worth_it(view, name)]
        return sorted(names, key=lambda name: (-view.provinces[name].armies, name))[:MOST_AIMS]

    def _is_worth_it(self, view: View, name: str) -> bool:
        target, sources = view.provinces[name], self._sources(view, name)
        sent = sum(view.provinces[source].armies - 1 for source in sources)
        return target.owner not in (None, view.seat) and LEAST_DEFENDERS <= target.armies <= sent

    def _sources(self, view: View, aim: str) -> list[str]:
        own = [near for near in view.board.neighbours[aim] if view.provinces[near].owner == view.seat]
        strong = [name for name in own if view.provinces[name].armies > 1]
        return sorted(strong, key=lambda name: (-view.provinces[name].armies, name))[:MOST_SOURCES]

    def plans(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans with each one or two of the neighboring provinces on the battle fields."""
        sources = self._sources(view, aim)
        for first, second in product((None, *sources), repeat=2):
            if first != second:
                yield with_cards(usual, {"battle_a": first, "battle_b": second})

    def strongest(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield the usual plan with the strongest provinces that border on the aim on the battle fields."""
        yield from _attacking(usual, self._sources(view, aim))

    def attacked(self, aim: str) -> str:
        """Return the province."""
        return aim

    def provinces(self, _view: View, aim: str) -> Sequence[str]:
        """Return the province itself."""
        return (aim,)

    def is_reached(self, view: View, aim: str, end: End) -> bool:
        """Return whether the seat holds it."""
        return end.fast.owner[end.fast.ground.index[aim]] == view.seat

    def text(self, view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        sentence = _("Find a plan with a chance of at least {n} % to conquer {province} this season.")
        return sentence.format(province=view.board.lands[aim].name, n=share)

    def title(self, start: PuzzleStart) -> str:
        """Return the province, and for whom the cubes in the tower are."""
        view, inside = start.view, start.inside.counts()
        owner = view.provinces[start.aim].owner
        colours = view.setup.colours
        own = inside.get(colours[start.seat], 0)
        theirs = 0 if owner is None else inside.get(colours[owner], 0)
        if own == theirs:
            text = _("Conquer {province}")
        else:
            text = (
                _("Conquer {province}: the tower favors you")
                if own > theirs
                else _("Take {province}: the tower favors them")
            )
        return text.format(province=view.board.lands[start.aim].name)

    def idea(self, view: View, aim: str, plan: Plan) -> object:
        """Return the provinces from which it is attacked."""
        return frozenset(self._attackers(view, aim, plan))

    def _attackers(self, view: View, aim: str, plan: Plan) -> list[str]:
        """Return the provinces on battle fields that border the aim."""
        beside = set(view.board.neighbours[aim])
        return [card for card in map(plan.on, BATTLES) if isinstance(card, str) and card in beside]

    def outcome(self, view: View, aim: str, plan: Plan) -> str:
        """Return the provinces from which it is attacked, and the numbers of armies."""
        sources = self._attackers(view, aim, plan)
        if not sources:
            return _("None of your battles can reach {province}.").format(province=aim)
        sentence = _(
            "You attack {province} from {sources}: {attackers} against {defenders}, before armies are deployed."
        )
        attackers = sum(max(0, view.provinces[name].armies - 1) for name in sources)
        defenders = view.provinces[aim].armies
        return sentence.format(province=aim, sources=", ".join(sources), attackers=attackers, defenders=defenders)

    def hint(self, view: View, aim: str, best: Plan) -> str:
        """Return one of the provinces from which it is attacked, or that there is only one."""
        sources = self._attackers(view, aim, best)
        if len(sources) < len(BATTLES):
            return _("One attack is enough: use your other battle elsewhere.")
        return _("One of your two attacks starts in {province}.").format(province=sources[0])


class Feed(PlanTask):
    """Feed all provinces in winter."""

    fields = ("rice",)
    drawn = 32

    def plans(self, view: View, _aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans with each own province where rice may be confiscated."""
        for name in sorted(view.owned(seat_of(view)), key=lambda name: -view.board.lands[name].rice):
            yield with_cards(usual, {"rice": name})

    def strongest(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield the usual plan with the province that yields the most rice, if several, with each."""
        several = [plan.on("rice") for plan in self.plans(view, aim, usual)]
        most = max((view.board.lands[card].rice for card in several if isinstance(card, str)), default=0)
        for card in several:
            if isinstance(card, str) and view.board.lands[card].rice == most:
                yield with_cards(usual, {"rice": card})

    def is_reached(self, _view: View, _aim: str, end: End) -> bool:
        """Return whether there was rice for all."""
        return not end.hunger

    def text(self, _view: View, _aim: str, share: int) -> str:
        """Return the task in a sentence."""
        return _("Find a plan with a chance of at least {n} % to feed all your provinces this winter.").format(n=share)

    def title(self, start: PuzzleStart) -> str:
        """Return how many provinces there are to feed."""
        number = len(start.view.owned(start.seat))
        return ngettext("Feed {n} province", "Feed {n} provinces", number).format(n=number)

    def outcome(self, view: View, _aim: str, plan: Plan) -> str:
        """Return how much rice there is for how many provinces."""
        seat, card = seat_of(view), plan.on("rice")
        known = {"provinces": len(view.owned(seat)), "rice": view.players[seat].rice}
        if not isinstance(card, str):
            sentence = _("Provinces: {provinces}; rice: {rice}, and your plan confiscates none.")
            return sentence.format(**known)
        sentence = _("Provinces: {provinces}; rice: {rice}, and {n} more from {province}.")
        return sentence.format(**known, n=view.board.lands[card].rice, province=card)

    def hint(self, view: View, _aim: str, best: Plan) -> str:
        """Return the region in which rice is confiscated, if several provinces there can give some."""
        card = best.on("rice")
        region = view.board.lands[card].region if isinstance(card, str) else ""
        own = [name for name in view.owned(seat_of(view)) if view.board.lands[name].region == region]
        if len(own) < 2:  # the region by itself would give the province away
            return _("Only the rice field matters, and the richest province isn't always the safest.")
        return _("Confiscate rice in {region}.").format(region=region_names()[region])


class Majority(PlanTask):
    """Have the most buildings of a kind in a region, without a tie."""

    fields = BUILDINGS
    autumn_only = False

    def aims(self, view: View) -> Sequence[str]:
        """Return kinds in regions where one more building gives the majority."""
        within_reach = []
        for region, kind in product(view.board.regions, BUILDINGS):
            counts = self._counts(view, region, kind)
            others = max(count for seat, count in enumerate(counts) if seat != view.seat)
            if counts[seat_of(view)] == others and others and self._lands(view, region, kind):
                within_reach.append(f"{region}/{kind}")
        return sorted(within_reach, key=lambda aim: -COST[_parted(aim)[1]])[:MOST_AIMS]

    def _counts(self, view: View, region: str, kind: Building) -> list[int]:
        lands = [view.provinces[name] for name in view.board.regions[region]]
        return [sum(kind in land.buildings for land in lands if land.owner == seat) for seat in range(view.setup.seats)]

    def _lands(self, view: View, region: str, kind: Building) -> list[str]:
        """Return own provinces of a region with a site for such a building."""
        return [
            name for name in view.board.regions[region]
            if view.provinces[name].owner == view.seat and kind not in view.provinces[name].buildings
            and has_site(view, name)
        ]  # fmt: skip

    def first_sites(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans with the first possible site, paid for by the richest province, or by none."""
        region, kind = _parted(aim)
        site, *_others = self._lands(view, region, kind)
        richest = max(view.owned(seat_of(view)), key=lambda name: (name != site, view.board.lands[name].tax))
        for base in (usual, with_cards(usual, {"taxes": richest})):
            yield with_cards(base, {kind: site})
            yield with_bid(with_cards(base, {kind: site}), 0)

    def plans(self, view: View, aim: str, usual: Plan) -> Iterator[Plan]:
        """Yield plans with each site, each well paying province, and what is bid."""
        region, kind = _parted(aim)
        own = view.owned(seat_of(view))
        taxes = sorted(own, key=lambda name: -view.board.lands[name].tax)[:MOST_LANDS]
        for site, paying, bid in product(self._lands(view, region, kind), taxes, (usual.bid, 0)):
            if site != paying:
                yield with_bid(with_cards(usual, {kind: site, "taxes": paying}), bid)

    def provinces(self, view: View, aim: str) -> Sequence[str]:
        """Return those of the region."""
        return view.board.regions[_parted(aim)[0]]

    def is_reached(self, view: View, aim: str, end: End) -> bool:
        """Return whether the seat has the most, without a tie."""
        region, kind = _parted(aim)
        number = 3 * list(view.board.regions).index(region) + KINDS[kind]
        counts = end.fast.counts[number]
        own = counts[seat_of(view)]
        return all(own > count for seat, count in enumerate(counts) if seat != view.seat)

    def text(self, _view: View, aim: str, share: int) -> str:
        """Return the task in a sentence."""
        region, kind = _parted(aim)
        return _(MAJORITY_TASKS[kind]).format(region=region_names()[region], n=share)

    def title(self, start: PuzzleStart) -> str:
        """Return the kind of buildings and the region."""
        region, kind = _parted(start.aim)
        return _(MAJORITY_TITLES[kind]).format(region=region_names()[region])

    def idea(self, _view: View, aim: str, plan: Plan) -> object:
        """Return the site planned for such a building."""
        return plan.on(_parted(aim)[1])

    def outcome(self, view: View, aim: str, plan: Plan) -> str:
        """Return the site, and the chests to pay for it."""
        region, kind = _parted(aim)
        site, paying = plan.on(kind), plan.on("taxes")
        if site not in view.board.regions[region]:
            return _(MAJORITY_MISSES[kind]).format(region=region_names()[region])
        sentence = _("Chests for building in {province}: {cost}. You have {chests}, and {taxes} from taxes.")
        taxes = view.board.lands[paying].tax if isinstance(paying, str) else 0
        chests = view.players[seat_of(view)].chests
        return sentence.format(province=site, cost=COST[kind], chests=chests, taxes=taxes)

    def hint(self, _view: View, _aim: str, best: Plan) -> str:
        """Return the payment of the building in words, but not its site."""
        paying = best.on("taxes")
        if isinstance(paying, str):
            return _("Collect taxes in {province}.").format(province=paying)
        return _("You can pay for it without taxes.")

    def told(self, aim: str, plan: Plan) -> str:
        """Return the planned site and its payment in words."""
        bid = _("{field}: {card}").format(field=_("Bid"), card=card_text(plan.bid))
        return f"{self.laid(plan, (_parted(aim)[1], 'taxes'))}, {bid}"


def has_site(view: View, name: str) -> bool:
    """Return whether a province has a free site for a building."""
    return len(view.provinces[name].buildings) < view.board.lands[name].sites


def _attacking(usual: Plan, sources: Sequence[str]) -> Iterator[Plan]:
    """Yield the usual plan with the first two of some provinces on the battle fields, in both orders."""
    first, second, *_others = (*sources, None, None)
    yield with_cards(usual, {"battle_a": first, "battle_b": second})
    yield with_cards(usual, {"battle_a": second, "battle_b": first})


def seat_of(view: View) -> int:
    """Return the seat that solves it."""
    assert view.seat is not None, "somebody solves it"
    return view.seat


def _parted(aim: str) -> tuple[str, Building]:
    """Return a region and a kind of buildings."""
    region, _slash, kind = aim.partition("/")
    return region, BUILDINGS[BUILDINGS.index(kind)]


def with_cards(plan: Plan, wanted: "dict[Action, Card | None]") -> Plan:
    """Return a plan with these cards on these fields; displaced cards go where those came from."""
    laid = [*plan.fields, plan.bid]
    for action, card in wanted.items():
        place = ACTIONS.index(action)
        if card is None or card in laid:
            other = next((at for at, lies in enumerate(laid) if lies == card and at != place), None)
            if other is not None:
                laid[place], laid[other] = laid[other], laid[place]
        else:
            laid[place] = card
    return Plan(tuple(laid[:-1]), laid[-1])


def with_bid(plan: Plan, bid: Card | None) -> Plan:
    """Return a plan with this bid; the former bid goes where that card came from."""
    fields = tuple(plan.bid if card == bid and card is not None else card for card in plan.fields)
    return Plan(fields, bid)
