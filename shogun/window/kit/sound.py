"""Sounds, synthesized from sums of fading sines and noise; silent without a sound card."""

import math
import random
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import pygame
from msgspec import Struct

from shogun.window.kit.runtime.display import silenced

# Background sounds of the seasons, very soft: wind and birds, cicadas, crickets, snow; a few seconds in a seamless loop
#
# Each is noise with a shaped spectrum, in a circle: its end runs into its beginning. Animals call in bursts.

if TYPE_CHECKING:  # it is loaded when a season is first heard
    import numpy as np
    import numpy.typing as npt

    WaveArray: TypeAlias = npt.NDArray[np.float64]

Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Season, ...] = get_args(Season)
SECONDS = 12
"""Seconds after which a season repeats."""
PEAK = 0.5
"""The loudest sample, as a share of the maximum."""


def season_samples(season: Season, rate: int) -> "array[int]":
    """Return a season's sound, mono, 16 bits, at this sample rate; its end fits its beginning."""
    import numpy as np

    wave = _SEASONS[season](np.random.default_rng(SEASONS.index(season)), SECONDS * rate, rate)
    return array("h", (wave / abs(wave).max() * PEAK * 32767).astype("<i2").tobytes())


def _noise(rng: "np.random.Generator", count: int, rate: int, low: float, high: float) -> "WaveArray":
    """Return noise between two frequencies, Hz, falling off softly at both ends, with a mean loudness of 1."""
    import numpy as np

    hertz = np.fft.rfftfreq(count, 1 / rate)
    shape = 1 / (1 + (low / np.maximum(hertz, 1.0)) ** 4) / (1 + (hertz / high) ** 4)
    wave = np.fft.irfft(np.fft.rfft(rng.standard_normal(count)) * shape, count)
    even: WaveArray = wave / wave.std()
    return even


def _swell(count: int, times: int, depth: float) -> "WaveArray":
    """Return a loudness that comes and goes so many times."""
    import numpy as np

    turn = np.arange(count) * np.float64(2 * np.pi * times / count)
    wave: WaveArray = 1 - depth / 2 + depth / 2 * np.sin(turn)
    return wave


def _bursts(rng: "np.random.Generator", count: int, rate: int, number: int, seconds: float) -> "WaveArray":
    """Return a loudness of so many soft bursts at random moments, silent between them."""
    import numpy as np

    long = round(seconds * rate)
    wave, burst = np.zeros(count), np.sin(np.linspace(0, np.pi, long)) ** 2
    for start in rng.integers(0, count - long, number):
        wave[start : start + long] = np.maximum(wave[start : start + long], burst * rng.uniform(0.4, 1.0))
    return wave


def _tone(count: int, rate: int, hertz: float, bend: float = 0.0, wobbles: int = 0) -> "WaveArray":
    """Return a tone that rises and falls by a share `bend` so many times in all."""
    import numpy as np

    turn = np.arange(count) / count
    whole = round(hertz * count / rate)
    wave: WaveArray = np.sin(
        2 * np.pi * whole * turn + bend * whole / max(1, wobbles) * np.sin(2 * np.pi * wobbles * turn)
    )
    return wave


def _spring(rng: "np.random.Generator", count: int, rate: int) -> "WaveArray":
    wind = _noise(rng, count, rate, 120, 500) * _swell(count, 2, 0.6)
    birds = _tone(count, rate, 2600, 0.16, 70) * _bursts(rng, count, rate, 9, 0.22)
    return wind + 0.7 * birds


def _summer(rng: "np.random.Generator", count: int, rate: int) -> "WaveArray":
    cicadas = _noise(rng, count, rate, 3800, 5200) * _swell(count, 12 * 18, 0.7) * _swell(count, 3, 0.9)
    return 0.4 * _noise(rng, count, rate, 100, 350) + 0.5 * cicadas


def _autumn(rng: "np.random.Generator", count: int, rate: int) -> "WaveArray":
    wind = _noise(rng, count, rate, 180, 900) * _swell(count, 3, 0.8)
    crickets = _tone(count, rate, 4100) * _swell(count, 12 * 26, 1.0) * _bursts(rng, count, rate, 12, 0.5)
    return wind + 0.5 * crickets


def _winter(rng: "np.random.Generator", count: int, rate: int) -> "WaveArray":
    return _noise(rng, count, rate, 90, 260) * _swell(count, 2, 0.8) + 0.25 * _noise(rng, count, rate, 500, 800)


_SEASONS: "dict[Season, Callable[[np.random.Generator, int, int], WaveArray]]" = {
    "spring": _spring,
    "summer": _summer,
    "autumn": _autumn,
    "winter": _winter,
}


RATE = 22050
"""Samples a second."""
CHANNELS = 24
LOUDEST_SPEED = 1200.0
"""Closing speed of cubes, mm/s, at which a knock is loudest."""
SLOWEST_SPEED = 40.0
"""Closing speed, mm/s, below which knocks are inaudible."""
AMBIENCE = 0.3
"""Loudness of a season at full volume, relative to drums and knocks."""
KNOCKS = 6
"""Number of different knocks, so that a rain of cubes doesn't sound like a machine."""

Effect = Literal[
    "pluck", "taiko", "paper", "click", "coin", "tap", "turn", "build", "winter", "revolt", "won", "lost", "tied"
]
CLICKS: tuple[Effect, ...] = ("paper", "click")
FADING_MS = 1500
"""Milliseconds in which one season's sound fades into another's."""
Wave = Callable[[float], float]
Samples: TypeAlias = "array[int]"
"""Mono, 16 bits."""


class Volumes(Struct, frozen=True):
    """Volume of each kind of sound, 0-1."""

    knocks: float = 0.75
    signals: float = 0.75
    clicks: float = 0.75
    ambience: float = 0.25

    def of(self, effect: Effect) -> float:
        """Return the volume of an effect: paper and clicks are clicks, a tap is a knock, all others are signals."""
        if effect == "tap":
            return self.knocks
        return self.clicks if effect in CLICKS else self.signals


class Knock(Struct, frozen=True):
    """A collision during the replay of a drop, for its sound."""

    speed: float
    """Closing speed, mm/s, as it was in the simulation."""
    side: float
    """Position: from -1 (left wall of the picture) to 1 (right)."""
    is_tap: bool = False
    """True if the tower was tapped; otherwise a cube hit something."""


class Sounds:
    """All sounds of the window; every method is harmless without a sound card."""

    def __init__(self, volumes: Volumes | None = None) -> None:
        """Open the sound card, if there is one. Each sound is made when it is first played."""
        self.audible = _open_mixer()
        self._season: Season | None = None
        self._seasons: dict[Season, pygame.mixer.Sound] = {}
        self.volumes = volumes or Volumes()
        self._knocks: list[pygame.mixer.Sound] = []
        self._effects: dict[Effect, pygame.mixer.Sound] = {}

    def knock(self, speed: float, side: float = 0.0) -> None:
        """Play wood knocking on wood, the louder the faster it hit (mm/s), at a side from -1 (left) to 1 (right)."""
        loudness = knock_loudness(speed) * self.volumes.knocks
        if not self.audible or loudness <= 0 or (channel := pygame.mixer.find_channel()) is None:
            return
        self._knocks = self._knocks or [_sound(samples) for samples in knocks()]
        channel.play(self._knocks[int(speed) % KNOCKS])
        channel.set_volume(loudness * min(1.0, 1 - side * 0.6), loudness * min(1.0, 1 + side * 0.6))

    def play(self, effect: Effect, loudness: float = 1.0) -> None:
        """Play a sound at a loudness of 0-1, times the volume of its kind."""
        loudness *= self.volumes.of(effect)
        if not self.audible or loudness <= 0 or (channel := pygame.mixer.find_channel()) is None:
            return
        if effect not in self._effects:
            self._effects[effect] = _sound(EFFECTS[effect]())
        channel.play(self._effects[effect])
        channel.set_volume(loudness)

    @property
    def volumes(self) -> Volumes:
        """The volume of each kind of sound; the background sound follows at once."""
        return self._volumes

    @volumes.setter
    def volumes(self, volumes: Volumes) -> None:
        self._volumes = volumes
        season, self._season = self._season, None
        self.surround(season)

    def surround(self, season: Season | None) -> None:
        """Play a season's background sound, very softly, until another one or none (None) is requested."""
        if not self.audible:
            return
        loudness = AMBIENCE * self.volumes.ambience
        if season != self._season or season is None:
            for sound in self._seasons.values():
                sound.fadeout(FADING_MS)
        self._season = season
        if season is None or loudness <= 0:
            for sound in self._seasons.values():
                sound.stop()
            return
        if season not in self._seasons:
            self._seasons[season] = _sound(season_samples(season, RATE))
        self._seasons[season].set_volume(loudness)
        self._seasons[season].play(loops=-1, fade_ms=FADING_MS)


def knock_loudness(speed: float) -> float:
    """Return the loudness, 0-1, of a knock: it grows with the power 1.3 of the closing speed (mm/s)."""
    if speed < SLOWEST_SPEED:
        return 0.0
    return float(min(1.0, speed / LOUDEST_SPEED) ** 1.3)


def _open_mixer() -> bool:
    """Return whether sounds can be played."""
    if pygame.mixer.get_init():
        return True
    try:
        with silenced():  # without a sound card the system's library complains at length
            pygame.mixer.init(RATE, -16, 2, 512)
    except pygame.error:
        return False
    pygame.mixer.set_num_channels(CHANNELS)
    return True


def _sound(samples: Samples) -> pygame.mixer.Sound:
    """Return a sound of mono samples for a mixer of any number of channels."""
    _, _, channels = pygame.mixer.get_init() or (RATE, -16, 2)
    if channels == 1:
        return pygame.mixer.Sound(buffer=samples.tobytes())
    woven = array("h", bytes(2 * channels * len(samples)))
    for channel in range(channels):
        woven[channel::channels] = samples
    return pygame.mixer.Sound(buffer=woven.tobytes())


# Synthesis


def knocks() -> list[Samples]:
    """Return the samples of `KNOCKS` knocks of small wooden cubes."""
    return [_knock(random.Random(number), 900.0 * 1.13**number) for number in range(KNOCKS)]


def _samples(wave: Wave, seconds: float, loudness: float) -> Samples:
    """Return a wave (-1 to 1) as 16-bit samples, with fades that prevent clicks."""
    count = round(seconds * RATE)
    rise, fall = 12, max(1, count // 8)
    return array(
        "h",
        (
            round(32767 * loudness * max(-1.0, min(1.0, wave(n / RATE))) * min(1.0, n / rise, (count - 1 - n) / fall))
            for n in range(count)
        ),
    )


def _struck(partials: tuple[tuple[float, float, float], ...], seconds: float, loudness: float) -> Samples:
    """Return a struck body: partials of (Hz, s in which they fade to 1/e, share)."""
    total = math.fsum(share for _, _, share in partials)
    terms = [(math.tau * hertz, -1 / fade, share / total) for hertz, fade, share in partials]

    def wave(t: float) -> float:
        return math.fsum(share * math.sin(turn * t) * math.exp(decay * t) for turn, decay, share in terms)

    return _samples(wave, seconds, loudness)


def _knock(rng: random.Random, hertz: float) -> Samples:
    """Return a dry knock: the partials of a free wooden bar (1 : 2.76 : 5.4) and a tick of noise."""
    tones = _struck(((hertz, 0.016, 1.0), (hertz * 2.76, 0.008, 0.6), (hertz * 5.4, 0.004, 0.3)), 0.07, 0.75)
    for n in range(60):
        tones[n] = max(-32767, min(32767, tones[n] + round(rng.uniform(-9000, 9000) * (1 - n / 60) ** 2)))
    return tones


def _pluck(hertz: float, seconds: float) -> Samples:
    """Return a plucked koto string (Karplus and Strong 1983)."""
    rng = random.Random(1)
    length = round(RATE / hertz)
    string = [rng.uniform(-1, 1) for _ in range(length)]
    out: list[float] = []
    for n in range(round(seconds * RATE)):
        here, following = string[n % length], string[(n + 1) % length]
        string[n % length] = 0.497 * (here + following)
        out.append(here)
    return _samples(lambda t: out[min(len(out) - 1, round(t * RATE))], seconds, 0.5)


def _taiko() -> Samples:
    """Return a big drum: a tone that falls from 95 to 62 Hz under a beat of noise."""
    rng = random.Random(2)

    def wave(t: float) -> float:
        turn = math.tau * (62 * t + 33 * 0.06 * (1 - math.exp(-t / 0.06)))
        beat = rng.uniform(-1, 1) * math.exp(-t / 0.008)
        return 0.85 * math.sin(turn) * math.exp(-t / 0.16) + 0.3 * beat

    return _samples(wave, 0.5, 0.9)


def _tap() -> Samples:
    """Return a knuckle on a wooden wall with a hollow behind it: low partials of a board and a tick of noise."""
    rng = random.Random(4)
    tones = _struck(((210.0, 0.05, 1.0), (387.0, 0.035, 0.7), (640.0, 0.02, 0.45), (1480.0, 0.006, 0.3)), 0.3, 0.95)
    for n in range(90):
        tones[n] = max(-32000, min(32000, tones[n] + round(rng.uniform(-8000, 8000) * min(1.0, n / 12) * (1 - n / 90))))
    return tones


def _paper() -> Samples:
    """Return a card that slides over paper: soft noise that swells and fades."""
    rng = random.Random(3)
    low = 0.0

    def wave(t: float) -> float:
        nonlocal low
        low += 0.35 * (rng.uniform(-1, 1) - low)
        return low * math.sin(math.pi * min(1.0, t / 0.14)) ** 2

    return _samples(wave, 0.14, 0.5)


def _after_each_other(parts: tuple[tuple[float, Samples], ...], seconds: float) -> Samples:
    """Return sounds that begin at these times (s), joined into one that has faded out after so many seconds."""
    whole = [0.0] * round(seconds * RATE)
    for start, samples in parts:
        first = round(start * RATE)
        for n, value in enumerate(samples[: len(whole) - first], first):
            whole[n] += value
    loudest, fall = max(map(abs, whole)), len(whole) // 6
    shrink = min(1.0, 22000 / loudest)
    return array("h", (round(value * shrink * min(1.0, (len(whole) - 1 - n) / fall)) for n, value in enumerate(whole)))


def _melody(*tones: float) -> Samples:
    """Return plucked strings (Hz), one after the other."""
    return _after_each_other(tuple((0.13 * n, _pluck(hertz, 0.5)) for n, hertz in enumerate(tones)), 0.9)


def _hammer() -> Samples:
    """Return two blows of a wooden mallet."""
    blow = _struck(((520.0, 0.02, 1.0), (1430.0, 0.01, 0.6)), 0.12, 0.6)
    return _after_each_other(((0.0, blow), (0.19, blow)), 0.4)


def _roll() -> Samples:
    """Return drums that come nearer."""
    return _after_each_other(tuple((0.14 * n, _taiko()) for n in range(4)), 0.95)


EFFECTS: dict[Effect, Callable[[], Samples]] = {
    "pluck": lambda: _pluck(392.0, 0.5),
    "taiko": _taiko,
    "paper": _paper,
    "click": lambda: _struck(((1700.0, 0.012, 1.0), (2900.0, 0.006, 0.5)), 0.05, 0.35),
    "tap": _tap,
    "turn": lambda: _melody(587.3, 784.0),
    "build": _hammer,
    "winter": lambda: _struck(((233.0, 0.5, 1.0), (556.0, 0.3, 0.5), (1003.0, 0.15, 0.3)), 0.95, 0.5),
    "revolt": _roll,
    "won": lambda: _melody(392.0, 493.9, 587.3, 784.0),
    "lost": lambda: _melody(392.0, 311.1, 261.6),
    "tied": lambda: _melody(392.0, 392.0),
    "coin": lambda: _struck(((2480.0, 0.11, 0.8), (3720.0, 0.08, 0.5), (5310.0, 0.05, 0.3)), 0.3, 0.4),
}
"""Makers of the samples of each sound except the knocks."""
