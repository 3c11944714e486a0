"""JSON as `JSON.stringify` writes it, and instants."""

import json
from datetime import datetime

from primitives import demand, number_of


def instant(text):
    demand(isinstance(text, str) and text.endswith("Z"), "not an instant")
    return datetime.fromisoformat(text[:-1] + "+00:00")


def stringified(value):
    if isinstance(value, float):
        return number_of(value)
    if isinstance(value, list):
        return "[" + ",".join(map(stringified, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{stringified(key)}:{stringified(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
