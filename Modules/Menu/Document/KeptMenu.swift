/// The shape of a menu in the file, and what it is made of: the answer's rows, but in columns what there
/// are thousands of.
///
/// A column is read as one value, where a variant is a dozen. And an id that many slots offer is there
/// once, and is looked up once.
struct KeptMenu: Codable, Equatable, Sendable {
  /// The answer without what is in the columns.
  private(set) var document: MenuDocument
  /// The variants of all products, in their order.
  let variants: VariantColumns
  /// Where those of each product end.
  let ends: [Int]
  /// The ids that slots offer.
  let offered: [String]
  /// What each slot offers, by places in `offered`.
  let options: [[Int]]

  init(_ answer: MenuDocument) {
    document = answer
    var (variants, ends) = ([VariantRow](), [Int]())
    for (place, product) in answer.products.rows.enumerated() {
      // What cannot be read is told by its place among the others, so all of them stay there.
      if product.variants.unreadable.isEmpty {
        variants += product.variants.rows
        document.products.rows[place].variants = Rows([])
      }
      ends.append(variants.count)
    }
    self.variants = VariantColumns(variants)
    self.ends = ends

    var places: [String: Int] = [:]
    options = answer.slots.rows.map { slot in
      slot.options.map { id in
        let place = places[id] ?? places.count
        places[id] = place
        return place
      }
    }
    offered = places.sorted { $0.value < $1.value }.map(\.key)
    for place in document.slots.rows.indices { document.slots.rows[place].options = [] }
  }

  /// The variants of a product, by its place among the rows.
  func variants(ofProduct place: Int) -> [VariantRow] {
    let start = place == 0 ? 0 : ends[place - 1]
    return document.products.rows[place].variants.rows + (start..<ends[place]).map { variants[$0] }
  }

  /// Whether the columns fit the rows: a file is not trusted to be one that was written here.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy(offered.indices.contains) }
  }
}
