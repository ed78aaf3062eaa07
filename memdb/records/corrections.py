"""A user's correction as a record: plain lines that say what holds and what does not, and that can be read back.

So a correction survives an export like anything else that was said.
"""

import re
from collections.abc import Sequence

from memdb.records.extraction import Triple

SESSION = "corrections"
"""The session of a stream that holds its corrections."""

_LINE = re.compile(r"Correction: (?P<denied>not )?(?P<subject>.+?) \| (?P<relation>.+?) \| (?P<object>.+)")


def written(triples: Sequence[Triple]) -> str:
    """The content of a correction's record, a line for each statement."""
    return "\n".join(
        f"Correction: {'' if triple.positive else 'not '}{triple.subject} | {triple.relation} | {triple.object}"
        for triple in triples
    )


def parsed(content: str) -> tuple[Triple, ...]:
    """The statements of a correction's record; none if the content is something else."""
    lines = [_LINE.fullmatch(line) for line in content.split("\n")]
    found = [
        Triple(
            subject=line["subject"], relation=line["relation"], object=line["object"], positive=line["denied"] is None,
            descriptor=ordinal,
        )
        for ordinal, line in enumerate(lines)
        if line is not None
    ]  # fmt: skip
    return tuple(found) if len(found) == len(lines) else ()
