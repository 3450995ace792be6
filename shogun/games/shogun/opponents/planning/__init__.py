"""Opponents that plan without looking ahead, and what a plan is worth to them."""
