"""The review of a record (docs/protocol 6.9, 8 and 10): there, computed again, and the one that the log took in."""

from draws import QUICKNET, closed_hash, drawn, frozen_hash, named_hash, time_of_round
from heads import is_part
from primitives import Missing, demand, included, leaf_entry, leaf_hash, parse_head, parse_key, sha256, unhex, verify_head
from replay import check_replay
from textual import instant
from witnesses import check_round_time, moment

EARLIER = "kaibiao.review-bundle/1"


def check_there(bundles, body):
    """One bundle of this order where the record has a review, else none."""
    demand(len(bundles) == (1 if "review" in body["sections"] else 0), f"{len(bundles)} review bundles")
    for bundle in bundles:
        order = bundle["order"]
        demand(order["code"] == body["code"] and order.get("id") in (None, body["orderId"]), "the review of another order")


def check_review(run, bundle, records, notice, heads):
    """`records`: what the log proves of the order, `notice` the first of its notice files; None: there is none."""

    def replayed():
        if bundle["type"] == EARLIER:
            raise Missing("a bundle of the earlier form is not computed by this program")
        check_replay(bundle)

    run("review-replay", "the results computed again", replayed)
    place = lambda kind, value, what: placed(records, kind, value, what)["index"]
    run("review-logged", "the bundle", lambda: place("review-bundle", bundle["hash"], "the bundle") and None)

    def marks():
        if bundle["type"] == EARLIER:
            raise Missing("marks of the earlier form were not logged at their submission")
        for i, one in enumerate(bundle["judgements"], 1):
            place("review-bundle", one["commitment"], f"opinion {i}")

    run("review-marks", "marks at their submission", marks)
    check_draws_logged(run, bundle["draws"], records, notice, heads)


def recorded(records, kind, value, what):
    """A record of the order that has a leaf."""
    if records is None:
        raise Missing("no records of the log")
    about = lambda one: (one["record"]["type"], one["record"]["hash"], one["record"]["subject"])
    found = next((one for one in records["records"] if about(one) == (kind, value, records["orderId"])), None)
    demand(found is not None, f"{what} is not in the log")
    if found["leaf"] is None:
        raise Missing(f"{what} waited for the log")
    return found


def placed(records, kind, value, what):
    return recorded(records, kind, value, what)["leaf"]


def check_draws_logged(run, draws, records, notice, heads):
    """Of each draw by steps: its steps in the log in their order, what its round follows from, and who saw that in time."""
    number = 0
    for one in draws:
        source = one["source"]
        if source["by"] != "steps":
            continue
        number += 1
        named = source.get("named")
        leaf = lambda value, what: placed(records, "draw", value, what)

        def steps(source=source, one=one, named=named):
            frozen, closed = source["frozen"], source["closed"]
            demand(closed["frozen"] == frozen_hash(frozen), "closed upon another draw")
            demand(sha256(bytes.fromhex(source["operatorSeed"])).hex() == frozen["operator"], "another operator's part")
            demand(drawn(source, one["parts"]) == one["result"], "the seed draws something else")
            order = [
                leaf(frozen["operator"], "the operator's part")["index"],
                leaf(frozen_hash(frozen), "the frozen draw")["index"],
                leaf(closed_hash(closed), "the closed draw")["index"],
                *([leaf(named_hash(named), "the named round")["index"]] if named else []),
            ]
            demand(all(a < b for a, b in zip(order, order[1:])), "steps out of order")

        run(f"draw-logged-{number}", one["purpose"], steps)
        if not named:
            continue

        def head(closed=source["closed"], named=named):
            own, key = leaf(closed_hash(closed), "the closed draw"), parse_key(records["logKey"])
            size, root = verify_head(named["head"], key)
            entry = leaf_hash(leaf_entry(own["data"], own["blinding"]))
            demand(included(entry, own["index"], size, root, [unhex(node) for node in named["proof"]]), "not in that head")
            for note in heads:
                other = verify_head(note, key)[0]
                demand(other <= own["index"] or other >= size, "an earlier head holds it already")

        def grown(named=named):
            proven = recorded(records, "draw", named_hash(named), "the named round")["head"]
            if proven is None:
                raise Missing("the named round waited for the log")
            older, newer = parse_head(named["head"]), parse_head(proven["checkpoint"])
            demand(older[0] == newer[0] and older[1] <= newer[1], "a head of another log")
            demand(is_part(older, newer, records.get("growth")), "the round is named by another log")

        def seen(beacon=source["frozen"]["beacon"], named=named):
            index = leaf(named_hash(named), "the named round")["index"]
            if notice is None:
                raise Missing("no notice")
            if any(beacon[name] != value for name, value in QUICKNET.items()):
                return
            size = verify_head(named["head"], parse_key(notice["logKey"]))[0]
            out = moment(time_of_round(beacon, named["round"]) // 1000)
            check_round_time(notice, heads, (out, index), (instant(named["at"]), size))

        run(f"draw-head-{number}", one["purpose"], head)
        run(f"draw-growth-{number}", one["purpose"], grown)
        run(f"draw-witnessed-{number}", one["purpose"], seen)
