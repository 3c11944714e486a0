"""Heads of the log within a record (docs/protocol 4.4): signed, and of one tree that only grew."""

import re

from bids import grown
from primitives import Missing, consistent, demand, parse_head, parse_key, unhex, verify_head


def heads_of(machine):
    """Heads of the deadlines, and those that witnesses cosigned."""
    return [content.read().decode() for path, content in machine.items() if re.match(r"log/(checkpoint|heads/)", path)]


def is_part(older, newer, growth):
    """Whether a head is a part of a newer one (origin, size, root), by the proof of its size."""
    path = []
    if older[1] != newer[1]:
        found = next((one for one in growth or [] if one["size"] == older[1]), None)
        if found is None:
            raise Missing("nothing tells how the log grew from this head")
        path = [unhex(one) for one in found["proof"]]
    return consistent(older[1], older[2], newer[1], newer[2], path)


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
