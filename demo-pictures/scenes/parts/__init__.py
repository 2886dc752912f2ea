"""Families of parts that bodies are furnished with."""
