"""Boards, traces and results as people and programs read them."""
