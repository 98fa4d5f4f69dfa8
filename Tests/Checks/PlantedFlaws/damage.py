#!/usr/bin/env python3
"""Flaws planted in the handling of damaged files, one at a time; the damage sweep must find each.

    Tests/Checks/PlantedFlaws/damage.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

SCAN = "Modules/Storage/FileFormat/RecordScan.swift"
FILES = "Modules/Storage/FileFormat/VersionedFiles.swift"
JOURNAL = "Modules/Sync/Outbox/OutboxJournal.swift"
CART = "Modules/Cart/Shop/CartModel.swift"
BOOK = "Modules/Addresses/Book/AddressModel.swift"
REVIEWS = "Modules/OrderRating/Reviews/RatingModel.swift"
SET_ASIDE = ("    do {\n      try folder.setAside(file)\n    } catch {\n"
             "      throw StorageError(reading: error)\n    }\n    throw .corrupt(")

FLAWS = [
    Flaw("damage of the last write counts as a torn append",
         (SCAN, "if let length, take(Record.parse(rest, length: length), &rest) {",
          "if let length, length == 0, take(Record.parse(rest, length: length), &rest) {"),
         (SCAN, "{ $0.isTorn(after: last, at: offset, &effort) }", "{ _ in offset >= 0 && effort > 0 }"),
         rule="Cart: offline: waiting differs without an error"),
    Flaw("a damaged cache is removed",
         (FILES, SET_ASIDE, "    guard dataClass.isWorthKeeping else { return try drop(file) }\n"
          + SET_ASIDE), rule="Storage: offline: s-cache differs without an error"),
    Flaw("another journal is accepted",
         (JOURNAL, "guard let journal = entry.journal, journal != name else { return nil }",
          "guard let journal = entry.journal, journal.isEmpty else { return nil }"),
         rule="OrderRating: offline: waiting differs without an error"),
    Flaw("changes are dropped with the record of their cart",
         (CART, "guard base.record?.id == nil, let found else",
          "guard base.record?.offer != nil, base.record?.id == nil, let found else"),
         rule="Cart: online: undamaged "),
    Flaw("changes are dropped with the record of their addresses",
         (BOOK, "?? named[row.id]", "?? named[\"\"]"),
         (BOOK, "outgoing.serverID(of: .address(change.address)) ?? change.serverID", "String?.none"),
         (BOOK, "serverID == nil && base.isRecordLost == true", "false"),
         rule="Addresses: server: undamaged server differs"),
    Flaw("another photo is sent",
         (REVIEWS, "guard let found, found.id == photo.id else",
          "guard let found else"),
         rule="OrderRating: server: server differs without an error"),
]

plant(FLAWS, "files of all modules", module="DamageSweep", tests="DamageSweepTests")
