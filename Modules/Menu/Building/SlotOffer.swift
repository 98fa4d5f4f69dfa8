/// Variants offered by a slot, as positions in the menu's variants.
///
/// Their ids are read on access only. A menu has far more options than products, and touching the
/// text of each id would take longer than decoding the positions.
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
