"""The published recipe in plain Python, from the paper: sets, loops and logarithms over all claims and all Cells.

Nothing of memdb's read path is used. A test compares it with the stages.
"""

import json
import math
from collections import Counter
from dataclasses import dataclass

from memdb.records.tokens import terms

WINDOW = {0: 1.0, -1: 0.4, -2: 0.4, -3: 0.2, -4: 0.2, 1: 0.3, 2: 0.2}


def similarity(left, right) -> float:
    """The Jaccard similarity."""
    union = set(left) | set(right)
    return len([one for one in union if one in left and one in right]) / len(union) if union else 0.0


def utility(asked, people, temporal, cell) -> float:
    """Equation 22."""
    total = 2 * similarity(asked, cell.keywords) + 2.2 * similarity(people, cell.people)
    total += 0.7 * similarity(asked, cell.title)
    if temporal and cell.dated:
        total += 0.25
    return total + 0.03 * math.log(1 + cell.members) / math.log(13)


def routed(asked, people, temporal, cells) -> list[int]:
    """Algorithm 3 with equation 23, step by step."""
    useful = {cell.id: utility(asked, people, temporal, cell) for cell in cells}
    admitted = [cell for cell in cells if useful[cell.id] >= 0.08]
    pool = sorted(admitted, key=lambda cell: (-useful[cell.id], cell.id))[:36]
    positive = sum(useful[cell.id] for cell in pool)
    opened = []
    cumulative = 0.0
    for cell in pool:
        mine = {("key", one) for one in cell.keywords} | {("person", one) for one in cell.people}
        theirs = {("key", one) for other in opened for one in other.keywords}
        theirs |= {("person", one) for other in opened for one in other.people}
        adjusted = useful[cell.id] * (1 - 0.45 * similarity(mine, theirs))
        g = adjusted - 0.02 * (1 + len(opened)) - 0.0005 * cell.tokens
        if opened and (g < 0 or adjusted < 0.68 * useful[pool[0].id]):
            break
        opened.append(cell)
        cumulative += adjusted
        if len(opened) == 6 or cumulative >= 0.9 * positive:
            break
    return [cell.id for cell in opened]


def relevance(asked, people, temporal, claim, b) -> float:
    """Equation 7."""
    total = 2 * similarity(asked, claim.terms) + 1.6 * similarity(asked, claim.keywords)
    return total + 2.4 * similarity(people, claim.people) + 0.3 * (temporal and claim.dated) + 0.45 * b


def diverse(turns, k: int) -> list[int]:
    """The packets of the selection without a scheduler, from its description in B.3."""
    chosen = []
    while len(chosen) < min(k, len(turns)):
        best, best_score = None, -math.inf
        for turn in turns:
            if turn in chosen:
                continue
            score = max(turn.scores) + 0.10 * math.log(1 + sum(one for one in turn.scores if one > 0))
            if chosen:
                score -= 0.58 * max(similarity(turn.terms, other.terms) for other in chosen)
            score -= 0.08 * sum(other.cell == turn.cell for other in chosen if other.cell is not None)
            if score > best_score + 1e-12:
                best, best_score = turn, score
        chosen.append(best)
    return [turn.packet for turn in chosen]


@dataclass
class Claim:
    """One claim document, with what is said in its turn and around it where it answers for that."""

    id: int
    packet: int
    cell: int | None
    counts: Counter
    keywords: set[str]
    people: set[str]
    dated: bool
    around: Counter

    @property
    def terms(self):
        return set(self.counts)


@dataclass
class Cell:
    """One Cell, from its members."""

    id: int
    members: int
    tokens: int
    keywords: set[str]
    people: set[str]
    title: set[str]
    dated: bool


def _around(words, session: int, turn: int) -> Counter:
    """What is said in a turn and around it, weighed by the window of conversations."""
    found = Counter()
    for offset, weight in WINDOW.items():
        for term, count in words.get((session, turn + offset), {}).items():
            found[term] += weight * count
    return found


class Memory:
    """Everything in one stream of a file, read whole."""

    def __init__(self, database, stream: str) -> None:
        """`database` is a plain SQLite connection."""
        query = "SELECT id, claims, claim_terms, document_terms FROM streams WHERE name = ?"
        self.id, self.size, self.claim_terms, self.document_terms = database.execute(query, (stream,)).fetchone()
        words = {
            (session, turn): Counter(json.loads(found))
            for session, turn, found in database.execute(
                "SELECT session_id, turn_index, terms FROM packets JOIN documents ON packet_id = packets.id"
            )
        }
        self.claims = []
        tokens = {}
        for row in database.execute(
            """
            SELECT d.id, d.packet_id, cell_id, d.terms, d.keywords, d.people, d.temporal, d.tokens, session_id,
                turn_index, frontend = 'rules' AND d.ordinal = 0
            FROM claim_documents AS d JOIN packets ON packets.id = d.packet_id
            JOIN extractions ON extractions.id = d.extraction_id LEFT JOIN cell_members ON claim_id = d.id
            WHERE d.stream_id = ? ORDER BY d.id
            """,
            (self.id,),
        ):
            claim, packet, cell, found, keywords, people, dated, count, session, turn, answers = row
            tokens[claim] = count
            self.claims.append(
                Claim(
                    claim,
                    packet,
                    cell,
                    Counter(json.loads(found)),
                    {word for phrase in json.loads(keywords) for word in phrase.split()},
                    set(json.loads(people)),
                    bool(dated),
                    _around(words, session, turn) if answers else Counter(),
                )
            )
        titles = dict(database.execute("SELECT id, title FROM cells WHERE stream_id = ?", (self.id,)))
        self.cells = []
        for cell, title in titles.items():
            members = [claim for claim in self.claims if claim.cell == cell]
            self.cells.append(
                Cell(
                    cell,
                    len(members),
                    sum(tokens[claim.id] for claim in members),
                    set().union(*(claim.keywords for claim in members)),
                    set().union(*(claim.people for claim in members)),
                    set(terms(title)),
                    any(claim.dated for claim in members),
                )
            )
        self.turns = list(words.values())

    def bm25(self, asked, *, context: float = 1.0) -> dict[int, float]:
        """BM25 (k1 1.5, b 0.75) of every claim that meets the question."""
        answered = context * sum(WINDOW.values())
        mean = max(1.0, (self.claim_terms + answered * self.document_terms) / self.size) if self.size else 1.0
        scores = {}
        for claim in self.claims:
            length = claim.counts.total() + context * claim.around.total()
            score = 0.0
            for term in asked:
                n = sum(term in other.counts for other in self.claims)
                n += sum(term in words for words in self.turns) if context else 0
                n = min(n, self.size)
                idf = math.log(1 + (self.size - n + 0.5) / (n + 0.5))
                tf = claim.counts[term] + context * claim.around[term]
                score += idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * length / mean))
            if any(term in claim.counts or (context and term in claim.around) for term in asked):
                scores[claim.id] = score
        return scores

    def read(self, asked, people, temporal) -> tuple[list[int], list[tuple[int, int, float, set[str]]]]:
        """The opened Cells, and the candidates (claim, packet, r, channels), best first."""
        raw = self.bm25(asked)
        lexical = sorted(raw, key=lambda claim: (-raw[claim], claim))[:96]
        opened = routed(asked, people, temporal, self.cells)
        in_cells = [claim.id for cell in opened for claim in self.claims if claim.cell == cell]
        of = {claim.id: claim for claim in self.claims}
        found = []
        for one in dict.fromkeys([*in_cells, *lexical]):
            b = 2 * math.log(1 + raw[one]) / math.log(1 + raw[lexical[0]]) if one in lexical else 0.0
            channels = ({"cell"} if one in in_cells else set()) | ({"bm25"} if one in lexical else set())
            found.append((one, of[one].packet, relevance(asked, people, temporal, of[one], b), channels))
        return opened, sorted(found, key=lambda one: -one[2])


def normalised(candidates) -> list[int]:
    """The packets of candidates in pool order, each once (equations 8 to 10)."""
    best = {}
    for _, packet, score, _ in candidates:
        best[packet] = max(best.get(packet, -math.inf), score)
    return sorted(best, key=lambda packet: -best[packet])
