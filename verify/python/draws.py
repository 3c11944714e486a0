"""Draws (docs/protocol 8 and 10.8): that what was drawn follows from what was fixed before."""

import calendar
import re
from fractions import Fraction

from primitives import demand, sha256, utf16
from textual import stringified

VERSION, EARLIER = "draw/4", "draw/3"
KINDS = ("experts", "opening", "price-params", "lots")
# drand's main network of fast rounds, the public one that is known here.
QUICKNET = {
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "publicKey": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "period": 3,
    "genesis": 1692803367,
}
HASH = re.compile(r"[0-9a-f]{64}")
PERCENTAGE, FLOATING = "百分比 P", "下浮率 R"
BASE, RATE = "评标基准价计算方式", "基准价系数（%）"
BASES = {
    "1": "最高有效报价",
    "2": "最低有效报价",
    "3": "有效报价平均值 × 百分比",
    "4": "去掉最高价和最低价的平均值 × 百分比",
    "5": "有效报价 × (1 − 下浮率)",
}


def digest(value):
    return sha256(stringified(value).encode()).hex()


def frozen_hash(frozen):
    beacon = frozen["beacon"]
    names = ("hash", "name", "scheme", "publicKey", "period", "genesis")
    return digest(
        [
            frozen["version"],
            "frozen",
            frozen["drawId"],
            frozen["kind"],
            frozen["subject"],
            [[one["label"], one["options"], one["picks"]] for one in frozen["parts"]],
            frozen["operator"],
            frozen["preparedAt"],
            [[one["id"], one["role"], one["commitment"]] for one in frozen["participants"]],
            beacon and [beacon[name] for name in names],
            frozen["lead"],
            frozen["frozenAt"],
            frozen["revealUntil"],
        ]
    )


def version_of(closed):
    """Only draw/3 names the round with the closing."""
    return EARLIER if "round" in closed else VERSION


def closed_hash(closed):
    reveals = [[one["id"], one["value"]] for one in closed["reveals"]]
    rounds = [closed["round"]] if "round" in closed else []
    return digest([version_of(closed), "closed", closed["frozen"], reveals, closed["closedAt"], *rounds])


def named_hash(named):
    return digest([VERSION, "named", named["closed"], named["head"], named["at"], named["round"]])


def drawn(source, parts):
    """What the seed of a draw by steps draws."""
    closed = source["closed"]
    seed = digest([version_of(closed), "seed", closed_hash(closed), source["operatorSeed"], source["signature"]])
    result = []
    for part in parts:
        lots = [(digest([EARLIER, "lot", seed, part["label"], one["value"]]), one["value"]) for one in part["options"]]
        result += [{"label": part["label"], "value": value} for _, value in sorted(lots)[: part["picks"]]]
    return result


def values_of(result, label):
    return [one["value"] for one in result if one["label"] == label]


def check_steps(source, parts, result):
    """A draw by steps from its record alone. The signature of the beacon is taken as it stands: see `NOT_CHECKED`."""
    frozen, closed = source["frozen"], source["closed"]
    plain = [{"label": p["label"], "options": sorted((o["value"] for o in p["options"]), key=utf16), "picks": p["picks"]} for p in parts]
    demand(frozen["version"] in (VERSION, EARLIER) and frozen["kind"] in KINDS, "a draw of another kind")
    demand(frozen["version"] == version_of(closed), "closed by another version")
    demand(("named" in source) == (frozen["version"] == VERSION), "a round named by another version")
    demand(frozen["parts"] == plain, "drawn among others than the frozen ones")
    demand(len({one["label"] for one in plain}) == len(plain), "a part twice")
    for one in plain:
        demand(ascending(one["options"]) and 1 <= one["picks"] <= len(one["options"]), "options that cannot be drawn from")
    commitments = {one["id"]: one["commitment"] for one in frozen["participants"]}
    demand(ascending([one["id"] for one in frozen["participants"]]), "participants out of order")
    demand(all(HASH.fullmatch(one) for one in commitments.values()), "a commitment that is none")
    times = [instant(frozen[name]) for name in ("preparedAt", "frozenAt", "revealUntil")]
    demand(times == sorted(times) and frozen["lead"] >= 1, "steps out of order")
    demand(HASH.fullmatch(source["operatorSeed"]) is not None, "no part of the operator")
    demand(sha256(bytes.fromhex(source["operatorSeed"])).hex() == frozen["operator"], "another operator's part")
    demand(closed["frozen"] == frozen_hash(frozen), "closed upon another draw")
    demand(ascending([one["id"] for one in closed["reveals"]]), "reveals out of order")
    for one in closed["reveals"]:
        demand(one["id"] in commitments and HASH.fullmatch(one["value"]) is not None, "a value of a stranger")
        demand(sha256(bytes.fromhex(one["value"])).hex() == commitments[one["id"]], "another value than was committed to")
    closing = instant(closed["closedAt"])
    demand(closing >= times[1], "closed before it was frozen")
    demand(len(closed["reveals"]) == len(commitments) or closing >= times[2], "closed before its time")
    beacon, named = frozen["beacon"], source.get("named")
    if beacon is None:
        demand(closed.get("round") is None and named is None and source["signature"] is None, "a round without a beacon")
    else:
        since = closing
        if frozen["version"] == VERSION:
            demand(named is not None and named["closed"] == closed_hash(closed), "a round of another closing")
            since = instant(named["at"])
            demand(since >= closing, "named by a head from before the closing")
        stated = named["round"] if named else closed["round"]
        demand(stated == round_at(beacon, since, frozen["lead"]), "another round of the beacon")
        demand(source["signature"] is not None, "no signature of the beacon")
    demand(drawn(source, parts) == result, "the seed draws something else")


def round_at(beacon, since, lead):
    """The first round at least `lead` seconds after an instant in milliseconds."""
    return max(1, -(-(Fraction(since, 1000) + Fraction(lead) - beacon["genesis"]) // beacon["period"]) + 1)


def time_of_round(beacon, number):
    """Milliseconds since 1970."""
    return (beacon["genesis"] + (number - 1) * beacon["period"]) * 1000


def check_by_hand(parts, result):
    for part in parts:
        values = values_of(result, part["label"])
        options = {one["value"] for one in part["options"]}
        demand(len(set(values)) == len(values) == part["picks"] and set(values) <= options, "a result that cannot be drawn")
    demand(len(result) == sum(part["picks"] for part in parts), "a result of no part")


def lot_parts(groups):
    return [
        {
            "label": f"第{i}组并列投标",
            "options": [{"value": one, "label": one} for one in sorted(group, key=utf16)],
            "picks": len(group),
        }
        for i, group in enumerate(groups, 1)
    ]


def parts_as_ruled(purpose, parts):
    """Parts with the same options, said as they are when the draw is made."""
    values = [[one["value"] for one in part["options"]] for part in parts]
    if purpose == "lots":
        return lot_parts(values)
    percent = lambda label, own: {"label": label, "options": [{"value": x, "label": f"{x}%"} for x in own], "picks": 1}
    if purpose == "opening":
        return [percent(label, own) for label in (PERCENTAGE, FLOATING) for part, own in zip(parts, values) if part["label"] == label]
    demand(len(values) == 2 and all(one in BASES for one in values[0]), "a base that is not known")
    bases = [{"value": one, "label": BASES[one]} for one in values[0]]
    return [{"label": BASE, "options": bases, "picks": 1}, percent(RATE, values[1])]


def check_draws(draws, subject):
    """The records of all draws of a bundle; `subject`: the order they must belong to."""
    for at, one in enumerate(draws):
        purpose, parts, source = one["purpose"], one["parts"], one["source"]
        demand(purpose in KINDS[1:], "not a draw of a review")
        demand(source["by"] == "steps" or purpose == "opening", "by hand what is drawn by steps")
        if source["by"] == "hand":
            check_by_hand(parts, one["result"])
        else:
            check_steps(source, parts, one["result"])
            demand(source["frozen"]["kind"] == purpose, "frozen for something else")
            demand(source["frozen"]["subject"] == subject, "a draw of another order")
        demand(parts == parts_as_ruled(purpose, parts), "parts in other words than ruled")
        again = [other for other in draws[:at] if other["purpose"] == purpose and (purpose != "lots" or other["parts"] == parts)]
        demand(not again, "drawn twice")


def instant(text):
    """Milliseconds since 1970."""
    match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", text, re.ASCII)
    demand(match is not None, "no instant")
    *parts, milli = map(int, match.groups())
    demand(1 <= parts[1] <= 12 and 1 <= parts[2] <= 31 and parts[3] <= 24 and parts[4] <= 59 and parts[5] <= 59, "no instant")
    return calendar.timegm((*parts, 0, 0, 0)) * 1000 + milli


def ascending(values):
    return all(utf16(a) < utf16(b) for a, b in zip(values, values[1:]))
