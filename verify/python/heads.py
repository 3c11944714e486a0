"""Heads of the log within a record (docs/protocol 4.4): signed, and of one tree that only grew."""

import re

from bids import grown
from primitives import demand, parse_head, parse_key, verify_head


def heads_of(machine):
    """Heads of the deadlines, and those that witnesses cosigned."""
    return [content.read().decode() for path, content in machine.items() if re.match(r"log/(checkpoint|heads/)", path)]


def check_growth(run, heads, notices, tiles):
    """All heads are of one tree that only grew."""
    known = []
    for i, note in enumerate(dict.fromkeys(heads)):

        def signed(note=note):
            known.append(parse_head(note))
            verify_head(note, parse_key(next(iter(notices.values()))["logKey"]))

        run(f"checkpoint-{i}", "a head of the log", signed)
    known.sort(key=lambda head: head[1])
    for older, newer in zip(known, known[1:]):

        def grows(older=older, newer=newer):
            demand(older[0] == newer[0], "heads of two logs")
            same = grown(tiles, older[1]) == older[2] and grown(tiles, newer[1]) == newer[2]
            demand(same, "the log was rewritten")

        run(f"growth-{older[1]}-{newer[1]}", "growth of the log", grows)
