"""Marks for the price, and prices that are abnormally low (docs/protocol 10.6 and 10.9). All numbers are exact."""

import re
from fractions import Fraction

from primitives import demand

DECIMAL = re.compile(r"(0|[1-9]\d{0,11})(\.\d{1,6})?", re.ASCII)
PRICE = re.compile(r"\d{1,15}(\.\d{1,6})?", re.ASCII)


def rounded(value, digits):
    """To so many decimals, half away from zero."""
    scaled = abs(value) * 10**digits
    whole = int(scaled + Fraction(1, 2))
    return Fraction(-whole if value < 0 else whole, 10**digits)


def shown(value):
    """With two decimals."""
    cents = int(rounded(value, 2) * 100)
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def exact(value):
    return f"{value.numerator}/{value.denominator}"


def counted(value, digits):
    """Marks of a part as they enter the total: `score` and `exact`."""
    value = value if digits is None else rounded(value, digits)
    return shown(value), exact(value)


def mean(values):
    return sum(values, Fraction(0)) / len(values)


def is_price(text):
    return isinstance(text, str) and PRICE.fullmatch(text) is not None and re.search("[1-9]", text) is not None


def read_params(given):
    """The parameters as numbers, with what stands for those that lack."""

    def decimal(name, default=None, least=None):
        value = given.get(name, default)
        if value is None and name not in given:
            return None
        demand(isinstance(value, str) and DECIMAL.fullmatch(value), f"params/{name} is no number that is due")
        demand(least is None or Fraction(value) > least, f"params/{name} is not above {least}")
        return Fraction(value)

    def whole(name, default, least, most):
        value = given.get(name, default)
        if value is None and name not in given:
            return None
        demand(type(value) in (int, float) and value == int(value) and least <= value <= most, f"params/{name} is out of bounds")
        return int(value)

    params = {
        "base": whole("base", 0, 1, 5),
        "percentage": decimal("percentage", "100", 0),
        "floatingRate": decimal("floatingRate", "0"),
        "dropFrom": whole("dropFrom", 4, 3, 1000),
        "fixedBase": decimal("fixedBase", None, 0),
        "scoring": given.get("scoring"),
        "fullMarks": decimal("fullMarks", "0", 0),
        "above": decimal("above"),
        "below": decimal("below"),
        "deviationDigits": whole("deviationDigits", None, 0, 10),
    }
    demand(params["scoring"] in ("ratio", "deviation"), "params/scoring is not known")
    demand(params["scoring"] == "ratio" or None not in (params["above"], params["below"]), "params/above or below lacks")
    demand(params["base"] != 5 or params["floatingRate"] < 100, "params/floatingRate is not below 100")
    return params


def base_of(params, prices):
    kind, fixed = params["base"], params["fixedBase"]
    if kind == 5:
        return (mean(prices) if fixed is None else fixed) * (100 - params["floatingRate"]) / 100
    if fixed is not None:
        return fixed
    if kind in (1, 2):
        return max(prices) if kind == 1 else min(prices)
    kept = sorted(prices)
    if kind == 4 and len(kept) >= params["dropFrom"]:
        kept = kept[1:-1]
    return mean(kept) * params["percentage"] / 100


def price_marks(given, prices):
    """Marks in the order of the prices, not rounded."""
    params = read_params(given)
    full = params["fullMarks"]
    base = base_of(params, prices)
    marks = []
    for price in prices:
        if params["scoring"] == "ratio":
            raw = (price / base if params["base"] == 1 else base / price) * full
            marks.append(min(raw, full))
            continue
        distance = (price - base) / base * 100
        if params["deviationDigits"] is not None:
            distance = rounded(distance, params["deviationDigits"])
        raw = full - abs(distance) * (params["above"] if distance > 0 else params["below"])
        marks.append(max(raw, Fraction(0)))
    return marks


def is_low(value, prices, basis):
    """Whether a price is abnormally low among all (itself one of them)."""
    ordered = sorted(prices)
    following = ordered[1] if len(ordered) > 1 and value == ordered[0] else None
    if basis["rule"] == "government":
        top = basis["top"]
        ceiling = Fraction(top["amount"]) if top and is_price(top["amount"]) else None
        limits = [(mean(ordered), basis["mean"]), (following, basis["next"]), (ceiling, basis["ceiling"])]
        return any(figure is not None and value < figure * share / 100 for figure, share in limits)
    demand(basis["rule"] == "comparison", "a rule of low prices that is not known")
    others = (sum(ordered) - value) / (len(ordered) - 1) if len(ordered) > 1 else None
    return any(figure is not None and value <= figure * share / 100 for figure, share in [(others, 60), (following, 70)])


def check_low_prices(low_price, bids):
    """Every low price has an accepted explanation, or was waived."""
    valid = [bid for bid in bids if bid["disqualified"] is None and is_price(bid["price"])]
    prices = [Fraction(bid["price"]) for bid in valid]
    for bid, price in zip(valid, prices):
        if not is_low(price, prices, low_price["basis"]):
            continue
        matter = next((one for one in low_price["matters"] if one["bidId"] == bid["id"]), None)
        settled = matter and matter.get("price") is not None and matter["status"] in (4, 6)
        demand(settled and price >= Fraction(matter["price"]), f"{bid['name']}: an abnormally low price that was not settled")
