/// The shape of a menu in the file, and what it is made of: the answer's rows, but in columns what there
/// are thousands of.
///
/// A column is read as one value, where a variant is a dozen. And what a slot offers is a number, which
/// is read, compared and found without making and hashing a text.
struct KeptMenu: Codable, Equatable, Sendable {
  /// The answer without what is in the columns.
  private(set) var document: MenuDocument
  /// The variants of all products, in their order.
  let variants: VariantColumns
  /// Where those of each product end.
  let ends: [Int]
  /// What each slot offers: places among the variants, and after those among `others`.
  let options: [[Int]]
  /// The ids that slots offer, and no variant has here.
  let others: [String]

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
    for (place, variant) in variants.enumerated() { places[variant.id] = place }
    var others: [String] = []
    options = answer.slots.rows.map { slot in
      slot.options.map { id in
        if let place = places[id] { return place }
        let place = variants.count + others.count
        places[id] = place
        others.append(id)
        return place
      }
    }
    self.others = others
    for place in document.slots.rows.indices { document.slots.rows[place].options = [] }
  }

  /// The places of a product's variants, by its own among the rows.
  func variants(ofProduct place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// The id at a place of ``options``.
  func option(_ place: Int) -> String {
    place < variants.count ? variants.ids[place] : others[place - variants.count]
  }

  /// Whether the columns fit the rows: a file is not trusted to be one that was written here.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy((0..<variants.count + others.count).contains) }
  }
}
