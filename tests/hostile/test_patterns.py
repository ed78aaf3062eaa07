"""No pattern of memdb goes back and forth over a hostile sentence without end."""

import resource
import subprocess
import sys

PROGRAM = r"""
import importlib, pkgutil, re, sys

compiled, compile_ = {}, re._compile

def note(pattern, flags):
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__") == "re":
        frame = frame.f_back
    found = compile_(pattern, flags)
    if frame and frame.f_globals.get("__name__", "").startswith("memdb") and isinstance(pattern, str):
        compiled[pattern, int(flags)] = found
    return found

re._compile = note
import memdb, memdb_cli
for package in (memdb, memdb_cli):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        try:
            importlib.import_module(module.name)
        except memdb.MemdbError:  # an extra that is not installed
            pass
with memdb.open(sys.argv[1]) as memory:
    memory.add("I moved to Ghent yesterday, and my sister's dog is 5.", speaker="Ana")
    memory.ask("Where did Ana live before last week?")
units = [
    "a", "A", "1", " ", "\t", "\n", "a ", "Ana ", "A. ", "1.", "--", "_", "**", "[", "](", "[a](", "((", '"', "'s ",
    "<a", "&", "# ", "> ", "```", ": ", "0:0", "a@b.", "\u6771", "\u0301", "and ", "of the ", "I am ", "my ",
    "never ",
    "2023-01-", "a, b ", "Ana's ", "no longer ", "On 1 ", "Re: ",
]
for (pattern, _), found in compiled.items():
    for unit in [*units, *(f"{word} " for word in re.findall("[A-Za-z]{3,}", pattern)[:4])]:
        text = unit * (600 // len(unit)) + "\0"
        found.search(text)
        found.fullmatch(text)
print(len(compiled))
"""
CPU_SECONDS = 200
"""Some twenty times what it takes: the square of a sentence stays far below it, a power of two far above."""


def test_no_pattern_takes_more_than_the_square_of_a_sentence(path):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 200
