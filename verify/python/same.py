"""Values of one member of a record against those of another: how they are read, and when they are the same."""

import json
import re

from members import type_stated
from primitives import canonical, demand


class Record:
    """What checks of agreement look at."""

    def __init__(self, body, values, facts, quotes):
        self.body, self.values, self.facts, self.quotes = body, values, facts, quotes
        self.published = self.of("published-notice/1")
        self.notices = sorted(self.published, key=lambda one: one["code"])

    def of(self, name):
        return [one for one in self.values.values() if type_stated(one) == f"kaibiao.{name}"]

    def order(self):
        return self.values["order/order.json"]

    def rows(self, path):
        return self.values.get(path) or []

    def bundles(self):
        return self.of("review-bundle/2") + self.of("review-bundle/1")

    def suppliers(self):
        """Sign-ups by the id of the trade."""
        return {one["id"]: one for one in self.rows("sign-ups/sign-ups.json")}

    def acts(self, action):
        """What was recorded of an act, each time."""
        facts = [json.loads(one["body"]) for one in self.facts]
        return [one.get("data") for one in facts if one.get("action") == action]

    def logged(self):
        """What the log proves of this order."""
        records = [one for about in self.of("log-records/1") for one in about["records"]]
        return [one for one in records if one["record"]["subject"] == self.body["orderId"]]

    def texts(self, kind):
        """Texts of the log that state this type."""
        texts = [json.loads(one["text"]) for one in self.logged() if one["text"] is not None]
        return [one for one in texts if one.get("type") == kind]


def figure(value):
    """A number without what changes nothing; None stays."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?", str(value), re.ASCII)
    demand(match is not None, f"{value} is no number")
    return match[1].lstrip("0") or "0", (match[2] or "").rstrip("0")


def same_figure(what, one, other):
    demand(figure(one) == figure(other), f"{what}: {one} and {other}")


def same(what, one, other):
    demand(canonical(one) == canonical(other), f"{what}: {one} and {other}")


def same_set(what, one, other):
    same(what, sorted(map(str, one)), sorted(map(str, other)))
