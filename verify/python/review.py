"""The review of a record (docs/protocol 6.9, 8 and 10): there, computed again, and the one that the log took in."""

from draws import closed_hash, drawn, frozen_hash
from primitives import Missing, demand, sha256
from replay import check_replay

EARLIER = "kaibiao.review-bundle/1"


def check_there(bundles, body):
    """One bundle of this order where the record has a review, else none."""
    demand(len(bundles) == (1 if "review" in body["sections"] else 0), f"{len(bundles)} review bundles")
    for bundle in bundles:
        order = bundle["order"]
        demand(order["code"] == body["code"] and order.get("id") in (None, body["orderId"]), "the review of another order")


def check_review(run, bundle, records):
    """`records`: what the log proves of the order; None: nothing."""

    def replayed():
        if bundle["type"] == EARLIER:
            raise Missing("a bundle of the earlier form is not computed by this program")
        check_replay(bundle)

    run("review-replay", "the results computed again", replayed)
    known = {(one["record"]["type"], one["record"]["hash"]): one["leaf"] for one in (records or {}).get("records", [])}

    def place(kind, value, what):
        if records is None:
            raise Missing("no records of the log")
        demand((kind, value) in known, f"{what} is not in the log")
        leaf = known[(kind, value)]
        if leaf is None:
            raise Missing(f"{what} waited for the log")
        return leaf["index"]

    run("review-logged", "the bundle", lambda: place("review-bundle", bundle["hash"], "the bundle") and None)

    def marks():
        if bundle["type"] == EARLIER:
            raise Missing("marks of the earlier form were not logged at their submission")
        for i, one in enumerate(bundle["judgements"], 1):
            place("review-bundle", one["commitment"], f"opinion {i}")

    run("review-marks", "marks at their submission", marks)
    number = 0
    for one in bundle["draws"]:
        source = one["source"]
        if source["by"] != "steps":
            continue
        number += 1

        def steps(source=source, one=one):
            frozen, closed = source["frozen"], source["closed"]
            demand(closed["frozen"] == frozen_hash(frozen), "closed upon another draw")
            demand(sha256(bytes.fromhex(source["operatorSeed"])).hex() == frozen["operator"], "another operator's part")
            demand(drawn(source, one["parts"]) == one["result"], "the seed draws something else")
            order = [
                place("draw", frozen["operator"], "the operator's part"),
                place("draw", frozen_hash(frozen), "the frozen draw"),
                place("draw", closed_hash(closed), "the closed draw"),
            ]
            demand(order == sorted(order), "steps out of order")

        run(f"draw-logged-{number}", one["purpose"], steps)
