"""The offers of an auction (docs/protocol 5.4): chained, signed, in time, low enough, ranked, and those that the log took in."""

import json

from primitives import Missing, canonical_bytes, demand, ed25519_verify, sha256, unhex
from textual import instant


def cents(amount):
    whole, part = amount.split(".")
    demand(len(part) == 2, "an amount of other than two digits")
    return int(whole + part)


def check_auction(run, auction, service_key, records):
    offers = auction["offers"]

    def chain():
        genesis = {"type": "kaibiao/auction/1", "tenantId": auction["tenantId"], "orderId": auction["orderId"]}
        before = sha256(canonical_bytes(genesis)).hex()
        known = {one["tradeId"] for one in auction["bidders"]}
        for number, one in enumerate(offers, 1):
            body = one["body"]
            same = body["tenantId"] == auction["tenantId"] and body["orderId"] == auction["orderId"]
            demand(same and body["tradeId"] in known and body["type"] == "kaibiao/auction-offer/1", f"offer {number}")
            demand(body["seq"] == number and body["prev"] == before, f"offer {number} is not chained")
            before = one["hash"]
            demand(sha256(canonical_bytes(body)).hex() == before, f"offer {number} was altered")
        demand(auction["head"] == before, "the chain ends elsewhere")

    run("auction-chain", "offers are chained", chain)

    def signatures():
        for one in offers:
            message = b"kaibiao/signed/1\0auction/offer\0" + unhex(one["hash"], 32)
            key = unhex(service_key or one["publicKey"], 32)
            demand(ed25519_verify(key, message, unhex(one["signature"], 64)), f"offer {one['body']['seq']}")

    run("auction-signatures", "signatures of offers", signatures)

    def key():
        if service_key is None:
            raise Missing("no published key")
        demand(all(one["publicKey"] == service_key for one in offers), "signed by another key")

    run("auction-key", "key of the service", key)

    def times():
        end, paused, extensions = instant(auction["plannedEnd"]), False, 0
        window = auction["windowMinutes"] * 60
        moves = [one for one in auction["events"] if one["newEnd"] is not None or one["kind"] == "pause"]
        before = instant(auction["startsAt"])
        for one in [*offers, None]:
            at = one and instant(one["body"]["at"])
            while moves and (at is None or instant(moves[0]["at"]) <= at):
                move = moves.pop(0)
                paused = move["kind"] == "pause"
                if move["newEnd"] is not None:
                    demand(instant(move["newEnd"]) >= end, "the end was moved back")
                    end = instant(move["newEnd"])
            if at is None:
                break
            demand(before <= at < end and not paused, f"offer {one['body']['seq']} out of time")
            most = auction["maxExtensions"]
            if window and (end - at).total_seconds() < window and (most is None or extensions < most):
                end, extensions = at + type(end - at)(seconds=window), extensions + 1
            before = at
        demand(auction["outcome"] != "ended" or end == instant(auction["endedAt"]), "it ended at another time")

    run("auction-times", "offers in time", times)

    def prices():
        direction = auction.get("direction")
        demand(direction in (None, "rising"), "an unknown direction")
        limit, step = cents(auction["startPrice"]), cents(auction["step"])
        for one in offers:
            price = cents(one["body"]["price"])
            kept = price >= limit if direction else price <= limit
            demand(price > 0 and kept, f"offer {one['body']['seq']} does not keep to the step")
            limit = price + step if direction else price - step

    run("auction-prices", "offers keep to the step", prices)

    def ranking():
        last = {}
        for one in offers:
            last.pop(one["body"]["tradeId"], None)
            last[one["body"]["tradeId"]] = one["body"]["price"]
        found = [{"tradeId": trade, "price": price} for trade, price in reversed(last.items())]
        stated = [{"tradeId": one["tradeId"], "price": one["price"]} for one in auction["ranking"]]
        demand(found == stated, "another ranking")
        demand(offers or auction["outcome"] == "abortive", "no offers, and yet an end")

    run("auction-ranking", "ranking", ranking)

    def reserve():
        kept = auction["reserve"]
        demand(kept["kind"] in ("open", "sealed"), "an unknown reserve")
        price = kept["price"]
        if kept["kind"] == "sealed":
            unhex(kept["commitment"], 32)
            if price is None:
                demand(auction["outcome"] == "abortive", "sold, and the reserve is not revealed")
                return
            unhex(kept["salt"], 32)
            body = {"type": "kaibiao/auction-reserve/1", "tenantId": auction["tenantId"], "orderId": auction["orderId"]}
            body.update({"price": price, "salt": kept["salt"]})
            demand(sha256(canonical_bytes(body)) == unhex(kept["commitment"], 32), "another reserve than the published one")
        best = auction["ranking"][0]["price"] if auction["ranking"] else None
        met = best is not None and cents(best) >= cents(price)
        ended = auction["outcome"] == "ended"
        demand(not ended or met, "sold below the reserve")
        demand(ended or kept["kind"] == "open" or not met, "the reserve is met, and yet nothing was sold")

    if auction.get("reserve"):
        run("auction-reserve", "reserve as published", reserve)

    def logged():
        if records is None:
            raise Missing("no records of the log")
        own = [one for one in records["records"] if one["record"]["type"] == "auction"]
        own = [one for one in own if one["record"]["subject"] == auction["orderId"]]
        if not own:
            raise Missing("the log has no end of the auction")
        for one in own:
            text = json.loads(one["text"] or "{}")
            demand(text.get("offers") == len(offers) and text.get("head") == auction["head"], "the log has another end")

    run("auction-logged", "end in the log", logged)
