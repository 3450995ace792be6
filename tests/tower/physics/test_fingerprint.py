"""The digest of the reference drops: the same in every process, another where a single bit is computed otherwise."""

import math
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from shogun.tower.physics.constants import GRAVITY
from shogun.tower.physics.fingerprint import KNOWN, described, fingerprint

FUSED = "bf0c81a30ae30e8a"


@pytest.fixture(autouse=True)
def _computed_anew() -> Iterator[None]:
    fingerprint.cache_clear()
    yield
    fingerprint.cache_clear()


def test_another_process_computes_the_same_digest() -> None:
    code = "from shogun.tower.physics.fingerprint import fingerprint; print(fingerprint())"
    environment = {**os.environ, "PYTHONHASHSEED": "5"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()


def test_one_last_bit_makes_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    here = fingerprint()
    fingerprint.cache_clear()
    monkeypatch.setattr("shogun.tower.physics.solver.GRAVITY", math.nextafter(GRAVITY, 0))
    assert fingerprint() != here


@pytest.mark.skipif(sys.platform != "linux", reason="how other systems compute is not known")
def test_on_linux_it_is_known() -> None:
    assert KNOWN[fingerprint()] in ("as on Linux", KNOWN[FUSED])


def test_digests_are_told_in_words_where_they_are_known() -> None:
    assert described("5a49b961d1c79b0f") == "as on Linux"
    assert described(FUSED) == "fused multiply-adds, as GCC makes them for x86-64"
    assert described("0123456789abcdef") == "unlike any known machine: 0123456789abcdef"
