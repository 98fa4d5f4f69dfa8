#!/usr/bin/env python3
"""Flaws planted in how money is written, one at a time: the rule that each breaks has to be named.

    Tests/PlantedFlaws/pricing.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

FORMAT = "Modules/Pricing/Contract/MoneyFormat.swift"
FOREIGN = "an amount in a foreign currency keeps its own digits"

FLAWS = [
    Flaw("a foreign amount has the city's digits",
         (FORMAT, "if money.currency == currency.code {", "if currency.wireExponent >= 0 {"), rule=FOREIGN),
    Flaw("every currency is divided by a hundred",
         ("Modules/Pricing/Arithmetic/CurrencyCode+MinorUnits.swift", "switch rawValue {",
          'switch "" {'), rule=FOREIGN),
]

plant(FLAWS, "format of money", module="Pricing", tests="MoneyFormatTests")
