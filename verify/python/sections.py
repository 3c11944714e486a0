"""What a record must hold (docs/protocol 6.3): files under the machine folder, by section; a closed list."""

import re

MUST = {
    "order": [
        rf"order/{name}\.json"
        for name in (
            "project order items schedule-versions questions objections candidates award result-versions bonds downloads"
        ).split()
    ],
    "notices": [r"notices/public-key\.pem", r"notices/[^/]+\.json"],
    "sign-ups": [r"sign-ups/sign-ups\.json"],
    "audit": [r"audit/order\.json"],
    "bids": [r"notice-trust\.json"],
    "joint-key": [r"joint-key/attempt-\d+\.json"],
    "opening": [r"opening/opening-sheet\.json", r"opening/unopened\.json"],
    "review": [r"review/report\.json", r"review/bundle\.json", r"review/signatures\.json"],
    "auction": [r"auction/record\.json", r"auction/auction\.json"],
    "sale": [r"sale/deals\.json"],
    "price-talk": [r"price-talk/\d+/record\.json", r"price-talk/\d+/receipts\.json"],
    "talks": [r"talks/response\.json", r"talks/talks\.json"],
    "light-review": [r"light-review/\d+/review\.json"],
    "draws": [r"draws/[a-z0-9-]+\.json"],
    "log": [r"log/records\.json"],
}
MAY = {
    "order": [r"order/(award-items|invitations|contract)\.json"],
    "bids": [
        r"notice-trust-\d+\.json",
        r"log/checkpoint(-\d+)?",
        r"log/heads/\d+-\d+\.txt",
        r"log/tile/(entries|\d+)/(x\d{3}/)*\d{3}(\.p/\d+)?",
        r"bids/README\.txt",
        r"bids/(unopened|joint-opening)(-\d+)?\.json",
        r"bids/\d{2,}/\d+-(submitted|withdrawn)/(receipt|inclusion|manifest|headers|release)\.json",
        r"bids/\d{2,}/\d+-submitted/sealed/\d+\.kbe",
    ],
    "opening": [
        r"opening/offer-opening-sheet\.json",
        r"opening/(offer-)?opening-sheet-signatures\.json",
        r"opening/bidders/\d{2,}/release\.json",
        r"opening/joint-opening\.json",
    ],
    "auction": [r"auction/[a-z-]+\.json"],
    "light-review": [r"light-review/\d+/opinions\.json"],
    "log": [r"log/(completeness|notice-trust)\.json", r"log/openings/(x\d{3}/)*\d{3}\.json"],
}
ALWAYS = ["order", "notices", "sign-ups", "audit", "log"]
OF_STEP = {
    "bid": ["bids"],
    "open": ["bids", "opening"],
    "quote": ["bids"],
    "review": ["review"],
    "auction": ["auction"],
    "talk": ["talks"],
    "settlement": ["sale"],
}
OF_ACT = {
    "order.startOpening": ["bids", "opening"],
    "order.endReview": ["review"],
    "order.startAuction": ["auction"],
    "order.agreeTalk": ["talks"],
}
STEPS = set(
    (
        "publish invite sign-up bid open review candidates winner archive documents change change-notice clarify bond abortive "
        "abortive-notice auction line-facts price-talk publicity quote respond settlement talk"
    ).split()
)


def section_of(path):
    for name, must in MUST.items():
        if any(re.fullmatch(pattern, path) for pattern in must + MAY.get(name, [])):
            return name
    return None


def due(steps, outcome, acts):
    """The sections that a record must have."""
    found = list(ALWAYS)
    if outcome == "awarded":
        for step in steps:
            found += OF_STEP.get(step, [])
    for act in acts:
        found += OF_ACT.get(act, [])
    return dict.fromkeys(found)
