"""The table: joins rules, chance, tower and seats to a running game, and keeps its journal."""
