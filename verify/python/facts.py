"""What a review must keep to whatever it comes to (docs/protocol 10.4)."""

import re
from fractions import Fraction

from primitives import demand
from shape import length

SCORE = re.compile(r"\d{1,6}(\.\d{1,4})?", re.ASCII)
# White space as ECMAScript has it: Python's own differs.
SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def unique(values, what):
    demand(len(set(values)) == len(values), f"{what} twice")


def check_facts_of(bundle):
    for name in ("ways", "bids", "motions"):
        unique([one["id"] for one in bundle[name]], name)
    unique([one["no"] for one in bundle["bids"]], "the number of a bid")
    unique(bundle["committee"], "a member")
    unique([(one["wayId"], one["reviewerId"]) for one in bundle["judgements"]], "a judgement")
    demand(sum(way["isAutomatic"] for way in bundle["ways"]) <= 1, "two prices")
    for way in bundle["ways"]:
        check_way(bundle, way)
    for judgement in bundle["judgements"]:
        check_judgement(bundle, judgement)
    for bid in bundle["bids"]:
        check_price(bid)
    for motion in bundle["motions"]:
        check_motion(bundle, motion)
    check_conclusion(bundle)


def check_way(bundle, way):
    name, judges = way["name"], way["judges"]
    if way["isAutomatic"]:
        demand(not way["items"], f"{name}: items of a price")
        return
    demand(judges, f"{name}: no judges")
    unique(judges, f"{name}: a judge")
    demand(bundle["order"]["allRejected"] or len(judges) * 2 > len(bundle["committee"]), f"{name}: too few judges")
    demand(way["items"], f"{name}: no items")
    unique([item["id"] for item in way["items"]], f"{name}: an item")
    said = {one["reviewerId"]: one["marks"] for one in bundle["judgements"] if one["wayId"] == way["id"]}
    demand(all(judge in said for judge in judges), f"{name}: a judgement lacks")
    bids = {bid["id"]: bid for bid in bundle["bids"]}
    demand(all(one in bids for one in way["judged"]), f"{name}: a bid of nobody")
    for bid in bids.values():
        demand(bid["id"] in way["judged"] or bid["disqualified"] is not None, f"{bid['name']} was not judged in {name}")
    if way["itemKind"] != 2:
        return
    for item in way["items"]:
        for bid in way["judged"] if item["isObjective"] else []:
            scores = {mark[2] for judge in judges for mark in said[judge] if mark[:2] == [bid, item["id"]]}
            demand(len(scores) <= 1, f"{name}: objective marks that differ")


def check_judgement(bundle, judgement):
    way = next((one for one in bundle["ways"] if one["id"] == judgement["wayId"]), None)
    demand(way and not way["isAutomatic"], "a judgement of no way")
    demand(judgement["reviewerId"] in way["judges"], "a judgement by a stranger")
    unique([tuple(mark[:2]) for mark in judgement["marks"]], "an item of a bid")
    items = {item["id"]: item for item in way["items"]}
    bids = {bid["id"] for bid in bundle["bids"]}
    for bid, item, score, passed, reason in judgement["marks"]:
        demand(bid in bids and item in items, "marks of a bid or an item that is not there")
        if way["itemKind"] == 1:
            demand(score is None and passed is not None, "no verdict, or marks in its place")
            demand(passed or length(reason.strip(SPACE)) >= 2, "failed without a reason")
        else:
            demand(passed is None and score is not None and SCORE.fullmatch(score), "no marks")
            demand(Fraction(score) <= Fraction(items[item]["fullMark"]), "more than the full mark")


def check_price(bid):
    changes = sorted(bid["changes"], key=lambda one: one["at"])
    price = bid["opening"] if bid["opening"] is None or not changes else changes[-1]["amount"]
    demand(price == bid["price"], f"{bid['name']}: a price that nobody named")


def check_motion(bundle, motion):
    votes, carried = motion["votes"], motion["carried"]
    bid = next((one for one in bundle["bids"] if one["id"] == motion["bidId"]), None)
    demand(bid if motion["kind"] == "reject-bid" else motion["bidId"] is None, "a motion about no bid")
    unique([vote["reviewerId"] for vote in votes], "a vote")
    demand(all(vote["reviewerId"] in bundle["committee"] for vote in votes), "a vote by a stranger")
    demand(sum(vote["agree"] == carried for vote in votes) * 2 > len(bundle["committee"]), "a motion without a majority")
    if motion["kind"] == "reject-bid" and carried:
        demand(bid["disqualified"] is not None, "a rejection that was not carried out")


def check_conclusion(bundle):
    left = sum(bid["disqualified"] is None for bid in bundle["bids"])
    going = [motion["carried"] for motion in bundle["motions"] if motion["kind"] == "go-on"]
    if bundle["order"]["allRejected"]:
        demand(left == 0 or False in going, "everything rejected without a ground")
        return
    demand(False not in going, "a ranking after the refusal to go on")
    demand(left not in (1, 2) or True in going, "fewer than three bids, and no decision to go on")


def check_fates(bundle, outcomes):
    """That the fate of each bid follows from what the members said; `outcomes`: those of the ways."""
    order = bundle["order"]
    ranked = {one["bidId"] for one in bundle["results"]["ranking"]}
    motions = {one["id"]: one for one in bundle["motions"]}
    demand(order["method"] != 6 or order["controlPrice"] is not None, "no price to commit to")
    for bid in bundle["bids"]:
        name, out, ground = bid["name"], bid["disqualified"] is not None, bid["ground"]
        failed = {one["wayId"] for one in outcomes if one["bidId"] == bid["id"] and one["passed"] is False}
        demand(out or not failed, f"{name} failed, and is not disqualified")
        demand(not out or bid["id"] not in ranked, f"{name} is disqualified, and ranked")
        demand(out == (ground is not None), f"{name}: disqualified without a ground, or the reverse")
        if ground and ground["by"] == "way":
            demand(ground["wayId"] in failed, f"{name} did not fail there")
        elif ground and ground["by"] == "motion":
            motion = motions.get(ground["motionId"])
            holds = motion and motion["kind"] == "reject-bid" and motion["bidId"] == bid["id"] and motion["carried"]
            demand(holds, f"{name}: no motion rejected it")
        elif ground:
            demand(bid["opening"] is None, f"{name} was opened")
        demand(out or bid["price"] is not None, f"{name} has no price, and is not disqualified")
        if order["controlPrice"] is not None and bid["price"] is not None and not order["allRejected"]:
            demand(out or Fraction(bid["price"]) <= Fraction(order["controlPrice"]), f"{name} is above the ceiling")
