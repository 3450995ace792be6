"""The rulebook as tests: one file a chapter, each test named after its rule and reading as a sentence of it."""
