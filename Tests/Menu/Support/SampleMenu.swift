/// Small menu with every kind of entity, for tests and previews.
///
/// The menu is text, so that a test can introduce a defect in one line:
/// `SampleMenu.text().replacing("\"price\":900", with: "\"price\":-1")`.
public enum SampleMenu {
  /// Returns the menu as a response; the first pizza costs 50 minor units less for pickup.
  public static func text(
    revision: Int = 1, language: String = "en", fulfillment: String = "delivery"
  ) -> String {
    let less = fulfillment == "pickup" ? 50 : 0
    let pizza = language == "ru" ? "Маргарита" : "Margherita"
    return """
      {"revision":\(revision),"language":"\(language)","currency":"KZT",
      "sizes":[{"id":"s","name":"Small"},{"id":"l","name":"Large"}],
      "crusts":[{"id":"thin","name":"Thin"}],
      "ingredients":[{"id":"onion","name":"Onion"},{"id":"olives","name":"Olives"}],
      "modifiers":[{"id":"cheese","name":"Cheese","price":100,"max":3},
      {"id":"bacon","name":"Bacon","price":150,"max":2},
      {"id":"sticks","name":"Breadsticks","price":200,"groups":["dips"]},
      {"id":"garlic","name":"Garlic sauce","price":30,"max":2},
      {"id":"bbq","name":"Barbecue sauce","price":40,"max":2}],
      "groups":[{"id":"toppings","name":"Toppings","modifiers":["cheese","bacon","sticks"],
      "quantity":{"max":4,"maxKinds":2}},
      {"id":"sauces","name":"Sauces","modifiers":["garlic","bbq"],
      "quantity":{"min":1,"max":3},"free":1,"defaults":{"garlic":1}},
      {"id":"dips","name":"Dips","modifiers":["garlic"],"quantity":{"max":1}}],
      "products":[{"id":"margherita","name":"\(pizza)","text":"With basil.",
      "image":{"path":"/images/m","widths":[160,320],"placeholder":"#AA3300"},
      "badges":["hit","from-a-later-release"],"allergens":["gluten","milk"],
      "variants":[{"id":"m-s","size":"s","crust":"thin","price":\(500 - less)},
      {"id":"m-l","size":"l","crust":"thin","price":\(900 - less)}],
      "ingredients":["onion","olives"],"groups":["toppings","sauces"],
      "halves":{"pricing":"average","partners":["pepperoni"]}},
      {"id":"pepperoni","name":"Pepperoni","badges":["spicy"],"allergens":["gluten"],
      "mayContain":["nuts"],"variants":[{"id":"p-s","size":"s","crust":"thin","price":601},
      {"id":"p-l","size":"l","crust":"thin","price":1001}],
      "ingredients":["onion"],"groups":["toppings"],
      "halves":{"pricing":"dearer","partners":["margherita"]}},
      {"id":"cola","name":"Cola","variants":[{"id":"c","price":150,"grams":330,
      "nutrition":{"kilojoules":180,"kilocalories":43,"proteins":0,"fats":0,"carbohydrates":106}}]},
      {"id":"porridge","name":"Porridge","variants":[{"id":"o","price":300}],
      "hours":[{"days":[1,2,3,4,5],"opens":420,"closes":660}]}],
      "slots":[{"id":"main","name":"Main","options":["m-s","p-s"],"surcharges":{"p-s":60},
      "quantity":{"min":1,"max":1}},
      {"id":"side","name":"Drink","options":["c"],"quantity":{"max":2}}],
      "combos":[{"id":"lunch","name":"Lunch","slots":["main","side"],
      "pricing":{"rule":"fixed","price":580}},
      {"id":"pair","name":"Pair","slots":["main","side"],
      "pricing":{"rule":"parts","percentOff":15}}],
      "categories":[{"id":"pizza","name":"Pizza","items":[{"kind":"product","id":"margherita"},
      {"kind":"product","id":"pepperoni"}]},
      {"id":"rest","name":"Other","items":[{"kind":"combo","id":"lunch"},
      {"kind":"combo","id":"pair"},{"kind":"product","id":"cola"},
      {"kind":"product","id":"porridge"}]}]}
      """
  }

  /// Returns a stop list as a response: `stops(2, #"{"kind":"product","id":"cola"}"#)`.
  public static func stops(_ revision: Int, _ rows: String...) -> String {
    #"{"revision":\#(revision),"stops":[\#(rows.joined(separator: ","))]}"#
  }
}
