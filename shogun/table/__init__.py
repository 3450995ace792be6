"""The table: joins rules, chance, tower and seats into a running game, and keeps its journal."""
