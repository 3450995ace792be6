"""The page with all towers: whole in one file, without a script, and shown by a browser."""

import io
import math
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from shogun import cli
from shogun.base.resources import shipped
from shogun.lab import look
from shogun.lab.measuring import live_measurement, timed_measurement
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_measurement import cache_statistics
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES, LiveStatistics
from shogun.lab.measuring.stationarity import Stationarity
from shogun.tower import load_tower
from shogun.window.tower.gallery_page import GalleryEntry
from shogun.window.tower.gallery_page import page as page_of

CLASSIC = (shipped("tower_geometry") / "classic.toml").read_text("utf-8")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
VOID = {"meta", "img", "br", "link"}


class Reader(HTMLParser):
    """Notes all tags, what they refer to, and whether each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.names: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.extend([] if tag in VOID else [tag])
        self.names += [value or "" for name, value in attrs if name == "id"]
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "xlink:href")]
        assert not [name for name, _value in attrs if name.startswith("on")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("towers")
    told = CLASSIC.replace("The classic tower", "<script>alert(1)</script> & Söhne")
    (folder / "one.toml").write_text(told, "utf-8")
    (folder / "broken.toml").write_text("format = 2\n[funnel]\n", "utf-8")
    assert cli.main(["tower", "gallery", str(folder), "--jobs", "1"]) == 0
    return folder / "gallery.html"


@pytest.mark.slow
def test_the_page_is_whole_and_has_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    assert "script" not in reader.tags
    assert all(one.startswith(("data:", "#")) for one in reader.references)
    assert all(one.startswith("data:") for one in re.findall(r"url\(([^#)]+)\)", text))
    assert len(reader.names) == len(set(reader.names))
    assert {one[1:] for one in reader.references if one.startswith("#")} <= set(reader.names)
    assert "$" not in re.sub(r"base64,[^)\"]*", "", text)


@pytest.mark.slow
def test_it_tells_of_files_that_are_no_towers_without_their_folder(page: Path) -> None:
    text = page.read_text("utf-8")
    assert "broken.toml: " in text
    assert str(page.parent) not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne" in text


@pytest.mark.slow
def test_its_drop_moves_at_60_pictures_a_second(page: Path) -> None:
    from base64 import b64decode

    film = re.search(r"data:image/webp;base64,([^\"]*)", page.read_text("utf-8"))
    assert film
    with Image.open(io.BytesIO(b64decode(film[1]))) as image:
        assert getattr(image, "n_frames", 1) > 60
        image.seek(5)
        image.load()
        assert image.info["duration"] in (16, 17)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium here")
def test_a_browser_shows_it(page: Path, tmp_path: Path) -> None:
    assert BROWSER
    shot = tmp_path / "shot.png"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1000"]
    command = [BROWSER, *options, f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={shot}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=240)
    with Image.open(shot) as image:
        seen = image.convert("RGB")
    header, paper, film = seen.getpixel((20, 20)), seen.getpixel((20, 600)), seen.crop((80, 300, 420, 800))
    assert isinstance(header, tuple)
    assert isinstance(paper, tuple)
    assert header[2] > header[0]  # indigo above
    assert min(paper) > 200  # paper beside
    assert len(set(film.resize((34, 50)).get_flattened_data())) > 200  # a picture of a tower


def test_a_folder_without_towers_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tower", "gallery", str(tmp_path)]) == 2
    assert "it has no working tower" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.toml").write_text(CLASSIC, "utf-8")
    assert cli.main(["tower", "gallery", str(tmp_path), "--output", str(tmp_path / "no" / "a.html")]) == 2
    assert "choose a file in a folder that exists" in capsys.readouterr().err


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))


def test_figures_that_are_known_are_not_measured_anew(own_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    classic = load_tower("classic")
    some = Interval(0.7, 0.6, 0.8)
    cache_statistics(classic, LiveStatistics(900, some, some, some, some))

    def never(*_given: object) -> None:
        raise AssertionError("it is known")

    monkeypatch.setattr(timed_measurement, "chain_executor", never)
    found = timed_measurement.cached_metrics_of(classic)
    assert found is not None and (found.battles, found.p_out_thrown) == (900, some)


@pytest.mark.slow
def test_the_clock_ends_a_measurement_and_what_was_cut_short_is_not_kept(own_cache: None) -> None:
    classic = load_tower("classic")
    found = timed_measurement.cached_metrics_of(classic, seconds=2.0)
    assert found is None or found.battles < ENOUGH_BATTLES
    assert live_measurement.cached_statistics(classic) is None


@pytest.mark.slow
def test_what_was_measured_for_the_page_is_known_to_the_window(own_cache: None) -> None:
    classic = load_tower("classic")
    found = timed_measurement.cached_metrics_of(classic, seconds=math.inf)
    assert (
        found is not None and found.battles == ENOUGH_BATTLES and found == live_measurement.cached_statistics(classic)
    )
    assert 0.66 < found.p_out_thrown.mean < 0.74 and found.p_clog.mean == 0


def test_a_tower_that_lets_nothing_through_has_no_figures_and_is_told(own_cache: None) -> None:
    looks = look(load_tower("classic"), 3)
    text = page_of([GalleryEntry(load_tower("classic"), None, looks, b"film")], [])
    assert "It clogs so badly that nothing could be counted." in text


@pytest.mark.slow
def test_early_figures_are_marked_as_such(own_cache: None) -> None:
    looks, some = look(load_tower("classic"), 3), Interval(0.98, 0.85, 1.0)
    reached = Stationarity("stationary", Interval(0.0, -0.5, 0.5), 0.1, 0, 12.0, 0.0, 0.0)
    drifts = Stationarity("drifting", Interval(2.1, 0.7, 3.4), 0.5, 1600, 12.0, 0.0, 9.0)
    for figures, told in (
        (LiveStatistics(60, some, some, some, some), "An early look, with wide intervals."),
        (
            LiveStatistics(ENOUGH_BATTLES, some, some, some, some, drifts),
            "between the halves of the chains (+0.7 to +3.4; on its own a",
        ),
        (LiveStatistics(ENOUGH_BATTLES, some, some, some, some, reached), ""),
    ):
        text = page_of([GalleryEntry(load_tower("classic"), figures, looks, b"film")], [])
        assert told in text and ("≈ 0.98 <small>(0.85–1.00)" in text) == bool(told)


def test_a_further_statistic_has_a_row_of_the_page(own_cache: None) -> None:
    looks, some = look(load_tower("classic"), 3), Interval(0.98, 0.85, 1.0)
    known = LiveStatistics(ENOUGH_BATTLES, some, some, some, some, further={"pieces_touched": Interval(1.05, 1.0, 1.1)})
    text = page_of([GalleryEntry(load_tower("classic"), known, looks, b"film")], [])
    assert "pieces touched by a thrown cube" in text and "1.05 <small>(1.00–1.10)" in text


@pytest.mark.slow
def test_looking_ends_by_the_clock_after_one_battle_at_least() -> None:
    assert look(load_tower("classic"), 50, seconds=0.0).battles == 1
