"""Experiments, each declared once: a typed function whose docstring describes its parameters.

`shogun.lab` offers these functions, and the commands of `shogun tower` are made from them, with the same names,
defaults and texts. Each takes a tower by name, by file or as a geometry, and returns a result that is data first:
`to_columns()` (NumPy arrays), `to_frame()` (pandas), `to_csv()`, `to_parquet()`, and a table in notebooks.

`Running` says how an experiment is carried out; results don't depend on it. Only `verify`, whose verdict rests on its
own protocol, and `match`, which throws as somebody has thrown, take neither `discard` nor `protocol`. `metrics` are
further statistics: the name of one, a `Statistic` of your own, or several; they can be targets and axes of searches.

Ctrl-C keeps what there is: `measure` and `residence` return it (`interrupted`, `is_interrupted`), and what measures
many towers resumes when it is called again with the same arguments.
"""
