"""The one door to llama-cpp-python; only `llama_runtime` opens it, after it has probed the build.

Threads that spin while they wait for each other starve each other where other programs want the processor too: with
five on two cores, SmolLM2 gave 0.3 to 16 tokens/s, and 60 to 90 when they sleep. OpenMP reads the setting once, when
the library is loaded.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import llama_cpp as llama
from llama_cpp.llama_chat_format import Jinja2ChatFormatter
from llama_cpp.llama_grammar import json_schema_to_gbnf

__all__ = ["Jinja2ChatFormatter", "json_schema_to_gbnf", "llama"]
