#!/usr/bin/env python3
"""Generates the menu of a fictional restaurant for load tests, always the same one for a size.

    make_menu.py SIZE FILE                names by language and prices by fulfillment, as the sandbox reads it
    make_menu.py SIZE LANGUAGE FILE       a server's response in one language

SIZE is typical, large or stress. All dishes, prices, weights and nutrition facts are fictional.
"""
import json
import pathlib
import random
import sys

if sys.argv[1:] == ["--help"]:
    print(__doc__)
    sys.exit()

LANGUAGES = ("ru", "en", "kk")
CATEGORIES = [  # id, price in tenge, names, pattern of a dish's name in each language, flavours, kind
    ("pizza", 2600, ("Пицца", "Pizza", "Пицца"), ("Пицца {}", "{} pizza", "{} пиццасы"), "savoury", "baked"),
    ("burger", 1900, ("Бургеры", "Burgers", "Бургерлер"), ("Бургер {}", "{} burger", "{} бургері"), "savoury", "sized"),
    ("pasta", 2100, ("Паста", "Pasta", "Паста"), ("Паста {}", "{} pasta", "{} пастасы"), "savoury", "sized"),
    ("noodles", 1800, ("Лапша", "Noodles", "Кеспе"), ("Лапша {}", "{} noodles", "{} кеспесі"), "savoury", "sized"),
    ("salad", 1500, ("Салаты", "Salads", "Салаттар"), ("Салат {}", "{} salad", "{} салаты"), "savoury", "sized"),
    ("soup", 1300, ("Супы", "Soups", "Сорпалар"), ("Суп {}", "{} soup", "{} сорпасы"), "savoury", "sized"),
    ("bowl", 2000, ("Боулы", "Bowls", "Боулдар"), ("Боул {}", "{} bowl", "{} боулы"), "savoury", "sized"),
    ("pancake", 1200, ("Блины", "Pancakes", "Құймақтар"), ("Блин {}", "{} pancake", "{} құймағы"), "sweet", "morning"),
    ("cake", 1100, ("Десерты", "Desserts", "Десерттер"), ("Чизкейк {}", "{} cheesecake", "{} чизкейкі"), "sweet", "sized"),
    ("tea", 700, ("Чай", "Tea", "Шай"), ("Чай {}", "{} tea", "{} шайы"), "drink", "sized"),
    ("lemonade", 800, ("Лимонады", "Lemonades", "Лимонадтар"), ("Лимонад {}", "{} lemonade", "{} лимонады"), "drink", "sized"),
]
FLAVOURS = {
    "savoury": [
        ("Маргарита", "Margherita", "Маргарита"), ("Пепперони", "Pepperoni", "Пепперони"),
        ("Четыре сыра", "Four cheese", "Төрт ірімшік"), ("с овощами", "Garden", "Көкөністі"),
        ("Алматы", "Almaty", "Алматы"), ("с чили", "Fiery", "Ащы"), ("с грибами", "Mushroom", "Саңырауқұлақ"),
        ("с курицей", "Chicken", "Тауық"), ("с говядиной", "Beef", "Сиыр еті"), ("с кониной", "Horse meat", "Жылқы еті"),
        ("с лососем", "Salmon", "Албырт"), ("с креветками", "Prawn", "Асшаян"), ("Барбекю", "Barbecue", "Барбекю"),
        ("по-деревенски", "Farmhouse", "Ауыл"), ("с тыквой", "Pumpkin", "Асқабақ"), ("с баклажаном", "Aubergine", "Баялды"),
        ("Песто", "Pesto", "Песто"), ("Цезарь", "Caesar", "Цезарь"), ("Терияки", "Teriyaki", "Терияки"),
        ("с индейкой", "Turkey", "Күркетауық"), ("по-охотничьи", "Hunter's", "Аңшы"), ("по-степному", "Steppe", "Дала"),
    ],
    "sweet": [
        ("с вишней", "Cherry", "Шие"), ("с малиной", "Raspberry", "Таңқурай"), ("с яблоком", "Apple", "Алма"),
        ("с шоколадом", "Chocolate", "Шоколад"), ("с мёдом", "Honey", "Бал"), ("с орехами", "Walnut", "Жаңғақ"),
        ("с творогом", "Curd", "Сүзбе"), ("с карамелью", "Caramel", "Карамель"), ("Классический", "Classic", "Классикалық"),
    ],
    "drink": [
        ("с облепихой", "Sea buckthorn", "Шырғанақ"), ("с имбирём", "Ginger", "Зімбір"), ("с мятой", "Mint", "Жалбыз"),
        ("с лимоном", "Lemon", "Лимон"), ("с малиной", "Raspberry", "Таңқурай"), ("с айвой", "Quince", "Айва"),
        ("Горный", "Mountain", "Тау"), ("с барбарисом", "Barberry", "Бөріқарақат"),
    ],
}
SIZES = [("s", ("Маленькая", "Small", "Кіші")), ("m", ("Средняя", "Medium", "Орташа")), ("l", ("Большая", "Large", "Үлкен"))]
CRUSTS = [("classic", ("Традиционное тесто", "Classic crust", "Дәстүрлі қамыр")), ("thin", ("Тонкое тесто", "Thin crust", "Жұқа қамыр"))]
INGREDIENTS = [
    ("onion", ("Лук", "Onion", "Пияз")), ("tomato", ("Томаты", "Tomatoes", "Қызанақ")), ("olives", ("Оливки", "Olives", "Зәйтүн")),
    ("garlic", ("Чеснок", "Garlic", "Сарымсақ")), ("dill", ("Укроп", "Dill", "Аскөк")), ("pepper", ("Перец", "Peppers", "Бұрыш")),
    ("sauce", ("Соус", "Sauce", "Тұздық")), ("nuts", ("Орехи", "Nuts", "Жаңғақ")), ("mint", ("Мята", "Mint", "Жалбыз")), ("sugar", ("Сахар", "Sugar", "Қант")),
]
MODIFIERS = [  # id, price, at most, names, groups
    ("mozzarella", 350, 3, ("Моцарелла", "Mozzarella", "Моцарелла"), []), ("bacon", 450, 2, ("Бекон", "Bacon", "Бекон"), []),
    ("jalapeno", 250, 2, ("Халапеньо", "Jalapeño", "Халапеньо"), []), ("mushrooms", 300, 2, ("Шампиньоны", "Mushrooms", "Саңырауқұлақ"), []),
    ("garlic-sauce", 150, 3, ("Чесночный соус", "Garlic sauce", "Сарымсақ тұздығы"), []), ("bbq-sauce", 150, 3, ("Соус барбекю", "Barbecue sauce", "Барбекю тұздығы"), []),
    ("cheese-sauce", 200, 3, ("Сырный соус", "Cheese sauce", "Ірімшік тұздығы"), []), ("honey", 180, 2, ("Мёд", "Honey", "Бал"), []),
    ("milk", 120, 1, ("Молоко", "Milk", "Сүт"), []), ("ice", 0, 1, ("Лёд", "Ice", "Мұз"), []),
    ("breadsticks", 400, 2, ("Хлебные палочки", "Breadsticks", "Нан таяқшалары"), ["dips"]),
]
OVERRIDES = {  # what goes on a large one costs more
    "mozzarella": [("l", 450)], "bacon": [("l", 600)], "mushrooms": [("l", 400)],
}
GROUPS = [  # id, modifiers, quantity, free, defaults, names
    ("toppings", ["mozzarella", "bacon", "jalapeno", "mushrooms", "breadsticks"], {"max": 6, "maxKinds": 4}, 0, {}, ("Добавки", "Toppings", "Қоспалар")),
    ("sauces", ["garlic-sauce", "bbq-sauce", "cheese-sauce"], {"min": 1, "max": 4}, 1, {"garlic-sauce": 1}, ("Соусы", "Sauces", "Тұздықтар")),
    ("dips", ["garlic-sauce", "cheese-sauce"], {"max": 2}, 0, {}, ("Соус к палочкам", "Dip", "Таяқшаға тұздық")),
    ("drink-extras", ["honey", "milk", "ice"], {"max": 3, "maxKinds": 2}, 0, {}, ("К напитку", "With it", "Сусынға")),
]
GROUPS_OF = {"baked": ["toppings", "sauces"], "sized": ["sauces"], "morning": [], "drink": ["drink-extras"]}
COMBOS = [
    ("Обед", "Lunch", "Түскі ас"), ("Ужин на двоих", "Dinner for two", "Екеуге кешкі ас"), ("Семейный", "Family", "Отбасылық"),
    ("Вечеринка", "Party", "Кеш"), ("Студенческий", "Student", "Студенттік"), ("Большая компания", "Big company", "Үлкен топ"),
]
SLOTS = [("main", ("Главное", "Main", "Негізгі")), ("second", ("Второе", "Second", "Екінші")), ("sweet", ("Десерт", "Dessert", "Десерт")), ("drink", ("Напиток", "Drink", "Сусын"))]
PLAN = {  # products, variants each at least, combos
    "typical": (220, 3, 36), "large": (300, 6, 60), "stress": (3000, 6, 600),
}


def by_language(names):
    return dict(zip(LANGUAGES, names))


def by_fulfilment(tenge):
    """Returns prices in tiyin; pickup costs a tenth less, rounded to ten tenge."""
    return {"delivery": tenge * 100, "pickup": round(tenge * 0.09) * 1000}


def variants(rng, product, price, kind, least):
    axes = [(size, crust) for size in SIZES for crust in (CRUSTS if kind == "baked" or least == 6 else [None])]
    for index, (size, crust) in enumerate(axes):
        step = SIZES.index(size)
        grams = 180 + 140 * step + rng.randrange(40)
        fats, proteins, carbohydrates = rng.randrange(20, 160), rng.randrange(30, 140), rng.randrange(120, 360)
        kilocalories = round(0.9 * fats + 0.4 * proteins + 0.4 * carbohydrates)
        row = {"id": f"{product}-{size[0]}" + (f"-{crust[0]}" if crust else ""), "size": size[0],
               "price": by_fulfilment(price + 500 * step + (50 if crust and crust[0] == "thin" else 0)), "grams": grams,
               "nutrition": {"kilojoules": round(kilocalories * 4.184), "kilocalories": kilocalories, "proteins": proteins,
                             "fats": fats, "carbohydrates": carbohydrates}}
        yield row | ({"crust": crust[0]} if crust else {})


def products(rng, count, least):
    dishes = [(category, flavour) for category in CATEGORIES for flavour in FLAVOURS[category[4]]]
    for number in range(count):
        (key, base, _, patterns, taste, kind), flavour = dishes[number % len(dishes)]
        copy = number // len(dishes)
        names = [pattern.format(name) + (f" № {copy + 1}" if copy else "") for pattern, name in zip(patterns, flavour)]
        product = f"{key}-{flavour[1].lower().replace(' ', '-').replace(chr(39), '')}" + (f"-{copy + 1}" if copy else "")
        drink = taste == "drink"
        row = {
            "id": product, "name": by_language(names), "text": by_language(
                (f"{names[0]}: готовим после заказа.", f"{names[1]}: made when you order.", f"{names[2]}: тапсырыстан кейін дайындаймыз.")),
            "image": {"path": f"/images/{product}", "widths": [160, 320, 640, 1280], "placeholder": f"#{rng.randrange(1 << 24):06X}"},
            "badges": [badge for badge, odds in (("new", 0.1), ("hit", 0.15), ("spicy", 0.1 if taste == "savoury" else 0)) if rng.random() < odds],
            "allergens": [a for a in ("gluten", "milk", "eggs", "fish", "nuts") if not drink and rng.random() < 0.3],
            "variants": list(variants(rng, product, base + 50 * rng.randrange(12), kind, least)),
            "ingredients": rng.sample([i for i, _ in INGREDIENTS[8 if drink else 0:None if drink else 8]], 1 if drink else 3),
            "groups": GROUPS_OF["drink" if drink else kind],
        }
        if kind == "morning":
            row["hours"] = [{"days": [1, 2, 3, 4, 5], "opens": 420, "closes": 660}, {"days": [6, 7], "opens": 480, "closes": 780}]
        yield key, row


def overrides(modifier):
    rows = [{"group": "toppings", "size": size, "price": by_fulfilment(price)} for size, price in OVERRIDES.get(modifier, [])]
    return {"overrides": rows} if rows else {}


def menu(size):
    count, least, combo_count = PLAN[size]
    rng = random.Random(20261121)
    rows = list(products(rng, count, least))
    for key, row in rows:
        if key == "pizza":
            row["halves"] = {"pricing": "average", "partners": [r["id"] for k, r in rows if k == "pizza" and r is not row][:21]}
    taste = {c[0]: c[4] for c in CATEGORIES}
    pools = {
        slot: [v["id"] for key, row in rows if taste[key] == wanted for v in row["variants"]]
        for slot, wanted in (("main", "savoury"), ("second", "savoury"), ("sweet", "sweet"), ("drink", "drink"))}
    combos, slots = [], []
    for number in range(combo_count):
        names = [name + ("" if number < len(COMBOS) else f" № {number // len(COMBOS) + 1}") for name in COMBOS[number % len(COMBOS)]]
        own = []
        for slot, title in SLOTS:
            options = rng.sample(pools[slot], min(40, len(pools[slot])))
            own.append(f"combo-{number + 1}-{slot}")
            slots.append({"id": own[-1], "name": by_language(title), "options": options, "quantity": {
                "min": 0 if slot == "sweet" else 1, "max": 1}, "surcharges": {o: by_fulfilment(300) for o in options[:4]}})
        pricing = {"rule": "fixed", "price": by_fulfilment(4200 + 100 * number)} if number % 3 else {"rule": "parts", "percentOff": 15}
        combos.append({"id": f"combo-{number + 1}", "name": by_language(names), "badges": ["hit"] if number == 0 else [], "slots": own, "pricing": pricing})
    categories = [{"id": key, "name": by_language(names), "items": [{"kind": "product", "id": row["id"]} for k, row in rows if k == key]}
                  for key, _, names, *_ in CATEGORIES if any(k == key for k, _ in rows)]
    categories.insert(0, {"id": "combos", "name": by_language(("Комбо", "Combos", "Комбо")), "items": [{"kind": "combo", "id": c["id"]} for c in combos]})
    named = lambda table: [{"id": key, "name": by_language(names)} for key, names in table]
    return {
        "revision": 1, "language": dict(zip(LANGUAGES, LANGUAGES)), "currency": "KZT", "categories": categories, "products": [row for _, row in rows],
        "sizes": named(SIZES), "crusts": named(CRUSTS), "ingredients": named(INGREDIENTS),
        "groups": [{"id": i, "name": by_language(n), "modifiers": m, "quantity": q, "free": f, "defaults": d} for i, m, q, f, d, n in GROUPS],
        "modifiers": [{"id": i, "name": by_language(n), "price": by_fulfilment(p), "max": most, "groups": g} | overrides(i)
                      for i, p, most, n, g in MODIFIERS],
        "combos": combos, "slots": slots,
    }


def picked(value, language):
    """Returns a server's response for delivery in one language."""
    if isinstance(value, list):
        return [picked(element, language) for element in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == set(LANGUAGES):
        return value[language]
    if value.keys() == {"delivery", "pickup"}:
        return value["delivery"]
    return {key: picked(member, language) for key, member in value.items()}


def write(value, path):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


if len(sys.argv) == 4:
    write(picked(menu(sys.argv[1]), sys.argv[2]), pathlib.Path(sys.argv[3]))
elif len(sys.argv) == 3:
    write(menu(sys.argv[1]), pathlib.Path(sys.argv[2]))
else:
    sys.exit(__doc__)
