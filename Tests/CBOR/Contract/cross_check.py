#!/usr/bin/env python3
"""Checks the CBOR coding in both directions against cbor2, an independent implementation.

    python3 Tests/CBOR/Contract/cross_check.py

Encodes documents with cbor2, runs CrossCheckTests, which decodes them and encodes its own, and
decodes those with cbor2. Requires cbor2 (python3 -m pip install cbor2); does not install it.
"""

import base64
import decimal
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

try:
    import cbor2
except ImportError:
    sys.exit("cross_check.py: cbor2 is missing; install it with: python3 -m pip install cbor2")

ROOT = pathlib.Path(__file__).resolve().parents[3]
COUNT = 200


def document(seed):
    """Returns a value in Python's types, with the keys of CrossCheckTests.Document in any order."""
    numbers = random.Random(seed)

    def integer(bits):
        return numbers.getrandbits(numbers.randint(0, bits))

    def text():
        return "".join(numbers.choice("abcXYZ 0\"\\é Ж水🍕") for _ in range(numbers.randint(0, 40)))

    value = {
        "id": integer(63) * numbers.choice([1, -1]),
        "url": f"https://example.com/{integer(20)}?q=1",
        "blob": numbers.randbytes(numbers.randint(0, 300)),
        "date": numbers.choice([1, -1]) * (integer(30) + 0.25),
        "huge": integer(127) * numbers.choice([1, -1]),
        "price": decimal.Decimal(integer(40) * 10 + 7).scaleb(-numbers.randint(1, 9)),
        "list": [numbers.choice([None, integer(40)]) for _ in range(numbers.randint(0, 40))],
        "name": text(),
        "uuid": uuid.UUID(int=numbers.getrandbits(128)),
        "child": [{"on": numbers.random() < 0.5, "big": integer(64)} for _ in range(3)],
        "ratio": numbers.choice([0.5, -0.0, 1e300, 65504.0, 3.4e38, 5e-324, numbers.random()]),
        "scores": {text(): numbers.uniform(-9, 9) for _ in range(numbers.randint(0, 30))},
    }
    if numbers.random() < 0.5:
        value["optional"] = text()
    keys = list(value)
    numbers.shuffle(keys)
    return {key: value[key] for key in keys}


def as_json(value):
    """Returns the value in the form that Foundation's JSONDecoder expects."""
    return value | {
        "blob": base64.b64encode(value["blob"]).decode(),
        "price": float(value["price"]),
        "uuid": str(value["uuid"]).upper(),
    }


def loose(item):
    """Returns the longest valid encoding: eight-byte heads, 64-bit floats, keys in any order."""
    def head(major, argument):
        return bytes([major << 5 | 27]) + argument.to_bytes(8, "big")

    if isinstance(item, dict):
        return head(5, len(item)) + b"".join(loose(part) for pair in item.items() for part in pair)
    if isinstance(item, list):
        return head(4, len(item)) + b"".join(map(loose, item))
    if isinstance(item, str):
        return head(3, len(item.encode())) + item.encode()
    if isinstance(item, bytes):
        return head(2, len(item)) + item
    if isinstance(item, bool) or item is None:
        return cbor2.dumps(item)
    if isinstance(item, int):
        argument = item if item >= 0 else -1 - item
        if argument >= 1 << 64:
            return head(6, 2 if item >= 0 else 3) + loose(argument.to_bytes(17, "big"))
        return head(0 if item >= 0 else 1, argument)
    if isinstance(item, cbor2.CBORTag):
        return head(6, item.tag) + loose(item.value)
    if isinstance(item, decimal.Decimal):
        parts = item.as_tuple()
        digits = int("".join(map(str, parts.digits)))
        return head(6, 4) + loose([parts.exponent, digits])
    if isinstance(item, uuid.UUID):
        return head(6, 37) + loose(item.bytes)
    return cbor2.dumps(item)


def main():
    values = [document(seed) for seed in range(COUNT)]
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for index, value in enumerate(values):
            canonical = cbor2.dumps(value, canonical=True)
            (directory / f"canonical-{index}.cbor").write_bytes(canonical)
            (directory / f"loose-{index}.cbor").write_bytes(loose(value))
        (directory / "values.json").write_text(json.dumps([as_json(value) for value in values]))

        test = ["swift", "test", "--filter", "CrossCheckTests"]
        environment = os.environ | {"CBOR_CROSS_CHECK": name}
        if subprocess.run(test, cwd=ROOT, env=environment, check=False).returncode != 0:
            sys.exit("cross_check.py: Swift did not agree with cbor2")

        for index, value in enumerate(values):
            path = directory / f"swift-{index}.cbor"
            if not path.exists():
                sys.exit(f"cross_check.py: Swift wrote no {path.name}")
            if cbor2.loads(path.read_bytes()) != value:
                sys.exit(f"cross_check.py: cbor2 reads {path.name} as another value")
    print(f"cross_check.py: {COUNT} documents agree both ways with cbor2")


if __name__ == "__main__":
    main()
