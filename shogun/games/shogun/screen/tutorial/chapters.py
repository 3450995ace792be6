"""The five chapters in their order."""

from shogun.games.shogun.screen.tutorial import battle, building, planning, taxes, winter
from shogun.games.shogun.screen.tutorial.chapter import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    planning.CHAPTER, taxes.CHAPTER, building.CHAPTER, battle.CHAPTER, winter.CHAPTER,
)  # fmt: skip
