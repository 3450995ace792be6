"""Catalogues are read as translators write them; where one is wrong, English stays, and one sentence says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.base import language
from shogun.base.language import CatalogueError, _, ngettext, of_data, read_catalogue, speaking

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

"""
USUAL = (
    HEAD
    + r"""#: shogun/x.py
#, python-brace-format
msgid ""
"Two "
"\"lines\":\n"
"{n}"
msgstr ""
"Dva \"řádky\":\n"
"{n}"

#, fuzzy
msgid "Guessed"
msgstr "Tipnuto"

msgid "Empty"
msgstr ""

msgid "{n} drop"
msgid_plural "{n} drops"
msgstr[0] "{n} kapka"
msgstr[1] "{n} kapky"
msgstr[2] "{n} kapek"

#~ msgid "Gone"
#~ msgstr "Pryč"
"""
)


catalogue_path = language.catalogue_path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The catalogue of Czech is a file that a test may write."""
    found = tmp_path / "shogun.po"
    monkeypatch.setattr(language, "catalogue_path", lambda _language: found)
    language._translated.cache_clear()
    yield found
    language._translated.cache_clear()


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_catalogue_is_read_as_gettext_writes_it(path: Path, newline: str) -> None:
    path.write_bytes(USUAL.replace("\n", newline).encode())
    found = read_catalogue(path)
    assert dict(found.texts) == {
        'Two "lines":\n{n}': ('Dva "řádky":\n{n}',),
        "{n} drop": ("{n} kapka", "{n} kapky", "{n} kapek"),
    }
    assert [found.form(n) for n in (0, 1, 2, 4, 5, 22)] == [2, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff\xfe noise",
        USUAL.encode("utf-16"),
        USUAL.encode("iso8859-2"),
        b"PK\x03\x04",
        b'msgid "Settings"\nmsgstr "Nastaveni"\n',
        HEAD.replace("plural=(n==1)", "plural=(n==").encode(),
        HEAD.replace("plural=(n==1) ? 0", "plural=(n==1) ? 7").encode(),
        HEAD.replace("plural=(n==1)", "plural=__import__('os')").encode(),
        HEAD.replace("plural=(n==1)", "plural=(1/n==1)").encode(),
        HEAD.replace("utf-8", "iso-8859-2").encode(),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_no_catalogue_is_told_once_and_all_is_english(
    path: Path, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(data)
    with pytest.raises(CatalogueError):
        read_catalogue(path)
    with speaking("cs"):
        assert [_("Settings"), ngettext("{n} drop", "{n} drops", 1), _("Settings")] == [
            "Settings", "{n} drop", "Settings",
        ]  # fmt: skip
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(path) in told


def test_a_catalogue_that_is_gone_is_told_once_and_all_is_english(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _time in range(2):
        with speaking("cs"):
            assert _("Settings") == "Settings"
    assert capsys.readouterr().err.count("\n") == 1


def test_of_an_older_catalogue_what_is_there_is_used_and_one_sentence_tells_that_some_is_english(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(USUAL, "utf-8")
    with speaking("cs"):
        assert [ngettext("{n} drop", "{n} drops", n) for n in (1, 2, 5)] == ["{n} kapka", "{n} kapky", "{n} kapek"]
        assert [_("Guessed"), _("Empty"), _("Quit"), _("")] == ["Guessed", "Empty", "Quit", ""]
        assert ngettext("{n} cube", "{n} cubes", 5) == "{n} cubes"
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "'Guessed'" in told


@pytest.mark.parametrize("told", ["{m} něco", "{n:.1f}", "{n", "n}", "{n!r}", "{}", "{n.__class__}", "{n[0]}"])
def test_a_text_that_cannot_be_filled_in_stays_english(
    path: Path, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(f'{HEAD}msgid "{{n}} something"\nmsgstr "{told}"\n', "utf-8")
    with speaking("cs"):
        assert _("{n} something").format(n=3) == "3 something"
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
def test_of_a_catalogue_that_was_cut_every_text_is_whole_or_english(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = catalogue_path("pl").read_text("utf-8")
    known = read_catalogue(catalogue_path("pl")).texts
    least = whole.index('msgid "', whole.index("Plural-Forms"))
    counted = whole.index("msgid_plural")
    for end in [*range(least, least + 900), *range(counted, counted + 400), len(whole) // 2, len(whole) - 3]:
        path.write_text(whole[:end], "utf-8")
        assert read_catalogue(path).texts.items() <= known.items()
    path.write_text(whole[: len(whole) // 2], "utf-8")
    with speaking("cs"):
        assert [_(one) == known[one][0] for one in (next(iter(known)), [*known][-1])] == [True, False]
    assert capsys.readouterr().err.count("\n") == 1


def test_a_text_with_too_few_forms_stays_english(path: Path) -> None:
    path.write_text(HEAD + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', "utf-8")
    with speaking("cs"):
        assert ngettext("a", "b", 5) == "b"


def test_what_somebody_has_written_in_a_file_of_their_own_stays_and_nothing_is_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(USUAL, "utf-8")
    with speaking("cs"):
        assert of_data("My own tower") == "My own tower"
    assert capsys.readouterr().err == ""


def test_a_text_can_mean_something_else_in_a_context(path: Path) -> None:
    path.write_text(HEAD + 'msgctxt "game"\nmsgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "utf-8")
    with speaking("cs"):
        assert [_("a"), of_data("a", "game"), of_data("a", "town")] == ["c", "b", "a"]
    assert of_data("a", "game") == "a"


def test_texts_can_be_listened_to(path: Path) -> None:
    path.write_text(USUAL, "utf-8")
    heard: dict[str, str] = {}
    language.listen("cs", heard.__setitem__)
    with speaking("cs"):
        ngettext("{n} drop", "{n} drops", 2)
        language.listen("cs", None)
        _("Quit")
    assert heard == {"{n} drop": "{n} kapky"}
