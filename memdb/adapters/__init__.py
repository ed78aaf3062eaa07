"""Memories behind the interfaces of other frameworks; each module needs its framework, which is imported with it."""
