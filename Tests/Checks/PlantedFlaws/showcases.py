#!/usr/bin/env python3
"""Flaws planted in the showcases, one at a time: data loss or missing reports for `--state DIR`, and
features that disagree in the sandbox's world.

    Tests/Checks/PlantedFlaws/showcases.py [--only TEXT]

Works on a copy of all sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

KIT = "Showcases/ShowcaseKit"
DISK, STATE = KIT + "/Sandbox/FullDisk.swift", KIT + "/Launch/StateDirectory.swift"
REPORTS, DEVICE = KIT + "/Files/FileReports.swift", KIT + "/Sandbox/SandboxDevice.swift"
CART = "Showcases/CartShowcase/Screen/CartDemo.swift"
RATING = "Showcases/OrderRatingShowcase/Screen/RatingDemo.swift"
WORLD, APP = "Showcases/Sandbox/World", "SandboxAppTests"
DISKS, DAMAGE, TRANSCRIPTS = "FullDiskTests", "DamagedStateTests", "TranscriptFileTests"
TOLD = "a showcase says which file is damaged, works, and ends with 0"
KEPT = "A scenario prints its recorded transcript and preserves the files in its state directory"

FLAWS = [
    # A full disk.
    Flaw("the name of the folder is free for a moment",
         (DISK, "    try exchange()\n    isFull = false\n    try removePlaceholder()\n",
          "    try FileManager.default.removeItem(atPath: folder)\n"
          "    try FileManager.default.moveItem(atPath: aside, toPath: folder)\n    isFull = false\n"),
         tests=DISKS,
         rule="an app that creates its folder at any moment does not come between fill and free"),
    Flaw("a disk that was left full stays full",
         (DISK, "    isFull = Self.isFolder(aside) == true && Self.isFolder(self.folder) == false\n",
          "    isFull = false\n"), tests=DISKS,
         rule="a disk that a killed process has left full is freed by the next"),
    Flaw("what stands beside the folder is written over",
         (DISK, ", options: .withoutOverwriting)", ", options: .atomic)"),
         (DISK, "    try Data().write(", "    try? FileManager.default.removeItem(atPath: aside)\n    try Data().write("),
         tests=DISKS, rule="a folder of the user beside the app's is not taken for the showcase's own"),
    # The folder that the user names.
    Flaw("a scenario plays over what is in the folder",
         (STATE, "StateDirectory(url: try new(scenario, in: given), isTemporary: false)",
          "StateDirectory(url: given, isTemporary: false)"), tests=TRANSCRIPTS, rule=KEPT),
    Flaw("the cart's folder is removed at the start",
         (CART, "    try device.freeDisk()\n    if server == nil, let stored",
          "    try device.freeDisk()\n    try? FileManager.default.removeItem(at: device.folder)\n"
          "    if server == nil, let stored"), tests=DAMAGE, rule=TOLD),
    # Damaged files.
    Flaw("a damaged file ends the feature",
         (REPORTS, "        if after.0 > before.0 { continue }\n", ""), tests=DAMAGE, rule=TOLD),
    Flaw("a dropped cache is not reported",
         (REPORTS, "DamagedFile.all(in: folder)", "DamagedFile.all(in: folder).filter { _ in false }"),
         tests=DAMAGE, rule=TOLD),
    Flaw("an app's files are opened without a report",
         (DEVICE, "    let directory = files.directory(folder)\n",
          "    let directory = StorageDirectory(folder)\n"), tests=DAMAGE, rule=TOLD),
    Flaw("a damaged file ends the showcase",
         (RATING, "    await device.files.retrying { () async throws(ReviewError) in\n"
          "      _ = try await reviews.eligibility(of: SampleOrders.lunch)\n    } words: {\n"
          '      "The stored orders cannot be read: \\($0.words)"\n    }\n',
          "    do { _ = try await reviews.eligibility(of: SampleOrders.lunch) } catch { exit(1) }\n"),
         tests=DAMAGE, rule=TOLD),
    # The world of all features.
    Flaw("a world's carts keep the menu that they began with",
         (WORLD + "/SandboxWorld.swift", "guard version != known?.version else", "guard known == nil else"),
         tests=APP, rule="an item that the menu stops is sold out in the cart, until the stop ends"),
    Flaw("a world's carts charge the free units of a group",
         (WORLD + "/MenuPrices.swift", ".dropLast(group.free ?? 0)", ""), tests=APP,
         rule="a cart has the price of every item of the menu"),
    Flaw("a world's halves cost as much as the first",
         (WORLD + "/MenuPrices.swift", "      base = halves.price(base, second.price[method])\n", ""),
         tests=APP, rule="a cart has the price of every item of the menu"),
    Flaw("a world's carts know no terms of a city",
         (WORLD + "/CityShop.swift", "shop.terms.first { $0.kind == cart.fulfilment?.kind }",
          "shop.terms.first { _ in false }"), tests=APP,
         rule="a cart has the fee and the minimum of its city, online and offline"),
    Flaw("a finished order of the world cannot be reviewed",
         (WORLD + "/SandboxWorld.swift", "reviews[account].orders[order.id] = ReviewServerModel.Order(", "_ = ReviewServerModel.Order("), tests=APP,
         rule="an order goes through every feature of one world"),
]

plant(FLAWS, "showcases", None)
