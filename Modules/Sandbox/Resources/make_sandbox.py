#!/usr/bin/env python3
"""Generates the sandbox server's data from the list of cities that its apps ship.

The server has one revision and one city more than that list, so that a refresh has a visible effect.
Data without an open source (opening times, fees, payments, support phone numbers) is generated from a
fixed seed; the first lines of the file state this.

    python3 make_sandbox.py        reads cities.json and countries.json, writes sandbox-cities.json
"""
import json
import pathlib
import random

SEED = 2026
HERE = pathlib.Path(__file__).parent

# A real city from GeoNames that is not in the bundled list.
NEW_CITY = {
    "id": 1520692, "country": "KZ", "region": "KZ.12510145",
    "names": {"en": "Satpayev", "ru": "Сатпаев", "kk": "Сәтбаев"},
    "lat": 47.9041, "lon": 67.5411, "tz": "Asia/Almaty", "population": 69782,
}
# The approximate price of a pizza, in major units; every generated amount is a multiple of it.
PIZZA = {
    "RUB": 500, "KZT": 3000, "BYN": 20, "UZS": 70000, "KGS": 500, "TJS": 60, "AMD": 3000, "AZN": 12, "GEL": 20,
    "MNT": 25000, "UAH": 250, "EUR": 10, "PLN": 30, "RON": 35, "RSD": 900, "GBP": 10, "TRY": 250, "AED": 40,
    "VND": 180000, "NGN": 6000,
}
# ISO 4217 minor units; CLDR's digits in countries.json determine how many of them are shown.
WIRE_EXPONENT = {"VND": 0}

# Approximate customs of some countries, for which there is no open data.
HABITS = {
    "doorCode": {"RU", "KZ", "BY", "KG", "UA", "MN"},
    "tips": {"RU", "KZ", "GE", "AM", "DE", "GB", "ES", "PL", "RO", "AE", "TR"},
}


def country_rules(country, dice):
    currency = country["currency"]
    wire = WIRE_EXPONENT.get(currency, 2)
    return {
        "currency": {
            "code": currency, "wireExponent": wire, "displayDigits": min(country["currencyDigits"], wire),
            "cashIncrement": 10 ** (wire - min(country["cashDigits"], wire)),
        },
        "phone": {
            "callingCode": country["phoneCode"], "mobileLengths": country["mobileLengths"], "example": country["mobileExample"],
            # An unassigned number: no subscriber number begins with 000.
            "support": f'+{country["phoneCode"]} 000 {dice.randrange(10_000):04}',
        },
        "firstWeekday": country["firstWeekday"], "isTaxIncluded": True, "addressTemplate": country["code"],
        "habits": [habit for habit, codes in HABITS.items() if country["code"] in codes],
    }


def operations(city, rules, dice):
    unit = PIZZA[rules["currency"]["code"]] * 10 ** rules["currency"]["wireExponent"]
    big = city["population"] > 300_000
    opens = dice.choice([540, 600, 600, 660])
    closes = dice.choice([1380, 1410, 0, 120] if big else [1320, 1380])
    delivery = {
        "kind": "delivery", "opens": opens, "closes": closes, "minimumOrder": unit * dice.choice([1, 1, 2]),
        "fee": dice.choice([0, unit // 4, unit // 2]),
    }
    if delivery["fee"]:
        delivery["freeFrom"] = unit * dice.choice([3, 4])
    ways = [delivery, {"kind": "pickup", "opens": opens, "closes": closes, "minimumOrder": 0, "fee": 0}]
    if big or dice.random() < 0.3:
        ways.append({"kind": "dineIn", "opens": opens, "closes": 1320, "minimumOrder": 0, "fee": 0})
    return {"fulfilments": ways, "payments": ["card", "cash"] if dice.random() < 0.9 else ["card"]}


def main():
    cities = json.loads((HERE / "cities.json").read_text("utf-8"))
    countries = json.loads((HERE / "countries.json").read_text("utf-8"))["countries"]
    dice = random.Random(SEED)
    rules = {country["code"]: country_rules(country, dice) for country in countries}
    rows = cities["cities"]
    last = max(i for i, row in enumerate(rows) if row["country"] == "KZ")
    rows.insert(last + 1, NEW_CITY)
    sandbox = {
        "source": cities["source"],
        "invented": f"rules.*.phone.support, rules.*.isTaxIncluded, rules.*.habits and operations: made up from seed {SEED}, not real",
        "seed": SEED,
        "revision": cities["revision"] + 1,
        "regions": cities["regions"],
        "countries": cities["countries"],
        "cities": rows,
        "rules": rules,
        "operations": {str(row["id"]): operations(row, rules[row["country"]], dice) for row in rows},
    }
    text = json.dumps(sandbox, ensure_ascii=False, separators=(",", ":"))
    (HERE / "sandbox-cities.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
