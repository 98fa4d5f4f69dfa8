#!/usr/bin/env python3
"""Flaws planted in the format of money, one at a time; the failure must name the broken rule.

    Tests/Checks/PlantedFlaws/pricing.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

FORMAT = "Modules/Pricing/Contract/MoneyFormat.swift"
FOREIGN = "An amount in a foreign currency has its own digits"

FLAWS = [
    Flaw("a foreign amount has the city's digits",
         (FORMAT, "if money.currency == currency.code {", "if currency.wireExponent >= 0 {"), rule=FOREIGN),
    Flaw("every currency is divided by a hundred",
         ("Modules/Pricing/Arithmetic/Money+Shares.swift", "switch rawValue {",
          'switch "" {'), rule=FOREIGN),
]

plant(FLAWS, "format of money", module="Pricing", tests="MoneyFormatTests")
