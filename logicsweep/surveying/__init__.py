"""Surveys: how far players get on very many random boards, kept as Parquet, and what that says."""
