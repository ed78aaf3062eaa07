"""A plugin of the command `llm`: tools with which a model remembers and recalls, and fragments of evidence.

`llm` finds it by its entry point; nothing else imports it.
"""

from collections.abc import Callable

import memdb

try:
    import llm
except ModuleNotFoundError as error:
    message = "the plugin needs llm; install it with: pip install 'memdb-engine[llm]'"
    raise memdb.ExtraNeededError(message) from error

NOTHING = "Nothing in memory."


class Memdb(llm.Toolbox):  # type: ignore[no-untyped-call] # its own hook for subclasses has no types
    """Long-term memory: store what should be known later, recall it, and look up what currently holds."""

    def __init__(self, path: str | None = None, stream: str = "main") -> None:
        """`path` is the memory file, by default that of the command `memdb`; `stream` is what is read and written."""
        self._path = path
        self._stream = stream

    def remember(self, text: str) -> str:
        """Store a lasting fact or preference, as one sentence that names whom and what it is about."""
        with memdb.open(self._path) as memory:
            added = memory.stream(self._stream).add(text)
        return f"Stored as packet {added.packet}." if added.new else f"It was there already: packet {added.packet}."

    def recall(self, question: str) -> str:
        """The records that answer a question about anything said before, each below its label; cite labels."""
        with memdb.open(self._path) as memory:
            return memory.stream(self._stream).read(question).text or NOTHING

    def facts(self, subject: str) -> str:
        """What currently holds about a person or thing, with the packet that says so."""
        with memdb.open(self._path) as memory:
            found = memory.stream(self._stream).facts(subject)
        return "\n".join(_line(fact) for fact in found) or NOTHING


def evidence(question: str) -> llm.Fragment:
    """The records of the user's memory that answer a question: `llm -f 'memdb:Where does Ana live?'`."""
    with memdb.open() as memory:
        text = memory.read(question).text or NOTHING
    return llm.Fragment(text, f"memdb:{question}")  # type: ignore[no-untyped-call] # llm's code has no types there


@llm.hookimpl
def register_tools(register: Callable[[type[llm.Toolbox]], None]) -> None:
    """Registers the tools, for `llm -T Memdb`."""
    register(Memdb)


@llm.hookimpl
def register_fragment_loaders(register: Callable[[str, Callable[[str], llm.Fragment]], None]) -> None:
    """Registers the fragments, for `llm -f memdb:QUESTION`."""
    register("memdb", evidence)


def _line(fact: memdb.Fact) -> str:
    return f"{fact.subject}, {fact.relation}: {'' if fact.positive else 'not '}{fact.object} (packet {fact.packet})"
