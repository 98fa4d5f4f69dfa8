/// What a slot offers: places among a menu's variants.
///
/// Their ids are made when a screen asks for them. A menu has a hundred times as many options as
/// products, and to touch the text of each would take longer than to read them.
struct SlotOffer: RandomAccessCollection, Hashable, Sendable {
  let places: [Int]
  let variants: [Variant]

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }
  subscript(index: Int) -> Variant { variants[places[index]] }

  static func == (first: SlotOffer, second: SlotOffer) -> Bool {
    first.elementsEqual(second) { $0.id == $1.id }
  }

  func hash(into hasher: inout Hasher) {
    for variant in self { hasher.combine(variant.id) }
  }
}
