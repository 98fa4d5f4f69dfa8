#!/usr/bin/env python3
"""Flaws planted in the city catalog, one at a time: the rule that each breaks has to be named.

    Tests/Checks/PlantedFlaws/cities.py [--only TEXT]

Works on a copy of the sources, which it builds and throws away. Needs the Swift toolchain.
"""
from planting import Flaw, plant

CATALOG = "Modules/Cities/Catalog/DefaultCityCatalog"
LIST, CONFIRMING = CATALOG + "+List.swift", CATALOG + ".swift"
CONTRACT, CONDITIONAL, REFRESHED = "CityCatalogContractTests", "ConditionalRequestTests", "ListRefreshTests"

FLAWS = [
    Flaw("a list whose revision was too high once is kept for ever",
         (CONFIRMING, "below: known, confirmed: entry.time, now: now()",
          "below: known, confirmed: now(), now: now()"),
         rule="A list whose revision was too high once is replaced an hour later"),
    Flaw("a refused list is not remembered",
         (CONFIRMING, "    await storeConfirmations()\n    return true\n", "    return true\n"),
         rule="A list whose revision was too high once is replaced an hour later"),
    Flaw("an older list is taken at once",
         (LIST, "await isDelayed(revision, behind: best)", "best.source == .bundle"),
         rule="An older list is ignored"),
    Flaw("a list that is confirmed again is not",
         (LIST, "      await confirm(list.document)\n", ""),
         rule="A lagging replica that answers in turn never takes the list back"),
    Flaw("the bundle wins over a server with lower revisions",
         (CONFIRMING, "guard best.source == .refreshed else { return false }", ""), tests=REFRESHED,
         rule="a server's list with a lower revision replaces the bundle's"),
    Flaw("the bundle wins again after a restart",
         (CONFIRMING, "areConfirmationsStored || list.revision < bundled", "areConfirmationsStored"),
         tests=REFRESHED, rule="a server's list with a lower revision replaces the bundle's"),
    Flaw("a city whose revision was too high once is kept for ever",
         (CONFIRMING, "below: old, confirmed: time, now: now()", "below: old, confirmed: now(), now: now()"),
         tests=CONDITIONAL, rule="a city whose revision was too high once is replaced an hour later"),
    Flaw("an older answer about a city is taken at once",
         (CONFIRMING, "if new < old {", "if new < old, old < 0 {"), tests=CONDITIONAL,
         rule="An answer that is older than the current city is not used"),
    Flaw("a change of language leaves the list as it was",
         (CATALOG + ".swift", "      state.language = language\n      state.list = list\n",
          "      state.language = language\n"),
         tests="CitySimulation", rule="The list is in the language asked for"),
    Flaw("a refresh that failed is not told",
         (LIST, "case .sync(.fetch(let reason)): listFailure = reason", "case .sync(.fetch): listFailure = nil"),
         rule="A failed refresh leaves the list as it was"),
    Flaw("the beginning of another list outlives a crash",
         (LIST, "old.revision != list.document.revision { try", "old.revision == 0 { try"),
         tests=REFRESHED, rule="after a crash between a list and its beginning no first rows of another list"),
    Flaw("a start during a write makes the city current",
         (CATALOG + ".swift", "      guard keeping == 0 else { return nil }\n      current = kept",
          "      current = kept"),
         tests="RestoreRaceTests", rule="a start while a city is being stored"),
    Flaw("a read that fails during a write leads to the picker",
         (CATALOG + ".swift", "      // A city that is being stored becomes current, whether or not the file can be read.\n"
          "      guard keeping == 0 else { return nil }\n", ""),
         tests="RestoreRaceTests", rule="a read that fails while a city is being stored"),
    Flaw("a former app's files are removed by each call that meets",
         (CATALOG + ".swift", "    hasLeftLegacyApp = true\n", ""),
         tests="FormerAppTests", rule="is removed once by calls that meet"),
    Flaw("a city of release 1 is not validated",
         ("Modules/Cities/Persistence/CityV1+City.swift", "    try city.rules.validate()\n    try city.validate()\n", ""),
         tests="KeptFilesTests", rule="a city of release 1 that breaks a rule is refused"),
]

plant(FLAWS, "city catalog", module="Cities", tests=CONTRACT)
