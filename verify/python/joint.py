"""The joint key of several officers, and bids opened with it (docs/protocol 9)."""

import hashlib

from primitives import Missing, canonical_bytes, demand, derive, is_hex, sha256, unhex
from ristretto import BASE, ORDER, add, combination, encode, is_zero, multiply, point_of, scalar_of

CEREMONY = ("type", "tenantId", "orderId", "ceremonyId", "threshold", "officers")


def u32(value):
    return value.to_bytes(4, "big")


def transcript(label, *parts):
    return b"".join(u32(len(part)) + part for part in (label.encode(), *parts))


def scalar(label, *parts):
    return int.from_bytes(hashlib.sha512(transcript(label, *parts)).digest(), "little") % ORDER


def hash_of_value(value):
    return sha256(canonical_bytes(value))


def ceremony_hash(ceremony):
    return hash_of_value({name: ceremony[name] for name in CEREMONY})


def both(relations):
    return b"".join(encode(point) for relation in relations for point in relation)


def holds(relations, proof, context):
    """9.3. `relations`: (base, image)."""
    challenge, response = scalar_of(proof["challenge"]), scalar_of(proof["response"])
    commitments = b"".join(encode(combination(relation, (response, challenge))) for relation in relations)
    return scalar("kaibiao/joint/proof/1", context, both(relations), commitments) == challenge


def knows(image, proof, context):
    return holds([(BASE, image)], proof, context)


def folded(relations, context):
    """9.4."""
    seed = hashlib.sha512(transcript("kaibiao/joint/fold/1", context, both(relations))).digest()
    weights = [scalar("kaibiao/joint/weight/1", seed, u32(i)) % 2**128 for i in range(len(relations))]
    return tuple(combination([one[side] for one in relations], weights) for side in (0, 1))


def check_ceremony(ceremony):
    threshold, officers = ceremony["threshold"], ceremony["officers"]
    demand(ceremony["type"] == "kaibiao.joint-ceremony/1", "not a ceremony")
    demand(2 <= len(officers) <= 15, "too few or too many officers")
    demand(type(threshold) is int and 2 <= threshold <= len(officers), "a threshold that is none")
    demand([one["index"] for one in officers] == list(range(1, len(officers) + 1)), "officers out of order")
    for name in ("officerId", "deviceKey"):
        demand(len({one[name] for one in officers}) == len(officers), f"{name} twice")
    place = {name: ceremony[name] for name in ("tenantId", "orderId", "ceremonyId")}
    for one in officers:
        context = transcript("kaibiao/joint/device/1", hash_of_value({**place, "officerId": one["officerId"]}))
        demand(knows(point_of(one["deviceKey"]), one["deviceProof"], context), f"device of officer {one['index']}")


def check_dealing(ceremony, dealing, index):
    demand(dealing["from"] == index, f"officer {index} dealt nothing")
    points = [point_of(one) for one in dealing["commitments"]]
    demand(len(points) == ceremony["threshold"], f"commitments of officer {index}")
    demand([one["to"] for one in dealing["shares"]] == [one["index"] for one in ceremony["officers"]], f"shares of {index}")
    for one in dealing["shares"]:
        unhex(one["data"], 64)
        point_of(one["ephemeral"])
    context = transcript("kaibiao/joint/dealing/1", ceremony_hash(ceremony), u32(index))
    demand(knows(points[0], dealing["proof"], context), f"the dealing of officer {index} does not hold")
    return points


def check_key(record):
    """How a joint key was made; gives what it comes down to."""
    ceremony, dealings, confirmations = record["ceremony"], record["dealings"], record["confirmations"]
    demand(record["type"] == "kaibiao.joint-key/1", "not a joint key")
    check_ceremony(ceremony)
    count = len(ceremony["officers"])
    demand(len(dealings) == count and len(confirmations) == count, "an officer who did not deal or confirm")
    commitments = [check_dealing(ceremony, dealing, i) for i, dealing in enumerate(dealings, 1)]
    shares = []
    for j in range(1, count + 1):
        share = (0, 1, 1, 0)
        for points in commitments:
            share = add(share, combination(points, [j**k for k in range(len(points))]))
        shares.append(share)
    context = transcript("kaibiao/joint/confirm/1", hash_of_value({"ceremony": ceremony, "dealings": dealings}))
    for i, word in enumerate(confirmations, 1):
        demand(word["by"] == i and knows(shares[i - 1], word["proof"], context), f"officer {i} did not confirm")
    public = commitments[0][0]
    for points in commitments[1:]:
        public = add(public, points[0])
    demand(not is_zero(public), "a key that is none")
    return {"fingerprint": hash_of_value(record).hex(), "shares": shares, "threshold": ceremony["threshold"]}


def part_holds(key, place, part):
    if part["key"] != key["fingerprint"]:
        return False
    context = transcript("kaibiao/joint/bid/1", unhex(key["fingerprint"]), hash_of_value(place))
    return is_true(lambda: knows(point_of(part["ephemeral"]), part["proof"], context))


def is_true(work):
    """Whether it holds; what cannot be read does not."""
    try:
        return work()
    except Exception:
        return False


def answer_holds(key, parts, answer):
    by = answer["by"]
    if type(by) is not int or not 1 <= by <= len(key["shares"]) or len(answer["points"]) != len(parts):
        return False
    pairs = [(point_of(part["ephemeral"]), point_of(point)) for part, point in zip(parts, answer["points"])]
    ephemerals = hash_of_value([part["ephemeral"] for part in parts])
    context = transcript("kaibiao/joint/partial/1", unhex(key["fingerprint"]), ephemerals)
    return holds([(BASE, key["shares"][by - 1]), folded(pairs, context)], answer["proof"], context)


def combined(answers, count):
    """The point of each bid: Lagrange at 0."""
    indexes = list(answers)
    weights = []
    for i in indexes:
        weight = 1
        for j in indexes:
            weight = weight * (j * pow(j - i, -1, ORDER) if j != i else 1) % ORDER
        weights.append(weight)
    return [combination([point_of(answers[i]["points"][at]) for i in indexes], weights) for at in range(count)]


def check_joint(run, opening, fingerprint):
    """A joint opening; gives the point of each bidder, and the fingerprint of the key. `fingerprint`: as announced."""
    key, shared = {}, {}

    def shape():
        for bid in opening["bids"]:
            part = bid["part"]
            demand(isinstance(bid["bidderId"], str) and set(part) == {"key", "ephemeral", "proof"}, "bids of another shape")
            proof = part["proof"]
            texts = [part["key"], part["ephemeral"], proof["challenge"], proof["response"]]
            demand(len(proof) == 2 and all(is_hex(one, 32) for one in texts), "bids of another shape")
        for answer in opening["answers"]:
            demand(isinstance(answer["points"], list) and isinstance(answer["proof"], dict), "answers of another shape")

    before = len(run.checks)
    if not run("joint-record", "the joint opening", shape):
        return None
    # As long as it has the shape, there is nothing to say of it.
    del run.checks[before:]

    def made():
        ceremony = opening["key"]["ceremony"]
        key.update(check_key(opening["key"]))
        demand(all(ceremony[n] == opening[n] for n in ("tenantId", "orderId")), "the key of another order")

    if not run("joint-key", "the joint key", made):
        return None

    def published():
        if fingerprint is None:
            raise Missing("no notice names a joint key")
        demand(fingerprint == key["fingerprint"], "another key than was announced")

    run("joint-published", "the announced key", published)
    place = {name: opening[name] for name in ("tenantId", "orderId", "round")}
    bids = opening["bids"]

    def owned():
        for bid in bids:
            own = {**place, "bidderId": bid["bidderId"]}
            demand(part_holds(key, own, bid["part"]), f"the part of {bid['bidderId']} is not its own")

    owns = run("joint-parts", "parts of the bids", owned)

    def officers():
        parts = [bid["part"] for bid in bids]
        honest = {one["by"]: one for one in opening["answers"] if is_true(lambda one=one: answer_holds(key, parts, one))}
        demand(len(honest) >= key["threshold"], f"{len(honest)} true answers")
        chosen = dict(list(honest.items())[: key["threshold"]])
        shared.update(zip((bid["bidderId"] for bid in bids), combined(chosen, len(bids))))

    if not run("joint-officers", "answers of the officers", officers) or not owns:
        return None
    return {"fingerprint": key["fingerprint"], "shared": shared}


def unmasked(header, released, joint, context):
    """The content key from what the bidder released and the officers opened (9.8). `context`: c of 3.3."""
    if joint is None:
        raise Missing("no joint opening that holds")
    part, bidder = header["joint"], header["bidderId"]
    demand(part["key"] == joint["fingerprint"], "sealed to another joint key")
    demand(bidder in joint["shared"], "not among the bids of the joint opening")
    info = transcript("kaibiao/joint/file/1", unhex(joint["fingerprint"]), encode(point_of(part["ephemeral"])), context)
    mask = derive("intl", encode(joint["shared"][bidder]), info, 32)
    return bytes(a ^ b for a, b in zip(released, mask))
