"""A review computed again from what its members said (docs/protocol 10), and compared with what its bundle states."""

import re
from fractions import Fraction

from draws import BASE, EARLIER, FLOATING, PERCENTAGE, RATE, check_draws, lot_parts, values_of
from facts import check_facts_of, check_fates
from price import check_low_prices, counted, is_price, mean, price_marks, shown
from primitives import demand, loose, sha256, utf16
from shape import BUNDLE

FORMULAS = {"price": "price-score/2", "aggregation": "aggregate/1", "ranking": "ranking/1", "draw": "draw/4"}
ROUNDED_PRICE = "price-score/1"
FIGURE = re.compile(r"\d+(\.\d+)?", re.ASCII)


def digest(value):
    return sha256(loose(value).encode()).hex()


def check_replay(bundle):
    """Raises what does not hold."""
    BUNDLE(bundle)
    for name, version in FORMULAS.items():
        stated = bundle["formulas"][name]
        demand(stated == version or is_earlier(bundle, name), f"formula {stated} is not known")
    for one in bundle["judgements"]:
        demand(digest(one["marks"]) == one["commitment"], "marks that are not those of their hash")
    check_facts_of(bundle)
    check_draws(bundle["draws"], bundle["order"]["id"])
    rejected = bundle["order"]["allRejected"]
    if "lowPrice" in bundle and not rejected:
        check_low_prices(bundle["lowPrice"], bundle["bids"])
    outcomes = [outcome for way in bundle["ways"] if not way["isAutomatic"] for outcome in way_outcomes(bundle, way)]
    check_fates(bundle, outcomes)
    params = drawn_params(bundle)
    ranking = []
    if rejected:
        lots_of(bundle["draws"], [])
    else:
        prices = price_outcomes(bundle, params)
        equal = undecided(ranked(bundle, outcomes, prices, {}))
        check_lots(bundle, equal)
        lots = lots_of(bundle["draws"], equal)
        ranking = [
            {"bidId": bid["id"], "rank": rank, "total": bid["total"], "lot": lots.get(bid["id"])}
            for rank, group in ranked(bundle, outcomes, prices, lots)
            for bid in group
        ]
        outcomes = outcomes + prices
    compare(bundle["results"]["outcomes"], outcomes, lambda one: f"{one['wayId']}/{one['bidId']}")
    compare(bundle["results"]["ranking"], ranking, lambda one: one["bidId"])
    check_digests(bundle)


def is_earlier(bundle, name):
    """Of draws only where none of them was made by a later one."""
    sources = [one["source"] for one in bundle["draws"] if one["source"]["by"] == "steps"]
    if name == "price":
        return bundle["formulas"]["price"] == ROUNDED_PRICE
    earlier = all(one["frozen"]["version"] == EARLIER for one in sources)
    return name == "draw" and bundle["formulas"]["draw"] == EARLIER and earlier


def compare(stated, found, key):
    found = sorted(found, key=lambda one: utf16(key(one)))
    demand(len(stated) == len(found), "more or fewer results than there are")
    for one, own in zip(stated, found):
        demand(loose(one) == loose(own), f"{key(own)} is stated as {one}, and comes to {own}")


def check_digests(bundle):
    own = {"formulas": digest(bundle["formulas"]), "order": digest(bundle["order"]), "committee": digest(bundle["committee"])}
    if "lowPrice" in bundle:
        own["lowPrice"] = digest(bundle["lowPrice"])
    lists = {name: bundle[name] for name in ("ways", "bids", "judgements", "draws", "motions")}
    lists |= {f"results/{name}": bundle["results"][name] for name in ("outcomes", "ranking")}
    for name, elements in lists.items():
        own |= {f"{name}/{i}": digest(one) for i, one in enumerate(elements)}
    demand(own == bundle["digests"], "an element that is not that of its digest")
    demand(digest([bundle["type"], own]) == bundle["hash"], "the hash is another")


# Ways.


def way_outcomes(bundle, way):
    said = {}
    for one in bundle["judgements"]:
        if one["wayId"] == way["id"] and one["reviewerId"] in way["judges"]:
            for bid, item, score, passed, _ in one["marks"]:
                said.setdefault(bid, {})[(item, one["reviewerId"])] = (score, passed)
    result = []
    for bid, marks in said.items():
        if bid not in way["judged"]:
            continue
        passed, score, fraction = None, None, None
        if way["itemKind"] == 1:
            passed = not any(is_failed(way, marks, item["id"]) for item in way["items"])
        else:
            score, fraction = counted(aggregated(way, marks), way.get("scoreDigits"))
        result.append({"wayId": way["id"], "bidId": bid, "score": score, "exact": fraction, "passed": passed})
    return result


def is_failed(way, marks, item):
    against = [judge for judge in way["judges"] if marks[(item, judge)][1] is False]
    return len(against) * 2 > len(way["judges"])


def aggregated(way, marks):
    sums = sorted(sum(Fraction(marks[(item["id"], judge)][0]) for item in way["items"]) for judge in way["judges"])
    demand(all(one < 10**6 for one in sums), "marks that are too many")
    demand(way["aggregation"] in (2, 3), "a way to add marks up that is not known")
    return mean(sums[1:-1] if way["aggregation"] == 2 and len(sums) >= 3 else sums)


# The price, with what was drawn.


def automatic(bundle):
    return next((way for way in bundle["ways"] if way["isAutomatic"]), None)


def drawn_params(bundle):
    """The parameters of the price as they follow from the draws; those that are stated are the same."""
    way = automatic(bundle)
    if way is None:
        return None
    params = dict(way["params"])
    for one in bundle["draws"]:
        if one["purpose"] == "opening":
            for name, label in (("percentage", PERCENTAGE), ("floatingRate", FLOATING)):
                params |= {name: value for value in values_of(one["result"], label)[:1]}
    for one in bundle["draws"]:
        if one["purpose"] == "price-params":
            (base,), (rate,) = values_of(one["result"], BASE), values_of(one["result"], RATE)
            params |= {"base": int(base), "percentage": rate, "floatingRate": plain(100 - Fraction(rate))}
    for name, value in params.items():
        demand(name in way["params"] and loose(way["params"][name]) == loose(value), f"params/{name} is not what was drawn")
    return params


def plain(value):
    """A number of finitely many decimals, without zeros behind."""
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    text = f"{abs(int(value * 10**digits)):0{digits + 1}d}"
    return ("-" if value < 0 else "") + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def is_rounded(bundle):
    return bundle["formulas"]["price"] == ROUNDED_PRICE


def counting(bundle):
    """Bids that take part in the price and in the ranking."""
    return [
        bid for bid in bundle["bids"] if bid["disqualified"] is None and (is_rounded(bundle) or is_price(bid["price"]))
    ]


def price_outcomes(bundle, params):
    way, bids = automatic(bundle), counting(bundle)
    if way is None or not bids:
        return []
    demand(all(is_price(bid["price"]) for bid in bids), "a price that cannot be computed with")
    digits = 2 if is_rounded(bundle) else way.get("scoreDigits")
    result = []
    for bid, raw in zip(bids, price_marks(params, [Fraction(bid["price"]) for bid in bids])):
        score, fraction = counted(raw, digits)
        result.append({"wayId": way["id"], "bidId": bid["id"], "score": score, "exact": fraction, "passed": None})
    return result


# The ranking.


def ranked(bundle, outcomes, prices, lots):
    """(rank, equal bids) from the best on; each bid with its figures."""
    method, ceiling = bundle["order"]["method"], bundle["order"]["controlPrice"]
    demand(method in range(1, 8), "a method that is not known")
    scoring = [way for way in bundle["ways"] if not way["isAutomatic"] and way["itemKind"] == 2]
    technical = next((way["id"] for way in scoring if way["type"] == 4), None)
    marks = {(one["wayId"], one["bidId"]): one for one in outcomes}
    of_price = {one["bidId"]: one for one in prices}
    bids = []
    for bid in counting(bundle):
        parts = [Fraction(marks[(way["id"], bid["id"])]["exact"]) for way in scoring]
        price = of_price.get(bid["id"])
        parts += [Fraction(price["exact"])] if price else []
        if method == 6 and (ceiling is None or Fraction(bid["price"]) != Fraction(ceiling)):
            continue
        own = {
            "id": bid["id"],
            "total": shown(sum(parts)) if parts else None,
            "price": bid["price"],
            "opening": bid["opening"],
            "marks": price and price["score"],
            "technical": marks[(technical, bid["id"])]["score"] if technical else None,
            "lot": str(lots[bid["id"]]) if bid["id"] in lots else None,
        }
        bids.append(own)
    keys = {
        2: [("price", -1), ("technical", -1), ("lot", 1)],
        3: [("price", 1), ("technical", -1), ("lot", 1)],
        4: [("price", 1), ("opening", 1), ("technical", -1), ("lot", 1)],
        5: [("marks", -1), ("price", 1), ("technical", -1), ("lot", 1)],
    }.get(method, [("total", -1), ("price", 1), ("technical", -1), ("lot", 1)])
    for bid in bids:
        demand(bid[keys[0][0]] is not None, "a bid lacks what it is ranked by")
        demand(all(bid[name] is None or FIGURE.fullmatch(bid[name]) for name, _ in keys), "a figure that is none")
    groups, place = [], 1
    for group in split(bids, keys) if bids else []:
        groups.append((place, group))
        place += len(group)
    return groups


def split(group, keys):
    if not keys or len(group) == 1:
        return [group]
    (name, way), *rest = keys
    if any(bid[name] is None for bid in group):
        return split(group, rest)
    parts = {}
    for bid in group:
        parts.setdefault(Fraction(bid[name]) * way, []).append(bid)
    return [one for figure in sorted(parts) for one in split(parts[figure], rest)]


def undecided(groups):
    return [[bid["id"] for bid in group] for rank, group in groups if len(group) > 1 and rank <= 3]


def check_lots(bundle, equal):
    """What had to be drawn was drawn, and among those that are equal."""
    draws = [one for one in bundle["draws"] if one["purpose"] == "lots"]
    there = any(one["purpose"] == "price-params" for one in bundle["draws"])
    demand(bundle["order"]["method"] != 7 or there, "parameters of the price that were not drawn")
    demand(bool(draws) == bool(equal), "lots without equal bids, or equal bids without lots")
    demand(not draws or draws[-1]["parts"] == lot_parts(equal), "lots among others than the equal ones")


def lots_of(draws, equal):
    draws = [one for one in draws if one["purpose"] == "lots"]
    one = next((one for one in draws if one["parts"] == lot_parts(equal)), None)
    lots = {}
    for part in one["parts"] if one else []:
        lots |= {value: i for i, value in enumerate(values_of(one["result"], part["label"]), 1)}
    return lots
