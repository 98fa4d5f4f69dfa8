"""Prints a large list as a server sends it: the cities of a file, else made-up ones.

    make_list.py [--count 34006] [FILE]

The made-up ones are the bundled cities again and again, each time with another syllable before the
name, so that beginnings are spread as in a real list and no two cities are alike.
"""

import argparse
import json
import pathlib
import sys

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--count", type=int, default=34_006, help="made-up cities")
parser.add_argument("file", nargs="?", help="cities, shaped as the sandbox's cities.json is")
options = parser.parse_args()
resources = pathlib.Path(__file__).parents[3] / "Modules/Sandbox/Resources"
bundle = json.loads((resources / "cities.json").read_text())
countries = bundle["countries"]

regions = bundle["regions"]
if options.file:
    given = json.loads(pathlib.Path(options.file).read_text())
    cities = given["cities"]
    regions, countries = given.get("regions", regions), given.get("countries", countries)
else:
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    cyrillic = dict(zip("bdfgklmnprstvzaeiou", "бдфгклмнпрствзаеиоу"))
    cities = list(bundle["cities"])
    while len(cities) < options.count:
        turn, which = divmod(len(cities), len(bundle["cities"]))
        city = bundle["cities"][which]
        latin = syllables[(turn * 7 + which) % len(syllables)].capitalize()
        russian = "".join(cyrillic[letter] for letter in latin.lower()).capitalize()
        # As in the real list, most cities have an English name and few have any other.
        names = {"en": latin + city["names"]["en"].lower()}
        if "ru" in city["names"] and len(cities) % 3 == 0:
            names["ru"] = russian + city["names"]["ru"].lower()
        cities.append(city | {
            "id": 900_000_000 + len(cities), "names": names, "otherNames": [],
            "population": city["population"] // (turn + 1)})

known = {country["code"] for country in countries}
for code in sorted({city["country"] for city in cities} - known):
    countries.append({"code": code, "names": {"en": code}, "languages": ["en"]})

json.dump(
    {
        "revision": 1_000_000,
        "regions": regions,
        "countries": countries,
        "cities": [
            {key: city[key] for key in ("id", "country", "names", "lat", "lon", "population")}
            | {"region": city["region"] or "", "otherNames": city.get("otherNames", [])}
            for city in cities
        ],
    },
    sys.stdout, ensure_ascii=False, separators=(",", ":"))
