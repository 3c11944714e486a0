"""Draws (docs/protocol 8 and 10.8): that what was drawn follows from what was fixed before."""

import calendar
import re
from fractions import Fraction

from primitives import demand, sha256, utf16
from textual import stringified

VERSION = "draw/3"
KINDS = ("experts", "opening", "price-params", "lots")
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


def closed_hash(closed):
    reveals = [[one["id"], one["value"]] for one in closed["reveals"]]
    return digest([VERSION, "closed", closed["frozen"], reveals, closed["closedAt"], closed["round"]])


def drawn(source, parts):
    """What the seed of a draw by steps draws."""
    seed = digest([VERSION, "seed", closed_hash(source["closed"]), source["operatorSeed"], source["signature"]])
    result = []
    for part in parts:
        lots = [(digest([VERSION, "lot", seed, part["label"], one["value"]]), one["value"]) for one in part["options"]]
        result += [{"label": part["label"], "value": value} for _, value in sorted(lots)[: part["picks"]]]
    return result


def values_of(result, label):
    return [one["value"] for one in result if one["label"] == label]


def check_steps(source, parts, result):
    """A draw by steps from its record alone. The signature of the beacon is taken as it stands: see `NOT_CHECKED`."""
    frozen, closed = source["frozen"], source["closed"]
    plain = [{"label": p["label"], "options": sorted((o["value"] for o in p["options"]), key=utf16), "picks": p["picks"]} for p in parts]
    demand(frozen["version"] == VERSION and frozen["kind"] in KINDS, "a draw of another kind")
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
    beacon = frozen["beacon"]
    if beacon is None:
        demand(closed["round"] is None and source["signature"] is None, "a round without a beacon")
    else:
        since = Fraction(closing, 1000) + Fraction(frozen["lead"]) - beacon["genesis"]
        demand(closed["round"] == max(1, -(-since // beacon["period"]) + 1), "another round of the beacon")
        demand(source["signature"] is not None, "no signature of the beacon")
    demand(drawn(source, parts) == result, "the seed draws something else")


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
