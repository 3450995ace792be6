"""The five chapters in their order."""

from shogun.ui.tutorial import battle, building, planning, taxes, winter
from shogun.ui.tutorial.chapter import Chapter

CHAPTERS: tuple[Chapter, ...] = (
    planning.CHAPTER, taxes.CHAPTER, building.CHAPTER, battle.CHAPTER, winter.CHAPTER,
)  # fmt: skip
