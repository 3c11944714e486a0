"""JSON as `JSON.stringify` writes it."""

import json

from primitives import number_of


def stringified(value):
    if isinstance(value, float):
        return number_of(value)
    if isinstance(value, list):
        return "[" + ",".join(map(stringified, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{stringified(key)}:{stringified(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
