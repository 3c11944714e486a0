"""Whether those whom a notice names saw the head of the deadline, and when (docs/protocol 5.5)."""

from datetime import datetime, timedelta, timezone

from primitives import Missing, demand, parse_key, sha256, split_note, unbase64, verify_head, witnessed_at
from textual import instant
from timestamp import verify_stamp

PROMPT = timedelta(minutes=10)
BEAT = timedelta(minutes=5)
SLACK = timedelta(minutes=2)
WAIT = timedelta(hours=1)


def moment(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc)


def check_stamp(stamp, digest, known, earliest):
    """A time-stamp of a SHA-256, by one of these certificates (DER) where any are named, and not before this instant."""
    issuers = [unbase64(one) for one in stamp["issuers"]]
    at, chain = verify_stamp(unbase64(stamp["token"]), digest, issuers + known)
    demand(not known or any(sha256(one).hex() in chain for one in known), "the certificate is of another authority")
    demand(at >= earliest - SLACK, "stamped before")


def check_deadline_head(run, who, notice, deadline):
    policy, note = notice.get("witnesses"), notice["checkpoint"]

    def seen():
        if note is None:
            raise Missing("the notice has no head at the deadline")
        at = witnessed_at(note, policy)
        demand(at is not None, "too few witnesses")
        return moment(at)

    def at_time():
        at = seen()
        demand(at >= deadline - SLACK, "cosigned before the deadline: the log was fixed then")
        if at > deadline + PROMPT + SLACK:
            raise Missing("cosigned late: nobody witnessed the log in between")

    if policy:
        run("deadline-witnesses", who, lambda: seen() and None)
        run("deadline-witnessed-at", who, at_time)
    if notice.get("timeStamp"):

        def stamped():
            if note is None:
                raise Missing("the notice has no head at the deadline")
            stamp = notice["timeStamp"]
            known = [unbase64(one) for one in stamp["issuers"]]
            check_stamp(stamp, sha256(split_note(note)[0].encode()), known, deadline)

        run("deadline-time-stamp", who, stamped)


def heads_seen(notice, heads):
    """When each head that meets the policy was cosigned, and its size, by time."""
    key, known = parse_key(notice["logKey"]), []
    for note in {*heads, *([notice["checkpoint"]] if notice["checkpoint"] else [])}:
        cosigned = witnessed_at(note, notice["witnesses"])
        if cosigned is not None:
            known.append((moment(cosigned), verify_head(note, key)[0]))
    return sorted(known)


def check_record_times(run, notice, records, heads):
    """Whether the places of records fit the cosigned heads around their own times."""
    if not notice.get("witnesses"):
        return

    def times():
        known, left = heads_seen(notice, heads), 0
        for one in records:
            if one["leaf"] is None:
                continue
            at, index = instant(one["record"]["at"]), one["leaf"]["index"]
            before = [size for when, size in known if when < at - SLACK]
            demand(not before or before[-1] <= index, f"record of {one['record']['at']}: in the log before its time")
            limit = at + WAIT + BEAT + SLACK
            late = any(when > limit and size <= index for when, size in known)
            demand(not late, f"record of {one['record']['at']}: not in the log more than an hour later")
            cover = next((when for when, size in known if size > index), None)
            left += cover is None or cover > limit
        if left:
            raise Missing(f"{left} records are in no head cosigned within the hour")

    run("record-times", "times of the records", times)


def check_round_time(notice, heads, named, head):
    """
    Whether witnesses saw that a round of the beacon was named before it was out. `named`: when it is out, and the index of the
    record that names it. `head`: when the head that it was named by was published, as is said, and its size.
    """
    if not notice.get("witnesses"):
        return
    (out, index), (at, own) = named, head
    known = heads_seen(notice, heads)
    early = any(when < at - SLACK and size >= own for when, size in known)
    demand(not early, "the head that names the round was cosigned before it is said to be published")
    cover = next((when for when, size in known if size > index), None)
    if cover is None or cover >= out:
        raise Missing("no head cosigned before the round was out")


def check_place(run, who, notice, body, at, heads):
    """Whether the place of a leaf fits the cosigned heads around its time. `heads`: signed notes from anywhere."""
    policy = notice.get("witnesses")
    if not policy:
        return

    def place():
        known = heads_seen(notice, heads)
        before = [size for when, size in known if when < at - SLACK]
        demand(not before or before[-1] <= body["logIndex"], "in the log before it was handed in")
        cover = next((when for when, size in known if size > body["logIndex"]), None)
        if cover is None or cover > at + BEAT + SLACK:
            raise Missing("no head cosigned soon after")

    run("place-in-time", who, place)
