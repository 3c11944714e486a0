"""The review and its draws against the log (docs/protocol 6.9 and 8): that it is the one the log took in. Not computed again."""

import json

from primitives import Missing, demand, sha256


def stringified(value):
    """As `JSON.stringify` writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
    return digest(["draw/3", "closed", closed["frozen"], reveals, closed["closedAt"], closed["round"]])


def drawn(source, parts):
    """What the seed of a draw by steps draws."""
    seed = digest(["draw/3", "seed", closed_hash(source["closed"]), source["operatorSeed"], source["signature"]])
    result = []
    for part in parts:
        lots = [(digest(["draw/3", "lot", seed, part["label"], one["value"]]), one["value"]) for one in part["options"]]
        result += [{"label": part["label"], "value": value} for _, value in sorted(lots)[: part["picks"]]]
    return result


def check_review(run, bundle, records):
    """`records`: what the log proves of the order."""
    known = {(one["record"]["type"], one["record"]["hash"]): one["leaf"] for one in records["records"]}

    def place(kind, value, what):
        demand((kind, value) in known, f"{what} is not in the log")
        leaf = known[(kind, value)]
        if leaf is None:
            raise Missing(f"{what} waited for the log")
        return leaf["index"]

    run("review-logged", "the bundle", lambda: place("review-bundle", bundle["hash"], "the bundle") and None)

    def marks():
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
