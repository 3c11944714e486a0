"""Shapes of values: what a review bundle may hold at all (docs/protocol 10.1). A shape is a function that raises Failure."""

import re

from primitives import demand


def length(text):
    """In UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def text(least=0, most=10_000):
    return lambda value: demand(isinstance(value, str) and least <= length(value) <= most, "no text of the length that is due")


def like(pattern, most=10_000):
    """A text of this pattern; digits are those of ASCII."""
    compiled = re.compile(pattern, re.ASCII)
    return lambda value: demand(
        isinstance(value, str) and len(value) <= most and compiled.fullmatch(value) is not None, f"not as {pattern}"
    )


def whole(least=-(2**53) + 1, most=2**53 - 1):
    def check(value):
        number = int(value) if isinstance(value, float) and value.is_integer() else value
        demand(type(number) is int and least <= number <= most, "no whole number that is due")

    return check


def number(value):
    demand(type(value) in (int, float), "no number")


def boolean(value):
    demand(isinstance(value, bool), "neither true nor false")


def one_of(*values):
    return lambda value: demand(isinstance(value, str) and value in values, f"none of {values}")


def maybe(shape):
    return lambda value: None if value is None else shape(value)


def each(shape, least=0):
    def check(value):
        demand(isinstance(value, list) and len(value) >= least, "no list of the length that is due")
        for one in value:
            shape(one)

    return check


def row(*shapes):
    def check(value):
        demand(isinstance(value, list) and len(value) == len(shapes), "no row of the length that is due")
        for shape, one in zip(shapes, value):
            shape(one)

    return check


def exactly(may=None, **fields):
    """An object of these fields and no others; those of `may` may lack."""
    may = may or {}

    def check(value):
        demand(isinstance(value, dict), "no object")
        for name in value:
            demand(name in fields or name in may, f"{name} is not due")
        for name, shape in fields.items():
            demand(name in value, f"{name} lacks")
            shape(value[name])
        for name, shape in may.items():
            if name in value:
                shape(value[name])

    return check


def anything(value):
    demand(isinstance(value, dict), "no object")


def by(**kinds):
    """An object whose `by` says of which of these kinds it is."""

    def check(value):
        demand(isinstance(value, dict) and isinstance(value.get("by"), str) and value["by"] in kinds, "of no known kind")
        kinds[value["by"]](value)

    return check


KEY = text(1, 100)
TEXT = text()
FULL = text(1)
HASH = like(r"[0-9a-f]{64}")
HEX = like(r"[0-9a-f]+", 400)
TIME = like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
AMOUNT = like(r"(0|[1-9]\d{0,14})(\.\d{1,2})?")
MARK = like(r"\d{1,12}(\.\d{1,6})?")
DRAWN = exactly(label=TEXT, value=TEXT)
BY = one_of("steps", "hand", "way", "motion", "unopened")

NAMED = exactly(closed=HASH, head=TEXT, at=TIME, proof=each(HASH), round=whole())
STEPS = exactly(
    {"named": maybe(NAMED)},
    by=BY,
    frozen=exactly(
        version=TEXT,
        drawId=KEY,
        kind=TEXT,
        subject=KEY,
        parts=each(exactly(label=TEXT, options=each(TEXT), picks=whole())),
        operator=HASH,
        preparedAt=TIME,
        participants=each(exactly(id=KEY, role=TEXT, commitment=HASH)),
        beacon=maybe(exactly(hash=HASH, name=TEXT, scheme=TEXT, publicKey=HEX, period=whole(1), genesis=whole())),
        lead=number,
        frozenAt=TIME,
        revealUntil=TIME,
    ),
    closed=exactly(
        {"round": maybe(whole())}, frozen=HASH, reveals=each(exactly(id=KEY, value=HASH)), closedAt=TIME
    ),
    operatorSeed=HASH,
    signature=maybe(HEX),
)

BUNDLE = exactly(
    type=one_of("kaibiao.review-bundle/2"),
    formulas=exactly(price=TEXT, aggregation=TEXT, ranking=TEXT, draw=TEXT),
    order=exactly(id=KEY, code=TEXT, title=TEXT, method=whole(), controlPrice=maybe(AMOUNT), allRejected=boolean),
    committee=each(KEY, 1),
    motions=each(
        exactly(
            id=KEY,
            kind=one_of("reject-bid", "go-on"),
            bidId=maybe(KEY),
            carried=boolean,
            votes=each(exactly(reviewerId=KEY, agree=boolean)),
        )
    ),
    ways=each(
        exactly(
            {"scoreDigits": maybe(whole(0, 6))},
            id=KEY,
            type=whole(),
            name=TEXT,
            itemKind=whole(1, 2),
            aggregation=whole(),
            isAutomatic=boolean,
            params=anything,
            judges=each(KEY),
            judged=each(KEY),
            items=each(exactly(id=KEY, name=TEXT, fullMark=MARK, isObjective=boolean)),
        )
    ),
    bids=each(
        exactly(
            id=KEY,
            no=whole(1),
            name=TEXT,
            opening=maybe(AMOUNT),
            changes=each(exactly(at=TIME, amount=AMOUNT)),
            price=maybe(AMOUNT),
            disqualified=maybe(FULL),
            ground=maybe(by(way=exactly(by=BY, wayId=KEY), motion=exactly(by=BY, motionId=KEY), unopened=exactly(by=BY))),
        )
    ),
    judgements=each(
        exactly(
            wayId=KEY,
            reviewerId=KEY,
            commitment=HASH,
            marks=each(row(KEY, KEY, maybe(text(0, 2**53)), maybe(boolean), TEXT)),
        )
    ),
    draws=each(
        exactly(
            purpose=TEXT,
            parts=each(exactly(label=TEXT, options=each(DRAWN), picks=whole(1))),
            source=by(steps=STEPS, hand=exactly(by=BY, how=FULL)),
            result=each(DRAWN),
        )
    ),
    results=exactly(
        outcomes=each(
            exactly(
                wayId=KEY, bidId=KEY, score=maybe(text(0, 2**53)), exact=maybe(text(0, 2**53)), passed=maybe(boolean)
            )
        ),
        ranking=each(exactly(bidId=KEY, rank=whole(0), total=maybe(text(0, 2**53)), lot=maybe(whole(0)))),
    ),
    digests=lambda value: (anything(value), [HASH(one) for one in value.values()]),
    hash=HASH,
    may={"lowPrice": lambda value: (anything(value), each(anything)(value.get("matters")))},
)
