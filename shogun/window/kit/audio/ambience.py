"""What is heard all the time, very softly: wind and birds, cicadas, crickets, snow; a few seconds that repeat unheard.

All is noise whose spectrum is shaped, in a circle: its end runs into its beginning. What calls, calls in bursts.
"""

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:  # it is loaded when a season is first heard
    import numpy as np
    import numpy.typing as npt

    Wave: TypeAlias = npt.NDArray[np.float64]

Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Season, ...] = get_args(Season)
SECONDS = 12
"""After which a season repeats."""
PEAK = 0.5
"""The loudest sample, as a share of what can be."""


def season_samples(season: Season, rate: int) -> "array[int]":
    """Return a season's sound, mono, 16 bits, at so many samples a second; its end fits to its beginning."""
    import numpy as np

    wave = _SEASONS[season](np.random.default_rng(SEASONS.index(season)), SECONDS * rate, rate)
    return array("h", (wave / abs(wave).max() * PEAK * 32767).astype("<i2").tobytes())


def _noise(rng: "np.random.Generator", count: int, rate: int, low: float, high: float) -> "Wave":
    """Return noise between two frequencies, Hz, falling off softly at both ends, of the loudness 1 on average."""
    import numpy as np

    hertz = np.fft.rfftfreq(count, 1 / rate)
    shape = 1 / (1 + (low / np.maximum(hertz, 1.0)) ** 4) / (1 + (hertz / high) ** 4)
    wave = np.fft.irfft(np.fft.rfft(rng.standard_normal(count)) * shape, count)
    even: Wave = wave / wave.std()
    return even


def _swell(count: int, times: int, depth: float) -> "Wave":
    """Return a loudness that comes and goes so many times."""
    import numpy as np

    turn = np.arange(count) * np.float64(2 * np.pi * times / count)
    wave: Wave = 1 - depth / 2 + depth / 2 * np.sin(turn)
    return wave


def _bursts(rng: "np.random.Generator", count: int, rate: int, number: int, seconds: float) -> "Wave":
    """Return a loudness of so many soft bursts at random moments, silent between them."""
    import numpy as np

    long = round(seconds * rate)
    wave, burst = np.zeros(count), np.sin(np.linspace(0, np.pi, long)) ** 2
    for start in rng.integers(0, count - long, number):
        wave[start : start + long] = np.maximum(wave[start : start + long], burst * rng.uniform(0.4, 1.0))
    return wave


def _tone(count: int, rate: int, hertz: float, bend: float = 0.0, wobbles: int = 0) -> "Wave":
    """Return a tone that goes up and down by a share `bend` so many times in all."""
    import numpy as np

    turn = np.arange(count) / count
    whole = round(hertz * count / rate)
    wave: Wave = np.sin(2 * np.pi * whole * turn + bend * whole / max(1, wobbles) * np.sin(2 * np.pi * wobbles * turn))
    return wave


def _spring(rng: "np.random.Generator", count: int, rate: int) -> "Wave":
    wind = _noise(rng, count, rate, 120, 500) * _swell(count, 2, 0.6)
    birds = _tone(count, rate, 2600, 0.16, 70) * _bursts(rng, count, rate, 9, 0.22)
    return wind + 0.7 * birds


def _summer(rng: "np.random.Generator", count: int, rate: int) -> "Wave":
    cicadas = _noise(rng, count, rate, 3800, 5200) * _swell(count, 12 * 18, 0.7) * _swell(count, 3, 0.9)
    return 0.4 * _noise(rng, count, rate, 100, 350) + 0.5 * cicadas


def _autumn(rng: "np.random.Generator", count: int, rate: int) -> "Wave":
    wind = _noise(rng, count, rate, 180, 900) * _swell(count, 3, 0.8)
    crickets = _tone(count, rate, 4100) * _swell(count, 12 * 26, 1.0) * _bursts(rng, count, rate, 12, 0.5)
    return wind + 0.5 * crickets


def _winter(rng: "np.random.Generator", count: int, rate: int) -> "Wave":
    return _noise(rng, count, rate, 90, 260) * _swell(count, 2, 0.8) + 0.25 * _noise(rng, count, rate, 500, 800)


_SEASONS: "dict[Season, Callable[[np.random.Generator, int, int], Wave]]" = {
    "spring": _spring,
    "summer": _summer,
    "autumn": _autumn,
    "winter": _winter,
}
