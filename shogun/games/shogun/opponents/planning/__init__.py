"""Opponents that plan without looking ahead, and the worths that they plan by."""
