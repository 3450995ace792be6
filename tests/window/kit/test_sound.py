"""Sounds are made, not loaded; and a machine without a sound card is simply silent."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from shogun.window.kit.sound import (
    EFFECTS,
    KNOCKS,
    RATE,
    SEASONS,
    SECONDS,
    Season,
    Sounds,
    Volumes,
    knock_loudness,
    knocks,
    season_samples,
)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A sound card that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def test_harder_knocks_are_louder() -> None:
    loudness = [knock_loudness(speed) for speed in (0, 30, 60, 200, 600, 1200, 5000)]
    assert loudness == sorted(loudness)
    assert loudness[1] == 0.0 < loudness[2]
    assert loudness[-1] == 1.0


@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_each_sound_is_short_audible_and_ends_in_silence(name: str) -> None:
    samples = EFFECTS[name]()  # type: ignore[index]
    assert 0.03 * RATE < len(samples) < 1.0 * RATE
    assert 3000 < max(samples) < 32767
    assert abs(samples[0]) < 200
    assert abs(samples[-1]) < 200


def test_knocks_differ_and_are_made_alike_each_time() -> None:
    first = knocks()
    assert len({samples.tobytes() for samples in first}) == KNOCKS
    assert first == knocks()


def test_sounds_play_where_there_is_a_card(card: None) -> None:
    sounds = Sounds(Volumes(knocks=0.5, signals=0.5))
    assert sounds.audible
    sounds.knock(700.0, side=-0.5)
    sounds.play("taiko")
    assert pygame.mixer.get_busy()
    pygame.mixer.stop()


@pytest.mark.parametrize("season", SEASONS)
def test_a_season_is_soft_and_its_end_runs_into_its_beginning(season: Season) -> None:
    samples = season_samples(season, RATE)
    assert len(samples) == SECONDS * RATE
    assert max(map(abs, samples)) <= 0.51 * 32767
    steps = [abs(after - before) for before, after in itertools.pairwise(samples)]
    assert abs(samples[0] - samples[-1]) <= max(steps)
    assert samples == season_samples(season, RATE)


def test_a_season_is_heard_until_another_one_and_silenced_with_all_else(card: None) -> None:
    sounds = Sounds(Volumes(ambience=0.5))
    sounds.surround("spring")
    assert pygame.mixer.get_busy()
    sounds.volumes = Volumes(0, 0, 0, 0)
    assert not pygame.mixer.get_busy()
    sounds.volumes = Volumes()
    assert pygame.mixer.get_busy()
    sounds.surround(None)
    assert not pygame.mixer.get_busy()


def test_a_slow_touch_is_not_heard(card: None) -> None:
    sounds = Sounds()
    sounds.knock(20.0)
    assert not pygame.mixer.get_busy()


def test_without_a_sound_card_all_is_silent_and_works() -> None:
    program = (
        "from shogun.window.kit.sound import Sounds; s = Sounds(); s.knock(500.0); s.play('coin'); print(s.audible)"
    )
    environment = os.environ | {"SDL_AUDIODRIVER": "nosuchdriver"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"


def test_opening_the_sound_card_writes_nothing_to_the_terminal() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    program = "from shogun.window.kit.sound import Sounds; Sounds(); import sys; print('still heard', file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == "still heard\n"
