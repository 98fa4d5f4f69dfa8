/// The requests of a user, by feature, with the status of each answer.
enum Scripts {
  static let all = [cities, menus, carts, orders, addresses, reviews, favorites, profile]

  static let cities = """
    200 GET /v1/cities
    200 GET /v1/cities/524901?language=ru
    200 GET /v1/cities/524901?language=xx
    404 GET /v1/cities/1
    200 PUT /admin/cities/524901 - {"state":"closed"}
    503 GET /v1/cities/524901
    200 PUT /admin/cities/524901 - {"state":"removed"}
    404 GET /v1/cities/524901
    200 PUT /admin/cities/524901 - {"state":"open"}
    404 PUT /admin/cities/1 - {"state":"closed"}
    400 PUT /admin/cities/524901 - {"state":"sold"}
    204 PUT /faults - {"probabilities":{}}
    400 PUT /faults - {"probabilities":{"fire":1}}
    """

  static let menus = """
    200 GET /v1/menu?fulfilment=pickup
    200 GET /v1/menu?fulfilment=balloon
    200 PATCH /admin/cities/1526384/menu - {"crusts":{"thin":null}}
    400 PATCH /admin/cities/1526384/menu - {"crusts":[]}
    404 PATCH /admin/cities/1/menu - {}
    200 GET /v1/menu
    200 PUT /admin/cities/1526384/stops - {"stops":[{"kind":"oven","id":"2","until":1,"reason":"soldOut"}]}
    400 PUT /admin/cities/1526384/stops - {"stops":[{}]}
    404 PUT /admin/cities/1/stops - {"stops":[]}
    200 GET /v1/menu/stops
    200 PUT /admin/cities/1526384 - {"state":"removed"}
    404 GET /v1/menu
    404 GET /v1/menu/stops
    200 PUT /admin/cities/1526384 - {"state":"open"}
    """

  private static let delivery = """
    {"operation":"way","fulfilment":{"kind":"delivery","place":"home"}}
    """

  /// Six colas are ordered as `N-1`.
  static let carts = """
    404 GET /v1/carts/none
    200 PUT /v1/carts/c/lines add \(Body.line("add", 6, seen: 0))
    412 PUT /v1/carts/c/lines stale \(Body.line("stale", 7, seen: 1))
    422 PUT /v1/carts/c/lines add \(Body.line("add", 7))
    200 PUT /v1/carts/c/lines anew \(Body.line("add", 6, seen: 0))
    422 PUT /v1/carts/c/lines many \(Body.line("many", 100))
    422 PUT /v1/carts/c/lines tea \(Body.line("tea", 1, of: "tea"))
    400 PUT /v1/carts/c/lines bad {}
    200 PUT /v1/carts/c/fulfilment way \(delivery)
    400 PUT /v1/carts/c/fulfilment bad-way {}
    422 PUT /v1/carts/c/fulfilment add {}
    412 POST /v1/carts/c/order sum \(Body.order("sum", 6, for: 1))
    400 POST /v1/carts/c/order bad-order {}
    400 PUT /admin/prices - {"cola":-1}
    200 PUT /admin/prices - {"cola":null}
    200 GET /v1/carts/c
    422 POST /v1/carts/c/order sold-out \(Body.order("sold-out", 6, for: 360_000))
    200 PUT /admin/prices - {"cola":60000}
    200 PUT /v1/carts/c/promos NONE \(Body.promo("NONE"))
    200 PUT /v1/carts/c/promos SUMMER \(Body.promo("SUMMER"))
    200 PUT /v1/carts/c/promos TENTH \(Body.promo("TENTH"))
    400 PUT /v1/carts/c/promos bad-promo {}
    422 PUT /v1/carts/c/promos add {}
    200 GET /v1/carts/c
    200 POST /v1/carts/c/order order \(Body.order("order", 6, for: 324_000))
    410 GET /v1/carts/c
    200 GET /admin/orders
    410 PUT /v1/carts/c/lines late \(Body.line("late", 1))
    410 PUT /v1/carts/c/promos late-promo \(Body.promo("FEAST"))
    410 PUT /v1/carts/c/fulfilment late-way \(delivery)
    410 POST /v1/carts/c/order again \(Body.order("again", 6, for: 324_000))
    200 PUT /v1/carts/g/lines rich \(Body.line("rich", 1, of: "pepperoni", modifiers: cheese))
    200 PUT /v1/carts/g/promos COLA \(Body.promo("COLA"))
    200 PUT /v1/carts/g/promos FEAST \(Body.promo("FEAST"))
    """

  private static let cheese = #"{"id":"cheese","count":2}"#

  /// The changes of a cart that belongs to another user.
  static let othersCart = """
    404 PUT /v1/carts/c/lines lines \(Body.line("lines", 1))
    404 PUT /v1/carts/c/promos promos \(Body.promo("TENTH"))
    404 PUT /v1/carts/c/fulfilment fulfilment \(delivery)
    404 POST /v1/carts/c/order other-order \(Body.order("other-order", 6, for: 324_000))
    """

  /// Six colas are ordered.
  static let sixColas = """
    200 PUT /v1/carts/d/lines d \(Body.line("d", 6))
    200 POST /v1/carts/d/order d-order \(Body.order("d-order", 6, for: 360_000))
    """

  static let orders = """
    \(sixColas)
    200 GET /v1/orders
    200 GET /v1/orders?key=d-order
    200 GET /v1/orders/N-1
    404 GET /v1/orders/none
    400 PUT /admin/orders/N-1/step - {}
    204 PUT /admin/orders/N-1/step - {"step":"advance"}
    204 PUT /admin/orders/N-1/step - {"step":"delay"}
    404 GET /v1/orders/N-2/rating-form
    204 PUT /admin/orders/N-2/step - {"step":"finish"}
    200 GET /v1/orders/N-2/rating-form
    200 GET /v1/orders?state=finished
    404 GET /v1/orders?state=finished&after=none
    409 POST /v1/orders/N-2/cancel late-cancel {}
    404 POST /v1/orders/none/cancel no-order {}
    200 POST /v1/orders/N-1/cancel cancel {}
    200 POST /v1/orders/N-1/cancel cancel {}
    422 POST /v1/orders/none/cancel cancel {}
    200 PUT /v1/carts/e/lines e \(Body.line("e", 6))
    200 POST /v1/carts/e/order e-order \(Body.order("e-order", 6, for: 360_000))
    204 PUT /admin/orders/N-3/step - {"step":"advance"}
    204 PUT /admin/orders/N-3/step - {"step":"advance"}
    204 PUT /admin/orders/N-3/step - {"step":"advance"}
    200 GET /v1/orders/N-3
    204 PUT /admin/orders/N-3/step - {"step":"reject"}
    200 GET /v1/orders?state=finished
    """

  static let addresses = """
    200 GET /v1/addresses
    200 POST /v1/addresses a \(Body.address("a", "Abai", label: "home"))
    422 POST /v1/addresses a \(Body.address("a", "Dostyk"))
    200 POST /v1/addresses b \(Body.address("b", "ABAI"))
    200 POST /v1/addresses c \(Body.address("c", "Dostyk"))
    400 POST /v1/addresses bad {}
    200 PATCH /v1/addresses/s1 edit \(Body.address("edit", "Satpaev"))
    200 PATCH /v1/addresses/s1 use {"operation":"use","used":5}
    400 PATCH /v1/addresses/s1 bad-edit {}
    200 PUT /v1/addresses/defaults/1526384 prefer \(Body.choice("prefer", of: "s1"))
    400 PUT /v1/addresses/defaults/1526384 bad-choice {}
    422 PUT /v1/addresses/defaults/1526384 a {}
    200 GET /v1/addresses
    400 PUT /admin/addresses - {}
    204 PUT /admin/addresses - {"closedCities":[],"farStreets":["Dostyk"]}
    200 GET /v1/addresses
    204 PUT /admin/addresses - {"closedCities":[1526384],"farStreets":[]}
    200 GET /v1/addresses
    422 POST /v1/addresses closed \(Body.address("closed", "Al-Farabi"))
    422 PATCH /v1/addresses/s1 shut \(Body.address("shut", "Manas"))
    204 PUT /admin/addresses - {"closedCities":[],"farStreets":[]}
    422 DELETE /v1/addresses/s1 a
    200 DELETE /v1/addresses/s1 remove
    410 DELETE /v1/addresses/s1 remove-again
    410 POST /v1/addresses late \(Body.address("a", "Abai"))
    410 PATCH /v1/addresses/s1 late-edit \(Body.address("late", "Abai"))
    410 PUT /v1/addresses/defaults/1526384 late-choice \(Body.choice("late", of: "s1"))
    """

  static let reviews = """
    400 PUT /admin/orders/1 - {}
    204 PUT /admin/orders/rated - \(Body.finished())
    204 PUT /admin/orders/over - \(Body.finished(closesAt: 1))
    204 PUT /admin/orders/taken - {"fulfilment":"pickup","lines":["1","2"],"closesAt":4000000000}
    200 GET /v1/orders/taken/rating-form
    404 GET /v1/orders/none/rating-form
    410 GET /v1/orders/over/rating-form
    200 GET /v1/orders/rated/rating-form
    404 GET /v1/review-photos/p
    200 PUT /v1/review-photos/p photo bytes
    422 PUT /v1/review-photos/p photo other bytes
    409 PUT /v1/review-photos/p other other bytes
    200 GET /v1/review-photos/p
    404 PUT /v1/orders/none/review none \(Body.review())
    410 PUT /v1/orders/over/review over \(Body.review())
    400 PUT /v1/orders/rated/review bad-review {}
    422 PUT /v1/orders/rated/review stars \(Body.review(stars: 6))
    200 PUT /v1/orders/rated/review rated \(Body.review(photos: #""p","given-up""#))
    200 PUT /v1/orders/rated/review repeated \(Body.review(photos: #""p","given-up""#))
    409 PUT /v1/orders/rated/review second \(Body.review("other"))
    409 GET /v1/orders/rated/rating-form
    204 PUT /admin/orders/rated - \(Body.finished(closesAt: 1))
    200 PUT /v1/orders/rated/review rated \(Body.review(photos: #""p","given-up""#))
    """

  static let favorites = """
    200 GET /v1/favorites
    200 PUT /v1/favorites/tea tea {"add":{}}
    200 PUT /v1/favorites/cola cola {"add":{}}
    200 PUT /v1/favorites/cola front {"move":{}}
    200 PUT /v1/favorites/tea tea {"add":{}}
    422 PUT /v1/favorites/tea tea {"remove":{}}
    200 PUT /v1/favorites/tea no-tea {"remove":{}}
    404 PUT /v1/favorites/ghost ghost {"add":{}}
    400 PUT /v1/favorites/tea nothing []
    200 GET /admin/favorites
    """

  static let profile = """
    200 GET /v1/profile
    200 PATCH /v1/profile name {"name":"Ann","birthday":"1990-05-01","consent":{"id":"marketing","isGiven":true,"time":1700000000,"textVersion":"1"}}
    422 PATCH /v1/profile birthday {"birthday":"1991-05-01"}
    422 PATCH /v1/profile nothing []
    """

  /// Changes by the test routes.
  static let switches = """
    200 PUT /admin/cities/524901 - {"state":"closed"}
    200 PATCH /admin/cities/1526384/menu - {"crusts":{"thin":null}}
    200 PUT /admin/cities/1526384/stops - {"stops":[{"kind":"product","id":"tea-mint"}]}
    204 PUT /admin/addresses - {"closedCities":[],"farStreets":["Abai"]}
    204 PUT /admin/orders/1 - \(Body.finished())
    """

  /// Changes by users, some of which are refused, which have the same effect when they are repeated.
  static let changes = """
    200 PUT /v1/carts/open/lines open \(Body.line("open", 2))
    \(sixColas)
    200 POST /v1/orders/N-1/cancel cancel {}
    200 POST /v1/addresses a \(Body.address("a", "Abai"))
    200 POST /v1/addresses b \(Body.address("b", "Dostyk"))
    200 DELETE /v1/addresses/s2 remove
    200 PUT /v1/review-photos/p photo bytes
    422 PUT /v1/orders/1/review stars \(Body.review(stars: 9))
    200 PUT /v1/orders/1/review review \(Body.review(photos: #""p""#))
    200 PUT /v1/favorites/tea tea {"add":{}}
    404 PUT /v1/favorites/ghost ghost {"add":{}}
    200 PATCH /v1/profile name {"name":"Ann"}
    """
}
