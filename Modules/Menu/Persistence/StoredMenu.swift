/// The stored form of a menu: the server's rows, but with the variants in columns.
///
/// A column contains one property of all variants, such as their prices. Decoding a column as one value
/// is faster than decoding this property in the row of each variant. The options of a slot are numbers
/// instead of ids, so decoding and comparing them requires neither strings nor hashing.
struct StoredMenu: Codable, Equatable, Sendable {
  /// The server's response, without the variants and options that the other properties contain.
  private(set) var document: MenuDocument
  /// The variants of all products, in the order of the products in ``document``.
  ///
  /// The variants are moved here from the rows of the products. If one variant of a product cannot be
  /// decoded or has prices for certain hours, all variants of the product stay in ``document``.
  let variants: VariantColumns
  /// The end of each product's variants: the position in ``variants`` after the last of them.
  let ends: [Int]
  /// The options of each slot, as numbers.
  ///
  /// A number below the count of ``variants`` is a position in ``variants``. Any other number, minus
  /// this count, is a position in ``others``.
  let options: [[Int]]
  /// The ids of options that are not in ``variants``.
  let others: [String]

  init(_ answer: MenuDocument) {
    document = answer
    var (variants, ends) = ([VariantRow](), [Int]())
    for (place, product) in answer.products.rows.enumerated() {
      // A variant that cannot be decoded is identified by its position among the product's variants.
      // Moving the other variants into columns would lose this position. The columns have no prices for
      // certain hours, which are rare.
      if product.variants.unreadable.isEmpty,
        product.variants.rows.allSatisfy({ $0.prices == nil })
      {
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

  /// Returns the positions of a product's variants in ``variants``.
  ///
  /// `place` is the position of the product in the rows of ``document``.
  func variants(ofProduct place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// Returns the id of a variant that a slot of a combo offers as an option.
  ///
  /// `place` is an element of ``options``: a position in ``variants``, or a position in ``others`` plus
  /// the count of ``variants``.
  func option(_ place: Int) -> String {
    place < variants.count ? variants.ids[place] : others[place - variants.count]
  }

  /// Whether ``variants``, ``ends`` and ``options`` are consistent with each other and with
  /// ``document``.
  ///
  /// The value is `false` if the file with the menu is damaged.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy((0..<variants.count + others.count).contains) }
  }
}
